"""When to try again: Retry-After in both its forms, and jittered exponential back-off."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

LONGEST_WAIT = 120.0
"""Seconds; a server that asks for more is not waited for."""
LONGEST_BACKOFF = 30.0


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Seconds that the server asks to wait (RFC 9110, section 10.2.3: seconds or a date); None if it does not ask."""
    if milliseconds := _number(headers.get("retry-after-ms", "")):
        return milliseconds / 1000
    value = headers.get("retry-after", "").strip()
    seconds = _number(value)
    if seconds is not None:
        return max(0.0, seconds)
    try:
        when = parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)
    return max(0.0, (when - (now or datetime.now(UTC))).total_seconds())


def backoff(attempt: int, base: float) -> float:
    """Seconds before the ``attempt``-th retry (1, 2 ...): half fixed, half random, so that callers spread out."""
    longest = min(LONGEST_BACKOFF, base * 2.0 ** (attempt - 1))
    return longest * random.uniform(0.5, 1.0)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
