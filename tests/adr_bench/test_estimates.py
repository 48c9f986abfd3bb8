"""Figures with intervals, against values worked out by hand or published."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.adr_bench.estimates import Estimate, mean, quantile, ratio, resamples, share

SCORES = st.lists(st.floats(0, 1), min_size=2, max_size=30)


def test_a_mean_without_enough_tasks_has_no_interval() -> None:
    assert mean([]) == Estimate(value=None)
    assert mean([0.4]) == Estimate(value=0.4, n=1)


def test_equal_scores_have_an_interval_of_no_width() -> None:
    assert mean([0.5] * 4) == Estimate(value=0.5, low=0.5, high=0.5, n=4)


def test_the_interval_of_two_tasks_is_known() -> None:
    """Of 0 and 1 the resamples are 0, 0.5 and 1 with chances 1/4, 1/2, 1/4: both 2.5% ends are the extremes."""
    assert mean([0.0, 1.0]) == Estimate(value=0.5, low=0.0, high=1.0, n=2)


def test_the_interval_is_close_to_the_normal_one_for_many_tasks() -> None:
    """Of 400 tasks, half 0 and half 1: 0.5 +- 1.96 x 0.5 / 20."""
    found = mean([0.0, 1.0] * 200)
    assert found.low == pytest.approx(0.451, abs=0.004)
    assert found.high == pytest.approx(0.549, abs=0.004)


@pytest.mark.slow
@given(SCORES)
def test_an_interval_lies_within_the_scores_and_is_always_the_same(scores: list[float]) -> None:
    found = mean(scores)
    assert found.low is not None
    assert found.high is not None
    assert min(scores) - 1e-12 <= found.low <= found.high <= max(scores) + 1e-12
    assert mean(scores) == found


def test_a_ratio_is_of_sums_and_not_of_ratios() -> None:
    found = ratio([(1.0, 1.0), (0.0, 3.0)])
    assert found.value == 0.25
    assert ratio([(1.0, 0.0), (2.0, 0.0)]) == Estimate(value=None, n=2)


def test_shares_have_wilsons_interval() -> None:
    """8 of 10: 0.490 to 0.943 (Agresti and Coull 1998)."""
    found = share(8, 10)
    assert (found.value, found.n) == (0.8, 10)
    assert found.low == pytest.approx(0.490, abs=0.0005)
    assert found.high == pytest.approx(0.943, abs=0.0005)
    assert share(0, 0) == Estimate(value=None)


@given(st.integers(0, 50), st.integers(1, 50))
def test_a_share_lies_in_its_interval(count: int, of: int) -> None:
    found = share(min(count, of), of)
    assert found.low is not None
    assert found.high is not None
    assert found.value is not None
    assert 0 <= found.low <= found.value <= found.high <= 1


def test_quantiles_lie_between_neighbours_on_straight_lines() -> None:
    assert quantile([0.0, 10.0, 20.0], 0.25) == 5.0
    assert quantile([3.0], 0.975) == 3.0


def test_many_tasks_are_drawn_less_often() -> None:
    assert (resamples(10), resamples(2_000), resamples(10_000)) == (2_000, 1_000, 400)
