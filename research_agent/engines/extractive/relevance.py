"""The relevance floor: whether documents answer anything of a sub-question, or only share a word with it."""

from __future__ import annotations

from collections.abc import Sequence

from research_agent.domain import Document
from research_agent.evidence.retrieval import PassageIndex, as_query

FLOOR = 0.3
"""Share, by rarity, of a sub-question's terms that one passage (with its headings and title) must hold."""


def answers_something(text: str, documents: Sequence[Document]) -> bool:
    """Whether some passage holds enough of the terms of ``text``."""
    return best_share(text, documents) >= FLOOR


def best_share(text: str, documents: Sequence[Document]) -> float:
    """The largest share, by rarity, of the terms of ``text`` that one passage holds; 0..1."""
    query = as_query(text).weights
    index = PassageIndex.build(documents, query)
    whole = sum(index.rarity(term) for term in query)
    held: dict[int, float] = {}
    for term in query:
        for place in index.postings.get(term, ()):
            held[place] = held.get(place, 0.0) + index.rarity(term)
    return max(held.values(), default=0.0) / whole if whole else 0.0
