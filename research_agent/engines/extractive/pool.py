"""Which passages are looked into for each part of the report, and what is known about them.

BM25 for every facet of the question, each again with pseudo-relevance feedback (RM3: Abdul-Jaleel et al. 2004, "UMass
at TREC 2004") and related words; reciprocal rank fusion for each part, in which the facets of other parts count less;
documents about the whole question first. The best passages of each single facet are added, because in a fused ranking
the passage about one item of a list loses to those that mention several.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain

from research_agent.domain import Document
from research_agent.engines.extractive.planning import Wanted
from research_agent.engines.extractive.queries import expanded
from research_agent.engines.extractive.sections import rarity, terms_of_headings
from research_agent.engines.extractive.versions import Preference
from research_agent.evidence.retrieval import (
    COPY,
    PassageIndex,
    Query,
    Shingles,
    fuse,
    ranked,
    repeats,
    shingle_set,
)
from research_agent.text.passages import Passage

ELSEWHERE = 0.25
"""Weight of the rankings for the facets of other parts in that of one part: its passages should be on the subject."""
FOCUS = 0.5
"""How much of a passage's score depends on its document: what is about the whole question comes before what only
shares a clause's words with it."""
PASSAGES, OF_A_FACET = 150, 25
"""Passages that are looked into for one part of the report, and for each facet of a part with several."""
TO_PROPOSE = 60
"""The first of these when a sub-question proposes its few claims; the writer looks into all."""
FEEDBACK_PASSAGES, FEEDBACK_TERMS, FEEDBACK_WEIGHT = 8, 15, 0.3
FEEDBACK_LOOKED_AT = 150
"""Most frequent terms of the feedback passages whose rarity is looked up: a bound on time."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The indexed passages and one ranking for each facet."""

    index: PassageIndex
    facets: tuple[str, ...]
    queries: tuple[Query, ...]
    """Each facet with related words and feedback: what the rankings were made for."""
    rankings: tuple[tuple[int, ...], ...]
    """Places of citable passages, best first, for each facet."""
    focus: Mapping[str, float]
    """Source id -> how much it is about the whole question, 0..1."""
    copies: Copies

    @classmethod
    def build(cls, wanted: Sequence[Wanted], documents: Sequence[Document], citable: Collection[str]) -> Pool:
        facets = tuple(dict.fromkeys(facet for part in wanted for facet in part.facets))
        related = [expanded(facet) for facet in facets]
        index = PassageIndex.build(documents, (term for query in related for term in query.weights))
        queries = _with_feedback(related, index, {d.source.id: d.source.title for d in documents})
        rankings = tuple(
            tuple(place for place in ranked(index.scores(query)) if index.passages[place].source in citable)
            for query in queries
        )
        return cls(index, facets, queries, rankings, _focus(index, rankings), Copies(index.passages))

    def places(self, part: Wanted, preferred: Preference, most: int = PASSAGES) -> list[int]:
        """The passages to look into for a part, best first; of near copies the preferred version's."""
        weights = [1.0 if facet in part.facets else ELSEWHERE for facet in self.facets]
        best = self._best(fuse(self.rankings, weights), preferred, most)
        if len(part.facets) > 1:
            for number in self.facet_numbers(part):
                alone = {place: 1.0 / (1 + rank) for rank, place in enumerate(self.rankings[number][: 2 * OF_A_FACET])}
                best += self._best(alone, preferred, OF_A_FACET)
        return list(dict.fromkeys(best))

    def facet_numbers(self, part: Wanted) -> list[int]:
        """Where a part's facets stand in ``facets``."""
        return [self.facets.index(facet) for facet in part.facets]

    def _best(self, scores: Mapping[int, float], preferred: Preference, most: int) -> list[int]:
        passages = self.index.passages
        focused = {
            place: score * (1.0 - FOCUS + FOCUS * self.focus.get(passages[place].source, 0.0))
            for place, score in scores.items()
        }
        chosen: list[int] = []
        at_of: dict[int, int] = {}
        for place in ranked(focused):
            copied = min((at_of[other] for other in self.copies.of(place) if other in at_of), default=None)
            if copied is None and len(chosen) == most:
                break
            if copied is None:
                at_of[place] = len(chosen)
                chosen.append(place)
            elif preferred(passages[place].source) > preferred(passages[chosen[copied]].source):
                del at_of[chosen[copied]]
                chosen[copied] = place
                at_of[place] = copied
        return chosen


@dataclass(slots=True)
class Copies:
    """Which passages say the same, found out as they are asked for; only those that share a 3-gram are compared."""

    passages: Sequence[Passage]
    _known: dict[int, set[int]] = field(default_factory=dict)
    _holders: dict[tuple[str, ...], list[int]] = field(default_factory=lambda: defaultdict(list))

    def of(self, place: int) -> Collection[int]:
        """The passages asked about so far that are copies of this one; in no order."""
        if place not in self._known:
            own = _shingles(self.passages[place].text)
            shared = Counter(chain.from_iterable(self._holders[shingle] for shingle in own & self._holders.keys()))
            found = {other for other, count in shared.items() if self._repeats(place, other, count)}
            for other in found:
                self._known[other].add(place)
            for shingle in own:
                self._holders[shingle].append(place)
            self._known[place] = found
        return self._known[place]

    def _repeats(self, place: int, other: int, shared: int) -> bool:
        one, two = self.passages[place], self.passages[other]
        own, theirs = _shingles(one.text), _shingles(two.text)
        return shared >= COPY * min(len(own), len(theirs)) and repeats(one, own, two, theirs)


@lru_cache(maxsize=1024)
def _shingles(text: str) -> Shingles:
    """The 3-grams of a passage, counted once for all parts and sub-questions."""
    return shingle_set(text)


def _focus(index: PassageIndex, rankings: Sequence[Sequence[int]]) -> dict[str, float]:
    """How much a document is about the whole question, 0..1: its three best passages for all facets together."""
    best: dict[str, list[float]] = defaultdict(list)
    everywhere = fuse(rankings)
    for place in ranked(everywhere):
        of_source = best[index.passages[place].source]
        if len(of_source) < 3:
            of_source.append(everywhere[place])
    most = max((sum(scores) for scores in best.values()), default=1.0)
    return {source: sum(scores) / most for source, scores in best.items()}


def _with_feedback(queries: Sequence[Query], index: PassageIndex, titles: Mapping[str, str]) -> tuple[Query, ...]:
    """The queries, each with the most telling terms of its first passages (RM3), in all 0.3 times its own weight."""
    seen = [_fed_back(query, index) for query in queries]
    holders = _holders(frozenset(term for each in seen for term in each), index, titles)
    return tuple(_widened(query, each, holders, len(index.passages)) for query, each in zip(queries, seen, strict=True))


def _fed_back(query: Query, index: PassageIndex) -> dict[str, float]:
    """The most frequent terms of a query's first passages: term -> its share of them, the first passages above all."""
    seen: dict[str, float] = defaultdict(float)
    for rank, place in enumerate(ranked(index.scores(query))[:FEEDBACK_PASSAGES]):
        sequence = index.sequences[place]
        for term, count in Counter(sequence).items():
            if len(term) > 1:
                seen[term] += count / len(sequence) / (1 + rank)
    often = sorted(seen, key=lambda term: (-seen[term], term))[:FEEDBACK_LOOKED_AT]
    return {term: seen[term] for term in often}


def _holders(wanted: frozenset[str], index: PassageIndex, titles: Mapping[str, str]) -> Counter[str]:
    """Term -> passages that hold it, headings and title included. For a thousand terms one pass over the passages is
    much faster than the index's postings, which are one pass for each."""
    counts: Counter[str] = Counter()
    for passage, sequence in zip(index.passages, index.sequences, strict=True):
        above = terms_of_headings((*passage.headings, titles.get(passage.source, "")))
        counts.update(wanted.intersection(chain(sequence, above)))
    return counts


def _widened(query: Query, seen: Mapping[str, float], holders: Mapping[str, int], passages: int) -> Query:
    """A query with the terms of ``seen`` that are frequent there and rare elsewhere."""
    value = {term: seen[term] * rarity(passages, holders[term]) for term in seen if holders[term] * 10 < passages}
    best = sorted(value, key=lambda term: (-value[term], term))[:FEEDBACK_TERMS]
    total = sum(seen[term] for term in best)
    weights = dict(query.weights)
    for term in best:
        weights[term] = weights.get(term, 0.0) + FEEDBACK_WEIGHT * sum(query.weights.values()) * seen[term] / total
    return Query(weights, query.pairs)
