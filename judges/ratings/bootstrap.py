"""Confidence intervals of ratings, by drawing the tasks again.

Games on one task are not independent (the same question, often the same report), so whole tasks are drawn, with
replacement, and the ratings made anew; the interval is that of the percentiles (Efron 1979).
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from research_agent.judges.ratings.bradley_terry import bradley_terry
from research_agent.judges.ratings.games import Game, systems_of
from research_agent.judges.ratings.rated import Rated

ROUNDS = 1000
SEED = 7
LEVEL = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    low: float
    high: float
    rounds: int
    """Draws in which the system had a game."""
    regularised: int
    """Of them, draws whose games alone fixed no finite ratings; if many, the bounds are those of the regularisation."""


def bootstrap(
    games: Sequence[Game],
    rate: Callable[[Sequence[Game]], Rated] = bradley_terry,
    *,
    rounds: int = ROUNDS,
    level: float = LEVEL,
    seed: int = SEED,
) -> Mapping[str, Interval]:
    """System -> interval, by name. The same games give the same intervals, whatever their order.

    Args:
        games: of at least one task.
        rate: makes the ratings.
        rounds: draws.
        level: share of the draws that lies within, half of the rest on either side.
        seed: of the draws.
    """
    if not 0 < level < 1 or rounds < 1:
        raise ValueError(f"a level between 0 and 1 and at least one round, not {level} and {rounds}")
    by_task: dict[str, list[Game]] = defaultdict(list)
    for game in sorted(games, key=lambda one: (one.task, one.left, one.right, one.score)):
        by_task[game.task].append(game)
    tasks = list(by_task.values())
    chance = random.Random(seed)
    drawn: dict[str, list[float]] = {name: [] for name in systems_of(games)}
    forced = dict.fromkeys(drawn, 0)
    for _ in range(rounds if tasks else 0):
        rated = rate([game for task in chance.choices(tasks, k=len(tasks)) for game in task])
        for name, rating in rated.ratings.items():
            drawn[name].append(rating)
            forced[name] += rated.regularised
    return {name: _interval(ratings, level, forced[name]) for name, ratings in drawn.items() if ratings}


def _interval(ratings: Sequence[float], level: float, regularised: int) -> Interval:
    ordered = sorted(ratings)
    tail = (1 - level) / 2
    return Interval(
        low=_quantile(ordered, tail),
        high=_quantile(ordered, 1 - tail),
        rounds=len(ordered),
        regularised=regularised,
    )


def _quantile(ordered: Sequence[float], share: float) -> float:
    """Linear between the two nearest of the ordered values."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])
