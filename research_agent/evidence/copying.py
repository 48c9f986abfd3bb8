"""Whether one text was copied from another: shared runs of words, of whole texts and of the passages around two quotes.

The containment of word shingles is estimated on a fixed sample of their hashes (Broder 1997, "On the resemblance and
containment of documents", section 4: keep those that are 0 modulo m).
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache

from research_agent.domain import BlockKind, Document
from research_agent.text.tokens import words

SHINGLE = 6
"""Words a shingle."""
_SAMPLE = 8
"""One shingle in so many is kept, by its hash."""
_READ = 200_000
"""Characters of a text that are compared."""
_FEWEST = 12
"""Sampled shingles below which a text is compared whole, without sampling."""
COPIED = 0.2
"""Share of the shorter text's shingles that the longer one holds, from which on they are one text
(``benchmarks/independence.py``)."""
SHORT = 60
COPIED_SHORT = 0.5
"""The same where the shorter text has fewer than ``SHORT`` shingles: there a sentence that everybody writes is much."""
PASSAGE_SHINGLE = 4
PASSAGE_COPIED = 0.35
"""The same of two passages: shorter runs, since there are few (``benchmarks/independence.py``)."""
AROUND = 250
"""Characters on either side of a quote that belong to its passage."""
_QUOTED = re.compile(r"“[^“”\n]{100,}”|「[^「」\n]{50,}」|«[^«»\n]{100,}»")
"""A quotation of more than a sentence or so."""
_LEAST_PASSAGE = 12
"""Shingles of the shorter passage below which nothing is said about it."""


def shared_text(first: str, second: str) -> float:
    """The share, 0..1, of the shorter text's shingles that stand in the longer one too."""
    one, other = _sampled(first), _sampled(second)
    if min(len(one), len(other)) < _FEWEST:
        one, other = _shingles(first, SHINGLE), _shingles(second, SHINGLE)
    return _contained(one, other)


def own_words(document: Document) -> str:
    """A document's text without what it marks as quoted, unless that is most of it: two that quote a third passage have
    not copied each other."""
    text = document.text
    kept: list[str] = []
    at = 0
    for block in document.blocks:
        if block.kind is BlockKind.QUOTE:
            kept.append(text[at : block.start])
            at = block.end
    own = _QUOTED.sub(" ", "".join((*kept, text[at:])))
    return own if 2 * len(own) >= len(text) else text


def copied(first: str, second: str) -> float:
    """The share of the shorter text that the longer one holds, where that makes them one text; else 0."""
    share = shared_text(first, second)
    short = min(len(_sampled(first)), len(_sampled(second))) < _FEWEST and (
        min(len(_shingles(first, SHINGLE)), len(_shingles(second, SHINGLE))) < SHORT
    )
    return share if share >= (COPIED_SHORT if short else COPIED) else 0.0


def shared_passage(first: str, second: str) -> float:
    """The same for two passages of a few sentences; 0 where one is too short to tell."""
    one, other = _shingles(first, PASSAGE_SHINGLE), _shingles(second, PASSAGE_SHINGLE)
    return _contained(one, other) if min(len(one), len(other)) >= _LEAST_PASSAGE else 0.0


def passage(text: str, start: int, end: int) -> str:
    """The words around a quote, and the quote."""
    return text[max(0, start - AROUND) : end + AROUND]


def _contained(one: frozenset[int], other: frozenset[int]) -> float:
    small, large = sorted((one, other), key=len)
    return len(small & large) / len(small) if small else 0.0


@lru_cache(maxsize=256)
def _sampled(text: str) -> frozenset[int]:
    return frozenset(value for value in _shingles(text, SHINGLE) if value % _SAMPLE == 0)


@lru_cache(maxsize=1024)
def _shingles(text: str, length: int) -> frozenset[int]:
    listed = words(text[:_READ])
    return frozenset(_hash(" ".join(listed[at : at + length])) for at in range(len(listed) - length + 1))


def _hash(shingle: str) -> int:
    return int.from_bytes(hashlib.blake2b(shingle.encode(), digest_size=8).digest(), "big")
