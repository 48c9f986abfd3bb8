"""Numbers in words: English (``twenty-five``, ``a dozen``, ``half a million``) and Chinese (三千五百, 1.2万)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

UNIT_WORDS = {
    word: value
    for value, word in enumerate(
        (
            *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
            *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
        )
    )
}
"""Zero to nineteen."""
_TENS = {
    word: 10 * value
    for value, word in enumerate(
        ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), start=2
    )
}
_SCALES = {"hundred": 100, "dozen": 12, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_WORD = "|".join([*sorted([*UNIT_WORDS, *_TENS], key=len, reverse=True), *_SCALES])
_HALF = r"half an?(?= (?:hour|minute|second|day|week|month|year|mile|metre|meter|kilo|litre|liter|pound|inch)s?\b)"
_ENGLISH = re.compile(
    rf"(?<![\w-])(?:{_HALF}|(?:half an? )?(?:{_WORD})|(?:half )?an? (?:{'|'.join(_SCALES)}))"
    rf"(?:(?:[ -]|(?:(?<=hundred)|(?<=thousand)) and )(?:{_WORD})){{0,12}}(?![A-Za-z_])",
    re.IGNORECASE,
)
_TOKEN = re.compile(rf"half|an?\b|{_WORD}", re.IGNORECASE)

_ORDINALS = {
    word: value
    for value, word in enumerate(
        (
            *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
            *("eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth"),
            *("eighteenth", "nineteenth", "twentieth"),
        ),
        start=1,
    )
}

_DIGITS = {digit: value for value, digit in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
_SMALL = {"十": 10, "百": 100, "千": 1000}
_LARGE = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
CHINESE_NUMERALS = "零〇一二两兩三四五六七八九十百千万萬亿億"
_CHINESE = re.compile(f"[{CHINESE_NUMERALS}]+")
_LONGEST = 24
"""Numerals; a longer run is no number."""
_MEASURES = frozenset(
    "个個种種项項次条條台位名人家篇步点點类類级級层層部章节版倍页行列套批轮组件只把张块场届期代方份对门支根辆架张"
)


@dataclass(frozen=True, slots=True)
class WordNumber:
    start: int
    end: int
    value: Decimal
    sure: bool
    """False for words that are numbers only when a unit follows (``one``, 一, a single Chinese digit)."""
    ordinal: bool = False


def english_numbers(text: str) -> Iterator[WordNumber]:
    """Cardinal numbers written in English words, in order."""
    for found in _ENGLISH.finditer(text):
        yield from _english(found)


def _english(found: re.Match[str]) -> Iterator[WordNumber]:
    """The words of one run, cut where they do not form one number (``two three``)."""
    run: list[re.Match[str]] = []
    for token in _TOKEN.finditer(found.string, found.start(), found.end()):
        if run and not _goes_on(run[-1].group().lower(), token.group().lower()):
            yield from _number(run)
            run = []
        run.append(token)
    yield from _number(run)


def _goes_on(last: str, word: str) -> bool:
    if last in ("a", "an", "half"):
        return True
    if word in _SCALES:
        return last not in _SCALES or _SCALES[word] > _SCALES[last]
    if last in _SCALES and last != "dozen":
        return True
    return last in _TENS and 0 < UNIT_WORDS.get(word, 0) < 10


def _number(run: list[re.Match[str]]) -> Iterator[WordNumber]:
    total = part = 0
    half = False
    for token in run:
        word = token.group().lower()
        half |= word == "half"
        if word in _SCALES:
            part = (part or 1) * _SCALES[word]
            if _SCALES[word] >= 1000:
                total, part = total + part, 0
        else:
            part += UNIT_WORDS.get(word, 0) + _TENS.get(word, 0)
    value = Decimal(total + part) / (2 if half else 1)
    last = run[-1].group().lower()
    if half and len(run) == 2:
        yield WordNumber(run[0].start(), run[-1].end(), Decimal("0.5"), False)
    elif last not in ("a", "an", "half"):
        sure = len(run) > 1 or last not in ("one", "hundred", "thousand", "million", "billion", "trillion", "dozen")
        yield WordNumber(run[0].start(), run[-1].end(), value, sure)


def english_ordinals(text: str) -> Iterator[WordNumber]:
    """``first`` to ``twentieth`` (``second`` may also be a unit: the caller decides)."""
    for found in re.finditer(rf"(?<![\w-])(?:{'|'.join(_ORDINALS)})(?![\w])", text, re.IGNORECASE):
        yield WordNumber(found.start(), found.end(), Decimal(_ORDINALS[found.group().lower()]), False, True)


def chinese_numbers(text: str) -> Iterator[WordNumber]:
    """Cardinal and ordinal (第三) numbers in Chinese numerals, in order."""
    for found in _CHINESE.finditer(text):
        before, after = text[max(0, found.start() - 2) : found.start()], text[found.end() : found.end() + 2]
        value = chinese_value(found.group())
        if value is None or before.endswith(("周", "星期", "礼拜", "唯", "统", "任")):
            continue
        ordinal = before.endswith("第")
        yield WordNumber(found.start(), found.end(), Decimal(value), _sure(found.group(), after), ordinal)


def _sure(numeral: str, after: str) -> bool:
    if numeral in ("一", "百", "千", "万", "亿", "百万", "千万", "万一") or set(numeral) <= set("百千万萬亿億"):
        return False
    if numeral == "十" and after[:1] == "分":
        return False
    return len(numeral) > 1 or after[:1] in _MEASURES


def chinese_value(numeral: str) -> int | None:
    """The value of a Chinese numeral; None where it is not one number (二三十, 三四)."""
    if len(numeral) > _LONGEST:
        return None
    if all(char in _DIGITS for char in numeral):
        if len(numeral) == 2:
            return None
        return int("".join(str(_DIGITS[char]) for char in numeral))
    total = section = 0
    digit: int | None = None
    for at, char in enumerate(numeral):
        if char in _DIGITS:
            if digit:
                return None
            digit = _DIGITS[char]
        elif char in _SMALL:
            section += (1 if digit is None or (digit == 0 and at) else digit) * _SMALL[char]
            digit = None
        else:
            total = (total + section + (digit or 0) or 1) * _LARGE[char]
            section, digit = 0, None
    return total + section + (digit or 0)


_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_ROMAN = re.compile(
    r"\b(?i:chapter|part|volume|book|section|article|title|appendix|annex|phase|stage|grade|class|type|tier|level|war|"
    r"figure|table|act|scene) (?P<roman>(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3}))(?![\w.'’-])"
)


def roman_numbers(text: str) -> Iterator[WordNumber]:
    """Roman numerals behind a word that is numbered (``Part IV``, ``World War II``), as ordinals."""
    for found in _ROMAN.finditer(text):
        numeral = found["roman"]
        values = [_ROMAN_DIGITS[char] for char in numeral]
        if values:
            total = sum(-v if v < max(values[at:]) else v for at, v in enumerate(values))
            yield WordNumber(*found.span("roman"), Decimal(total), False, True)
