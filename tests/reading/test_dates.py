"""Dates as they are stated, and nothing guessed."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.reading.dates import parse_date


@pytest.mark.parametrize(
    ("stated", "day"),
    [
        ("2024-05-01", date(2024, 5, 1)),
        ("2024-05-01T23:30:00+09:00", date(2024, 5, 1)),
        ("20240501", date(2024, 5, 1)),
        ("2024/5/1", date(2024, 5, 1)),
        ("D:20200803120000+02'00'", date(2020, 8, 3)),
        ("2024年5月1日", date(2024, 5, 1)),
        ("1 May 2024", date(2024, 5, 1)),
        ("May 1st, 2024", date(2024, 5, 1)),
        ("Wed, 01 May 2024 10:00:00 GMT", date(2024, 5, 1)),
        ("2024-05", date(2024, 5, 1)),
        ("2024", None),
        ("", None),
        ("2024-13-45", None),
        ("1850-01-01", None),
        ("last Tuesday", None),
    ],
)
def test_forms(stated: str, day: date | None) -> None:
    assert parse_date(stated) == day


def test_a_future_date_is_no_publication_date() -> None:
    assert parse_date((date.today() + timedelta(days=30)).isoformat()) is None


@given(st.dates(min_value=date(1900, 1, 1), max_value=date(2026, 1, 1)))
def test_iso_dates_are_read_back(day: date) -> None:
    assert parse_date(day.isoformat()) == day


@given(st.text(max_size=300))
def test_anything_is_a_date_or_none(stated: str) -> None:
    assert parse_date(stated) is None or parse_date(stated) <= date.today() + timedelta(days=1)  # type: ignore[operator]
