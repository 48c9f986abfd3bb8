"""Figures: what is found, how it is normalised, and which figures state the same."""

from __future__ import annotations

import time
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.text.figures import Figure, covers, figures, same


def one(text: str) -> Figure:
    found = figures(text)
    assert len(found) == 1, found
    return found[0]


def brief(text: str) -> list[tuple[str, str, str]]:
    return [(figure.kind, str(figure.value), figure.unit) for figure in figures(text)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("1.5 GB", "1,536 MB"),
        ("1.5 GB", "1,500 MB"),
        ("1 GiB", "1024 MiB"),
        ("128MB", "128 MB"),
        ("128 megabytes", "128 MB"),
        ("64K", "64 kB"),
        ("the last of March 2025", "2025-03-31"),
        ("三成", "30%"),
        ("百分之三十", "30 percent"),
        ("百分之三点五", "3.5%"),
        ("30％", "30 per cent"),
        ("两成半", "25%"),
        ("half of the users", "50%"),
        ("a quarter of them", "25%"),
        ("thirty percent", "30%"),
        ("31 March 2025", "March 31, 2025"),
        ("31st of March 2025", "2025-03-31"),
        ("2025年3月31日", "2025-03-31"),
        ("2025 年 3 月", "March 2025"),
        ("二〇二五年三月", "2025年3月"),
        ("late March 2025", "March 2025"),
        ("May 2020", "2020年5月"),
        ("in 1999", "1999 年"),
        ("1990年代", "the 1990s"),
        ("twenty-five", "25"),
        ("a dozen", "12"),
        ("two million", "2,000,000"),
        ("half a million", "500 thousand"),
        ("half an hour", "30 minutes"),
        ("two hours", "120 min"),
        ("三千五百", "3,500"),
        ("1.2万", "12,000"),
        ("3亿", "300 million"),
        ("三个月", "3 months"),
        ("两年", "24 months"),
        ("10 ft", "3.048 m"),
        ("5 km", "5,000 metres"),
        ("100 °C", "212 °F"),
        ("$3.5 billion", "3,500 million dollars"),
        ("五百元", "500 yuan"),
        ("v2.1", "version 2.1"),
        ("PostgreSQL 15", "version 15"),
        ("第三", "3rd"),
        ("１２３", "123"),
        ("100 Mbit/s", "100 Mbps"),
    ],
)
def test_same_figure_in_two_forms(first: str, second: str) -> None:
    assert same(one(first), one(second))
    assert same(one(second), one(first))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("1.5 GB", "1.5 MB"),
        ("1.5 GB", "1,537 MB"),
        ("30%", "30"),
        ("30%", "31%"),
        ("Python 3.1", "Python 3.10"),
        ("3.1", "3.10"),
        ("31 March 2025", "30 March 2025"),
        ("March 2025", "March 2024"),
        ("5 seconds", "5 minutes"),
        ("5 feet", "5 metres"),
        ("$5", "5 euros"),
        ("version 9.2p1", "version 9.2"),
        ("三万", "3,000"),
        ("1 month", "30 days"),
    ],
)
def test_different_figures(first: str, second: str) -> None:
    assert not same(one(first), one(second))


@pytest.mark.parametrize(
    ("stated", "evidence", "holds"),
    [
        ("March 2025", "31 March 2025", True),
        ("in 2025", "2025-03-31", True),
        ("31 March 2025", "March 2025", False),
        ("March 31", "2025-03-31", True),
        ("PostgreSQL 15", "PostgreSQL 15.20", True),
        ("PostgreSQL 15.20", "PostgreSQL 15", False),
        ("version 1", "version 15.2", False),
        ("128 MB", "128", True),
        ("1999", "in 1999", True),
    ],
)
def test_coarser_statement_is_covered(stated: str, evidence: str, holds: bool) -> None:
    assert covers(one(stated), one(evidence)) is holds


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10–20 MB", [("quantity", "10", "MB"), ("quantity", "20", "MB")]),
        ("2-3 million users", [("number", "2000000", ""), ("number", "3000000", "")]),
        ("$5-10 million", [("money", "5000000", "USD"), ("money", "10000000", "USD")]),
        ("from 10 to 20%", [("percent", "10", ""), ("percent", "20", "")]),
        ("1999–2003", [("date", "1999", ""), ("date", "2003", "")]),
        ("at 14:30 on 10.0.0.1", [("time", "14:30", ""), ("version", "10.0.0.1", "")]),
        ("OpenSSH 9.2p1 and 15.x", [("version", "9.2p1", ""), ("version", "15", "")]),
        ("Only 15 users, Table 3", [("number", "15", ""), ("number", "3", "")]),
        ("-5 °C", [("quantity", "-5", "°C")]),
        ("约30%，共5个", [("percent", "30", ""), ("number", "5", "")]),
        ("3/31/2025", [("date", "2025-03-31", "")]),
        ("31.03.2025", [("date", "2025-03-31", "")]),
        ("two three", [("number", "2", ""), ("number", "3", "")]),
    ],
)
def test_kinds(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert brief(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "ext4 x86_64 utf8",
        "SHA-256 UTF-8",
        "3D",
        "one of them",
        "no one",
        "一个 一种",
        "十分重要",
        "万一 千万别",
        "成立 完成",
    ],
)
def test_names_and_idioms_are_no_figures(text: str) -> None:
    assert figures(text) == ()


@given(
    st.text(alphabet=st.sampled_from("0123456789.,%-–:/年月日万三十 MGBkversionto$€ \n第成"), max_size=80)
    | st.text(max_size=80)
)
def test_figures_are_ordered_disjoint_slices(text: str) -> None:
    last = 0
    for figure in figures(text):
        assert last <= figure.start < figure.end <= len(text)
        assert figure.raw == text[figure.start : figure.end]
        assert same(figure, figure)
        last = figure.end


@given(st.integers(0, 10**12))
def test_thousands_separators_change_nothing(number: int) -> None:
    assert same(one(f"{number} items"), one(f"{number:,} items"))


@given(st.dates(date(1000, 1, 1), date(2999, 12, 31)))
def test_every_date_format_agrees(day: date) -> None:
    iso = one(f"{day:%Y-%m-%d}")
    assert same(iso, one(f"{day:%B} {day.day}, {day.year}"))
    assert same(iso, one(f"{day.year}年{day.month}月{day.day}日"))


@given(st.decimals(0, 10**6, allow_nan=False, places=2), st.sampled_from(["MB", "s", "kg", "km", "°C"]))
def test_a_unit_may_stand_with_or_without_space(value: Decimal, unit: str) -> None:
    assert same(one(f"{value} {unit}"), one(f"{value}{unit}"))


@pytest.mark.parametrize("unit", ["1,", "1.", "12 ", "three ", "三", "1-", "$1", "one hundred and ", "1999-"])
def test_time_is_linear(unit: str) -> None:
    text = unit * (40_000 // len(unit))
    began = time.process_time()
    figures(text)
    assert time.process_time() - began < 4


@pytest.mark.parametrize(
    "written", ["USD$50K", "$50K", "US$50,000", "USD 50k", "50K USD", "$50 thousand", "50,000 US dollars"]
)
def test_an_amount_of_money_in_any_writing(written: str) -> None:
    (figure,) = figures(f"The prize was {written} in all.")
    assert (figure.kind, figure.unit, figure.value) == ("money", "USD", 50_000)


@pytest.mark.parametrize("written", ["$50 kg", "$50 men", "$50"])
def test_a_word_behind_an_amount_is_no_scale(written: str) -> None:
    assert figures(written)[0].value == 50
