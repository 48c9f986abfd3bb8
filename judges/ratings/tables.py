"""Win, tie and loss tables of compared systems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from research_agent.judges.pair_verdict import Outcome
from research_agent.judges.ratings.games import Compared

_MIRRORED: dict[Outcome, Outcome] = {"left": "right", "right": "left", "tie": "tie"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How one system fared, against one other or against all."""

    wins: int = 0
    ties: int = 0
    losses: int = 0
    biased: int = 0
    """Of the ties, those where the verdict followed the reports' places."""
    undecided: int = 0
    """Pairs that could not be judged; in none of the others."""

    @property
    def decided(self) -> int:
        return self.wins + self.ties + self.losses

    @property
    def rate(self) -> float | None:
        """Wins and half of the ties, over what was decided; None where nothing was."""
        return (self.wins + self.ties / 2) / self.decided if self.decided else None

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            wins=self.wins + other.wins,
            ties=self.ties + other.ties,
            losses=self.losses + other.losses,
            biased=self.biased + other.biased,
            undecided=self.undecided + other.undecided,
        )


def head_to_head(compared: Iterable[Compared], dimension: str = "") -> Mapping[tuple[str, str], Tally]:
    """(system, other) -> how the first fared against the second, both ways round, by name.

    Args:
        compared: pairs.
        dimension: one of ``DIMENSIONS``; empty: the reports as a whole.
    """
    tallies: dict[tuple[str, str], Tally] = {}
    for _, left, right, verdict in compared:
        outcome = verdict.dimension_outcomes.get(dimension) if dimension else verdict.outcome
        biased = dimension in verdict.biased_dimensions if dimension else verdict.position_bias
        for pair, seen in (((left, right), outcome), ((right, left), outcome and _MIRRORED[outcome])):
            tallies[pair] = tallies.get(pair, Tally()) + replace(_of(seen), biased=int(biased))
    return dict(sorted(tallies.items()))


def overall(compared: Iterable[Compared], dimension: str = "") -> Mapping[str, Tally]:
    """System -> how it fared against all others, by name."""
    totals: dict[str, Tally] = {}
    for (name, _), tally in head_to_head(compared, dimension).items():
        totals[name] = totals.get(name, Tally()) + tally
    return totals


def _of(outcome: Outcome | None) -> Tally:
    return Tally(
        wins=int(outcome == "left"),
        ties=int(outcome == "tie"),
        losses=int(outcome == "right"),
        undecided=int(outcome is None),
    )
