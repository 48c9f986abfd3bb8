"""Shares and multiples that are not a number and a sign: 三成, 百分之三十, two thirds of, three in ten, twice, 两倍."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from research_agent.text.number_words import CHINESE_NUMERALS, UNIT_WORDS, chinese_value

_PLAIN = r"\d+(?:\.\d+)?"
_CHINESE_PERCENT = re.compile(rf"百分之(?P<value>[{CHINESE_NUMERALS}点]+|(?:{_PLAIN}))")
_CHINESE_FRACTION = re.compile(
    rf"(?P<bottom>[{CHINESE_NUMERALS}]{{1,3}}|\d{{1,3}})分之(?P<top>[{CHINESE_NUMERALS}]{{1,3}}|\d{{1,3}})"
)
_CHINESE_HALF = re.compile(r"(?<![另前后上下])(?:一半|半数)(?![天年月日小夜路])")
_TENTHS = re.compile(
    r"(?P<tens>\d|[一二两三四五六七八九])成(?P<rest>[一二三四五六七八九半])?(?![为立功本员交长熟果份型绩就])"
)
_PARTS = {"half": 2, "halve": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_COUNT = "|".join(sorted((word for word, value in UNIT_WORDS.items() if 0 < value <= 12), key=len, reverse=True))
_FRACTION = re.compile(
    rf"(?<![\w-])(?:(?P<half>half)(?= (?:of|the|its|their|all)\b)"
    rf"|(?P<one>an?|one)[ -](?P<part>half|third|quarter|fifth|sixth|eighth|tenth)(?= of\b)"
    rf"|(?P<top>{_COUNT}|\d)[ -](?P<bottom>halve|third|quarter|fifth|sixth|eighth|tenth)s"
    r"(?=[ -](?:of|majority)\b|[.,;)]))",
    re.IGNORECASE,
)
_OUT_OF = re.compile(
    rf"(?<![\w.,-])(?P<top>{_COUNT}|\d{{1,2}}) (?:out of|in)(?: every)? (?P<bottom>{_COUNT}|\d{{1,3}})"
    r"(?= (?:of (?:the|all|its|their)\b|[a-z]{3,}s\b|people\b|children\b|men\b|women\b)|[.,;)])",
    re.IGNORECASE,
)
_DECIMAL_SHARE = re.compile(r"(?<![\w.])0?\.\d{1,3}(?= of (?:the|all|its|their)\b)")
_MULTIPLE = re.compile(
    r"\b(?:(?P<two>twice|twofold|doubled|doubling|doubles|double(?= (?:the|its|their|that|as|what|in)\b))"
    r"|(?P<three>thrice|threefold|tripled|tripling|triples|triple(?= (?:the|its|their|that|as|what|in)\b))"
    r"|(?P<four>fourfold|quadrupled|quadruples|quadruple(?= (?:the|its|their|that|as|what|in)\b))"
    r"|(?P<ten>tenfold))\b"
    r"|(?P<zh>翻一番|翻了一番|翻番|翻倍|翻了一倍|(?:增加|增长|提高|上升)了?一倍)",
    re.IGNORECASE,
)
_MAY_HOLD = re.compile(
    r"[半成番倍]|分之|\bhal[fv]|third|quarter|fifth|sixth|eighth|tenth|out of|\bin (?:every |\d|[fnt]|six|seven|eight)"
    r"|\.\d+ of|twice|thrice|fold\b|doubl|tripl|quadrupl",
    re.IGNORECASE,
)
_TIMES = {"two": 2, "three": 3, "four": 4, "ten": 10, "zh": 2}
_MOST_OUT_OF = 1000


@dataclass(frozen=True, slots=True)
class Share:
    start: int
    end: int
    value: Decimal
    """Per cent for a share, the factor for a multiple."""
    kind: Literal["percent", "fold"]
    words: bool = True


def find_shares(text: str) -> Iterator[Share]:
    """Shares and multiples in ``text``, not in order; they do not overlap."""
    if not _MAY_HOLD.search(text):
        return
    taken = bytearray(len(text))
    for finder in (_percents, _fractions, _tenths, _ratios, _multiples):
        for share in finder(text):
            if not any(taken[share.start : share.end]):
                taken[share.start : share.end] = b"\x01" * (share.end - share.start)
                yield share


def _percents(text: str) -> Iterator[Share]:
    for found in _CHINESE_PERCENT.finditer(text):
        value = _mixed_value(found["value"])
        if value is not None:
            yield Share(*found.span(), value, "percent", words=not found["value"][0].isdigit())


def _fractions(text: str) -> Iterator[Share]:
    for found in _CHINESE_FRACTION.finditer(text):
        yield from _part(found, _count(found["top"]), _count(found["bottom"]))
    for found in _CHINESE_HALF.finditer(text):
        yield from _part(found, 1, 2)
    for found in _FRACTION.finditer(text):
        if found["half"]:
            yield from _part(found, 1, 2)
        elif found["one"]:
            yield from _part(found, 1, _PARTS[found["part"].lower()])
        else:
            yield from _part(found, _count(found["top"]), _PARTS[found["bottom"].lower()])


def _tenths(text: str) -> Iterator[Share]:
    for found in _TENTHS.finditer(text):
        rest = 5 if found["rest"] == "半" else _count(found["rest"] or "0")
        yield Share(*found.span(), Decimal(10 * (_count(found["tens"]) or 0) + (rest or 0)), "percent")


def _ratios(text: str) -> Iterator[Share]:
    for found in _OUT_OF.finditer(text):
        yield from _part(found, _count(found["top"]), _count(found["bottom"]))
    for found in _DECIMAL_SHARE.finditer(text):
        yield Share(*found.span(), Decimal(found.group()) * 100, "percent", words=False)


def _multiples(text: str) -> Iterator[Share]:
    for found in _MULTIPLE.finditer(text):
        yield Share(*found.span(), Decimal(_TIMES[found.lastgroup or "two"]), "fold")


def _part(found: re.Match[str], top: int | None, bottom: int | None) -> Iterator[Share]:
    if top and bottom and top <= bottom <= _MOST_OUT_OF and bottom > 1:
        yield Share(*found.span(), Decimal(100 * top) / bottom, "percent")


def _count(text: str) -> int | None:
    if text.isascii():
        return int(text) if text.isdigit() else UNIT_WORDS.get(text.lower())
    return chinese_value(text)


def _mixed_value(text: str) -> Decimal | None:
    if text[0] in "0123456789":
        return Decimal(text)
    whole, _, rest = text.partition("点")
    value = chinese_value(whole) if whole else None
    if value is None or not rest:
        return None if value is None or "点" in text else Decimal(value)
    digits = [chinese_value(char) for char in rest]
    return None if None in digits else Decimal(f"{value}.{''.join(map(str, digits))}")
