"""Which figures may both be right, in whatever form they are written; different values never are the same."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.text.agreement import agree
from research_agent.text.figures import Figure, figures, same


def one(text: str) -> Figure:
    found = figures(text)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("about 8,850 m", "8,848.86 m"),
        ("约8850米", "8848.86米"),
        ("nearly 9,000 m", "8,848 m"),
        ("more than 8,800 m", "8,848 m"),
        ("8000多米", "8,848 m"),
        ("1.2 million users", "1,234,567 users"),
        ("120万", "1.2 million"),
        ("1.2亿", "120 million"),
        ("3 months", "90 days"),
        ("1 year", "365 days"),
        ("90 minutes", "1.5 hours"),
        ("2 weeks", "14 days"),
        ("a third of them", "33%"),
        ("two thirds of the users", "67%"),
        ("March 2025", "2025-03-31"),
        ("the end of March 2025", "30 March 2025"),
        ("Q1 2025", "February 2025"),
        ("the first quarter of 2025", "2025年第一季度"),
        ("H1 2024", "2024年上半年"),
        ("the 1990s", "in 1994"),
        ("the 19th century", "in 1850"),
        ("about 10 GB", "10,100 MB"),
    ],
)
def test_both_may_be_right(first: str, second: str) -> None:
    assert agree(one(first), one(second))
    assert agree(one(second), one(first))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("8,850 m", "8,848 m"),
        ("about 8,850 m", "8,950 m"),
        ("2 million", "2.4 million"),
        ("more than 3 users", "more than 5 users"),
        ("3 months", "60 days"),
        ("half of them", "48%"),
        ("5%", "5 percentage points"),
        ("March 2025", "2025-04-01"),
        ("the end of March 2025", "20 March 2025"),
        ("Q1 2025", "April 2025"),
        ("the 1990s", "in 2001"),
        ("the 19th century", "in 1910"),
        ("10 MB", "10 GB"),
        ("10 minutes", "10 hours"),
        ("3 pm", "3 am"),
    ],
)
def test_one_must_be_wrong(first: str, second: str) -> None:
    assert not agree(one(first), one(second))
    assert not agree(one(second), one(first))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("end of March 2025", "2025-03-31"),
        ("2025年3月底", "31 March 2025"),
        ("beginning of March 2025", "2025-03-01"),
        ("二十世纪九十年代", "the 1990s"),
        ("the nineties", "1990年代"),
        ("十九世纪", "the nineteenth century"),
        ("3 pm", "15:00"),
        ("3:30 p.m.", "15:30"),
        ("下午三点半", "15:30"),
        ("at noon", "12:00"),
        ("three in ten users", "30%"),
        ("3 out of 10 users", "三成"),
        ("三分之二", "two thirds of"),
        ("一半的用户", "50%"),
        ("0.3 of the", "30%"),
        ("0.5个百分点", "0.5 percentage points"),
        ("twice as fast", "2x"),
        ("两倍", "twofold"),
        ("doubled", "2 times"),
        ("Part IV", "Part 4"),
        ("第四章", "chapter IV"),
        ("Q3 2024", "2024年第三季度"),
    ],
)
def test_the_same_in_two_forms(first: str, second: str) -> None:
    assert same(one(first), one(second))


@pytest.mark.parametrize("text", ["between 10 and 20 MB", "10–20 MB", "from 10 to 20 MB", "介于10和20 MB之间"])
def test_a_range_has_one_unit(text: str) -> None:
    assert [(str(figure.value), figure.unit) for figure in figures(text)] == [("10", "MB"), ("20", "MB")]


@pytest.mark.parametrize("text", ["double quotes", "a third party", "the second half", "In part I think", "另一半天"])
def test_words_that_only_look_like_shares(text: str) -> None:
    assert not [figure for figure in figures(text) if figure.kind in ("percent", "quantity")]


_UNITS = (("seconds", 1), ("minutes", 60), ("hours", 3600), ("days", 86_400), ("weeks", 604_800))


@given(st.integers(1, 500), st.sampled_from(_UNITS), st.sampled_from(_UNITS))
def test_a_duration_is_the_same_in_every_unit_that_fits(
    count: int, big: tuple[str, int], small: tuple[str, int]
) -> None:
    if big[1] >= small[1]:
        assert same(one(f"{count} {big[0]}"), one(f"{count * big[1] // small[1]:,} {small[0]}"))


@given(
    st.integers(2, 10**6), st.integers(2, 10**6), st.sampled_from([" MB", " km", "%", " seconds", " euros", " users"])
)
def test_different_values_are_never_the_same(first: int, second: int, unit: str) -> None:
    assert same(one(f"{first}{unit}"), one(f"{second:,}{unit}")) is (first == second)
    assert agree(one(f"{first}{unit}"), one(f"{second:,}{unit}")) is (first == second)


@given(
    st.sampled_from(["about ", "nearly ", "more than ", "less than ", ""]),
    st.decimals(1, 10**6, places=1),
    st.decimals(1, 10**6, places=1),
)
def test_agreement_is_symmetric(cue: str, first: Decimal, second: Decimal) -> None:
    rough, exact = one(f"{cue}{first} km"), one(f"{second} km")
    assert agree(rough, exact) is agree(exact, rough)
    assert not agree(rough, exact) or abs(first - second) <= max(first, second)
