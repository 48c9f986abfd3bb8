"""The sentences of a passage and what their own words tell of them, whatever is asked.

Sub-questions read much the same documents, and the writer reads them all again: each passage is taken apart once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from research_agent.domain import Block, BlockKind
from research_agent.engines.extractive.lexicon import CUES
from research_agent.engines.extractive.standalone import SHORTEST, is_han, is_quotable, leans, marker_length
from research_agent.text.sentences import sentence_spans
from research_agent.text.tokens import terms

CUE_KINDS = 2
KEPT = 1024
"""Passages whose sentences are kept (some 10 MB), the latest ones: those of one or two questions."""


@dataclass(frozen=True, slots=True)
class Worded:
    """A sentence of a passage, without its list marker."""

    start: int
    end: int
    """Code points from the start of the passage."""
    text: str
    terms: frozenset[str]
    quotable: bool
    han: bool
    leans: bool
    features: tuple[float, ...]
    """short, row, item, cues, default (``features.Describer.NAMES``)."""


@lru_cache(maxsize=KEPT)
def worded_sentences(text: str, blocks: tuple[Block, ...]) -> tuple[Worded, ...]:
    """The sentences of a passage, in order.

    Args:
        text: of the passage.
        blocks: the parts of its source's blocks that lie in it, counted from its start.
    """
    kinds = {(block.start, block.end): block.kind for block in blocks}
    found = []
    for start, end in sentence_spans(text, blocks):
        kind = next((kind for (s, e), kind in kinds.items() if s <= start < e), BlockKind.PARAGRAPH)
        start += marker_length(text[start:end])
        found.append(_worded(text[start:end], start, kind))
    return tuple(found)


def cue_share(text: str) -> float:
    """0, 0.5 or 1: how many kinds of telling words a sentence holds, two being enough."""
    kinds = (True for pattern in CUES.values() if pattern.search(text))
    return sum(islice(kinds, CUE_KINDS)) / CUE_KINDS


def _worded(text: str, start: int, kind: BlockKind) -> Worded:
    han = is_han(text)
    features = (
        float(len(text) < (2 * SHORTEST // 3 if han else 2 * SHORTEST)),
        float(kind is BlockKind.ROW),
        float(kind is BlockKind.ITEM),
        cue_share(text),
        float(bool(CUES["default"].search(text))),
    )
    quotable = is_quotable(text, whole=kind is BlockKind.PARAGRAPH)
    return Worded(start, start + len(text), text, frozenset(terms(text)), quotable, han, leans(text), features)
