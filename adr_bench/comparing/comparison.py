"""A comparison's figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from research_agent.adr_bench.batch import BatchRecord
from research_agent.adr_bench.comparing.contestants import Contestant, Field
from research_agent.adr_bench.comparing.pair_lines import PairJudged
from research_agent.adr_bench.comparing.paired import Paired, paired
from research_agent.adr_bench.comparing.pairwise import Pairwise, add_up
from research_agent.adr_bench.estimates import Estimate, mean
from research_agent.adr_bench.scoreboard.costs import Cost, Quality, cost, quality


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One system on the common tasks."""

    name: str
    batch: BatchRecord
    score: Estimate
    quality: Quality
    cost: Cost
    scores: Mapping[str, float | None]
    """Task -> score, by which the pairs are compared; empty where no verdicts are."""
    overspent: Mapping[str, str]
    """Task -> by how much its report cost more than it may; it counts as 0."""
    unchecked: int
    """Tasks whose cost is not told, so that a limit could not be checked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Everything that compare.json holds."""

    tasks: int
    """Common ones."""
    judge: str | None
    """Key of the verdicts that are compared."""
    equal_budgets: bool
    standings: tuple[Standing, ...]
    pairs: tuple[Paired, ...]
    """Empty where no verdicts are compared."""
    pairwise: Pairwise | None
    notes: tuple[str, ...]


def comparison(field: Field, pairs: Sequence[PairJudged] | None = None) -> Comparison:
    """The figures.

    Args:
        pairs: the reports compared pairwise; None: they were not.
    """
    limits = {one.batch.record.limits for one in field.contestants}
    return Comparison(
        tasks=len(field.tasks),
        judge=field.key,
        equal_budgets=len(limits) == 1,
        standings=tuple(_standing(one, judged=field.key is not None) for one in field.contestants),
        pairs=paired(field) if field.key is not None else (),
        pairwise=None if pairs is None else add_up(pairs),
        notes=field.notes,
    )


def _standing(one: Contestant, *, judged: bool) -> Standing:
    """Without verdicts there are no scores, not even those of tasks that failed."""
    rows = list(one.rows.values())
    scored = [row for row in rows if row.score is not None] if judged else []
    return Standing(
        name=one.name,
        batch=one.batch.record,
        score=mean([row.score for row in scored if row.score is not None]),
        quality=quality(scored),
        cost=cost(rows),
        scores={row.task: row.score for row in rows} if judged else {},
        overspent=one.overspent,
        unchecked=one.unchecked,
    )
