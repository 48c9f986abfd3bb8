"""What a task itself says: the figures of its question and passages, and what follows from them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cached_property
from itertools import permutations

from research_agent.judges.rubric import Item, Rubric
from research_agent.text.dates import interval
from research_agent.text.figures import Figure, figures

_COMPUTED = re.compile(
    r"\b(?:comput|calculat|deriv|work(?:s|ed|ing)? out|recalculat)\w*|算出|推算|推出|倒推|核算|计算|演算|折算|"
    r"换算|得出",
    re.IGNORECASE,
)
_FORMULA = re.compile(r"[×÷=＝≈]|\d ?[x*/] ?\d")
_CODE = re.compile(r"\b(?:[A-Z]{3}|Rp\.?|RM|HK\$|A\$|S\$) ?(?=\d)")
_TWO_SCALES = re.compile(r"(\d+) ?亿 ?(\d{1,4}) ?万")
_DEGREES = re.compile(r"(\d) ?([CF])\b")
_YEARS = re.compile(r"((?:19|20)\d\d) ?年?(?: ?[-–—~～至到] ?| to | and )((?:19|20)\d\d)")
_DURATION_TEXT = re.compile(
    r"(?P<number>\d+|[一二两三四五六七八九十]|one|two|three|four|five|six|eight|nine|ten|twelve|a)"
    r"[- ]?(?P<unit>年|周年|个月|years?|months?)",
    re.IGNORECASE,
)
_WORDS = dict(zip("一二三四五六七八九十", range(1, 11), strict=True)) | {"两": 2}
_WORDS |= {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "nine": 9, "ten": 10}
_WORDS |= {"twelve": 12}


@dataclass(frozen=True)
class Known:
    """What the task itself says."""

    rubric: Rubric

    @cached_property
    def said(self) -> tuple[Figure, ...]:
        return _figures_of((self.rubric.question, self.rubric.date))

    @cached_property
    def quoted(self) -> dict[str, tuple[Figure, ...]]:
        """Item id -> the figures of its quotes."""
        return {item.id: _figures_of(one.quote for one in item.evidence) for item in self.rubric.items}

    @cached_property
    def computed(self) -> frozenset[Decimal]:
        """Sums, differences, products and quotients of two figures of the question, and of one with 100 or 12."""
        values = [figure.value for figure in self.said if isinstance(figure.value, Decimal)]
        return frozenset(_arithmetic([*dict.fromkeys(values), Decimal(100), Decimal(12)]))

    @cached_property
    def months(self) -> frozenset[str]:
        """``YYYY-MM`` that lie a duration away from a date of the question; durations of the whole rubric."""
        texts = [self.rubric.question, *(f"{item.text} {item.fact}" for item in self.rubric.items)]
        texts += [one.quote for item in self.rubric.items for one in item.evidence]
        shifts = {shift for text in texts for shift in _durations(text)}
        starts = [span for figure in self.said if figure.kind == "date" and (span := interval(str(figure.value)))]
        return frozenset(_moved(start, sign * shift) for start, _ in starts for shift in shifts for sign in (1, -1))

    def follows(self, item: Item) -> bool:
        """Whether all figures of an item without a passage, and there is one, are the question's or were computed."""
        stated = figures(f"{item.text}\n{item.fact}")
        had = {(one.kind, one.value) for one in (*self.said, *self.results)}
        return bool(stated) and not item.evidence and all((one.kind, one.value) in had for one in stated)

    @cached_property
    def results(self) -> tuple[Figure, ...]:
        """What the items that ask for a computation name."""
        return _figures_of(f"{item.text}\n{item.fact}" for item in self.rubric.items if is_computed(item))

    def spans(self, figure: Figure) -> bool:
        """Whether a date lies within the years that the question names as a range."""
        own = interval(str(figure.value))
        return own is not None and any(
            int(first) <= own[0].year and own[1].year <= int(last) for first, last in self.ranges
        )

    @cached_property
    def ranges(self) -> list[tuple[str, str]]:
        return _YEARS.findall(self.rubric.question)


def is_computed(item: Item) -> bool:
    """It asks for what follows from the question's own figures by more than one step."""
    return bool(_COMPUTED.search(item.text) or _FORMULA.search(item.fact))


def _figures_of(texts: Iterable[str]) -> tuple[Figure, ...]:
    return tuple(figure for text in texts for form in dict.fromkeys((text, _plain(text))) for figure in figures(form))


def _plain(text: str) -> str:
    """With 407亿2200万 as one number, 38C as 38 °C, and without the currency codes that look like products' names."""
    text = _DEGREES.sub(r"\1 °\2", text)
    return _TWO_SCALES.sub(lambda found: f"{int(found[1]) * 10_000 + int(found[2])}万", _CODE.sub("", text))


def _arithmetic(values: Sequence[Decimal]) -> Iterator[Decimal]:
    for one, other in permutations(values, 2):
        yield (one + other).normalize()
        yield (one - other).normalize()
        yield (one * other).normalize()
        if other:
            yield (one / other).normalize()


def _durations(text: str) -> Iterator[int]:
    """Months."""
    for found in _DURATION_TEXT.finditer(text):
        number = found["number"].casefold()
        count = int(number) if number.isdecimal() else _WORDS[number]
        yield count * (1 if "月" in found["unit"] or found["unit"].casefold().startswith("month") else 12)


def _moved(start: date, months: int) -> str:
    place = start.year * 12 + start.month - 1 + months
    return f"{place // 12:04d}-{place % 12 + 1:02d}"
