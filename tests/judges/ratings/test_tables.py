from __future__ import annotations

from research_agent.judges.pair_verdict import Category, Opinion, PairVerdict, settle
from research_agent.judges.ratings import Tally, games_of, head_to_head, overall


def a_verdict(left_first: Category | None, right_first: Category | None, depth: Category | None = None) -> PairVerdict:
    dimensions = {"content_depth": depth} if depth else {}
    return settle(
        Opinion(first="left", category=left_first, dimensions=dimensions),
        Opinion(first="right", category=right_first, dimensions=dimensions),
    )


COMPARED = [
    ("t1", "a", "b", a_verdict("left_better", "left_better", "right_better")),
    ("t2", "b", "a", a_verdict("left_better", "right_better")),
    ("t3", "a", "b", a_verdict("both_fair", "both_good")),
    ("t4", "a", "b", a_verdict("left_better", None)),
    ("t1", "c", "a", a_verdict("left_better", "left_better")),
]


def test_each_pair_is_told_from_both_sides() -> None:
    table = head_to_head(COMPARED)
    assert list(table) == [("a", "b"), ("a", "c"), ("b", "a"), ("c", "a")]
    assert table["a", "b"] == Tally(wins=1, ties=2, losses=0, biased=1, undecided=1)
    assert table["b", "a"] == Tally(wins=0, ties=2, losses=1, biased=1, undecided=1)
    assert table["a", "b"].rate == 2 / 3


def test_a_dimension_has_a_table_of_its_own() -> None:
    assert head_to_head(COMPARED, "content_depth")["a", "b"] == Tally(losses=1, undecided=3)


def test_overall_sums_and_wins_equal_losses() -> None:
    totals = overall(COMPARED)
    assert totals["a"] == Tally(wins=1, ties=2, losses=1, biased=1, undecided=1)
    assert sum(one.wins for one in totals.values()) == sum(one.losses for one in totals.values())
    assert Tally().rate is None


def test_games_are_the_decided_pairs() -> None:
    assert [(game.task, game.left, game.score) for game in games_of(COMPARED)] == [
        ("t1", "a", 1.0),
        ("t2", "b", 0.5),
        ("t3", "a", 0.5),
        ("t1", "c", 1.0),
    ]
    assert [game.score for game in games_of(COMPARED, "content_depth")] == [0.0]
