"""What a quote leans on in its own document: the headings above it, and the header of its table.

A row of a table says nothing without the header of its columns, and a paragraph under "Version 9.2" does not repeat
the version. Both stand in the stored text and are found again from the run folder alone. Nothing else of a document
is evidence for a sentence: a figure or a name elsewhere in it belongs to something else.
"""

from __future__ import annotations

import bisect
import re
from dataclasses import dataclass

from research_agent.domain import Block, BlockKind, Document, Quote
from research_agent.evidence.content import figures_of
from research_agent.text.figures import Figure

_BEFORE = 6000
"""Characters before a quote in which a thing that it calls "the department" may be named in full."""


@dataclass(frozen=True, slots=True)
class Context:
    """What the document says around one quote, and may be taken as said with it."""

    headings: tuple[str, ...] = ()
    """From the top down to the quote."""
    header: str = ""
    """The header row of the table from which the quote comes."""
    before: str = ""
    """The text that leads to the quote."""

    @property
    def naming(self) -> tuple[str, ...]:
        """Texts that name what the quote speaks of."""
        return (*self.headings, self.header) if self.header else self.headings

    def figures(self) -> tuple[Figure, ...]:
        """Figures that hold for the quote: dates and versions of headings, whose other numbers only count sections,
        and all of a table's header."""
        above = (figure for heading in self.headings for figure in figures_of(heading))
        return (*(figure for figure in above if figure.kind in ("date", "version")), *figures_of(self.header))

    def names_in_full(self, name: str, noun: str) -> bool:
        """Whether the last thing of this kind that the text before the quote names is ``name noun``: so that
        "the department" of the quote is the Survey Department."""
        named = re.findall(rf"((?:[A-Z][\w-]*\s+)+)(?i:{re.escape(noun)})\b", self.before)
        return bool(named) and " ".join(named[-1].split()).removeprefix("The ") == name


def context_of(quote: Quote, document: Document | None) -> Context:
    """The surroundings of a quote; none where the document is not at hand."""
    if document is None or not 0 <= quote.start < quote.end <= len(document.text):
        return Context()
    before = document.text[max(0, quote.start - _BEFORE) : quote.start]
    at = bisect.bisect_right(document.blocks, quote.start, key=lambda block: block.start) - 1
    return Context(headings=_headings_above(document, at), header=_header_above(document, at), before=before)


def _headings_above(document: Document, at: int) -> tuple[str, ...]:
    """The headings under which block ``at`` stands, each of a higher level than the next."""
    found: list[str] = []
    level = 7
    for block in reversed(document.blocks[: at + 1]):
        if block.kind is BlockKind.HEADING and block.level < level:
            found.append(_text(document, block))
            level = block.level
    return tuple(reversed(found))


def _header_above(document: Document, at: int) -> str:
    """The header row of the table in which block ``at`` is a row; empty for other blocks and tables without one."""
    for block in reversed(document.blocks[: at + 1]):
        if block.kind is not BlockKind.ROW:
            return ""
        if block.level == 1:
            return _text(document, block)
    return ""


def _text(document: Document, block: Block) -> str:
    return " ".join(document.text[block.start : block.end].split())
