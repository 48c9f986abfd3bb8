"""The places in one document that a statement may rest on, likeliest first.

A document is cut into units (sentences, rows, headings, pieces of code). A unit is worth the rarity of the statement's
terms and figures that it holds; round the best ones, windows of one to ``WIDEST`` units are offered. Rarity is counted
in the document itself: the words that all of it shares tell no place from another.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

from research_agent.domain import BlockKind, Document, Quote
from research_agent.evidence.content import content_terms, figures_of
from research_agent.evidence.quoting import page_at
from research_agent.text.figures import Figure, covers
from research_agent.text.sentences import sentence_spans

WIDEST = 3
"""Units of a window at most: more hold any two facts of a page."""
LONGEST = 900
"""Characters of a window at most; a single unit may be longer."""
CENTRES = 6
"""Units round which windows are looked at."""


class PassageFinder:
    """One document, prepared for many statements. Not safe for several threads at once."""

    def __init__(self, document: Document) -> None:
        self.document = document

    @cached_property
    def units(self) -> list[tuple[int, int]]:
        """Sentences, rows, headings and code, in text order."""
        document = self.document
        spans = set(sentence_spans(document.text, document.blocks))
        spans |= {(b.start, b.end) for b in document.blocks if b.kind in (BlockKind.HEADING, BlockKind.CODE)}
        return sorted((start, end) for start, end in spans if document.text[start:end].strip())

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        """Term -> units that hold it."""
        places: dict[str, list[int]] = defaultdict(list)
        for at, (start, end) in enumerate(self.units):
            for term in content_terms(self.document.text[start:end]):
                places[term].append(at)
        return places

    @cached_property
    def _figures(self) -> list[tuple[int, Figure]]:
        text = self.document.text
        return [(at, figure) for at, (start, end) in enumerate(self.units) for figure in figures_of(text[start:end])]

    def windows(self, statement: str) -> Iterator[Quote]:
        """Passages that the statement may rest on, likeliest centre first, the narrow ones of each first."""
        seen: set[tuple[int, int]] = set()
        for centre in self._centres(statement):
            for first, last in _around(centre, len(self.units)):
                if (first, last) not in seen and (quote := self._quote(first, last)):
                    seen.add((first, last))
                    yield quote

    def _centres(self, statement: str) -> list[int]:
        worth: dict[int, float] = defaultdict(float)
        total = len(self.units)
        for term in content_terms(statement):
            holders = self._places.get(term, ())
            for at in holders:
                worth[at] += _rarity(total, len(holders))
        for figure in figures_of(statement):
            holding = {at for at, other in self._figures if covers(figure, other)}
            for at in holding:
                worth[at] += _rarity(total, len(holding))
        return sorted(worth, key=lambda at: (-worth[at], at))[:CENTRES]

    def _quote(self, first: int, last: int) -> Quote | None:
        start, end = self.units[first][0], self.units[last][1]
        if last > first and end - start > LONGEST:
            return None
        return Quote(
            id=f"q{start}-{end}",
            source=self.document.source.id,
            start=start,
            end=end,
            text=self.document.text[start:end],
            page=page_at(self.document, start),
        )


def _around(centre: int, total: int) -> Iterator[tuple[int, int]]:
    for width in range(WIDEST):
        for before in range(width + 1):
            first, last = centre - before, centre - before + width
            if first >= 0 and last < total:
                yield first, last


def _rarity(total: int, holders: int) -> float:
    return math.log(1.0 + (total + 0.5) / (holders + 0.5)) if holders else 0.0
