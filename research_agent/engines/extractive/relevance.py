"""The relevance floor: whether documents speak of what the question asks, or only share words with it.

Single words prove nothing in a large folder: "long", "rise" and "best" stand in any manual. Pairs do: of the pairs of
words that stand side by side in the question, documents that answer it have a third or more close together somewhere,
and documents about something else nearly none. docs/extractive.md has the experiment that chose the floor.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from research_agent.domain import Document
from research_agent.evidence.retrieval import PassageIndex, as_query, close

FLOOR = 0.2
"""Share of the question's pairs (two added to their number) that some passage must hold."""
LOW_FLOOR, MOST_TERMS = 0.1, 0.8
"""A lower share is enough where nearly all single terms are there: one of several sub-questions' documents."""
DAMPING = 2


def speaks_of(texts: Sequence[str], documents: Sequence[Document]) -> bool:
    """Whether the documents are about what the fragments ``texts`` of a question name."""
    queries = [as_query(text) for text in texts]
    terms = {term for query in queries for term in query.weights}
    index = PassageIndex.build(documents, terms)
    if not any(query.pairs for query in queries):
        return any(all(term in index.postings for term in query.weights) for query in queries if query.weights)
    share = pair_share(texts, index)
    return share >= FLOOR or (share >= LOW_FLOOR and term_share(terms, index) >= MOST_TERMS)


def pair_share(texts: Sequence[str], index: PassageIndex) -> float:
    """Pairs of neighbouring terms of ``texts`` that some passage holds close together, over all pairs and two."""
    pairs = dict.fromkeys(pair for text in texts for pair in as_query(text).pairs)
    held = 0
    for one, other in pairs:
        both = index.postings.get(one, {}).keys() & index.postings.get(other, {}).keys()
        held += any(close(index.sequences[place], one, other) for place in both)
    return held / (len(pairs) + DAMPING)


def term_share(terms: Collection[str], index: PassageIndex) -> float:
    """Share of ``terms`` that stand in some passage."""
    return sum(term in index.postings for term in terms) / len(terms) if terms else 0.0
