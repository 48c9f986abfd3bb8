"""The sentences of a run's documents, found again by what they are about.

A document is cut into its blocks; an index of word beginnings and character pairs over the blocks tells which of them
may hold a sentence on the same matter; only those are cut into sentences. So thirty documents of 100,000 characters are
searched for eighty claims in well under a second.
"""

from __future__ import annotations

import bisect
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from research_agent.domain import Block, BlockKind, Document
from research_agent.evidence.content import function_words
from research_agent.text.sentences import sentence_spans
from research_agent.text.tokens import UNSPACED

_KEY = 6
"""Characters of a word's beginning that make it a key: endings differ, and the sentences found are compared anyway."""
_WORD = re.compile(r"[^\W_]{2,}")
_HUMP = re.compile("[a-z][A-Z]")
_HUMPED = re.compile(r"\b[A-Z]?[a-z]+(?:[A-Z][a-z]+)+\b")
"""``AuthorizedKeysCommand``: a name whose beginning tells little of it."""
_HAN = re.compile(f"[{UNSPACED}]+")
_NO_SENTENCES = (BlockKind.HEADING, BlockKind.CODE)
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
_MARKER = re.compile(r"(?:\d{1,3}[.)]|\(?[a-zA-Z]\)|[-*+•·‣▪–]|（?[一二三四五六七八九十]{1,3}[、）])\s+")
_BEST_BLOCKS = 3
"""Blocks of one document that are looked into for one statement."""
_LEAST = 0.25
"""Share, by rarity, of a statement's keys that a block must hold to be looked into."""
_LEAST_OF_PAIRS = 0.15
"""The same of a statement in an unspaced script, of whose pairs of characters many reach across two words."""
_UNSHARED_PAIR = 0.5
"""What such a pair weighs where only one of two sentences has it."""
_COMMON = 400
"""Blocks; a key that stands in more of them finds nothing."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence of one document, as a span of its text."""

    source: str
    start: int
    end: int
    text: str
    row: bool = False
    """A table row."""
    order: tuple[int, int] = (0, 0)
    """Block of the document, sentence of the block."""


@lru_cache(maxsize=65_536)
def keys(text: str) -> frozenset[str]:
    """Beginnings of the content words, and pairs of characters of unspaced scripts."""
    words = set(_WORD.findall(text.lower())) - function_words()
    found = {word.rstrip("s")[:_KEY] for word in words if len(word) > 2}
    if _HUMP.search(text):
        found.update(word.lower() for word in _HUMPED.findall(text))
    for run in _HAN.findall(text):
        found.update(run[at : at + 2] for at in range(len(run) - 1))
    return frozenset(found)


class Statements:
    """An index over documents. Holds texts and offsets only; deterministic for the same documents."""

    def __init__(self, documents: Mapping[str, Document]) -> None:
        self.documents = {id: documents[id] for id in sorted(documents)}
        self._headings = {
            id: [block for block in document.blocks if block.kind is BlockKind.HEADING]
            for id, document in self.documents.items()
        }
        self._blocks = {id: _prose(document) for id, document in self.documents.items()}
        self._keys: dict[tuple[str, int], frozenset[str]] = {}
        self._postings: dict[str, dict[str, list[int]]] = {}
        self._cut: dict[tuple[str, int], tuple[Statement, ...]] = {}
        for id, blocks in self._blocks.items():
            for key, places_of in self._indexed(id, blocks).items():
                self._postings.setdefault(key, {})[id] = places_of
        places = len(self._keys) + 1
        self._often = {key: sum(map(len, listed.values())) for key, listed in self._postings.items()}
        self._rarity = {key: max(math.log(places / (often + 0.5)), 0.1) for key, often in self._often.items()}
        self._rarest = math.log(2 * places)

    def _indexed(self, source: str, blocks: Sequence[Block]) -> dict[str, list[int]]:
        """The numbers of the blocks that hold each key."""
        text = self.documents[source].text
        found: dict[str, list[int]] = {}
        for at, block in enumerate(blocks):
            self._keys[source, at] = keys(text[block.start : block.end])
            for key in self._keys[source, at]:
                found.setdefault(key, []).append(at)
        return found

    def held(self, source: str) -> frozenset[str]:
        """All keys of a document."""
        return frozenset().union(*(self._keys[source, at] for at in range(len(self._blocks[source]))))

    def known(self, key: str) -> bool:
        """Whether any document holds the key."""
        return key in self._postings

    def heading(self, statement: Statement) -> str:
        """The last heading before the statement; empty for none."""
        listed = self._headings[statement.source]
        at = bisect.bisect_right(listed, statement.start, key=lambda block: block.start) - 1
        return self.documents[statement.source].text[listed[at].start : listed[at].end] if at >= 0 else ""

    def weight(self, held: Iterable[str]) -> float:
        """How telling some keys are together: each the more, the fewer blocks hold it."""
        return math.fsum(self._rarity.get(key, self._rarest) for key in held)

    def of_block(self, source: str, at: int) -> tuple[Statement, ...]:
        """The sentences of one block."""
        if (source, at) not in self._cut:
            self._cut[source, at] = _sentences(self.documents[source], self._blocks[source][at], at)
        return self._cut[source, at]

    def of(self, source: str) -> tuple[Statement, ...]:
        """All sentences of a document, in order."""
        return tuple(
            statement for at in range(len(self._blocks.get(source, ()))) for statement in self.of_block(source, at)
        )

    def covering(self, source: str, start: int, end: int) -> tuple[Statement, ...]:
        """The sentences that the span holds or lies in."""
        found = []
        for at, block in enumerate(self._blocks.get(source, ())):
            if block.start < end and start < block.end:
                found += [each for each in self.of_block(source, at) if each.start < end and start < each.end]
        return tuple(found)

    def near(self, text: str, besides: str, only: str = "") -> dict[str, list[Statement]]:
        """Sentences that may be on the matter of ``text``, from the best blocks of every document but one.

        Args:
            besides: the document that is left out.
            only: the one document that is looked into; empty: all others.
        """
        wanted = keys(text)
        least = (_LEAST_OF_PAIRS if _HAN.search(text) else _LEAST) * self.weight(wanted)
        held: dict[tuple[str, int], float] = defaultdict(float)
        for key in sorted(wanted):
            if self._often.get(key, _COMMON) < _COMMON:
                weight, listed = self._rarity[key], self._postings[key]
                for source in (only,) if only else listed:
                    if source != besides:
                        for at in listed.get(source, ()):
                            held[source, at] += weight
        best: dict[str, list[tuple[float, int]]] = defaultdict(list)
        for (source, at), mass in held.items():
            if mass >= least:
                best[source].append((-mass, at))
        return {
            source: [each for _, at in sorted(listed)[:_BEST_BLOCKS] for each in self.of_block(source, at)]
            for source, listed in sorted(best.items())
        }

    def likeness(self, first: str, second: str) -> float:
        """How much two sentences share, 0..1: keys by rarity, of those that either holds (weighted Jaccard)."""
        one, other = keys(first), keys(second)
        both = self.weight(one & other)
        apart = one ^ other
        pairs = self.weight(key for key in apart if _HAN.match(key)) if _HAN.search(first) else 0.0
        union = both + self.weight(apart) - (1 - _UNSHARED_PAIR) * pairs
        return both / union if union else 0.0


def _prose(document: Document) -> tuple[Block, ...]:
    """The blocks that hold sentences; without known blocks, paragraphs."""
    if document.blocks:
        return tuple(block for block in document.blocks if block.kind not in _NO_SENTENCES)
    bounds = [0]
    for gap in _PARAGRAPH.finditer(document.text):
        bounds += [gap.start(), gap.end()]
    bounds.append(len(document.text))
    pairs = zip(bounds[::2], bounds[1::2], strict=True)
    return tuple(Block(start, end, BlockKind.PARAGRAPH) for start, end in pairs if start < end)


@lru_cache(maxsize=32_768)
def _spans(text: str, inside: tuple[Block, ...]) -> tuple[tuple[int, int], ...]:
    """``sentence_spans``, kept: every round of a run cuts the same documents."""
    return tuple(sentence_spans(text, inside))


def _sentences(document: Document, block: Block, at: int) -> tuple[Statement, ...]:
    inside = (Block(0, block.end - block.start, block.kind, block.level),) if document.blocks else ()
    text = document.text[block.start : block.end]
    found = []
    for order, (start, end) in enumerate(_spans(text, inside)):
        marker = _MARKER.match(text, start, end)
        start = marker.end() if marker else start
        whole = block.kind is BlockKind.ROW
        found.append(
            Statement(document.source.id, block.start + start, block.start + end, text[start:end], whole, (at, order))
        )
    return tuple(found)
