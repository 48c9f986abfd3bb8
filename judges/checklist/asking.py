"""One batch of items, one part of the report, one trial: ask, check what comes, ask again for what cannot be used.

An entry is used if its label is one of those asked for and its quote stands in the report. Entries for items that were
not asked are left out; an item without an entry, with two that differ, with another label or with a quote that is not
in the report is asked again, ``AGAIN`` times at most, together with the others of its batch that failed, and the model
is shown what was wrong. What is still unusable then is undecided, and says why.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from research_agent.domain import Label, Trial
from research_agent.errors import BudgetError, ModelError
from research_agent.judges.checklist.doubt import label_probabilities
from research_agent.judges.checklist.pointing import sentence_quoted
from research_agent.judges.checklist.replies import (
    NEGATIVE,
    POSITIVE,
    JudgedNegative,
    JudgedPositive,
    NegativeReply,
    PositiveReply,
)
from research_agent.judges.checklist.settling import Judged
from research_agent.judges.checklist.showing import shown_items
from research_agent.judges.rubric import Item
from research_agent.judges.subject import Subject
from research_agent.llm.models import Models

AGAIN = 2
"""Further questions about items whose answers could not be used."""
REPLY, REPLY_ITEM = 1_500, 300
"""Completion tokens of a call, and of each of its items: a quote, a sentence, and room for a model that thinks."""
ALONE = frozenset({"refused", "truncated", "bad_reply"})
"""Failures of a batch that one of its items may have caused: its items are then asked one by one."""
SHOWN = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Items that are asked together, all demands or all flaws."""

    name: str
    """Part of the journal's key, unique within a journal."""
    items: tuple[Item, ...]
    shared: Mapping[str, str]
    """The variables of the prompt that come before the items."""

    @property
    def prompt(self) -> str:
        return "judge_negative" if self.items[0].weight < 0 else "judge_positive"

    @property
    def labels(self) -> Mapping[str, Label]:
        return NEGATIVE if self.items[0].weight < 0 else POSITIVE

    @property
    def limit(self) -> int:
        return REPLY + REPLY_ITEM * len(self.items)

    def variables(self, items: Sequence[Item], rejected: str = "") -> dict[str, Any]:
        return {**self.shared, "items": shown_items(items), "rejected": rejected}


@dataclass
class _Round:
    """What is known of a batch so far."""

    judged: dict[str, Judged] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)
    """Item id -> why its last answer could not be used."""


async def judge_batch(models: Models, subject: Subject, batch: Batch, trial: int) -> dict[str, Judged]:
    """Item id -> its judgement, for every item of the batch. Failures of the model are judgements, too: undecided."""
    state = _Round()
    for again in range(1 + AGAIN):
        left = [item for item in batch.items if item.id not in state.judged]
        if not left:
            break
        name = f"{batch.name} again {again}" if again else batch.name
        try:
            await _ask(models, subject, batch, left, state, name, trial)
        except (ModelError, BudgetError) as error:
            if error.kind in ALONE and len(left) > 1:
                return state.judged | await _one_by_one(models, subject, batch, left, trial)
            undecided = Judged(Trial(label="undecided", error=str(error)), failure=error)
            return state.judged | {item.id: undecided for item in left}
    for item in batch.items:
        why = f"No usable judgement of {1 + AGAIN}: {state.faults.get(item.id, '')}"
        state.judged.setdefault(item.id, Judged(Trial(label="undecided", error=why)))
    return state.judged


async def _one_by_one(
    models: Models, subject: Subject, batch: Batch, items: Sequence[Item], trial: int
) -> dict[str, Judged]:
    alone = [Batch(name=f"{batch.name} alone {item.id}", items=(item,), shared=batch.shared) for item in items]
    judged = await asyncio.gather(*(judge_batch(models, subject, each, trial) for each in alone))
    return {id: one for each in judged for id, one in each.items()}


async def _ask(
    models: Models, subject: Subject, batch: Batch, items: Sequence[Item], state: _Round, name: str, trial: int
) -> None:
    rejected = "\n".join(
        f"item {number}: {state.faults[item.id]}"
        for number, item in enumerate(items, start=1)
        if item.id in state.faults
    )
    reply: type[PositiveReply] | type[NegativeReply] = NegativeReply if batch.labels is NEGATIVE else PositiveReply
    answer = await models.ask_fully(
        role="judge",
        prompt=batch.prompt,
        variables=batch.variables(items, rejected),
        reply=reply,
        stage="judge",
        subject=name,
        occurrence=trial,
        limit=REPLY + REPLY_ITEM * len(items),
        alternatives="label",
    )
    entries: Sequence[JudgedPositive | JudgedNegative] = answer.value.items
    told = answer.alternatives if len(answer.alternatives) == len(entries) else ({},) * len(entries)
    for number, item in enumerate(items, start=1):
        given = [at for at, entry in enumerate(entries) if entry.item == number]
        fault = _fault([entries[at] for at in given], batch.labels)
        if fault:
            state.faults[item.id] = fault
            continue
        judged = _checked(subject, entries[given[0]], batch.labels, told[given[0]])
        if isinstance(judged, str):
            state.faults[item.id] = judged
        else:
            state.judged[item.id] = judged


def _fault(entries: Sequence[JudgedPositive | JudgedNegative], labels: Mapping[str, Label]) -> str:
    """What is wrong with the entries of one item; empty if one can be read."""
    if not entries:
        return "it had no entry."
    outside = [entry.label for entry in entries if entry.label not in labels]
    if outside:
        return f"the label {_short(outside[0])} is none of {', '.join(labels)}."
    if len({entry.label for entry in entries}) > 1:
        return "it had several entries with different labels."
    return ""


def _checked(
    subject: Subject,
    entry: JudgedPositive | JudgedNegative,
    labels: Mapping[str, Label],
    alternatives: Mapping[str, float],
) -> Judged | str:
    """The judgement with the report's own sentence in place of the quote, or what is wrong with it."""
    label = labels[entry.label]
    omission = isinstance(entry, JudgedNegative) and entry.omission
    sentence = sentence_quoted(subject, entry.quote) if entry.quote.strip() else ""
    if label != "not_satisfied" and not omission and not sentence:
        if not entry.quote.strip():
            return f"the label {entry.label} came without a quote."
        return f"the quote {_short(entry.quote)} does not stand in the report, or says too little to find it."
    trial = Trial(
        label=label,
        reason=" ".join(entry.reason.split()),
        sentence=sentence or "",
        probabilities=label_probabilities(alternatives, labels),
    )
    return Judged(trial, omission and label != "not_satisfied" and not sentence)


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return f"“{flat if len(flat) <= SHOWN else flat[: SHOWN - 3] + '...'}”"
