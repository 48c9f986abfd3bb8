"""Elo ratings (A. Elo, The Rating of Chessplayers, 1978), which depend on the order of the games.

After each game the left's rating moves by K (score - expected), the right's by as much the other way; expected is
1 / (1 + 10^((right - left) / 400)). A benchmark has no order, so the ratings are the mean over seeded permutations
of the games; the spread over the permutations is no confidence interval (``bootstrap`` gives one).
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from research_agent.judges.ratings.games import Game, systems_of
from research_agent.judges.ratings.rated import BASE, SCALE, Rated

K = 16.0
"""Points at stake in one game. Less does not reach the true differences with 20 tasks a pair, more jumps about with 110
(five simulated systems, docs/judges.md)."""
PERMUTATIONS = 100
SEED = 7


def expected_score(left: float, right: float) -> float:
    """What the left may expect against the right, 0 to 1."""
    return 1 / (1 + 10 ** ((right - left) / SCALE))


def elo_in_order(games: Sequence[Game], *, k: float = K, base: float = BASE) -> dict[str, float]:
    """Ratings after the games in their order; everybody starts at ``base``."""
    ratings = dict.fromkeys(systems_of(games), base)
    for game in games:
        change = k * (game.score - expected_score(ratings[game.left], ratings[game.right]))
        ratings[game.left] += change
        ratings[game.right] -= change
    return ratings


def elo(games: Sequence[Game], *, k: float = K, permutations: int = PERMUTATIONS, seed: int = SEED) -> Rated:
    """Ratings, averaged over permutations of the games; the same whatever order they are given in."""
    if permutations < 1:
        raise ValueError("at least one permutation")
    shuffled = sorted(games, key=lambda game: (game.task, game.left, game.right, game.score))
    chance = random.Random(seed)
    sums = dict.fromkeys(systems_of(games), 0.0)
    for _ in range(permutations):
        chance.shuffle(shuffled)
        for name, rating in elo_in_order(shuffled, k=k).items():
            sums[name] += rating
    return Rated(ratings={name: total / permutations for name, total in sums.items()})
