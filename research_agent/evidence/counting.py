"""Small numbers that count what stands there to be counted: no quote need say "three" that lists three things."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from research_agent.domain import Quote
from research_agent.evidence.names import is_latin
from research_agent.text.figures import Figure

_COUNTED = 12
"""The largest number in words that may count the things listed in the same sentence."""
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[。！？\n]")
_LIST_BEGINS = re.compile(r":(?![\d/])|[：—]|\s[–-]\s")
_BRACKET = re.compile(r"[(（]([^()（）]*)[)）]")
_NAMES_A_SOURCE = re.compile(r"\bversion\b|\bedition\b|版", re.IGNORECASE)
_COMMAS = re.compile(r"[,;，、；](?:\s*(?:and|or)\b)?")
_ANDS = re.compile(r"\s(?:and|or)\s|以及|[和与及或]")
_CLAUSES = re.compile(r"[,，;；](?!\s*(?:以及|[和与及或]))")
"""Chinese clauses: a comma parts these, not the things of a list, unless "and" follows it."""
_LAST_ITEM = re.compile(r"(?:and|or)\b")
_WORD = re.compile(r"[A-Za-z][\w.+-]*(?: [A-Za-z][\w.+-]*)*")
_SOURCES = re.compile(
    r"\s*(?:\w+\s){0,2}(?:sources?|documents?|editions?|versions?|manuals?|releases?)\b|"
    r"\s*[个份篇种]?(?:来源|文档|版本|资料)"
)
_KNOWN_TWO = re.compile(r"(?:\b(?:the|these|those|its|their|all|other|between|of)|[这那该上述此])\s*$", re.IGNORECASE)
"""Before "two": two things that were named, not just any two."""
_PAIR = re.compile(
    r"(?:\b[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*)*(?:['’]s)? (?:and|or) [A-Z])|"
    r"[\u4e00-\u9fff]{1,12}[和与及或][\u4e00-\u9fff]{1,12}"
)
_THIRD = re.compile(r",\s*[A-Z][\w.'’ -]*,? (?:and|or) [A-Z]|、")
_BOTH = re.compile(r"\b(?:both|either|each (?:side|party))\b|双方|彼此", re.IGNORECASE)
"""What is only said of two."""
_PARTED = re.compile(r"\b(?:differ\w*|disagree\w*)\b|不同|差异|相差", re.IGNORECASE)


def counts(figure: Figure, text: str, quotes: Sequence[Quote]) -> bool:
    """Whether the figure of ``text`` is a small number in words that counts what the sentence or a quote lists, or the
    sources that it cites, or the two sides of what the quotes compare."""
    if not figure.words or figure.kind != "number" or not isinstance(figure.value, Decimal):
        return False
    if figure.value > _COUNTED:
        return False
    number = int(figure.value)
    after = text[figure.end :]
    if number in _list_lengths(after) or (number > 2 and any(number in _list_lengths(q.text) for q in quotes)):
        return True
    if _SOURCES.match(after) and number == len({quote.source for quote in quotes}):
        return True
    return number == 2 and (_two_that_differ(after, quotes) or _two_that_are_named(figure, text, quotes))


def _two_that_differ(after: str, quotes: Sequence[Quote]) -> bool:
    """``two heights may differ``: a difference that a quote speaks of is always one between two."""
    return bool(_PARTED.search(after)) and any(_PARTED.search(quote.text) for quote in quotes)


def _two_that_are_named(figure: Figure, text: str, quotes: Sequence[Quote]) -> bool:
    """``the two countries`` where a quote, or the sentence before the number, names a pair and no third, or where a
    quote says "both" of them."""
    if not _KNOWN_TWO.search(text[: figure.start]):
        return False
    if any(_BOTH.search(quote.text) for quote in quotes):
        return True
    places = (text[: figure.start], *(quote.text for quote in quotes))
    return any(_PAIR.search(place) and not _THIRD.search(place) for place in places)


def _list_lengths(text: str) -> set[int]:
    """How many things ``text`` lists: behind a colon or dash, in a bracket, or in a row that ends with "and" or "or".

    ``a and b, c, and d`` may be three or four things: all readings count. Clauses that commas part are no list.
    """
    lengths: set[int] = set()
    for sentence in _SENTENCE_END.split(text):
        told = _BRACKET.sub("", sentence)
        head, *tail = _LIST_BEGINS.split(told, maxsplit=1)
        lengths |= _row_lengths(head) | _foreign_names(told)
        for listed in (*tail, *_bracketed(sentence)):
            lengths |= _item_counts(listed)
    return lengths - {0, 1}


def _bracketed(sentence: str) -> list[str]:
    """What the sentence puts in brackets, but for the names of sources."""
    return [inner for inner in _BRACKET.findall(sentence) if not _NAMES_A_SOURCE.search(inner)]


def _item_counts(listed: str) -> set[int]:
    """The readings of something that is known to be a list."""
    parts = [part for part in _COMMAS.split(listed) if part.strip(" .。")]
    if not parts:
        return set()
    joined = [len(_ANDS.split(part)) for part in parts]
    return {len(parts), len(parts) + joined[-1] - 1, sum(joined)}


def _row_lengths(text: str) -> set[int]:
    """The lengths of rows within running text: their last thing follows "and", or Chinese list commas part them."""
    if not is_latin(text):
        clauses = [clause for clause in _CLAUSES.split(text) if "、" in clause or _ANDS.search(clause)]
        return {clause.count("、") + len(_ANDS.split(clause.split("、")[-1])) for clause in clauses}
    lengths: set[int] = set()
    joined = 0
    for at, part in enumerate(re.split(r"[,;]\s*", text.strip())):
        last = bool(at and _LAST_ITEM.match(part))
        inside = len(_ANDS.split(part)) - 1
        if last or inside:
            things = at + 1 + (0 if last else inside)
            # before the first thing may stand an introduction ("In May, a, b, and c"); one thing may be two
            lengths |= {things - 1, things, things + joined}
        joined += inside
    return lengths


def _foreign_names(text: str) -> set[int]:
    """How many different things Chinese text calls by their Latin names: these stand out wherever they stand."""
    return set() if is_latin(text) else {len({word.lower() for word in _WORD.findall(text)})}
