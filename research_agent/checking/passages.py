"""The places in one document that a statement may rest on, likeliest first.

A document is cut into units (sentences, rows, headings, pieces of code). A unit is worth the rarity of the statement's
terms and figures that it holds; round the best ones, windows of one to ``WIDEST`` units are offered. Rarity is counted
in the document itself: the words that all of it shares tell no place from another.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from research_agent.checking.meanings import forms, held, meant_terms, said_terms
from research_agent.domain import BlockKind, Document, Quote
from research_agent.evidence.content import figures_of
from research_agent.evidence.context import context_of
from research_agent.evidence.names import is_latin
from research_agent.evidence.quoting import page_at
from research_agent.text.figures import Figure, covers
from research_agent.text.sentences import sentence_spans

WIDEST = 3
"""Units of a window at most: more hold any two facts of a page."""
LONGEST = 900
"""Characters of a window at most; a single unit may be longer."""
SHORT = 60
"""Characters of a unit up to which it is read with the others of its list."""
LISTS = 2
"""Lists that are looked at."""
_SAMPLE = 5000
CENTRES = 6
"""Units round which windows are looked at."""


@dataclass(frozen=True, slots=True)
class Window:
    """One passage, with what it says and what stands above it."""

    quote: Quote
    terms: frozenset[str]
    """What the passage offers (``meanings.meant_terms``)."""
    above: frozenset[str]
    """Those of the headings above it, of its table's header and of the document's title."""
    figures: tuple[Figure, ...]
    naming: str
    """The passage with those headings and the title: where names may stand."""


class PassageFinder:
    """One document, prepared for many statements. Not safe for several threads at once."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._windows: dict[tuple[int, int], Window | None] = {}
        self._above: dict[int, str] = {}

    @cached_property
    def units(self) -> list[tuple[int, int]]:
        """Sentences, rows, headings and code, in text order."""
        document = self.document
        spans = set(sentence_spans(document.text, document.blocks))
        spans |= {(b.start, b.end) for b in document.blocks if b.kind in (BlockKind.HEADING, BlockKind.CODE)}
        return sorted((start, end) for start, end in spans if document.text[start:end].strip())

    @cached_property
    def is_latin(self) -> bool:
        """Whether the document is mostly written in an alphabet with spaces."""
        return is_latin(self.document.text[:_SAMPLE])

    def windows(self, statement: str) -> list[Window]:
        """Passages that the statement may rest on, likeliest centre first, the narrow ones of each first."""
        found: dict[tuple[int, int], Window] = {}
        terms = said_terms(statement)
        for centre in self._centres(statement):
            for first, last in _around(centre, len(self.units)):
                if (first, last) not in found and self._may_join(first, last, terms):
                    window = self.window(first, last)
                    found |= {(first, last): window} if window else {}
        for span in self._likely_lists(terms):
            window = self.window(*span)
            found |= {span: window} if window else {}
        return list(found.values())

    @cached_property
    def _lists(self) -> list[tuple[int, int]]:
        """Lists as first and last unit, each with the line that introduces it: short units in a row, read as one."""
        found = []
        first = 0
        while first < len(self.units):
            last = first
            while last + 1 < len(self.units) and self._short(last + 1) and self._length(first, last + 1) <= LONGEST:
                last += 1
            if last - first >= WIDEST:
                found.append((first, last))
            first = last + 1
        return found

    @cached_property
    def _list_terms(self) -> list[tuple[tuple[int, int], frozenset[str]]]:
        return [((a, b), frozenset().union(*self.unit_terms[a : b + 1])) for a, b in self._lists]

    def _likely_lists(self, wanted: frozenset[str]) -> list[tuple[int, int]]:
        """The lists that hold the most terms of a statement."""
        shared = [(len(held(wanted, terms)), span) for span, terms in self._list_terms]
        best = sorted((each for each in shared if each[0] > WIDEST), key=lambda each: (-each[0], each[1]))
        return [span for _, span in best[:LISTS]]

    def _short(self, at: int) -> bool:
        start, end = self.units[at]
        return end - start <= SHORT and (start, end) not in self._rows and (start, end) not in self._headings

    def _length(self, first: int, last: int) -> int:
        return self.units[last][1] - self.units[first][0]

    @cached_property
    def _headings(self) -> frozenset[tuple[int, int]]:
        return frozenset((b.start, b.end) for b in self.document.blocks if b.kind is BlockKind.HEADING)

    def _may_join(self, first: int, last: int, wanted: frozenset[str]) -> bool:
        """Whether units may be read together: rows of a table only where each is about what the statement is about."""
        rows = [at for at in range(first, last + 1) if self.units[at] in self._rows]
        return len(rows) < 2 or all(held(wanted, self.unit_terms[at]) for at in rows)

    @cached_property
    def _rows(self) -> frozenset[tuple[int, int]]:
        return frozenset((b.start, b.end) for b in self.document.blocks if b.kind is BlockKind.ROW)

    @cached_property
    def unit_terms(self) -> list[frozenset[str]]:
        """What each unit offers (``meanings.meant_terms``)."""
        return [meant_terms(self.document.text[start:end]) for start, end in self.units]

    @cached_property
    def unit_figures(self) -> list[tuple[Figure, ...]]:
        """The figures of each unit."""
        return [figures_of(self.document.text[start:end]) for start, end in self.units]

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        """Term -> units that hold it."""
        places: dict[str, list[int]] = defaultdict(list)
        for at, offered in enumerate(self.unit_terms):
            for term in offered:
                places[term].append(at)
        return places

    def _centres(self, statement: str) -> list[int]:
        worth: dict[int, float] = defaultdict(float)
        total = len(self.units)
        for term in sorted(said_terms(statement)):
            holders = sorted({at for form in forms(term) for at in self._places.get(form, ())})
            for at in holders:
                worth[at] += _rarity(total, len(holders))
        for figure in figures_of(statement):
            holding = [at for at, stated in enumerate(self.unit_figures) if any(covers(figure, o) for o in stated)]
            for at in holding:
                worth[at] += _rarity(total, len(holding))
        return sorted(worth, key=lambda at: (-worth[at], at))[:CENTRES]

    def window(self, first: int, last: int) -> Window | None:
        """The units from ``first`` to ``last`` as one passage; None where it is too long."""
        if (first, last) not in self._windows:
            self._windows[first, last] = self._made(first, last)
        return self._windows[first, last]

    def _made(self, first: int, last: int) -> Window | None:
        document = self.document
        start, end = self.units[first][0], self.units[last][1]
        if last > first and end - start > LONGEST:
            return None
        text = document.text[start:end]
        page = page_at(document, start)
        quote = Quote(id=f"q{start}-{end}", source=document.source.id, start=start, end=end, text=text, page=page)
        above = self._named_above(first, quote)
        terms = frozenset().union(*self.unit_terms[first : last + 1])
        figures = tuple(figure for at in range(first, last + 1) for figure in self.unit_figures[at])
        return Window(quote, terms, meant_terms(above), figures, f"{text}\n{above}")

    def _named_above(self, first: int, quote: Quote) -> str:
        """The title, and the headings and the table's header above a unit."""
        if first not in self._above:
            self._above[first] = "\n".join((*context_of(quote, self.document).naming, self.document.source.title))
        return self._above[first]


def _around(centre: int, total: int) -> Iterator[tuple[int, int]]:
    for width in range(WIDEST):
        for before in range(width + 1):
            first, last = centre - before, centre - before + width
            if first >= 0 and last < total:
                yield first, last


def _rarity(total: int, holders: int) -> float:
    return math.log(1.0 + (total + 0.5) / (holders + 0.5)) if holders else 0.0
