"""Differences on the same tasks, against tests worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.adr_bench.comparing.comparison import Comparison, comparison
from research_agent.adr_bench.comparing.contestants import gather
from research_agent.adr_bench.comparing.files import write_comparison
from research_agent.adr_bench.comparing.paired import permutation_test, sign_test
from tests.support.bench_batches import Told, make_batch, read_json

HALF, NONE = ("satisfied", "not_satisfied"), ("not_satisfied", "not_satisfied")
FULL = ("satisfied", "satisfied")


def compared(folder: Path) -> Comparison:
    left = [Told(id="a", labels=FULL, usd=0.3), Told(id="b", labels=HALF, usd=0.1), Told(id="c", labels=NONE, usd=0.1)]
    right = [Told(id="a", labels=HALF, usd=0.1), Told(id="b", labels=HALF, usd=0.1), Told(id="c", labels=HALF, usd=0.1)]
    extra = [Told(id="d", labels=FULL, usd=0.1)]
    undecided = [Told(id="d", labels=("undecided", "undecided"), usd=0.1)]
    make_batch(folder / "left", left + extra)
    make_batch(folder / "right", right + undecided)
    return comparison(gather([folder / "left", folder / "right"]))


def test_the_pair(tmp_path: Path) -> None:
    """Differences +0.5, 0, -0.5; the fourth task has one score only. Costs 0.6 against 0.4 dollars."""
    (pair,) = compared(tmp_path).pairs
    assert (pair.difference.value, pair.difference.n, pair.left_out) == (0.0, 3, 1)
    assert (pair.wins, pair.ties, pair.losses) == (1, 1, 1)
    assert (pair.p_permutation, pair.p_sign) == (1.0, 1.0)
    assert (pair.cost_unit, pair.cost_ratio.value) == ("usd", pytest.approx(1.5))


def test_the_standings_hold_quality_per_cost(tmp_path: Path) -> None:
    """Left: 1 + 0.5 + 0 + 1 for 0.60 dollars; right: 3 x 0.5 for 0.30, the undecided task left out."""
    left, right = compared(tmp_path).standings
    assert left.quality.per_unit.value == pytest.approx(2.5 / 0.6)
    assert right.quality.per_unit.value == pytest.approx(5.0)


def test_three_files_are_written(tmp_path: Path) -> None:
    paths = write_comparison(tmp_path / "out", compared(tmp_path))
    assert [path.name for path in paths] == ["compare.md", "compare.json", "compare.html"]
    data = read_json(tmp_path / "out" / "compare.json")
    assert (data["format_version"], data["tasks"], data["judge"], data["equal_budgets"]) == (1, 4, "judge-3", True)
    assert "Win, tie and lose by score" in paths[2].read_text(encoding="utf-8")
    assert "1 / 1 / 1" in paths[0].read_text(encoding="utf-8")


def test_sign_tests() -> None:
    """Of 5 decided, 5 to 0: 2/32. Of 10, 8 to 2: 2 x (1 + 10 + 45)/1024."""
    assert sign_test(5, 0) == 0.0625
    assert sign_test(8, 2) == sign_test(2, 8) == pytest.approx(112 / 1024)
    assert sign_test(0, 0) == 1.0


def test_permutation_tests_of_few_tasks_are_exact() -> None:
    """Three differences of one sign: 2 of 8 flips are as far away. 0.1, 0.2, -0.3 sum to 0: all are."""
    assert permutation_test([0.1, 0.2, 0.3]) == 0.25
    assert permutation_test([0.1, 0.2, -0.3]) == 1.0
    assert permutation_test([0.0, 0.0]) == 1.0
    assert permutation_test([]) is None


def test_permutation_tests_of_many_tasks_are_drawn_the_same_each_time() -> None:
    clear = permutation_test([0.1] * 40)
    assert clear == permutation_test([0.1] * 40)
    assert clear is not None
    assert clear < 0.001
    level = permutation_test([0.1, -0.1] * 20)
    assert level == 1.0


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=10))
def test_a_p_value_is_one_and_does_not_mind_who_is_left(differences: list[float]) -> None:
    p = permutation_test(differences)
    assert p is not None
    assert 0 < p <= 1
    assert permutation_test([-each for each in differences]) == p
