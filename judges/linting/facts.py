"""Evidence: a rubric states a fact only where its source was read, and then carries the passage.

A fact shows by a figure: a date, a share, a sum, a quantity, a version, an article's number. Of a positive item it must
stand in the question, or in one of the item's quotes, or follow from the question's figures by one step of arithmetic
(40 lessons less 9; a day three months before the flight). Figures of form (at most 800 words, a table of four columns)
and small counts are demands, not facts. A flaw's text is a false claim and may hold any figure; its ``fact`` may not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from research_agent.judges.linting.findings import CLAIMED, Finding
from research_agent.judges.linting.known import Known, is_computed
from research_agent.judges.rubric import Item, Rubric
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
_DIGIT = re.compile(r"[\d０-９零一二两三四五六七八九十半]|[A-Za-z]{3}")
_NAMED_BEFORE = re.compile(r"[A-Z]{2}[ -]?\Z|[A-Z]{2}[A-Z/T]* ?\d+(?:\.\d+)?[-—–]\Z")
"""Standards and the like: GB 5749-2022, RFC 8446."""
_SUM = re.compile(r"\b(?:add|sum|total)\w*\b|合计|加起来|之和|总和|相加", re.IGNORECASE)
_IN_A_PLACE = re.compile(r"\d+(?:\.\d+)*")


def evidence(rubric: Rubric) -> Iterator[Finding]:
    """Findings on every item of a checklist."""
    known = Known(rubric)
    for item in rubric.items:
        if is_computed(item) or known.follows(item):
            continue
        if item.fact and not item.evidence:
            yield _finding(item, _NO_PASSAGE, True)
        elif item.kind == "negative":
            yield from _unproved(item, (item.fact,), known)
        else:
            yield from _unproved(item, (item.text, item.fact), known)


def _unproved(item: Item, texts: Sequence[str], known: Known) -> Iterator[Finding]:
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


def _is_error(figure: Figure, text: str, item: Item, known: Known) -> bool:
    """Not where another item carries the passage, the figure bounds a demand, or only a passage's date is missing."""
    elsewhere = (one for id, quoted in known.quoted.items() if id != item.id for one in quoted)
    if any(covers(figure, one) for one in elsewhere):
        return False
    claims = _claims(text) or text == item.fact
    bound = _BOUND_BEFORE.search(text[: figure.start]) or _BOUND_AFTER.match(text, figure.end)
    if bound and (item.evidence or not claims):
        return False
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


def _is_known(figure: Figure, item: Item, known: Known) -> bool:
    said = [one for one in known.said if not _only_counts(one, figure)] + list(known.quoted[item.id])
    if any(covers(figure, one) or _same_value(figure, one) for one in said):
        return True
    if figure.kind in ("version", "number", "date") and str(figure.value) in _places(item):
        return True
    if isinstance(figure.value, Decimal):
        telling = figure.value > SMALL or figure.value % 1  # any small whole number is a sum or quotient of some two
        return figure.kind != "percent" and bool(telling) and figure.value.normalize() in known.computed
    return figure.kind == "date" and (str(figure.value)[:7] in known.months or known.spans(figure))


def _only_counts(said: Figure, stated: Figure) -> bool:
    """Three methods in the question are no three years, per cent or euros."""
    small = isinstance(stated.value, Decimal) and abs(stated.value) <= SMALL
    return small and said.kind in ("number", "ordinal") and stated.kind in ("quantity", "percent", "money")


def _same_value(figure: Figure, other: Figure) -> bool:
    """The same number under another reading of its unit: ``61 per cent`` and 61, a table's cell without its header."""
    one, two = figure.value, other.value
    return isinstance(one, Decimal) and isinstance(two, Decimal) and abs(one) == abs(two)


def _places(item: Item) -> frozenset[str]:
    """Numbers in the paths and addresses of the passages: ``2.1.0`` of ``v2.1.0-ReleaseNotes``, and ``2.1``."""
    found = {number for one in item.evidence for number in _IN_A_PLACE.findall(one.source)}
    return frozenset(found | {number.rsplit(".", 1)[0] for number in found})


def _listed(raws: Iterable[str]) -> str:
    return ", ".join(f"“{raw}”" for raw in raws)


def _finding(item: Item, message: str, error: bool) -> Finding:
    return Finding(item=item.id, principle="evidence", message=message, severity="error" if error else "warning")
