"""A model judges a report against a rubric.

The report comes first in every prompt and is the same, byte for byte, in all calls that judge it (or one part of it):
demands and flaws, batches, trials and repeated questions differ only behind it. One call goes ahead alone; the others
follow side by side and find the report in the endpoint's prefix cache.

The rules of judging stand in ``prompts/_judge_system.md.j2``, what a label means in ``judge_positive`` and
``judge_negative``; what becomes of an answer in ``asking``, of parts and trials in ``settling``.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from research_agent.domain import ItemVerdict, Trial, Verdict
from research_agent.errors import BudgetError, ConfigError, ModelError
from research_agent.judges.checklist.asking import Batch, judge_batch
from research_agent.judges.checklist.facts import facts_of
from research_agent.judges.checklist.parts import parts_of
from research_agent.judges.checklist.settling import Judged, over_parts, over_trials
from research_agent.judges.checklist.showing import shown_items
from research_agent.judges.rubric import Item, Rubric
from research_agent.judges.scoring import verdict_of
from research_agent.judges.subject import Subject
from research_agent.llm.models import Models
from research_agent.llm.prompting import load_prompt

BATCH = 10
"""Items of one call, at most."""
PROMPTS = ("judge_positive", "judge_negative")
REASONS_SHOWN = 3

_COMMENT = re.compile(r"(```.*?```|~~~.*?~~~|`[^`\n]*`)|<!--.*?-->", re.DOTALL)
"""No reader of the report sees it, and so no judge; in code it is text."""


class ChecklistJudge:
    """Judges reports with the model of the role ``judge``.

    Args:
        models: where the model is asked; its recorder keeps every exchange, so that a judgement that broke off goes on
            where it stopped, with the same journal in mode ``resume``.
        trials: judgements of each item, at temperature 0 and with seeds of their own.
        batched: several items a call, or one.
        scope: goes before the journal's keys; needed where one journal takes the judgements of several reports.
    """

    name = "checklist"

    def __init__(self, models: Models, *, trials: int = 1, batched: bool = True, scope: str = "") -> None:
        if trials < 1:
            raise ConfigError(f"A judge needs at least one trial, not {trials}.", kind="bad_trials")
        self._models = models
        self._trials = trials
        self._batched = batched
        self._scope = f"{scope} " if scope else ""

    async def judge(self, subject: Subject, rubric: Rubric) -> Verdict:
        """The verdict. An item that the model failed on is undecided, and a note says so.

        An empty report is judged without a model: it meets no demand and has no flaw.

        Raises:
            ModelError, BudgetError: no item at all was answered.
            RunError: the journal failed, or has no such recording.
        """
        if not subject.sentences:
            return self._verdict(rubric, _of_empty(rubric, self._trials), ["The report is empty."])
        await self._models.learn_window()
        parts = self._parts(subject, rubric)
        if not parts:
            raise ModelError(
                "Not even a line of the report fits into the judge's context beside the checklist.",
                kind="too_long",
                next_step="Raise RESEARCH_CONTEXT_TOKENS if the model's context window is larger.",
            )
        by_part = await asyncio.gather(*(self._judge_part(subject, batches) for batches in parts))
        judged = {
            item.id: [[part[trial][item.id] for part in by_part] for trial in range(self._trials)]
            for item in rubric.items
        }
        _raise_if_all_failed(judged)
        items = [over_trials(item, [over_parts(each) for each in judged[item.id]]) for item in rubric.items]
        return self._verdict(rubric, items, [*_cut_note(len(parts), self._models.window), *_notes(items)])

    def _verdict(self, rubric: Rubric, items: Sequence[ItemVerdict], notes: Sequence[str]) -> Verdict:
        return verdict_of(
            self.name,
            items,
            rubric=rubric.id,
            model=self._models.names.get("judge", ""),
            prompts={name: load_prompt(name).sha256 for name in PROMPTS},
            notes=tuple(notes),
        )

    def _parts(self, subject: Subject, rubric: Rubric) -> list[list[Batch]]:
        """The batches of each part of the report; one part if it fits into the context."""
        groups = list(self._groups(rubric))
        largest = max((group for _, group in groups), key=lambda group: len(shown_items(group)))

        def fits(text: str) -> bool:
            batch = Batch(name="", items=largest, shared=_shared(subject, rubric, text, 9, 9))
            return self._models.fits(batch.prompt, batch.variables(largest), stage="judge", limit=batch.limit)

        texts = parts_of(subject, fits)
        return [
            [
                Batch(
                    name=f"{self._scope}{f'part {place} ' if len(texts) > 1 else ''}{name}",
                    items=group,
                    shared=_shared(subject, rubric, text, place, len(texts)),
                )
                for name, group in groups
            ]
            for place, text in enumerate(texts, start=1)
        ]

    def _groups(self, rubric: Rubric) -> Iterator[tuple[str, tuple[Item, ...]]]:
        """What is asked together: demands apart from flaws, in runs of about equal size."""
        for kind in ("positive", "negative"):
            items = [item for item in rubric.items if (item.weight < 0) == (kind == "negative")]
            if not self._batched:
                yield from ((f"item {item.id}", (item,)) for item in items)
                continue
            runs = -(-len(items) // BATCH)
            for run in range(runs):
                first, last = len(items) * run // runs, len(items) * (run + 1) // runs
                yield f"{kind} {run + 1}", tuple(items[first:last])

    async def _judge_part(self, subject: Subject, batches: Sequence[Batch]) -> list[dict[str, Judged]]:
        """For each trial, item id -> judgement."""
        calls = [(trial, batch) for trial in range(self._trials) for batch in batches]
        ahead = await judge_batch(self._models, subject, calls[0][1], calls[0][0])
        others = await asyncio.gather(*(judge_batch(self._models, subject, batch, trial) for trial, batch in calls[1:]))
        found: list[dict[str, Judged]] = [{} for _ in range(self._trials)]
        for (trial, _), judged in zip(calls, [ahead, *others], strict=True):
            found[trial] |= judged
        return found


def _shared(subject: Subject, rubric: Rubric, text: str, place: int, of: int) -> dict[str, str]:
    """The variables of the prompts up to the items."""
    facts = facts_of(subject.text)
    part = (
        f"The report is too long to be read at once: this is part {place} of {of}. Judge what this part shows; other "
        "parts are judged apart, and what one of them shows counts for the whole. For items on the whole report's form "
        "use the counts and the outline."
        if of > 1
        else ""
    )
    return {
        "question": subject.question or rubric.question,
        "asked": rubric.date,
        "counts": facts.counts,
        "outline": facts.outline,
        "report": _COMMENT.sub(lambda found: found[1] or "", text),
        "part": part,
    }


def _of_empty(rubric: Rubric, trials: int) -> list[ItemVerdict]:
    nothing = Trial(label="not_satisfied", reason="The report is empty.")
    return [over_trials(item, [nothing] * trials) for item in rubric.items]


def _raise_if_all_failed(judged: Mapping[str, list[list[Judged]]]) -> None:
    every = [one for trials in judged.values() for parts in trials for one in parts]
    failures: list[ModelError | BudgetError] = [one.failure for one in every if one.failure is not None]
    if every and len(failures) == len(every):
        raise failures[0]


def _cut_note(parts: int, window: int) -> list[str]:
    if parts == 1:
        return []
    return [
        f"The report does not fit into the judge's context of {window} tokens: it was judged in {parts} overlapping "
        "parts. A demand counts as met, and a flaw as there, if one part shows it."
    ]


def _notes(items: Sequence[ItemVerdict]) -> list[str]:
    """What went wrong, in order of frequency."""
    undecided = [item for item in items if item.label == "undecided"]
    failed = [trial for item in items for trial in item.trials if trial.label == "undecided"]
    if not failed:
        return []
    of = sum(len(item.trials) for item in items)
    reasons = Counter(trial.error for trial in failed)
    listed = sorted(reasons, key=lambda reason: (-reasons[reason], reason))[:REASONS_SHOWN]
    return [
        f"{len(undecided)} of {len(items)} items are undecided; {len(failed)} of {of} judgements failed.",
        *(f"{reasons[reason]} of them: {reason}" for reason in listed),
    ]
