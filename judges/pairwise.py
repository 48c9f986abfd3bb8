"""Which of two reports on one question is better: blind, in both orders.

A model sees the two reports as report 1 and report 2, without the systems' names, and gives one of five categories for
the whole and for each of the four dimensions of ADR-Bench (arXiv:2512.20491, section 6): one of them better, or both
good, both fair, both poor. It is asked twice, with the reports changed about. A winner must win from both places; a
verdict whose winner changes with the places is a tie, and recorded as position bias.

What cannot be hidden: a report's own way of citing and of setting out, and what it says of how it was made.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator

from research_agent.errors import BudgetError, ConfigError, ModelError
from research_agent.judges.pair_verdict import QUALITY, Category, Opinion, PairVerdict, settle
from research_agent.judges.rubric import DIMENSIONS
from research_agent.judges.subject import Subject
from research_agent.llm.models import Models
from research_agent.llm.prompting import load_prompt

PROMPT = "judge_pair"
REPLY = 2_500
"""Completion tokens: five short reasons, and room for a model that thinks."""
SHORTEST = 500
"""Characters of each report below which a comparison would be none."""

_MIRRORED: dict[str, Category] = {"first_better": "right_better", "second_better": "left_better"}
_STRAIGHT: dict[str, Category] = {"first_better": "left_better", "second_better": "right_better"}
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)


def _named(value: Any) -> Any:
    """``First better.`` as ``first_better``; what is none of the five is left for the check."""
    return re.sub(r"[\s-]+", "_", value.strip(" .\"'").lower()) if isinstance(value, str) else value


Choice = Annotated[
    Literal["first_better", "second_better", "both_good", "both_fair", "both_poor"], BeforeValidator(_named)
]
Text = Annotated[str, BeforeValidator(lambda value: "" if value is None else str(value))]


class Compared(BaseModel):
    reason: Text = ""
    verdict: Choice


class PairReply(BaseModel):
    information_completeness: Compared
    content_depth: Compared
    requirement_fitness: Compared
    readability: Compared
    overall: Compared


class PairwiseJudge:
    """Compares reports with the model of the role ``judge``.

    Args:
        models: where the model is asked; its recorder keeps every exchange.
        scope: goes before the journal's keys; needed where one journal takes several comparisons.
    """

    name = "pairwise"

    def __init__(self, models: Models, *, scope: str = "") -> None:
        self._models = models
        self._scope = f"{scope} " if scope else ""

    async def compare(self, left: Subject, right: Subject) -> PairVerdict:
        """The verdict. An empty report loses without a call; two of them are both poor.

        Raises:
            ConfigError: the reports answer different questions.
            ModelError, BudgetError: neither order was answered, or the reports do not fit into the context.
            RunError: the journal failed, or has no such recording.
        """
        if left.question and right.question and left.question.strip() != right.question.strip():
            raise ConfigError("The two reports answer different questions.", kind="different_questions")
        if not left.sentences or not right.sentences:
            return self._without_call(left, right)
        await self._models.learn_window()
        shown = self._most_shown(left, right)
        failures: list[ModelError | BudgetError] = []
        opinions = await asyncio.gather(
            self._ask(left, right, "left", shown, failures), self._ask(right, left, "right", shown, failures)
        )
        if len(failures) == len(opinions):
            raise failures[0]
        return self._verdict(tuple(opinions), _cut_notes(left, right, shown))

    async def _ask(
        self, first: Subject, second: Subject, side: Literal["left", "right"], shown: int, failures: list[Any]
    ) -> Opinion:
        try:
            reply = await self._models.ask(
                role="judge",
                prompt=PROMPT,
                variables=_variables(first, second, shown),
                reply=PairReply,
                stage="judge",
                subject=f"{self._scope}pair {side} first",
                limit=REPLY,
            )
        except (ModelError, BudgetError) as error:
            failures.append(error)
            return Opinion(first=side, error=str(error))
        named = _STRAIGHT if side == "left" else _MIRRORED
        parts: dict[str, Compared] = {name: getattr(reply, name) for name in DIMENSIONS}
        return Opinion(
            first=side,
            category=_category(reply.overall.verdict, named),
            dimensions={name: _category(part.verdict, named) for name, part in parts.items()},
            reason=reply.overall.reason,
            reasons={name: part.reason for name, part in parts.items()},
        )

    def _most_shown(self, left: Subject, right: Subject) -> int:
        """Characters of each report that fit side by side; as many as the longer one has, if both fit."""
        longest = max(len(left.text), len(right.text))

        def fits(shown: int) -> bool:
            return self._models.fits(PROMPT, _variables(left, right, shown), stage="judge", limit=REPLY)

        shown = longest if fits(longest) else _largest(fits, longest)
        if shown < min(SHORTEST, longest):
            raise ModelError(
                "The two reports do not fit into the judge's context side by side.",
                kind="too_long",
                next_step="Raise RESEARCH_CONTEXT_TOKENS if the model's context window is larger.",
            )
        return shown

    def _without_call(self, left: Subject, right: Subject) -> PairVerdict:
        category: Category = "left_better" if left.sentences else "right_better" if right.sentences else "both_poor"
        opinions = tuple(
            Opinion(first=side, category=category, dimensions=dict.fromkeys(DIMENSIONS, category))
            for side in ("left", "right")
        )
        return self._verdict(opinions, ("An empty report was compared without a call.",))

    def _verdict(self, opinions: tuple[Opinion, ...], notes: tuple[str, ...]) -> PairVerdict:
        left_first, right_first = opinions
        return settle(
            left_first,
            right_first,
            model=self._models.names.get("judge", ""),
            prompts={PROMPT: load_prompt(PROMPT).sha256},
            notes=notes,
        )


def _category(choice: str, named: Mapping[str, Category]) -> Category:
    return named.get(choice) or QUALITY[[str(tie) for tie in QUALITY].index(choice)]


# ---------------------------------------------------------------- what is shown


def _variables(first: Subject, second: Subject, shown: int) -> dict[str, str]:
    return {
        "question": first.question or second.question,
        "first": _shown(first, shown),
        "first_cut": _cut_line(first, shown),
        "second": _shown(second, shown),
        "second_cut": _cut_line(second, shown),
    }


def _shown(subject: Subject, shown: int) -> str:
    """The report up to the last line within ``shown`` characters; comments, which no reader sees, left out."""
    text = subject.text
    if len(text) > shown:
        end = text.rfind("\n", shown // 2, shown)
        text = text[: end if end > 0 else shown]
    return _COMMENT.sub("", text)


def _cut_line(subject: Subject, shown: int) -> str:
    if len(subject.text) <= shown:
        return ""
    return (
        f"Only the beginning is shown, about {shown} of {len(subject.text)} characters. That it breaks off is no fault."
    )


def _largest(fits: Callable[[int], bool], most: int) -> int:
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if fits(middle):
            low = middle
        else:
            high = middle - 1
    return low


def _cut_notes(left: Subject, right: Subject, shown: int) -> tuple[str, ...]:
    return tuple(
        f"The {side} report did not fit into the judge's context: about {shown} of its {len(subject.text)} characters "
        "were compared."
        for side, subject in (("left", left), ("right", right))
        if len(subject.text) > shown
    )
