"""What makes two searches the same."""

from __future__ import annotations

from collections.abc import Iterable

from research_agent.text.tokens import function_terms, terms

QUERIES = 4
"""Queries of one sub-question, at most."""
QUERY_LENGTH = 200
"""Characters of a query, at most: longer ones are sentences, and some providers refuse them."""


def canonical(query: str) -> frozenset[str]:
    """A query as the set of its index terms without function words: in another order they are the same search."""
    found = frozenset(terms(query.casefold()))
    return found - function_terms() or found


def fresh_queries(queries: Iterable[str], taken: set[frozenset[str]]) -> tuple[str, ...]:
    """The queries that nobody searched, tidied, at most ``QUERIES``; they count as ``taken`` from now on."""
    fresh: list[str] = []
    for query in queries:
        clean = " ".join(query.split())[:QUERY_LENGTH]
        key = canonical(clean)
        if key and key not in taken and len(fresh) < QUERIES:
            taken.add(key)
            fresh.append(clean)
    return tuple(fresh)
