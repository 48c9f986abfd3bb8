"""Calendar dates in English, Chinese and the numeric forms, as ISO 8601 strings that keep their precision.

``2025-03-31`` a day, ``2025-03`` a month, ``2025`` a year, ``1990s`` a decade, ``--03-31`` a day of an unnamed year.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from research_agent.text.number_words import chinese_value

_MONTHS = {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name[:3]: number for name, number in _MONTHS.items()} | {"sept": 9}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_MONTH_CAPITAL = "|".join(name.capitalize() for name in sorted(_MONTHS, key=len, reverse=True))
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>[12]\d{3})(?![\d.]\d|\d|[A-Za-z_])"
_ZH = "零〇一二三四五六七八九十"
_CUE = (
    r"in|since|until|till|by|from|through|before|after|during|year|years|early|mid|late|of|between|circa|around|"
    r"spring|summer|autumn|fall|winter|q[1-4]|end of|©|copyright|\(c\)|seit|ab|depuis|en"
)


@dataclass(frozen=True, slots=True)
class FoundDate:
    start: int
    end: int
    iso: str


def _iso(year: int | None, month: int | None = None, day: int | None = None) -> str | None:
    """The ISO form, or None where no such date exists."""
    if month is None:
        return None if year is None or day else f"{year:04d}"
    if not 1 <= month <= 12 or (day is not None and not 1 <= day <= calendar.monthrange(year or 2000, month)[1]):
        return None
    head = "-" if year is None else f"{year:04d}"
    return f"{head}-{month:02d}" + ("" if day is None else f"-{day:02d}")


def _number(text: str | None) -> int | None:
    if not text:
        return None
    if text.isascii():
        return int(text)
    return chinese_value(text)


def _plain(found: re.Match[str]) -> str | None:
    parts = found.groupdict()
    month = parts.get("month")
    number = _MONTHS.get(month.lower()) if month and month.isascii() and month.isalpha() else _number(month)
    return _iso(_number(parts.get("year")), number, _number(parts.get("day")))


def _last_of_month(found: re.Match[str]) -> str | None:
    year, month = int(found["year"]), _MONTHS[found["month"].lower()]
    return _iso(year, month, calendar.monthrange(year, month)[1])


def _slashed(found: re.Match[str]) -> str | None:
    """Day and month in either order; None where both orders make a date."""
    first, second, year = int(found["first"]), int(found["second"]), int(found["year"])
    if found["sep"] == ".":
        return _iso(year, second, first)
    if first == second or second > 12:
        return _iso(year, first, second)
    return _iso(year, second, first) if first > 12 else None


def _decade(found: re.Match[str]) -> str | None:
    year = found["decade"]
    return f"{year if len(year) == 4 else '19' + year}s"


_NOT_AFTER_DIGIT = r"(?<![\w.])"
_NOT_AFTER_ASCII = r"(?<![A-Za-z0-9_.])"
_Builder = Callable[[re.Match[str]], str | None]


def _compiled(*patterns: tuple[str, _Builder, int]) -> tuple[tuple[re.Pattern[str], _Builder], ...]:
    return tuple((re.compile(pattern, flags), build) for pattern, build, flags in patterns)


_PATTERNS = _compiled(
    (rf"{_NOT_AFTER_ASCII}(?P<year>[12]\d{{3}})([-/])(?P<month>\d{{1,2}})\2(?P<day>\d{{1,2}})(?!\d)", _plain, 0),
    (rf"\blast (?:day )?of (?P<month>{_MONTH})\.?,? {_YEAR}", _last_of_month, re.I),
    (rf"{_NOT_AFTER_DIGIT}{_DAY}(?: of)?[ -](?P<month>{_MONTH})\.?,?[ -]{_YEAR}", _plain, re.I),
    (rf"\b(?P<month>{_MONTH})\.? {_DAY}(?:,| of)? {_YEAR}", _plain, re.I),
    (rf"\b(?P<month>{_MONTH})\.?,?(?: of)? {_YEAR}", _plain, re.I),
    (rf"{_NOT_AFTER_DIGIT}{_DAY}(?: of)? (?P<month>{_MONTH_CAPITAL})\b", _plain, 0),
    (rf"\b(?P<month>{_MONTH_CAPITAL})\.? {_DAY}(?![\w]|[.,:]\d)", _plain, 0),
    (
        rf"(?<!\d)(?P<year>[12]\d{{3}}|[{_ZH}]{{4}}) ?年 ?(?P<month>\d{{1,2}}|[{_ZH}]{{1,2}}) ?月"
        rf"(?: ?(?P<day>\d{{1,2}}|[{_ZH}]{{1,3}}) ?[日号])?",
        _plain,
        0,
    ),
    (rf"(?<!\d)(?P<month>\d{{1,2}}|[{_ZH}]{{1,2}}) ?月 ?(?P<day>\d{{1,2}}|[{_ZH}]{{1,3}}) ?[日号]", _plain, 0),
    (r"(?<!\d)(?P<decade>(?:1[5-9]|20)\d0|[2-9]0) ?年代", _decade, 0),
    (rf"(?<!\d)(?P<year>[12]\d{{3}}|[{_ZH}]{{4}}) ?年", _plain, 0),
    (rf"{_NOT_AFTER_DIGIT}(?P<decade>(?:1[5-9]|20)\d0)'?s\b", _decade, 0),
    (rf"{_NOT_AFTER_DIGIT}(?P<first>\d{{1,2}})(?P<sep>[./])(?P<second>\d{{1,2}})(?P=sep){_YEAR}", _slashed, 0),
)
_RANGE = re.compile(
    r"(?<![\w.,-])(?P<first>(?:19|20)\d\d) ?(?:[-–—]|to|and|至|到) ?(?P<second>(?:19|20)\d\d)(?![\w.,-]\d|\w)"
)
_CUED = re.compile(rf"(?<!\w)(?:{_CUE})[ -]?(?P<year>(?:1[5-9]|20)\d\d)(?![\w]|[.,]\d|-\d)", re.I)
_BRACKETED = re.compile(r"[(（](?P<year>(?:19|20)\d\d)[)）]")


def find_dates(text: str) -> Iterator[FoundDate]:
    """Dates in ``text``, not in order; they do not overlap. A year alone counts when something says that it is one."""
    if not re.search(r"\d|[年月]", text):
        return
    taken = bytearray(len(text))
    for pattern, build in _PATTERNS:
        for found in pattern.finditer(text):
            iso = build(found)
            if iso and not any(taken[found.start() : found.end()]):
                taken[found.start() : found.end()] = b"\x01" * (found.end() - found.start())
                yield FoundDate(found.start(), found.end(), iso)
    for pattern, groups in ((_RANGE, ("first", "second")), (_CUED, ("year",)), (_BRACKETED, ("year",))):
        for found in pattern.finditer(text):
            for group in groups:
                start, end = found.span(group)
                if not any(taken[start:end]):
                    taken[start:end] = b"\x01" * (end - start)
                    yield FoundDate(start, end, found[group])
