"""A fact's figures replaced by others, in one sentence; numbers of sources, of list items and in addresses stay."""

from __future__ import annotations

import re

_FIGURE = re.compile(r"(?:(?<=\bv)|(?<![A-Za-z\d.,])(?<![A-Za-z]-))\d+(?:[.,]\d+)*")
"""Not the digit of a name (``K2``, ``UTF-8``); a version's, after ``v``, is one."""
_NOT_SAID = re.compile(
    r"\[\^?\d+(?:\s*[,–-]\s*\d+)*\]"  # a citation
    r"|\]\([^)\s]*\)|https?://\S+"
    r"|\A[ \t>]*(?:[-*+•·‣▪–][ \t]+)?\(?\d{1,3}[.)、][ \t]+"  # the number of an item
)


def figures_of(text: str) -> frozenset[str]:
    """The figures of a text, without commas between thousands."""
    return frozenset(_bare(found[0]) for found in _FIGURE.finditer(_hidden(text)))


def swapped(sentence: str, wanted: frozenset[str]) -> str:
    """The sentence with other figures in place of those wanted; itself where it has none of them."""
    pieces, at = [], 0
    for found in _FIGURE.finditer(_hidden(sentence)):
        if _bare(found[0]) in wanted:
            pieces += [sentence[at : found.start()], _other(found[0])]
            at = found.end()
    return "".join([*pieces, sentence[at:]])


def _hidden(text: str) -> str:
    """The text with blanks for what holds digits but no figure, every offset kept."""
    return _NOT_SAID.sub(lambda found: " " * len(found[0]), text)


def _bare(figure: str) -> str:
    """``8,848.86`` is ``8848.86``."""
    return re.sub(r",(?=\d{3}(?!\d))", "", figure)


def _other(figure: str) -> str:
    """Another figure of the same form: its first digit is raised, 9 becomes 4."""
    first = int(figure[0])
    return f"{4 if first == 9 else first + 1 if first else 3}{figure[1:]}"
