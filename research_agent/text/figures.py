"""The figures of a text: numbers, percentages, money, quantities, dates, times and versions, normalised.

``same`` says whether two figures state the same thing (1.5 GB and 1,536 MB, 三成 and 30%); ``covers`` whether
a sentence may say the one where its evidence says the other (March 2025 for 31 March 2025, 15 for 15.20).
What the rules are not sure of is a plain number, and a plain number agrees with any figure that is written
with the same digits: a table's header may hold the unit, a list may name the product once.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal, cast

from research_agent.text.clock import find_times
from research_agent.text.dates import find_dates, interval
from research_agent.text.number_words import chinese_numbers, english_numbers, english_ordinals, roman_numbers
from research_agent.text.shares import find_shares
from research_agent.text.units import Reading, readings, unit_after

FigureKind = Literal["number", "ordinal", "percent", "money", "quantity", "date", "time", "version"]


@dataclass(frozen=True, slots=True)
class Figure:
    kind: FigureKind
    value: Decimal | str
    """A number as written (``1.50`` keeps its zero), an ISO date, a time ``HH:MM``, or a version."""
    unit: str
    """Currency code for money, unit symbol for quantities, ``pp`` for percentage points, else empty."""
    start: int
    end: int
    raw: str
    words: bool = False
    """Written in words, not in digits."""
    about: Literal["", "near", "over", "under"] = ""
    """It is stated as an approximation: about, more than, less than."""


def _spaced(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Full-width forms and the minus sign, one character for one, so that offsets stay.
_FOLD = {0xFF10 + digit: str(digit) for digit in range(10)}
_FOLD |= {
    ord("％"): "%",
    ord("．"): ".",
    ord("−"): "-",
    ord("："): ":",
    ord("＄"): "$",
    ord("￥"): "¥",
    ord("\u00a0"): " ",
}

_PLAIN = r"(?>\d{1,3}(?:[,\u202f\u2009']\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
_NUMBER = re.compile(rf"(?<![A-Za-z0-9_.])(?<![A-Za-z]-)(?P<number>(?:(?<![^\s(\[=:,])[-+])?{_PLAIN})(?!\.?\d)")
_SUFFIX = r"(?:(?:[-~.]?(?:rc|beta|alpha|dev|post|pre)|p|a|b)\d+)"
_CORE = r"\d+(?:\.\d+)*"
_CUED_VERSION = re.compile(
    rf"(?<![A-Za-z0-9])(?:v(?:\. ?)?|(?:versions?|releases?|ver\.?) v?|版本 ?)(?P<version>{_CORE}{_SUFFIX}?)"
    r"(?![A-Za-z0-9_])",
    re.IGNORECASE,
)
_SHAPED_VERSION = re.compile(
    rf"(?<![A-Za-z0-9_.])(?<![A-Za-z]-)(?P<version>\d+(?:\.\d+){{2,}}{_SUFFIX}?|\d+(?:\.\d+)*{_SUFFIX}|\d+(?:\.\d+)*(?=\.x\b))"
    r"(?![A-Za-z0-9_]|\.\d)"
)
_CHINESE_VERSION = re.compile(rf"(?<![A-Za-z0-9_.])(?P<version>{_CORE}) ?版")
_NAMED_VERSION = re.compile(
    r"(?<![\w-])(?P<name>[A-Z][A-Za-z+#]*[A-Za-z]) (?P<version>\d{1,3}(?:\.\d+)*|(?:\d+\.)+\d+)"
    r"(?![A-Za-z0-9_%]|,\d|\.\d)"
)
_NOT_A_PRODUCT = _spaced(
    """A About After All Also An And Are As At Before Below Both But By Chapter Column Day Equation Every Example Fig
    Figure First For From Grade If In Is Item It Last Least Less Level Line More Most Nearly Next No Of On Only Option
    Or Over Page Part Phase Point Port Question Rank Row Rule Same Section See Since Some Stage Step Table Than That
    The Then There These This Those To Type Under Until Up Use When Where With Within Year Mode Layer Class Category
    RFC USD EUR GBP JPY CNY UTC GMT"""
)

_SCALE = {
    **{"thousand": 10**3, "million": 10**6, "billion": 10**9, "bn": 10**9, "trillion": 10**12},
    **{"百": 100, "千": 1000, "万": 10**4, "萬": 10**4, "十万": 10**5, "百万": 10**6, "千万": 10**7, "亿": 10**8},
    **{"億": 10**8, "十亿": 10**9, "百亿": 10**10, "千亿": 10**11, "万亿": 10**12},
}
_SCALE_AFTER = re.compile(
    rf" ?(?P<scale>{'|'.join(sorted(_SCALE, key=len, reverse=True))})(?![A-Za-z])(?!米|克|字节|瓦)", re.IGNORECASE
)
_PERCENT_AFTER = re.compile(
    r"[ -]?(?:(?P<points>percentage[ -]points?\b|个?百分点|pp\b)|%|percent\b|per cent\b|pct\b)", re.IGNORECASE
)
_ORDINAL_AFTER = re.compile(r"(?:st|nd|rd|th)\b")
_CURRENCIES = {
    **{
        "$": "USD",
        "US$": "USD",
        "USD$": "USD",
        "USD": "USD",
        "US dollars": "USD",
        "US dollar": "USD",
        "U.S. dollars": "USD",
        "American dollars": "USD",
        "€": "EUR",
        "EUR": "EUR",
        "£": "GBP",
        "GBP": "GBP",
        "¥": "¥",
        "JPY": "JPY",
    },
    **{"CNY": "CNY", "RMB": "CNY", "dollars": "USD", "dollar": "USD", "euros": "EUR", "euro": "EUR", "yuan": "CNY"},
    **{
        "美元": "USD",
        "欧元": "EUR",
        "英镑": "GBP",
        "日元": "JPY",
        "人民币": "CNY",
        "元": "CNY",
        "円": "JPY",
        "yen": "JPY",
    },
}
_CURRENCY_BEFORE = re.compile(r"(?:USD ?\$|US\$|\$|€|£|¥|(?<![A-Za-z])(?:USD|EUR|GBP|JPY|CNY|RMB)) ?\Z")
_MONEY_SCALE = re.compile(r" ?(?P<scale>[KkMmBT]|[Mm]n|MM)(?![A-Za-z0-9])")
"""Short scales, read as such beside a currency only: ``$50K``, ``3M EUR``."""
_SHORT = {"k": 10**3, "m": 10**6, "mn": 10**6, "mm": 10**6, "b": 10**9, "t": 10**12}
_CURRENCY_WORDS = sorted((name for name in _CURRENCIES if len(name) > 1 or name in "元円€"), key=len, reverse=True)
_CURRENCY_AFTER = re.compile(rf" ?(?P<currency>{'|'.join(map(re.escape, _CURRENCY_WORDS))})(?![A-Za-z])")
_RANGE_BETWEEN = re.compile(r" ?(?:[-–—~～]|to|至|到) ?")
_PAIR_BETWEEN = re.compile(r" ?(?:and|和|与|及) ?")
_BETWEEN = re.compile(r"(?:\bbetween|介于|在) ?\Z", re.IGNORECASE)
_NEAR_BEFORE = re.compile(
    r"(?:\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|circa|ca?\.|close to|just (?:over|under)|"
    r"an estimated|estimated at)|[~≈～]|约为?|大约|大概|将近|接近|近) ?(?:an? |the )?\Z",
    re.IGNORECASE,
)
_OVER_BEFORE = re.compile(
    r"(?:\b(?:more than|over|above|exceeding|in excess of|upwards of)|超过|逾|多于|高于|大于) ?(?:an? )?\Z",
    re.IGNORECASE,
)
_UNDER_BEFORE = re.compile(
    r"(?:\b(?:less than|fewer than|under|below)|不到|不足|少于|低于|小于) ?(?:an? )?\Z", re.IGNORECASE
)
_NEAR_AFTER = re.compile(r" ?(?:左右|上下|or so\b|approximately\b|give or take\b)", re.IGNORECASE)
_OVER_AFTER = re.compile(r"[余多]")
_CUE_WINDOW = 24
_BLANK = "\x00"


def figures(text: str) -> tuple[Figure, ...]:
    """All figures of ``text`` in order, disjoint, with offsets in code points."""
    whole = folded = text.translate(_FOLD)
    found: list[Figure] = []
    for finder in (_dates, _shaped, _shares, _numbers, _words):
        fresh = list(finder(folded))
        found += fresh
        folded = _without(folded, fresh)
    found.sort(key=lambda figure: figure.start)
    return tuple(
        replace(figure, raw=text[figure.start : figure.end], about=figure.about or _approximation(whole, figure))
        for figure in _ranges(whole, found)
    )


def _approximation(text: str, figure: Figure) -> Literal["", "near", "over", "under"]:
    """Whether words beside the figure say that it is no exact one."""
    if figure.kind in ("version", "ordinal", "time"):
        return ""
    before = text[max(0, figure.start - _CUE_WINDOW) : figure.start]
    if _NEAR_BEFORE.search(before) or _NEAR_AFTER.match(text, figure.end):
        return "near"
    if _OVER_BEFORE.search(before) or (not figure.words and _OVER_AFTER.match(text, figure.end)):
        return "over"
    return "under" if _UNDER_BEFORE.search(before) else ""


def _without(text: str, found: list[Figure]) -> str:
    """The text with what was found blanked out, so that no figure is found twice."""
    pieces, at = [], 0
    for figure in sorted(found, key=lambda figure: figure.start):
        pieces += [text[at : figure.start], _BLANK * (figure.end - figure.start)]
        at = figure.end
    return "".join([*pieces, text[at:]])


def _dates(text: str) -> Iterator[Figure]:
    for date in find_dates(text):
        yield Figure("date", date.iso, "", date.start, date.end, "", about="near" if date.about else "")


def _shaped(text: str) -> Iterator[Figure]:
    """Times and versions that show by their shape or by the word before them."""
    if not re.search(r"\d|[点时]|noon|midnight", text):
        return
    taken: set[int] = set()
    for time in find_times(text):
        taken.update(range(time.start, time.end))
        yield Figure("time", time.value, "", time.start, time.end, "")
    for pattern in (_CUED_VERSION, _SHAPED_VERSION, _CHINESE_VERSION):
        for found in pattern.finditer(text):
            span = found.span("version")
            if span[0] not in taken:
                taken.update(range(*span))
                yield Figure("version", found["version"].lower(), "", *span, "")


def _shares(text: str) -> Iterator[Figure]:
    for share in find_shares(text):
        kind, unit = ("percent", "") if share.kind == "percent" else ("quantity", "x")
        yield Figure(cast(FigureKind, kind), share.value, unit, share.start, share.end, "", words=share.words)


def _decimal(text: str) -> Decimal:
    return Decimal(re.sub(r"[,\u202f\u2009']", "", text))


def _numbers(text: str) -> Iterator[Figure]:
    if not re.search(r"\d", text):
        return
    named = {found.start("version"): found for found in _NAMED_VERSION.finditer(text)}
    last = 0
    for found in _NUMBER.finditer(text):
        start, end = found.span("number")
        figure = _attached(text, start, end, _decimal(found["number"]), last)
        name = named.get(start)
        if figure is not None and figure.kind == "number" and name and name["name"] not in _NOT_A_PRODUCT:
            figure = Figure("version", name["version"], "", start, name.end("version"), "")
        if figure is not None:
            last = figure.end
            yield figure


def _words(text: str) -> Iterator[Figure]:
    last = -1
    for word in sorted(
        (*english_numbers(text), *chinese_numbers(text), *english_ordinals(text), *roman_numbers(text)),
        key=lambda w: w.start,
    ):
        if word.start < last:
            continue
        last = word.end
        if word.ordinal:
            yield Figure("ordinal", word.value, "", word.start, word.end, "", words=True)
            continue
        figure = _attached(text, word.start, word.end, word.value, word.start)
        if figure is not None and (word.sure or figure.kind != "number"):
            yield replace(figure, words=True)


def _attached(text: str, start: int, end: int, value: Decimal, floor: int = 0) -> Figure | None:
    """The number with what stands beside it, not before ``floor``; None for digits in a name (``3D``)."""
    if percent := _PERCENT_AFTER.match(text, end):
        return Figure("percent", value, "pp" if percent["points"] else "", start, percent.end(), "")
    if scale := _SCALE_AFTER.match(text, end):
        value, end = _plain(value * _SCALE[scale["scale"].lower()]), scale.end()
        if percent := _PERCENT_AFTER.match(text, end):
            return Figure("percent", value, "pp" if percent["points"] else "", start, percent.end(), "")
    before = _CURRENCY_BEFORE.search(text, max(floor, start - 5), start)
    after = _CURRENCY_AFTER.match(text, end)
    if before:
        value, end = _short_scale(text, value, end)
        return Figure("money", value, _CURRENCIES[before.group().replace(" ", "")], before.start(), end, "")
    if not after:
        scaled, behind = _short_scale(text, value, end)
        after = _CURRENCY_AFTER.match(text, behind) if behind != end else None
        value = scaled if after else value
    if after:
        return Figure("money", value, _CURRENCIES[after["currency"]], start, after.end(), "")
    if unit := unit_after(text, end):
        return Figure("quantity", value, unit[0], start, unit[1], "")
    if ordinal := _ORDINAL_AFTER.match(text, end):
        return Figure("ordinal", value, "", start, ordinal.end(), "")
    if re.match(r"[A-Za-z_]", text[end : end + 1]):
        return None
    return Figure("number", value, "", start, end, "")


def _short_scale(text: str, value: Decimal, end: int) -> tuple[Decimal, int]:
    """The amount with a scale of one letter behind it, and where that ends."""
    scale = _MONEY_SCALE.match(text, end)
    return (_plain(value * _SHORT[scale["scale"].lower()]), scale.end()) if scale else (value, end)


def _plain(value: Decimal) -> Decimal:
    """Without trailing zeros and exponent."""
    return Decimal(f"{value.normalize():f}")


def _ranges(folded: str, found: list[Figure]) -> list[Figure]:
    """The ends of a range share unit and scale wherever it is written once (``10–20 MB``, ``$5-10 million``)."""
    ends = list(found)
    for at, (low, high) in enumerate(itertools.pairwise(found)):
        if low.kind not in ("number", "money") or not _is_range(folded, low, high):
            continue
        if low.kind == "money" and high.kind == "number":
            ends[at + 1] = high = replace(high, kind="money", unit=low.unit)
        if low.kind == high.kind or high.kind in ("percent", "quantity", "money"):
            ends[at] = replace(low, kind=high.kind, unit=high.unit, value=_scaled(folded, low, high))
    return ends


def _is_range(folded: str, low: Figure, high: Figure) -> bool:
    if _RANGE_BETWEEN.fullmatch(folded, low.end, high.start):
        return True
    before = folded[max(0, low.start - _CUE_WINDOW) : low.start]
    return bool(_PAIR_BETWEEN.fullmatch(folded, low.end, high.start) and _BETWEEN.search(before))


def _scaled(folded: str, low: Figure, high: Figure) -> Decimal | str:
    scale = _SCALE_AFTER.search(folded, high.start, high.end)
    if scale is None or high.words or _SCALE_AFTER.search(folded, low.start, low.end) or isinstance(low.value, str):
        return low.value
    return _plain(low.value * _SCALE[scale["scale"].lower()])


def same(first: Figure, second: Figure) -> bool:
    """Whether the two state the same figure, whatever the unit, format or words they use."""
    if first.kind == second.kind and first.kind in ("date", "time", "version"):
        return first.value == second.value
    if _unsure(first) or _unsure(second):
        return _written(first) == _written(second) and "percent" not in (first.kind, second.kind)
    return bool(_readings(first) & _readings(second))


def covers(stated: Figure, evidence: Figure) -> bool:
    """Whether ``evidence`` supports ``stated``: the same, or the stated one is a coarser date or version."""
    if same(stated, evidence):
        return True
    if stated.kind == evidence.kind == "date":
        return _within(str(evidence.value), str(stated.value)) or _month_day(stated, evidence)
    if evidence.kind == "version" and (stated.kind == "version" or _unsure(stated)):
        return str(evidence.value).startswith(f"{_written(stated)}.")
    return False


def _within(inner: str, outer: str) -> bool:
    """Whether the one date lies in the other, coarser one: 31 March 2025 in the first quarter of 2025."""
    one, other = interval(inner), interval(outer)
    return one is not None and other is not None and other[0] <= one[0] and one[1] <= other[1]


def _month_day(stated: Figure, evidence: Figure) -> bool:
    return str(stated.value).startswith("--") and str(evidence.value)[4:] == str(stated.value)[1:]


def _unsure(figure: Figure) -> bool:
    return figure.kind in ("number", "ordinal")


def _written(figure: Figure) -> str:
    """The digits as written: ``3.10`` is not ``3.1`` (it may be a version), ``007`` is ``7``."""
    return str(figure.value)


def _readings(figure: Figure) -> frozenset[Reading]:
    if not isinstance(figure.value, Decimal):
        return frozenset()
    value = figure.value.normalize()
    if figure.kind == "percent":
        return frozenset({("percent" + figure.unit, value)})
    if figure.kind == "money":
        return frozenset((unit, value) for unit in (("CNY", "JPY") if figure.unit == "¥" else (figure.unit,)))
    return readings(value, figure.unit)
