"""Small numbers that count what stands there to be counted: no quote need say "three" that lists three things."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from research_agent.domain import Quote
from research_agent.text.figures import Figure

_COUNTED = 12
"""The largest number in words that may count the things listed in the same sentence."""
_LIST_BEGINS = re.compile(r"[:：—–(（]")
_COMMAS = re.compile(r"[,;，、；](?:\s*(?:and|or)\b)?")
_ANDS = re.compile(r"\s(?:and|or)\s|以及|[和与及或]")
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
    """``the two countries`` where a quote, or the sentence before the number, names a pair and no third."""
    if not _KNOWN_TWO.search(text[: figure.start]):
        return False
    places = (text[: figure.start], *(quote.text for quote in quotes))
    return any(_PAIR.search(place) and not _THIRD.search(place) for place in places)


def _list_lengths(text: str) -> set[int]:
    """How many things ``text`` may list: behind a colon, dash or bracket, or in all of it behind a first noun.

    ``a and b, c, and d`` may be three or four things: all readings count.
    """
    head, *tail = _LIST_BEGINS.split(text, maxsplit=1)
    lengths: set[int] = set()
    for listed, extra in ((tail[0], 0) if tail else (head, 1), (head, 1)):
        parts = [part for part in _COMMAS.split(listed) if part.strip(" .。)）")]
        if not parts:
            continue
        last = len(_ANDS.split(parts[-1])) - 1
        every = sum(len(_ANDS.split(part)) for part in parts)
        lengths |= {length - shift for length in (len(parts), len(parts) + last, every) for shift in range(extra + 1)}
    return lengths - {0, 1}
