"""What a score costs, in the unit that is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from research_agent.adr_bench.scoreboard import Board, boards_of
from research_agent.adr_bench.scoreboard.headline import cost_words, headline, quality_words
from tests.support.bench_batches import Told, make_batch

HALF = ("satisfied", "not_satisfied")


def board(folder: Path, *told: Told) -> Board:
    make_batch(folder, told)
    return boards_of(folder)[0]


def test_score_per_dollar_is_over_all_tasks_failures_included(tmp_path: Path) -> None:
    """1 + 0.5 + 0 over 0.50 + 0.25 + 0.25 dollars."""
    found = board(
        tmp_path / "b",
        Told(id="a", usd=0.5, tokens=100),
        Told(id="b", labels=HALF, usd=0.25, tokens=100),
        Told(id="c", status="failed", usd=0.25, tokens=100),
    )
    assert (found.quality.unit, found.quality.per_unit.value, found.quality.untold) == ("usd", 1.5, 0)
    assert (found.cost.usd, found.cost.tokens) == (1.0, 300)
    assert headline(found).startswith("Quality per cost: 1.5 [")


def test_without_prices_it_is_per_100_000_tokens(tmp_path: Path) -> None:
    """1.5 over 150,000 tokens."""
    found = board(
        tmp_path / "b", Told(id="a", usd=None, tokens=50_000), Told(id="b", labels=HALF, usd=None, tokens=100_000)
    )
    assert (found.quality.unit, found.quality.per_unit.value) == ("tokens", pytest.approx(1.0))
    assert "per 100,000 tokens" in quality_words(found.quality)
    assert cost_words(found.cost) == "price unknown, 75,000 tokens"


def test_without_a_model_there_is_no_cost(tmp_path: Path) -> None:
    found = board(tmp_path / "b", Told(id="a"), Told(id="b"))
    assert (found.quality.unit, cost_words(found.cost)) == ("none", "no cost")
    assert "no model" in headline(found)


def test_a_command_that_tells_nothing_has_an_unknown_cost(tmp_path: Path) -> None:
    found = board(tmp_path / "b", Told(id="a", usd=None), Told(id="b", usd=None))
    assert (found.quality.unit, found.cost.usd_unknown) == ("unknown", 2)
    assert quality_words(found.quality) == "cost not known"
    assert cost_words(found.cost) == "price unknown"


def test_tasks_of_unknown_cost_are_left_out_and_counted(tmp_path: Path) -> None:
    found = board(tmp_path / "b", Told(id="a", usd=0.5), Told(id="b", usd=0.5), Told(id="c", usd=None))
    assert (found.quality.per_unit.value, found.quality.untold, found.cost.usd_unknown) == (2.0, 1, 1)
    assert cost_words(found.cost) == "$0.5 (1 unknown)"


def test_the_headline_says_over_how_many_items_the_score_was_made(tmp_path: Path) -> None:
    found = board(tmp_path / "b", Told(id="a", labels=("satisfied", "undecided")), Told(id="b"))
    assert "over the 2 of 3 items that could be decided" in headline(found)
