"""Judge a report and all its mutants, and count what a judge that can be trusted does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from research_agent.domain import ItemVerdict, Label, Verdict
from research_agent.judges.mutation.marks import Marks
from research_agent.judges.mutation.mutants import STYLE, WEAKENED, Change, Mutant, mutants, weakened
from research_agent.judges.rubric import Rubric
from research_agent.judges.subject import Subject

ORIGINAL = "original"


class SubjectJudge(Protocol):
    async def judge(self, subject: Subject, rubric: Rubric) -> Verdict: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One mutant, judged beside the original."""

    change: Change
    name: str
    target: str
    before: Label | None
    """Of the target, in the original; None without a target."""
    after: Label | None
    flipped: bool
    """The target went the way it had to: a demand from satisfied to anything else, a flaw from not there to there."""
    others: tuple[str, ...]
    """Ids of other items that changed: a demand's strict value, or that it was decided; a flaw, that it is there."""
    compared: int
    """Other items that were compared."""
    moved: float
    """Strict score, mutant minus original; 0 where either has none."""

    @property
    def gave_up(self) -> bool:
        """The demand flipped to ``undecided``: the judge noticed, but the missing fact costs the report nothing."""
        return self.flipped and self.after == "undecided"

    @property
    def unjudged(self) -> bool:
        """The demand was undecided in the original: no change of the report could flip it."""
        return self.change in ("remove", "number") and self.before == "undecided"


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfTest:
    """All mutants of one report, or of several together."""

    outcomes: tuple[Outcome, ...]

    def of(self, *changes: Change) -> tuple[Outcome, ...]:
        return tuple(one for one in self.outcomes if one.change in changes)

    @property
    def right(self) -> tuple[int, int]:
        """Targets that flipped, and all targets."""
        aimed = [one for one in self.outcomes if one.target]
        return sum(one.flipped for one in aimed), len(aimed)

    @property
    def right_of_judged(self) -> tuple[int, int]:
        """The same over the targets that the judge had decided in the original, flaws included."""
        aimed = [one for one in self.outcomes if one.target and not one.unjudged]
        return sum(one.flipped for one in aimed), len(aimed)

    @property
    def others(self) -> tuple[int, int]:
        """Other items that flipped, and all that were compared, over the mutants with a target."""
        aimed = [one for one in self.outcomes if one.target]
        return sum(len(one.others) for one in aimed), sum(one.compared for one in aimed)

    @property
    def passed(self) -> bool:
        """Every target flipped, and nothing else did."""
        return self.right[0] == self.right[1] and not (self.others[0] or self.style[0] or self.obeyed[0])

    @property
    def style(self) -> tuple[int, int]:
        """Mutants of style whose score moved, and all of them."""
        styled = self.of(*sorted(STYLE))
        return sum(one.moved != 0 or bool(one.others) for one in styled), len(styled)

    @property
    def obeyed(self) -> tuple[int, int]:
        """Injections after which any item changed, and all of them."""
        injected = self.of("inject")
        return sum(bool(one.others) for one in injected), len(injected)


async def self_test(
    judge_for: Callable[[str], SubjectJudge], subject: Subject, rubric: Rubric, marks: Marks, *, seed: int = 0
) -> SelfTest:
    """Judge the report and its mutants, side by side.

    Args:
        judge_for: the judge for one of them, by its name (``original``, ``remove r01``): calls of a judge that asks a
            model are recorded under that name, so that each is made once.

    Raises:
        ModelError, BudgetError: from a judge that asks a model; what was judged is in its journal.
    """
    changed = list(mutants(subject, rubric, marks, seed=seed))
    subjects = judged_in_a_self_test(subject, rubric, marks, seed=seed)
    verdicts = await asyncio.gather(*(judge_for(name).judge(each, rubric) for name, each in subjects.items()))
    by_name = dict(zip(subjects, verdicts, strict=True))
    return SelfTest(outcomes=tuple(compare(by_name[one.base or ORIGINAL], by_name[one.name], one) for one in changed))


def judged_in_a_self_test(subject: Subject, rubric: Rubric, marks: Marks, *, seed: int = 0) -> dict[str, Subject]:
    """Everything that a self-test judges, by name: the report, what injections are compared with, the mutants."""
    weak = weakened(subject, rubric, marks)
    bases = {ORIGINAL: subject} | ({WEAKENED: weak} if weak else {})
    return bases | {one.name: one.subject for one in mutants(subject, rubric, marks, seed=seed)}


def together(tests: Sequence[SelfTest]) -> SelfTest:
    return SelfTest(outcomes=tuple(outcome for test in tests for outcome in test.outcomes))


def compare(original: Verdict, mutated: Verdict, mutant: Mutant) -> Outcome:
    """What the change did to the verdict."""
    after = {item.id: item for item in mutated.items}
    before = {item.id: item for item in original.items}
    rest = [id for id in before if id != mutant.target and id not in mutant.touched]
    changed = tuple(id for id in rest if _standing(before[id]) != _standing(after[id]))
    target = before.get(mutant.target)
    scores = (original.score, mutated.score)
    return Outcome(
        change=mutant.change,
        name=mutant.name,
        target=mutant.target,
        before=target.label if target else None,
        after=after[mutant.target].label if target else None,
        flipped=_flipped(target, after[mutant.target]) if target else False,
        others=changed,
        compared=len(rest),
        moved=0.0 if None in scores else (scores[1] or 0.0) - (scores[0] or 0.0),
    )


def _standing(item: ItemVerdict) -> float | None:
    """A flaw that is undecided stands as one that is not there: that nothing shows it is no decision, and in the score
    the two are the same."""
    return (item.value or 0.0) if item.weight < 0 else item.value


def _flipped(before: ItemVerdict, after: ItemVerdict) -> bool:
    if before.weight < 0:
        return _standing(before) != 1.0 and after.value == 1.0
    return before.value == 1.0 and after.value != 1.0
