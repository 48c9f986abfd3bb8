"""Means and ratios with bootstrap intervals, and shares with Wilson's.

The bootstrap is the percentile one (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, ch. 13) over tasks:
a task is what was drawn from the world of tasks, so it is what is drawn again. With fewer than about ten tasks
such intervals are too narrow; they are given all the same, with the number of tasks beside them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TypeVar

SEED = 20_251_201
"""Of every interval and test on a scoreboard: the same files give the same figures."""
LEVEL = 0.95
MOST, FEWEST, DRAWS = 2_000, 400, 2_000_000
"""Resamples: 2,000, fewer for many tasks (so that about two million values are drawn), but never fewer than 400."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A figure and how far it can be trusted."""

    value: float | None
    """None: nothing to make it of."""
    low: float | None = None
    """Ends of the 95% interval; None for fewer than two tasks."""
    high: float | None = None
    n: int = 0
    """Tasks (of a share: cases) that it is made of."""


def resamples(n: int) -> int:
    """How many times ``n`` values are drawn again."""
    return max(FEWEST, min(MOST, DRAWS // max(1, n)))


def bootstrap(values: Sequence[T], statistic: Callable[[Sequence[T]], float | None]) -> Estimate:
    """A statistic of the values with its interval; resamples of which it is not defined are left out."""
    value, n = statistic(values) if values else None, len(values)
    if value is None or n < 2:
        return Estimate(value=value, n=n)
    dice = random.Random(SEED)
    drawn = [statistic(dice.choices(values, k=n)) for _ in range(resamples(n))]
    known = sorted(each for each in drawn if each is not None)
    edge = (1 - LEVEL) / 2
    return Estimate(value=value, low=quantile(known, edge), high=quantile(known, 1 - edge), n=n)


def mean(values: Sequence[float]) -> Estimate:
    """The mean over tasks."""
    return bootstrap(values, lambda drawn: math.fsum(drawn) / len(drawn))


def ratio(pairs: Sequence[tuple[float, float]], times: float = 1.0) -> Estimate:
    """Sum of the first over sum of the second, times a unit; not defined where the second sum is 0."""

    def statistic(drawn: Sequence[tuple[float, float]]) -> float | None:
        below = math.fsum(pair[1] for pair in drawn)
        return times * math.fsum(pair[0] for pair in drawn) / below if below > 0 else None

    return bootstrap(pairs, statistic)


def share(count: float, of: int) -> Estimate:
    """A share of independent cases with Wilson's interval (E. B. Wilson, JASA 22, 1927).

    A tie may count as half a case, which makes the interval a little too wide."""
    if not of:
        return Estimate(value=None)
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    p, turn = count / of, z * z / of
    middle, half = (p + turn / 2) / (1 + turn), z * math.sqrt(p * (1 - p) / of + turn / (4 * of)) / (1 + turn)
    return Estimate(value=p, low=max(0.0, min(p, middle - half)), high=min(1.0, max(p, middle + half)), n=of)


def quantile(ordered: Sequence[float], at: float) -> float:
    """A quantile of sorted values, between neighbours by straight lines."""
    place = at * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
