"""Evidence: a rubric states a fact only where its source was read, and then carries the passage.

A fact shows by a figure: a date, a share, a sum, a quantity, a version, an article's number. Of a positive item it must
stand in the question, or in one of the item's quotes, or follow from the question's figures by one step of arithmetic
(40 lessons less 9; a day three months before the flight). Figures of form (at most 800 words, a table of four columns)
and small counts are demands, not facts. A flaw's text is a false claim and may hold any figure; its ``fact`` may not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cached_property
from itertools import permutations

from research_agent.judges.linting.findings import CLAIMED, Finding
from research_agent.judges.rubric import Item, Rubric
from research_agent.text.dates import interval
from research_agent.text.figures import Figure, covers, figures

SMALL = 12
"""A plain number up to it is a count of what is asked for."""

_FORM = re.compile(
    r"[- ]?(?:(?:English|Chinese|short|separate|distinct|different|main|key|bullet) )?(?:words?|characters?|pages?|"
    r"rows?|columns?|lines?|sentences?|paragraphs?|items?|bullets?|points?|sections?|headings?|steps?|sources?|"
    r"references?|citations?|examples?|entries|questions?|字|词|页|行|列|栏|句|段|节|个|种|项|点|次|篇|则|处|类|份|张|幅)",
    re.IGNORECASE,
)
_ARTICLE_BEFORE = re.compile(r"(?:\b(?:Article|Art\.|Section|Sec\.|Clause|Rule)|§) ?\Z", re.IGNORECASE)
_CHINESE_ARTICLE = (re.compile(r"第 ?\Z"), re.compile(r" ?[条款]"))
_DOCUMENT = (re.compile(r"[〕\]）)第] ?\Z"), re.compile(r" ?号"))
_ASKS = re.compile(r"\b(?:whether|how|why|if)\b|是否|还是|怎样|怎么|如何|为何|为什么|多少|哪|几|有没有|有无|什么")
_BOUND_BEFORE = re.compile(
    r"(?:since|after|from|at least|at most|no more than|no fewer than|not more than|exactly|within|up to|"
    r"(?:more|fewer|less) than|over|above|below|passed|exceed(?:s|ed|ing)?|"
    r"last|past|recent|next|coming|not exceed(?:ing)?|"
    r"至少|不超过|不少于|不多于|恰好|恰有|最多|超过|逾|突破|低于|不足|近|过去|未来|今后|不晚于|不早于)"
    r"(?: the)? ?\Z",
    re.IGNORECASE,
)
_BOUND_AFTER = re.compile(r" ?(?:以内|之内|以后|之后|以来|起|or (?:more|less|fewer)|or later)", re.IGNORECASE)
_NO_PASSAGE = "Its gold fact has no passage: quote the source that was read, or drop the fact."
_COMPUTED = re.compile(
    r"\b(?:comput|calculat|deriv|work(?:s|ed|ing)? out|recalculat)\w*|算出|推算|推出|倒推|核算|计算|演算|折算|"
    r"换算|得出",
    re.IGNORECASE,
)
_FORMULA = re.compile(r"[×÷=＝≈]|\d ?[x*/] ?\d")
_CODE = re.compile(r"\b(?:[A-Z]{3}|Rp\.?|RM|HK\$|A\$|S\$) ?(?=\d)")
_DEGREES = re.compile(r"(\d) ?([CF])\b")
_TWO_SCALES = re.compile(r"(\d+) ?亿 ?(\d{1,4}) ?万")
_DIGIT = re.compile(r"[\d０-９零一二两三四五六七八九十半]|[A-Za-z]{3}")
_NAMED_BEFORE = re.compile(r"[A-Z]{2}[ -]?\Z|[A-Z]{2}[A-Z/T]* ?\d+(?:\.\d+)?[-—–]\Z")
"""Standards and the like: GB 5749-2022, RFC 8446."""
_SUM = re.compile(r"\b(?:add|sum|total)\w*\b|合计|加起来|之和|总和|相加", re.IGNORECASE)
_IN_A_PLACE = re.compile(r"\d+(?:\.\d+)*")
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
class _Known:
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
        had = {one.value for one in (*self.said, *self.results)}
        return bool(stated) and not item.evidence and all(one.value in had for one in stated)

    @cached_property
    def results(self) -> tuple[Figure, ...]:
        """What the items that ask for a computation name."""
        return _figures_of(f"{item.text}\n{item.fact}" for item in self.rubric.items if _is_computed(item))

    def spans(self, figure: Figure) -> bool:
        """Whether a date lies within the years that the question names as a range."""
        own = interval(str(figure.value))
        return own is not None and any(
            int(first) <= own[0].year and own[1].year <= int(last) for first, last in self.ranges
        )

    @cached_property
    def ranges(self) -> list[tuple[str, str]]:
        return _YEARS.findall(self.rubric.question)


def evidence(rubric: Rubric) -> Iterator[Finding]:
    """Findings on every item of a checklist."""
    known = _Known(rubric)
    for item in rubric.items:
        if _is_computed(item) or known.follows(item):
            continue
        if item.fact and not item.evidence:
            yield _finding(item, _NO_PASSAGE, True)
        elif item.kind == "negative":
            yield from _unproved(item, (item.fact,), known)
        else:
            yield from _unproved(item, (item.text, item.fact), known)


def _unproved(item: Item, texts: Sequence[str], known: _Known) -> Iterator[Finding]:
    """At most one error and two warnings: what is proved elsewhere, what is proved nowhere."""
    errors: dict[str, None] = {}
    warnings: dict[str, None] = {}
    for text in texts:
        for figure in figures(text):
            if _is_fact(figure, text) and not _is_known(figure, item, known):
                (errors if _is_error(figure, text, item, known) else warnings)[figure.raw] = None
    if errors:
        yield _finding(item, f"{_listed(errors)} stands neither in the question nor in a passage of this item.", True)
    if rest := {raw: None for raw in warnings if raw not in errors}:
        yield _finding(item, f"{_listed(rest)} does not stand in a passage of this item.", False)


def _is_error(figure: Figure, text: str, item: Item, known: _Known) -> bool:
    """Not where another item carries the passage, the figure bounds a demand, or only a passage's date is missing."""
    elsewhere = (one for id, quoted in known.quoted.items() if id != item.id for one in quoted)
    if any(covers(figure, one) for one in elsewhere):
        return False
    if _BOUND_BEFORE.search(text[: figure.start]) or _BOUND_AFTER.match(text, figure.end):
        return False
    claims = _claims(text) or text == item.fact
    if figure.kind == "date":
        return claims and not item.evidence
    if _NAMED_BEFORE.search(text[: figure.start]):
        return False
    if figure.kind == "version":
        return claims and not item.evidence
    if figure.kind == "number" and text == item.fact:
        return False  # a label rather than a demand: STAR 50, document 43
    return claims or figure.kind != "number"


def _claims(text: str) -> bool:
    """Whether the text says that something is so, and does not ask whether, how or how many."""
    claimed = CLAIMED.search(text)
    return bool(claimed) and not _ASKS.search(text)


def _is_fact(figure: Figure, text: str) -> bool:
    if _is_article(figure, text):
        return True
    if figure.kind == "ordinal" or _FORM.match(text, figure.end) or (figure.value == 100 and _SUM.search(text)):
        return False
    if not _DIGIT.search(figure.raw):
        return False
    if figure.words and isinstance(figure.value, Decimal) and (figure.value <= 2 or not _claims(text)):
        return False  # any one year, the double of it, all four quarters
    if figure.kind == "number" and isinstance(figure.value, Decimal):
        return abs(figure.value) > SMALL and not figure.words
    return True


def _is_article(figure: Figure, text: str) -> bool:
    before = text[: figure.start]
    pairs = (_CHINESE_ARTICLE, _DOCUMENT)
    return bool(_ARTICLE_BEFORE.search(before)) or any(
        head.search(before) and tail.match(text, figure.end) for head, tail in pairs
    )


def _is_known(figure: Figure, item: Item, known: _Known) -> bool:
    said = (*known.said, *known.quoted[item.id])
    if any(covers(figure, one) or _same_value(figure, one) for one in said):
        return True
    if figure.kind in ("version", "number", "date") and str(figure.value) in _places(item):
        return True
    if isinstance(figure.value, Decimal):
        return figure.kind != "percent" and figure.value.normalize() in known.computed
    return figure.kind == "date" and (str(figure.value)[:7] in known.months or known.spans(figure))


def _same_value(figure: Figure, other: Figure) -> bool:
    """The same number under another reading of its unit: ``61 per cent`` and 61, a table's cell without its header."""
    one, two = figure.value, other.value
    return isinstance(one, Decimal) and isinstance(two, Decimal) and abs(one) == abs(two)


def _places(item: Item) -> frozenset[str]:
    """Numbers in the paths and addresses of the passages: ``2.1.0`` of ``v2.1.0-ReleaseNotes``, and ``2.1``."""
    found = {number for one in item.evidence for number in _IN_A_PLACE.findall(one.source)}
    return frozenset(found | {number.rsplit(".", 1)[0] for number in found})


def _figures_of(texts: Iterable[str]) -> tuple[Figure, ...]:
    return tuple(figure for text in texts for form in dict.fromkeys((text, _plain(text))) for figure in figures(form))


def _plain(text: str) -> str:
    """With 407亿2200万 as one number, 38C as 38 °C, and without the currency codes that look like products' names."""
    text = _DEGREES.sub(r"\1 °\2", text)
    return _TWO_SCALES.sub(lambda found: f"{int(found[1]) * 10_000 + int(found[2])}万", _CODE.sub("", text))


def _is_computed(item: Item) -> bool:
    """It asks for what follows from the question's own figures by more than one step."""
    return bool(_COMPUTED.search(item.text) or _FORMULA.search(item.fact))


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


def _listed(raws: Iterable[str]) -> str:
    return ", ".join(f"“{raw}”" for raw in raws)


def _finding(item: Item, message: str, error: bool) -> Finding:
    return Finding(item=item.id, principle="evidence", message=message, severity="error" if error else "warning")
