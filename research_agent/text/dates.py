"""Calendar dates in English, Chinese and the numeric forms, as ISO 8601 strings that keep their precision.

``2025-03-31`` a day, ``2025-03`` a month, ``2025-Q1`` a quarter, ``2025-H1`` a half, ``2025`` a year, ``1990s`` a
decade, ``C19`` a century, ``--03-31`` a day of an unnamed year.

Our own patterns, though dateparser comes with trafilatura: its search gives every month a day and every day a year,
wrong spans ("and May 3"), 30 March for "the last of March", and takes "10 minutes" for a moment.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date

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
    about: bool = False
    """The end or the beginning of a month: a few days more or less."""


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
    month = _MONTHS[found["month"].lower()] if found["month"].isalpha() and found["month"].isascii() else None
    year, month = _number(found["year"]), month or _number(found["month"])
    if year is None or month is None or not 1 <= month <= 12:
        return None
    return _iso(year, month, calendar.monthrange(year, month)[1])


def _first_of_month(found: re.Match[str]) -> str | None:
    last = _last_of_month(found)
    return f"{last[:8]}01" if last else None


_ORDER = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
_ORDER |= {"一": 1, "二": 2, "三": 3, "四": 4, "首": 1, "末": 4, "上": 1, "下": 2}


def _part_of_year(letter: str) -> Callable[[re.Match[str]], str | None]:
    """A builder of ``2025-Q1`` or ``2025-H1``."""

    def build(found: re.Match[str]) -> str | None:
        part, year = found["part"].lower(), _number(found["year"])
        number = int(part) if part.isdigit() else _ORDER.get(part, 0)
        most = 4 if letter == "Q" else 2
        return f"{year:04d}-{letter}{number}" if year is not None and 1 <= number <= most else None

    return build


_CENTURIES = {
    word: at
    for at, word in enumerate(
        (
            *("tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth"),
            *("eighteenth", "nineteenth", "twentieth", "twenty-first"),
        ),
        start=10,
    )
}


def _century(found: re.Match[str]) -> str | None:
    word = found["century"].lower()
    number = _CENTURIES.get(word) or _number(re.sub(r"(?:st|nd|rd|th)$", "", word))
    return f"C{number:02d}" if number and 1 <= number <= 21 else None


_TENS = ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")


def _named_decade(found: re.Match[str]) -> str | None:
    return f"19{20 + 10 * _TENS.index(found['tens'].lower())}s"


def _chinese_decade(found: re.Match[str]) -> str | None:
    century = _number(found["century"]) if found["century"] else 20
    tens = _number(found["tens"])
    if century is None or tens is None or tens % 10 or not 0 <= tens <= 90:
        return None
    return f"{100 * (century - 1) + tens}s"


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


_HAS_MONTH = re.compile(rf"\b(?:{_MONTH})", re.IGNORECASE)
_HAS_CHINESE = re.compile("[年月]|世纪")
_ANY = re.compile("")


def _compiled(*patterns: tuple[str, _Builder, int]) -> tuple[tuple[re.Pattern[str], re.Pattern[str], _Builder], ...]:
    """Each pattern with what a text must hold to be worth a look, and what makes the date of a match."""

    def gate(pattern: str) -> re.Pattern[str]:
        return (
            _HAS_CHINESE if re.search("[年月]|世纪", pattern) else _HAS_MONTH if "january" in pattern.lower() else _ANY
        )

    return tuple((gate(pattern), re.compile(pattern, flags), build) for pattern, build, flags in patterns)


_PATTERNS = _compiled(
    (rf"{_NOT_AFTER_ASCII}(?P<year>[12]\d{{3}})([-/])(?P<month>\d{{1,2}})\2(?P<day>\d{{1,2}})(?!\d)", _plain, 0),
    (rf"\b(?:last (?:day )?|end )of (?P<month>{_MONTH})\.?,? {_YEAR}", _last_of_month, re.I),
    (rf"\b(?:start|beginning|first(?: day)?) of (?P<month>{_MONTH})\.?,? {_YEAR}", _first_of_month, re.I),
    (rf"{_NOT_AFTER_ASCII}Q(?P<part>[1-4])[ /-]?(?:of |FY ?)?{_YEAR}", _part_of_year("Q"), re.I),
    (rf"{_NOT_AFTER_ASCII}(?P<year>(?:19|20)\d\d)[ -]?Q(?P<part>[1-4])(?!\w)", _part_of_year("Q"), re.I),
    (
        rf"\b(?P<part>first|second|third|fourth|[1-4](?:st|nd|rd|th)) quarter(?: of|,)? {_YEAR}",
        _part_of_year("Q"),
        re.I,
    ),
    (rf"{_NOT_AFTER_ASCII}H(?P<part>[12])[ /-]?{_YEAR}", _part_of_year("H"), re.I),
    (rf"\b(?P<part>first|second) half(?: of|,)? {_YEAR}", _part_of_year("H"), re.I),
    (rf"(?<!\d)(?P<year>[12]\d{{3}}|[{_ZH}]{{4}}) ?年 ?第?(?P<part>[1-4一二三四首末]) ?季度?", _part_of_year("Q"), 0),
    (rf"(?<!\d)(?P<year>[12]\d{{3}}|[{_ZH}]{{4}}) ?年 ?(?P<part>[上下])半年", _part_of_year("H"), 0),
    (
        rf"(?<!\d)(?P<year>[12]\d{{3}}|[{_ZH}]{{4}}) ?年 ?(?P<month>\d{{1,2}}|[{_ZH}]{{1,2}}) ?月(?:底|末)",
        _last_of_month,
        0,
    ),
    (
        rf"(?<!\d)(?P<year>[12]\d{{3}}|[{_ZH}]{{4}}) ?年 ?(?P<month>\d{{1,2}}|[{_ZH}]{{1,2}}) ?月初",
        _first_of_month,
        0,
    ),
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
    (
        rf"(?<!\d)(?:(?P<century>\d{{2}}|[{_ZH}]{{2,3}}) ?世纪 ?)(?P<tens>\d0|[{_ZH}]{{2}}) ?年代",
        _chinese_decade,
        0,
    ),
    (r"(?<!\d)(?P<decade>(?:1[5-9]|20)\d0|[2-9]0) ?年代", _decade, 0),
    (rf"(?P<century>)(?P<tens>[{_ZH}]{{2}})年代", _chinese_decade, 0),
    (rf"(?<!\d)(?P<century>\d{{1,2}}|[{_ZH}]{{1,3}}) ?世纪", _century, 0),
    (
        rf"{_NOT_AFTER_DIGIT}(?P<century>\d{{1,2}}(?:st|nd|rd|th)|{'|'.join(_CENTURIES)})[ -]century\b",
        _century,
        re.I,
    ),
    (rf"\b(?:the|early|mid|late)[ -](?P<tens>{'|'.join(_TENS)})\b", _named_decade, re.I),
    (rf"(?<!\d)(?P<year>[12]\d{{3}}|[{_ZH}]{{4}}) ?年", _plain, 0),
    (rf"{_NOT_AFTER_DIGIT}(?P<decade>(?:1[5-9]|20)\d0)'?s\b", _decade, 0),
    (rf"{_NOT_AFTER_DIGIT}(?P<first>\d{{1,2}})(?P<sep>[./])(?P<second>\d{{1,2}})(?P=sep){_YEAR}", _slashed, 0),
)
_RANGE = re.compile(
    r"(?<![\w.,-])(?P<first>(?:19|20)\d\d) ?(?:[-–—]|to|and|至|到) ?(?P<second>(?:19|20)\d\d)(?![\w.,-]\d|\w)"
)
_CUED = re.compile(rf"(?<!\w)(?:{_CUE})[ -]?(?P<year>(?:1[5-9]|20)\d\d)(?![\w]|[.,]\d|-\d)", re.I)
_BRACKETED = re.compile(r"[(（](?P<year>(?:19|20)\d\d)[)）]")


_MAY_HOLD = re.compile(r"\d|[年月]|世纪|century|(?:ent|irt|ort|ift|ixt|ght|net)ies\b", re.IGNORECASE)
_DAY_NAMED = re.compile(r"last|first", re.IGNORECASE)
_HALVES = {"Q1": (1, 3), "Q2": (4, 6), "Q3": (7, 9), "Q4": (10, 12), "H1": (1, 6), "H2": (7, 12)}


def interval(iso: str) -> tuple[date, date] | None:
    """First and last day of what an ISO form names; None for a day without a year."""
    if iso.startswith("C"):
        century = int(iso[1:])
        return date(100 * (century - 1) + 1, 1, 1), date(100 * century, 12, 31)
    if iso.startswith("-") or not iso[:4].isdigit():
        return None
    year = int(iso[:4])
    if not 1 <= year <= 9990:
        return None
    if iso.endswith("s"):
        return date(year, 1, 1), date(year + 9, 12, 31)
    rest = iso[5:]
    first, last = (1, 12) if not rest else _HALVES[rest] if rest in _HALVES else (int(rest[:2]), int(rest[:2]))
    if len(rest) == 5:
        return date(year, first, int(rest[3:])), date(year, first, int(rest[3:]))
    return date(year, first, 1), date(year, last, calendar.monthrange(year, last)[1])


def find_dates(text: str) -> Iterator[FoundDate]:
    """Dates in ``text``, not in order; they do not overlap. A year alone counts when something says that it is one."""
    if not _MAY_HOLD.search(text):
        return
    taken = bytearray(len(text))
    worth = {gate: gate.search(text) is not None for gate in (_HAS_MONTH, _HAS_CHINESE, _ANY)}
    for gate, pattern, build in _PATTERNS:
        for found in pattern.finditer(text) if worth[gate] else ():
            iso = build(found)
            if iso and not any(taken[found.start() : found.end()]):
                taken[found.start() : found.end()] = b"\x01" * (found.end() - found.start())
                about = build in (_last_of_month, _first_of_month) and not _DAY_NAMED.search(found.group())
                yield FoundDate(found.start(), found.end(), iso, about)
    for pattern, groups in ((_RANGE, ("first", "second")), (_CUED, ("year",)), (_BRACKETED, ("year",))):
        for found in pattern.finditer(text):
            for group in groups:
                start, end = found.span(group)
                if not any(taken[start:end]):
                    taken[start:end] = b"\x01" * (end - start)
                    yield FoundDate(start, end, found[group])
