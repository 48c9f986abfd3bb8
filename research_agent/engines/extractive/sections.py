"""Sections of documents: runs of passages under one path of headings, scored against the whole question.

Facts of an answer cluster in sections, and many of them share no word with the question; the section that they stand
in does. BM25 with a section as the unit (Robertson and Zaragoza 2009), text and headings counted alike.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from math import log

from research_agent.evidence.retrieval import K1, B, PassageIndex
from research_agent.text.tokens import terms


@dataclass(frozen=True, slots=True)
class Sections:
    """Which section each passage of an index stands in."""

    index: PassageIndex
    numbers: tuple[int, ...]
    """Place of a passage -> number of its section."""
    firsts: tuple[int, ...]
    """Number of a section -> place of its first passage."""

    @classmethod
    def of(cls, index: PassageIndex) -> Sections:
        known: dict[tuple[str, tuple[str, ...]], int] = {}
        numbers: list[int] = []
        firsts: list[int] = []
        for place, passage in enumerate(index.passages):
            number = known.setdefault((passage.source, passage.headings), len(known))
            if number == len(firsts):
                firsts.append(place)
            numbers.append(number)
        return cls(index, tuple(numbers), tuple(firsts))

    def scores(self, wanted: Collection[str]) -> list[float]:
        """For each section its BM25 for the terms ``wanted``, over the best one's: 0..1."""
        lengths = [0] * len(self.firsts)
        for place, number in enumerate(self.numbers):
            lengths[number] += len(self.index.sequences[place])
        mean = max(1.0, sum(lengths) / max(1, len(lengths)))
        found = [0.0] * len(self.firsts)
        headings = [terms_of_headings(self.index.passages[first].headings) for first in self.firsts]
        for term in wanted:
            counts = self._counts(term, headings)
            worth = rarity(len(found), len(counts))
            for number, count in counts.items():
                norm = K1 * (1.0 - B + B * lengths[number] / mean)
                found[number] += worth * (K1 + 1.0) * count / (count + norm)
        best = max(found, default=0.0) or 1.0
        return [score / best for score in found]

    def _counts(self, term: str, headings: list[frozenset[str]]) -> dict[int, float]:
        counts: dict[int, float] = defaultdict(float)
        for place in self.index.postings.get(term, ()):
            if inside := self.index.sequences[place].count(term):
                counts[self.numbers[place]] += inside
        for number, above in enumerate(headings):
            if term in above:
                counts[number] += 1.0
        return dict(counts)


def rarity(total: int, holders: int) -> float:
    """Inverse document frequency as BM25 has it; always positive."""
    return log(1.0 + (total - holders + 0.5) / (holders + 0.5))


@lru_cache(maxsize=8192)
def terms_of_headings(headings: tuple[str, ...]) -> frozenset[str]:
    """The terms of a path of headings."""
    return frozenset(terms(" ".join(headings)))
