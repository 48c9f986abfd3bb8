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

from research_agent.domain import Document
from research_agent.engines.extractive.planning import Wanted
from research_agent.engines.extractive.queries import expanded
from research_agent.engines.extractive.versions import Preference
from research_agent.evidence.retrieval import (
    PassageIndex,
    Query,
    Shingles,
    fuse,
    ranked,
    repeats,
    shingle_set,
)

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
    shingles: dict[int, Shingles] = field(default_factory=dict)
    """Place -> its 3-grams, counted once for all parts."""

    @classmethod
    def build(cls, wanted: Sequence[Wanted], documents: Sequence[Document], citable: Collection[str]) -> Pool:
        facets = tuple(dict.fromkeys(facet for part in wanted for facet in part.facets))
        related = [expanded(facet) for facet in facets]
        index = PassageIndex.build(documents, (term for query in related for term in query.weights))
        queries = tuple(_with_feedback(query, index) for query in related)
        rankings = tuple(
            tuple(place for place in ranked(index.scores(query)) if index.passages[place].source in citable)
            for query in queries
        )
        return cls(index, facets, queries, rankings, _focus(index, rankings))

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
        sources = [passage.source for passage in self.index.passages]
        focused = {
            place: score * (1.0 - FOCUS + FOCUS * self.focus.get(sources[place], 0.0))
            for place, score in scores.items()
        }
        chosen: list[int] = []
        holders: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for place in ranked(focused):
            copied = self._copied(place, chosen, holders)
            if copied is None and len(chosen) == most:
                break
            if copied is None:
                for shingle in self._shingles(place):
                    holders[shingle].append(len(chosen))
                chosen.append(place)
            elif preferred(sources[place]) > preferred(sources[chosen[copied]]):
                chosen[copied] = place
        return chosen

    def _copied(
        self, place: int, chosen: Sequence[int], holders: Mapping[tuple[str, ...], Sequence[int]]
    ) -> int | None:
        """Which of the chosen passages says the same, if any; only those that share a 3-gram are compared."""
        own = self._shingles(place)
        shared = {at for shingle in own for at in holders.get(shingle, ())}
        passages = self.index.passages
        for at in sorted(shared):
            other = chosen[at]
            if repeats(passages[place], own, passages[other], self._shingles(other)):
                return at
        return None

    def _shingles(self, place: int) -> Shingles:
        if place not in self.shingles:
            self.shingles[place] = shingle_set(self.index.passages[place].text)
        return self.shingles[place]


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


def _with_feedback(query: Query, index: PassageIndex) -> Query:
    """The query with the most telling terms of its first passages (RM3), in all 0.3 times its own weight."""
    seen: dict[str, float] = defaultdict(float)
    for rank, place in enumerate(ranked(index.scores(query))[:FEEDBACK_PASSAGES]):
        sequence = index.sequences[place]
        for term, count in Counter(sequence).items():
            if len(term) > 1:
                seen[term] += count / len(sequence) / (1 + rank)
    often = sorted(seen, key=lambda term: (-seen[term], term))[:FEEDBACK_LOOKED_AT]
    telling = [term for term in often if len(index.postings.get(term, ())) * 10 < len(index.passages)]
    best = sorted(telling, key=lambda term: (-seen[term] * index.rarity(term), term))[:FEEDBACK_TERMS]
    total = sum(seen[term] for term in best)
    weights = dict(query.weights)
    for term in best:
        weights[term] = weights.get(term, 0.0) + FEEDBACK_WEIGHT * sum(query.weights.values()) * seen[term] / total
    return Query(weights, query.pairs)
