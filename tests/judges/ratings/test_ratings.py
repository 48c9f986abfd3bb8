"""Ratings against two libraries, worked examples and the properties that they must have."""

from __future__ import annotations

import math
import random
from itertools import combinations, permutations

import choix
import pytest
from elote import EloCompetitor
from hypothesis import given, settings
from hypothesis import strategies as st

from research_agent.judges.ratings import (
    Game,
    Rated,
    bootstrap,
    bradley_terry,
    davidson,
    elo,
    expected_score,
)
from research_agent.judges.ratings.elo import elo_in_order

STRENGTHS = {"a": 1.2, "b": 0.4, "c": 0.0, "d": -0.5}


def a_game(left: str, right: str, score: float, task: str = "t") -> Game:
    return Game(task=task, left=left, right=right, score=score)


def played(seed: int, tasks: int = 30, ties: float = 0.0, strengths: dict[str, float] = STRENGTHS) -> list[Game]:
    """Games between all pairs, drawn from the strengths."""
    chance = random.Random(seed)
    games = []
    for task in range(tasks):
        for left, right in combinations(strengths, 2):
            odds = math.exp(strengths[left] - strengths[right])
            score = 0.5 if chance.random() < ties else float(chance.random() < odds / (1 + odds))
            games.append(a_game(left, right, score, str(task)))
    return games


def as_choix(games: list[Game], names: list[str]) -> list[tuple[int, int]]:
    """(winner, loser) pairs; a tie, which choix does not know, as one of each and a win as two."""
    pairs = []
    for game in games:
        left, right = names.index(game.left), names.index(game.right)
        pairs += [(left, right)] * round(2 * game.score) + [(right, left)] * round(2 - 2 * game.score)
    return pairs


def log_odds(rated: Rated) -> list[float]:
    return [(rating - 1000) * math.log(10) / 400 for _, rating in sorted(rated.ratings.items())]


# ---------------------------------------------------------------- Bradley-Terry


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("ties", [0.0, 0.3])
def test_bradley_terry_is_that_of_choix(seed: int, ties: float) -> None:
    games = played(seed, ties=ties)
    theirs = choix.mm_pairwise(4, as_choix(games, list(STRENGTHS)), tol=1e-12)
    rated = bradley_terry(games)
    assert not rated.regularised
    assert log_odds(rated) == pytest.approx(list(theirs - theirs.mean()), abs=1e-6)


def test_two_systems_by_hand() -> None:
    games = [a_game("a", "b", 1.0)] * 3 + [a_game("b", "a", 1.0)]
    rated = bradley_terry(games)  # odds 3 to 1: 400 log10(3) points apart
    assert rated.ratings["a"] - rated.ratings["b"] == pytest.approx(400 * math.log10(3), abs=1e-6)
    assert sum(rated.ratings.values()) == pytest.approx(2000, abs=1e-9)


def test_a_tie_is_half_a_win_for_each() -> None:
    halves = bradley_terry([a_game("a", "b", 0.5)] * 2 + [a_game("a", "b", 1.0)] * 2)
    assert halves.ratings == pytest.approx(bradley_terry(3 * [a_game("a", "b", 1.0)] + [a_game("a", "b", 0.0)]).ratings)


def test_a_system_that_never_lost_is_rated_and_it_is_said() -> None:
    games = [a_game("a", "b", 1.0)] * 4 + [a_game("b", "c", 1.0), a_game("c", "b", 1.0)]
    rated = bradley_terry(games)
    assert rated.regularised
    assert rated.ratings["a"] > rated.ratings["b"]
    assert all(math.isfinite(rating) for rating in rated.ratings.values())
    assert "no finite ratings" in rated.notes[0]


def test_systems_that_never_met_are_in_groups_of_their_own() -> None:
    games = [a_game("a", "b", 1.0), a_game("b", "a", 1.0), a_game("c", "d", 1.0), a_game("d", "c", 1.0)]
    rated = bradley_terry(games)
    assert rated.groups == (("a", "b"), ("c", "d"))
    assert rated.regularised
    assert "never met" in rated.notes[1]


def test_no_games_give_no_ratings() -> None:
    assert bradley_terry([]).ratings == davidson([]).ratings == elo([]).ratings == {}
    assert bootstrap([]) == {}


@given(st.randoms(use_true_random=False), st.integers(1, 12))
@settings(max_examples=30, deadline=None)
def test_any_games_give_finite_ratings_whatever_their_order(chance: random.Random, number: int) -> None:
    games = [
        a_game(*pair, chance.choice([0.0, 0.5, 1.0]), str(place))
        for place, pair in enumerate(chance.choices(list(permutations("abcde", 2)), k=number))
    ]
    shuffled = sorted(games, key=lambda _: chance.random())
    turned = [a_game(one.right, one.left, 1 - one.score, one.task) for one in shuffled]
    for rate in (bradley_terry, davidson):
        rated = rate(games)
        assert all(math.isfinite(rating) for rating in rated.ratings.values())
        assert sum(rated.ratings.values()) == pytest.approx(1000 * len(rated.ratings))
        for other in (shuffled, turned):
            assert rate(other).ratings == pytest.approx(rated.ratings, abs=1e-6)


# ---------------------------------------------------------------- Davidson


def test_davidson_by_hand() -> None:
    # two equals with 2 wins each and 4 ties: P(tie) = nu / (2 + nu) = 1/2
    rated = davidson([a_game("a", "b", 1.0)] * 2 + [a_game("a", "b", 0.0)] * 2 + [a_game("a", "b", 0.5)] * 4)
    assert rated.ratings == pytest.approx({"a": 1000.0, "b": 1000.0})
    assert rated.tie_parameter == pytest.approx(2.0, abs=1e-6)


def test_davidson_of_two_has_the_closed_form() -> None:
    # with three outcomes and two parameters the model is saturated: p_a/p_b = wins/losses, nu = ties/sqrt(wins losses)
    rated = davidson([a_game("a", "b", 1.0)] * 6 + [a_game("a", "b", 0.0)] * 2 + [a_game("a", "b", 0.5)] * 3)
    assert rated.ratings["a"] - rated.ratings["b"] == pytest.approx(400 * math.log10(3), abs=1e-6)
    assert rated.tie_parameter == pytest.approx(3 / math.sqrt(12), abs=1e-6)


def test_davidson_predicts_as_many_ties_as_there_were() -> None:
    games = played(3, tasks=60, ties=0.25)
    rated = davidson(games)
    assert rated.tie_parameter is not None
    strength = {name: 10 ** (rating / 400) for name, rating in rated.ratings.items()}
    ties = 0.0
    for game in games:
        one, other = strength[game.left], strength[game.right]
        tie = rated.tie_parameter * math.sqrt(one * other)
        ties += tie / (one + other + tie)
    assert ties == pytest.approx(sum(game.score == 0.5 for game in games), abs=1e-4)


def test_davidson_without_a_tie_is_bradley_terry_and_only_ties_are_told() -> None:
    games = played(1)
    assert davidson(games) == bradley_terry(games)
    assert davidson([a_game("a", "b", 0.5)] * 3).regularised


# ---------------------------------------------------------------- Elo


@pytest.mark.parametrize("k", [10.0, 32.0])
def test_elo_in_order_is_that_of_elote(k: float) -> None:
    games = played(2, ties=0.2)
    theirs = {name: EloCompetitor(initial_rating=1000, k_factor=k) for name in STRENGTHS}
    for game in games:
        left, right = theirs[game.left], theirs[game.right]
        if game.score == 0.5:
            left.tied(right)
        elif game.score == 1.0:
            left.beat(right)
        else:
            right.beat(left)
    ours = elo_in_order(games, k=k)
    assert ours == pytest.approx({name: one.rating for name, one in theirs.items()}, abs=1e-6)


def test_the_published_worked_example() -> None:
    # "Elo rating system", Wikipedia: a player of 1613 meets these five and may expect 0.51 + 0.69 + 0.79 + 0.54 + 0.35
    expected = [expected_score(1613, other) for other in (1609, 1477, 1388, 1586, 1720)]
    assert [round(one, 2) for one in expected] == [0.51, 0.69, 0.79, 0.54, 0.35]
    assert round(1613 + 32 * (2.5 - sum(expected))) == 1601


def test_one_game_by_hand() -> None:
    assert elo_in_order([a_game("a", "b", 1.0)], k=32) == {"a": 1016.0, "b": 984.0}


def test_averaged_elo_does_not_depend_on_the_order_and_is_near_bradley_terry() -> None:
    games = played(4, tasks=100)
    rated = elo(games)
    assert rated == elo(list(reversed(games)))
    assert sum(rated.ratings.values()) == pytest.approx(4000)
    likely = bradley_terry(games).ratings
    assert all(abs(rated.ratings[name] - likely[name]) < 30 for name in likely)


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(ValueError, match="play itself"):
        a_game("a", "a", 1.0)
    with pytest.raises(ValueError, match=r"0, 0\.5 or 1"):
        a_game("a", "b", 0.7)
    with pytest.raises(ValueError, match="permutation"):
        elo([a_game("a", "b", 1.0)], permutations=0)


# ---------------------------------------------------------------- intervals


def test_intervals_hold_the_rating_and_are_the_same_every_time() -> None:
    games = played(5, tasks=40, ties=0.1)
    intervals = bootstrap(games, rounds=60)
    assert intervals == bootstrap(list(reversed(games)), rounds=60)
    assert intervals != bootstrap(games, rounds=60, seed=8)
    for name, rating in bradley_terry(games).ratings.items():
        assert intervals[name].low < rating < intervals[name].high
        assert intervals[name].rounds == 60


def test_more_tasks_give_narrower_intervals() -> None:
    def width(tasks: int) -> float:
        found = bootstrap(played(6, tasks=tasks), rounds=60)
        return sum(one.high - one.low for one in found.values())

    assert width(120) < 0.75 * width(20)


def test_whole_tasks_are_drawn() -> None:
    """A hundred games on one task are one piece of evidence: each draw is the same games again."""
    games = [a_game("a", "b", 1.0)] * 60 + [a_game("a", "b", 0.0)] * 40
    interval = bootstrap(games, rounds=20)["a"]
    assert interval.low == pytest.approx(interval.high)


def test_draws_that_fix_no_ratings_are_counted() -> None:
    games = [a_game("a", "b", 1.0, "1"), a_game("b", "a", 1.0, "2")]
    interval = bootstrap(games, rounds=100)["a"]
    assert 20 < interval.regularised < 80


@pytest.mark.slow
def test_coverage_is_near_the_level() -> None:
    """Of 40 samples of known strengths, the interval of 95% misses the truth seldom."""
    truth = {name: 1000 + (value - 0.275) * 400 / math.log(10) for name, value in STRENGTHS.items()}
    hits = 0
    for seed in range(40):
        found = bootstrap(played(100 + seed, tasks=25), rounds=80)
        hits += sum(found[name].low <= truth[name] <= found[name].high for name in truth)
    assert 0.85 <= hits / 160 <= 1.0


@pytest.mark.parametrize("wrong", [{"rounds": 0}, {"level": 1.0}, {"level": 0.0}])
def test_what_is_no_interval_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="level"):
        bootstrap([a_game("a", "b", 1.0)], **wrong)  # type: ignore[arg-type]
