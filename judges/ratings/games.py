"""What ratings are made of: two systems' reports on one task, and which was better."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from research_agent.judges.pair_verdict import Outcome, PairVerdict

Compared = tuple[str, str, str, PairVerdict]
"""Task, left system, right system, verdict."""
SCORE: dict[Outcome, float] = {"left": 1.0, "tie": 0.5, "right": 0.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    task: str
    left: str
    right: str
    """Names of two different systems."""
    score: float
    """The left's: 1 won, 0.5 tied, 0 lost."""

    def __post_init__(self) -> None:
        if self.left == self.right:
            raise ValueError(f"{self.left} does not play itself (task {self.task})")
        if self.score not in (0.0, 0.5, 1.0):
            raise ValueError(f"a score is 0, 0.5 or 1, not {self.score}")


def games_of(compared: Iterable[Compared], dimension: str = "") -> tuple[Game, ...]:
    """The decided pairs; those that could not be judged are left out (``tables`` count them).

    Args:
        compared: pairs.
        dimension: one of ``DIMENSIONS``; empty: the reports as a whole.
    """
    found = []
    for task, left, right, verdict in compared:
        outcome = verdict.dimension_outcomes.get(dimension) if dimension else verdict.outcome
        if outcome is not None:
            found.append(Game(task=task, left=left, right=right, score=SCORE[outcome]))
    return tuple(found)


def systems_of(games: Sequence[Game]) -> tuple[str, ...]:
    """All systems, sorted by name."""
    return tuple(sorted({name for game in games for name in (game.left, game.right)}))
