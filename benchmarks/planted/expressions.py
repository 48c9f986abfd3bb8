"""The same figure written otherwise: other unit, other date format, number in words. Nothing contradicts."""

from __future__ import annotations

import random
import re
from decimal import Decimal

from .changes import _MONTHS, Change, replaced

_SIZES = {"TB": ("GB", 1024), "GB": ("MB", 1024), "MB": ("KB", 1024), "GiB": ("MiB", 1024), "MiB": ("KiB", 1024)}
_TIMES = {
    "minutes": ("seconds", 60), "minute": ("seconds", 60), "hours": ("minutes", 60), "hour": ("minutes", 60),
    "days": ("hours", 24), "day": ("hours", 24), "weeks": ("days", 7), "week": ("days", 7), "分钟": ("秒", 60),
    "小时": ("分钟", 60), "天": ("小时", 24), "周": ("天", 7), "seconds": ("ms", 1000), "KiB": ("bytes", 1024),
}  # fmt: skip
_INTO = {**_SIZES, **_TIMES}
_AMOUNT = re.compile(
    rf"(?<![\w.,:/<>-])(?P<value>\d+(?:\.\d+)?) ?(?P<unit>{'|'.join(sorted(_INTO, key=len, reverse=True))})(?![\w-])"
    rf"|(?<![\w.,:/<>-])(?P<zh_value>\d+) ?(?P<zh_unit>分钟|小时|天|周)"
)
_PERCENT = re.compile(r"(?<![\w.,-])(?P<value>\d{1,3}) ?%(?!\w)")
_FULL_DATE = re.compile(
    rf"(?P<month>{'|'.join(_MONTHS)}) (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year>(?:19|20)\d\d)\b"
    rf"|\b(?P<day2>\d{{1,2}})(?:st|nd|rd|th)? (?P<month2>{'|'.join(_MONTHS)}),? (?P<year2>(?:19|20)\d\d)\b"
)
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_CHINESE = ("零", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")
_SMALL = re.compile(r"(?<= )(?<!\d and )(?<!\d or )(?<!\d to )(?P<value>[2-9]|1[0-2])(?= [a-z]{4,})(?! times)")
_SMALL_CHINESE = re.compile(r"(?<![\w.])(?P<value>[3-9]|1[0-2])(?= ?[个种次步])")


def expressed(sentence: str, chance: random.Random) -> Change | None:
    """The sentence with one figure in another writing; nothing where no rule applies."""
    found = [change for rule in (_amounts, _percents, _dates, _words) for change in rule(sentence)]
    return chance.choice(found) if found else None


def _amounts(sentence: str) -> list[Change]:
    changes = []
    for match in _AMOUNT.finditer(sentence):
        value = match["value"] or match["zh_value"]
        into, factor = _INTO[match["unit"] or match["zh_unit"]]
        exact = Decimal(value) * factor
        if exact == exact.to_integral_value() and exact < 10_000_000:
            gap = "" if match["zh_unit"] else " "
            changes.append(replaced(sentence, match.start(), match[0], f"{int(exact):,}{gap}{into}"))
    return changes


def _percents(sentence: str) -> list[Change]:
    word = " percent" if re.search(r"[a-z]{4}", sentence) else ""
    return [
        replaced(sentence, m.start(), m[0], m["value"] + word if word else f"百分之{m['value']}")
        for m in _PERCENT.finditer(sentence)
    ]


def _dates(sentence: str) -> list[Change]:
    changes = []
    for match in _FULL_DATE.finditer(sentence):
        month = _MONTHS.index(match["month"] or match["month2"]) + 1
        iso = f"{match['year'] or match['year2']}-{month:02}-{int(match['day'] or match['day2']):02}"
        changes.append(replaced(sentence, match.start(), match[0], iso))
    return changes


def _words(sentence: str) -> list[Change]:
    english = [replaced(sentence, m.start(), m[0], _WORDS[int(m[0])]) for m in _SMALL.finditer(sentence)]
    chinese = [replaced(sentence, m.start(), m[0], _CHINESE[int(m[0])]) for m in _SMALL_CHINESE.finditer(sentence)]
    return english + chinese
