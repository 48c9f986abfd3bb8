"""Retry-After in both forms, and back-off within bounds."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from research_agent.llm.retry import LONGEST_BACKOFF, backoff, retry_after

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("3", 3.0),
        ("0.5", 0.5),
        ("-1", 0.0),
        ("Mon, 30 Nov 2026 12:00:07 GMT", 7.0),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0.0),
        ("soon", None),
        ("", None),
    ],
)
def test_both_forms_are_read(value: str, seconds: float | None) -> None:
    assert retry_after({"retry-after": value}, NOW) == seconds


def test_milliseconds_count_before_seconds() -> None:
    assert retry_after({"retry-after-ms": "250", "retry-after": "9"}) == 0.25


@pytest.mark.parametrize("attempt", [1, 2, 3, 30])
def test_back_off_grows_within_bounds(attempt: int) -> None:
    longest = min(LONGEST_BACKOFF, 0.5 * 2 ** (attempt - 1))
    assert longest / 2 <= backoff(attempt, 0.5) <= longest
