"""Numbers, dates, versions and names of a text, for ``independent_check.py``: the standard library and nothing else.

Written apart from the project's own reading of figures and simpler than it, so that one can find the other's faults. A
token stands in a text when it stands there letter by letter, or when the text holds a token of the same normal form.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

Value = Fraction | tuple[int, ...] | str


@dataclass(frozen=True)
class Token:
    kind: str
    """``number``, ``date``, ``version`` or ``name``."""
    raw: str
    values: tuple[Value, ...]
    """Normal forms, any of which may be meant: a Fraction, (year, month, day) with 0 for unknown, version parts."""
    unit: str = ""
    """Dimension of a quantity, whose value is then in its base unit; ``%`` for percentages."""
    plain: Fraction | None = None
    """A quantity's number without its unit."""
    start: int = 0


_MONTHS = (
    "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sep sept|october oct|"
    "november nov|december dec"
)
MONTHS = {name: number for number, names in enumerate(_MONTHS.split("|"), 1) for name in names.split()}
_M = "(" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\.?"
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
SMALL = {word: n for n, word in enumerate(_ONES.split())} | {word: 10 * n for n, word in enumerate(_TENS.split(), 2)}
SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
ZH_DIGITS = {
    letter: n
    for n, letters in enumerate(("零〇", "一", "二两", "三", "四", "五", "六", "七", "八", "九"))
    for letter in letters
}
ZH_SCALES = {"十": 10, "百": 100, "千": 1000, "万": 10**4, "亿": 10**8}
_ZH = "[零〇一二两三四五六七八九十百千万亿]"

UNITS: dict[str, tuple[str, Fraction]] = {}
_TABLES = {
    "length": """m metre metres meter meters 米 公尺 = 1; km kilometre kilometres kilometer kilometers 公里 千米 = 1000;
        cm centimetre centimetres centimeter centimeters 厘米 = 1/100; ft foot feet 英尺 = 3048/10000;
        mm millimetre millimetres millimeter millimeters 毫米 = 1/1000; mile miles 英里 = 1609344/1000;
        inch inches 英寸 = 254/10000""",
    "time": """s sec second seconds 秒 秒钟 = 1; ms millisecond milliseconds 毫秒 = 1/1000;
        minute minutes min 分钟 = 60; hour hours h 小时 = 3600; day days 天 = 86400; week weeks 周 星期 = 604800""",
    "data": """byte bytes B 字节 = 1; KB kB KiB kilobyte kilobytes = 1024; MB MiB megabyte megabytes = 1048576;
        GB GiB gigabyte gigabytes = 1073741824; TB TiB terabyte terabytes = 1099511627776; bit bits = 1/8""",
    "mass": "g gram grams 克 = 1; kg kilogram kilograms 千克 公斤 = 1000; tonne tonnes 吨 = 1000000",
    "%": "% ％ percent = 1",
}
"""Dimension -> names of units = how many of the base unit; a kilobyte is taken for 1,024 bytes."""
for _dimension, _table in _TABLES.items():
    for _entry in _table.split(";"):
        _names, _factor = _entry.rsplit("=", 1)
        UNITS |= {_name: (_dimension, Fraction(_factor.strip())) for _name in _names.split()}
_UNIT = "|".join(re.escape(name) for name in sorted([*UNITS, "per cent"], key=len, reverse=True))

_ZH_MONTH_DAY = r"(?:(\d{4})\s*年\s*)?(\d{1,2})\s*月(?:\s*(\d{1,2})\s*[日号])?"
DATES = [
    (re.compile(r"(?<![\d.])(\d{4})-(\d{2})-(\d{2})(?!\d)"), "ymd"),
    (re.compile(rf"(?<![\d.])(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_M},?\s+(\d{{4}})(?!\d)", re.I), "dmy"),
    (re.compile(rf"\b{_M}\s+(\d{{1,2}})(?:st|nd|rd|th)?(?:,\s*|\s+)(\d{{4}})(?!\d)", re.I), "mdy"),
    (re.compile(rf"\b{_M},?\s+(?:of\s+)?(\d{{4}})(?!\d)", re.I), "my"),
    (re.compile(rf"(?<![\d.])(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_M}\b", re.I), "dm"),
    (re.compile(rf"\b{_M}\s+(\d{{1,2}})(?![\d.])", re.I), "md"),
    (re.compile(_ZH_MONTH_DAY), "ymd"),
    (re.compile(r"(?<!\d)(\d{4})\s*年(?!代|来|间)"), "y"),
]
NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.])(?:[$€£¥~≈±+-]\s?)?(\d{1,3}(?:[,\u00a0\u202f ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)*)"
    r"(?:\s?(万亿|[万亿千百]|k\b|thousand|million|billion|trillion))?"
    rf"(?:[\s-]?({_UNIT})(?![A-Za-z]))?"
)
WORD_NUMBER = re.compile(
    rf"\b(?:{'|'.join([*SMALL, *SCALES])})(?:[\s-]+(?:and[\s-]+)?(?:{'|'.join([*SMALL, *SCALES])}))*\b"
    rf"(?:[\s-]({_UNIT})(?![A-Za-z]))?",
    re.I,
)
ZH_NUMBER = re.compile(
    rf"百分之({_ZH}+)|({_ZH}+)成(?![为就立本功员长])|({_ZH}+)分之({_ZH}+)|(?<!第)({_ZH}{{2,}})|(?<!第)({_ZH})(?=[个种次名条年月日米倍层项类步份点])"
)
LETTERS = "A-Za-zÀ-ÖØ-öø-ɏ"
IDENTIFIER = re.compile(rf"(?<![{LETTERS}0-9_/])[{LETTERS}_][{LETTERS}0-9_]*(?:[-.+:/][{LETTERS}0-9_]+)*[+#]*")


def normal(text: str) -> str:
    """One form for what looks alike: full-width letters, dashes, quotation marks."""
    folded = unicodedata.normalize("NFKC", text)
    return re.sub("[‐‑‒–—−]", "-", folded).replace("’", "'").replace("“", '"').replace("”", '"')


def english(text: str) -> Fraction:
    """The value of number words: ``two hundred and five``."""
    total = current = 0
    for word in re.findall(r"[a-z]+", text.lower()):
        if word in SMALL:
            current += SMALL[word]
        elif word == "hundred":
            current = max(current, 1) * 100
        elif word in SCALES:
            total, current = total + max(current, 1) * SCALES[word], 0
    return Fraction(total + current)


def chinese(text: str) -> Fraction:
    """The value of Chinese numerals: ``三百二十``, ``二〇二〇``."""
    if all(letter in ZH_DIGITS for letter in text):
        return Fraction(int("".join(str(ZH_DIGITS[letter]) for letter in text)))
    total = section = digit = 0
    for letter in text:
        if letter in ZH_DIGITS:
            digit = ZH_DIGITS[letter]
        elif ZH_SCALES[letter] < 10_000:
            section, digit = section + (digit or 1) * ZH_SCALES[letter], 0
        else:
            total, section, digit = (total + section + digit) * ZH_SCALES[letter], 0, 0
    return Fraction(total + section + digit)


def figures(text: str) -> list[Token]:
    """Numbers, dates and versions of a normalised text, in no order; what a date took is no number."""
    found: list[Token] = []
    rest = text
    for pattern, order in DATES:
        for match in pattern.finditer(rest):
            parts = dict(zip(order, match.groups(), strict=True))
            if (date := _date(parts)) is not None:
                found.append(Token("date", match[0], (date,), start=match.start()))
                rest = rest[: match.start()] + "\0" * len(match[0]) + rest[match.end() :]
    found += _numbers(rest)
    for match in WORD_NUMBER.finditer(rest):
        unit, factor = UNITS.get(match[1] or "", ("", Fraction(1)))
        value = english(match[0])
        found.append(Token("number", match[0], (value * factor,), unit, value, match.start()))
    found += _chinese_numbers(rest)
    return found


def _date(parts: dict[str, str | None]) -> tuple[int, ...] | None:
    month = (parts.get("m") or "").lower().rstrip(".")
    number = MONTHS.get(month) or (int(month) if month.isdigit() else 0)
    year, day = int(parts.get("y") or 0), int(parts.get("d") or 0)
    return (year, number, day) if number <= 12 and day <= 31 else None


def _numbers(text: str) -> Iterator[Token]:
    for match in NUMBER.finditer(text):
        digits, scale, unit_name = match.groups()
        plain = re.sub(r"[,\u00a0\u202f ]", "", digits)
        parts = tuple(int(part) for part in plain.split("."))
        if len(parts) > 2:
            yield Token("version", match[0], (parts,), start=match.start())
            continue
        factor = {"k": 1000, "万亿": 10**12, **ZH_SCALES, **SCALES}.get(scale or "", 1)
        unit, of_unit = UNITS.get("%" if unit_name == "per cent" else unit_name or "", ("", Fraction(1)))
        value = Fraction(plain) * factor
        yield Token("number", match[0].strip(), (value * of_unit, parts), unit, value, match.start())


def _chinese_numbers(text: str) -> Iterator[Token]:
    for match in ZH_NUMBER.finditer(text):
        percent, tenths, below, above, long, short = match.groups()
        if percent or tenths:
            value = chinese(percent) if percent else chinese(tenths) * 10
            yield Token("number", match[0], (value,), "%", value, match.start())
        elif below:
            yield Token("number", match[0], (chinese(above) / chinese(below or "一"),), start=match.start())
        elif (value := chinese(long or short)) > 1:
            yield Token("number", match[0], (value,), "", value, match.start())


def names(text: str) -> list[Token]:
    """Identifiers, acronyms, words with inner capitals, and capitalised words that do not begin a sentence."""
    found = []
    for match in IDENTIFIER.finditer(text):
        word = match[0].rstrip(".:/-")
        begins = not re.search(r"[\w,;)\]%'\"]\s*[-(]?\s*$", text[: match.start()]) or bool(
            re.search(r"(?:[.!?:|]|\w\.\")\s*[\"'(]*$", text[: match.start()])
        )
        inner = re.search(r"[a-z][A-Z]|[A-Z]{2}|\d|_|\w[./:]\w", word)
        capital = word[0].isupper() and len(word) > 1 and not begins
        if (
            (inner or capital)
            and not re.fullmatch(r"[A-Z]?\d*|[a-z]\d*", word)
            and word.lower() not in MONTHS
            and word not in UNITS
        ):
            found.append(Token("name", word, (word.lower(),), start=match.start()))
    return found
