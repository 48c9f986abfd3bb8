"""A publication date from how a document states it; nothing is guessed.

A date must have a day, or be a stated year and month (then the first of the month). A date in the future or before
1900 is no publication date.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from email.utils import parsedate_to_datetime

_ISO = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/.]?(0[1-9]|1[0-2])[-/.]?(0[1-9]|[12]\d|3[01])(?!\d)")
_LOOSE = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_CHINESE = re.compile(r"((?:19|20)\d\d)\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日")
_PDF = re.compile(r"D:((?:19|20)\d\d)(\d\d)(\d\d)")
_YEAR_MONTH = re.compile(r"^((?:19|20)\d\d)[-/](0[1-9]|1[0-2])$")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAMES = "|".join(_MONTHS)
_DAY_FIRST = re.compile(
    rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th)?\.?\s+({_NAMES})[a-z]*\.?,?\s+((?:19|20)\d\d)", re.IGNORECASE
)
_MONTH_FIRST = re.compile(rf"\b({_NAMES})[a-z]*\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+((?:19|20)\d\d)", re.IGNORECASE)
_MONTH_YEAR = re.compile(rf"^({_NAMES})[a-z]*\.?,?\s+((?:19|20)\d\d)$", re.IGNORECASE)
_CHINESE_MONTH = re.compile(r"^((?:19|20)\d\d)\s*年\s*(\d{1,2})\s*月$")
EARLIEST = date(1900, 1, 1)
DATE_OF_UPDATE = "date: of its last update; it names no day of publication"
"""The note of a document whose date is the one of a change."""


def parse_date(stated: str) -> date | None:
    """The day that ``stated`` names (ISO 8601, RFC 822, PDF, ``30 November 2026``, ``November 30, 2026``, Chinese)."""
    stated = stated.strip()[:200]
    return _sane(_numeric(stated) or _worded(stated) or _mail(stated))


def _numeric(stated: str) -> date | None:
    for pattern in (_PDF, _ISO, _LOOSE, _CHINESE):
        if found := pattern.search(stated):
            return _day(found[1], found[2], found[3])
    if found := _YEAR_MONTH.match(stated) or _CHINESE_MONTH.match(stated):
        return _day(found[1], found[2], "1")
    return None


def _worded(stated: str) -> date | None:
    if found := _DAY_FIRST.search(stated):
        return _day(found[3], str(_MONTHS.index(found[2].lower()) + 1), found[1])
    if found := _MONTH_FIRST.search(stated):
        return _day(found[3], str(_MONTHS.index(found[1].lower()) + 1), found[2])
    if found := _MONTH_YEAR.match(stated):
        return _day(found[2], str(_MONTHS.index(found[1].lower()) + 1), "1")
    return None


def _mail(stated: str) -> date | None:
    try:
        return parsedate_to_datetime(stated).date()
    except (ValueError, TypeError, IndexError):
        return None


def _day(year: str, month: str, day: str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def _sane(day: date | None) -> date | None:
    # One day of grace: a page published now, east of here, is already dated tomorrow.
    return day if day is not None and EARLIEST <= day <= date.today() + timedelta(days=1) else None
