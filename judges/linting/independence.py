"""Independence: no item decides another.

Two items of one sign are compared by their content terms, without those that half of the checklist shares ("States
that", the subject). One whose terms all stand in the other is decided by it. Items that are alike but for a word on
each side ("reading in all rounds", "science in all rounds") are parallel demands and no finding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from research_agent.judges.linting.findings import Finding, Severity
from research_agent.judges.rubric import Item, Rubric
from research_agent.text.tokens import function_terms, terms

FEWEST = 3
"""Terms that an item must have for itself to be compared, unless the two have the very same."""
SAME, NEARLY = 0.9, 0.7
"""Jaccard similarity of the terms from which on two items are the same (an error), or worth a look."""

_MANY = 6
"""Items from which on "half of them" means anything."""
_TELLING = """
befor after abov below under over more most less least no not onli without with against up down from until first last
who when where whi how which 不 前 后 上 下 谁 为什么 怎样 如何 多少 什么 怎么
"""
"""Function words by which two demands may differ."""


def independence(rubric: Rubric) -> Iterator[Finding]:
    """Findings on pairs; the later item carries them."""
    shared = _shared(rubric.items)
    own = {item.id: _terms(item) - shared for item in rubric.items}
    for first, second in combinations(rubric.items, 2):
        if (first.weight < 0) != (second.weight < 0):
            continue
        severity = _alike(own[first.id], own[second.id])
        if severity == "error":
            message = f"It says the same as the item {first.id}: one decides the other."
            yield Finding(item=second.id, principle="independence", message=message, severity=severity)
        elif severity:
            message = f"It is much like the item {first.id}, or a part of it: does one decide the other?"
            yield Finding(item=second.id, principle="independence", message=message, severity=severity)


def _shared(items: Sequence[Item]) -> frozenset[str]:
    counts = Counter(term for item in items for term in _terms(item))
    return frozenset(term for term, count in counts.items() if len(items) >= _MANY and count >= len(items) / 2)


def _terms(item: Item) -> frozenset[str]:
    return frozenset(terms(item.text)) - (function_terms() - set(_TELLING.split()))


def _alike(one: frozenset[str], other: frozenset[str]) -> Severity | None:
    if not one or not other:
        return None
    alike = len(one & other) / len(one | other)
    if alike == 1 or (alike >= SAME and min(len(one), len(other)) >= FEWEST):
        return "error"
    inside = one <= other or other <= one
    return "warning" if min(len(one), len(other)) >= FEWEST and (alike >= NEARLY or inside) else None
