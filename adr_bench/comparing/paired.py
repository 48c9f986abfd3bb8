"""Two systems on the same tasks: differences task by task, and how likely chance alone gives them."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product

from research_agent.adr_bench.comparing.contestants import Contestant, Field
from research_agent.adr_bench.estimates import SEED, Estimate, mean, ratio
from research_agent.adr_bench.scoreboard.costs import Unit
from research_agent.adr_bench.scoreboard.rows import Row

SAME = 1e-9
"""Scores that are as near as this are a tie."""
EXACT = 14
"""Up to so many tasks with a difference, every one of the sign flips is counted."""
MOST, FEWEST, DRAWS = 10_000, 1_000, 5_000_000
"""Sign flips that are drawn beyond that: fewer for many tasks, never fewer than a thousand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """The left system against the right one."""

    left: str
    right: str
    difference: Estimate
    """Mean of left's score less right's, over the tasks on which both have a score."""
    left_out: int
    """Common tasks on which one has none."""
    wins: int
    """Tasks on which the left scored higher."""
    ties: int
    losses: int
    p_permutation: float | None
    """Two-sided, of the mean difference, under flips of the differences' signs; None without a task."""
    p_sign: float | None
    """Two-sided exact sign test of wins against losses."""
    cost_unit: Unit
    """What the costs were told in by both; ``none``: both cost nothing."""
    cost_ratio: Estimate
    """Left's cost over right's, on the tasks for which both are known; None where right's is 0 or unknown."""


def paired(field: Field) -> tuple[Paired, ...]:
    """Every two contestants, in their order."""
    return tuple(_pair(left, right, field.tasks) for left, right in combinations(field.contestants, 2))


def _pair(left: Contestant, right: Contestant, tasks: Sequence[str]) -> Paired:
    rows = [(left.rows[id], right.rows[id]) for id in tasks]
    differences = [a.score - b.score for a, b in rows if a.score is not None and b.score is not None]
    wins = sum(each > SAME for each in differences)
    losses = sum(each < -SAME for each in differences)
    unit, costs = _costs(rows)
    return Paired(
        left=left.name,
        right=right.name,
        difference=mean(differences),
        left_out=len(tasks) - len(differences),
        wins=wins,
        ties=len(differences) - wins - losses,
        losses=losses,
        p_permutation=permutation_test(differences),
        p_sign=sign_test(wins, losses) if differences else None,
        cost_unit=unit,
        cost_ratio=ratio(costs),
    )


def permutation_test(differences: Sequence[float]) -> float | None:
    """Two-sided p of the mean of paired differences: how often flipping signs at random gives one as far from 0.

    Exact for few tasks, else drawn, where the observed one counts as drawn (Phipson and Smyth 2010).
    """
    moved = [each for each in differences if abs(each) > SAME]
    if not differences:
        return None
    seen = abs(math.fsum(moved)) - SAME
    if len(moved) <= EXACT:
        sums = [abs(math.fsum(s * d for s, d in zip(signs, moved, strict=True))) for signs in _signs(len(moved))]
        return sum(each >= seen for each in sums) / len(sums)
    dice, size = random.Random(SEED), len(moved)
    draws = max(FEWEST, min(MOST, DRAWS // size))
    far = sum(abs(sum(_flipped(moved, dice.getrandbits(size)))) >= seen for _ in range(draws))
    return (far + 1) / (draws + 1)


def _signs(size: int) -> product[tuple[int, ...]]:
    return product((1, -1), repeat=size)


def _flipped(values: Sequence[float], bits: int) -> list[float]:
    text = f"{bits:0{len(values)}b}"
    return [value if bit == "1" else -value for value, bit in zip(values, text, strict=True)]


def sign_test(wins: int, losses: int) -> float:
    """Two-sided exact p of so many wins and losses between equals; ties say nothing."""
    decided, fewer = wins + losses, min(wins, losses)
    below: int = sum(math.comb(decided, each) for each in range(fewer + 1))
    return float(min(Fraction(1), Fraction(2 * below, 2**decided)))


def _costs(rows: Sequence[tuple[Row, Row]]) -> tuple[Unit, list[tuple[float, float]]]:
    """In dollars where both tell them of more tasks than tokens."""
    dollars = [
        (a.usage.usd, b.usage.usd)
        for a, b in rows
        if a.usage.usd is not None and b.usage.usd is not None and _ran(a, b)
    ]
    tokens = [(float(a.tokens), float(b.tokens)) for a, b in rows if a.tokens and b.tokens and _ran(a, b)]
    if any(a or b for a, b in dollars) and len(dollars) >= len(tokens):
        return "usd", dollars
    if tokens:
        return "tokens", tokens
    return ("none", []) if dollars else ("unknown", [])


def _ran(*rows: Row) -> bool:
    return all(row.standing not in ("open", "skipped") for row in rows)
