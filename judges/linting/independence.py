"""Independence: no item decides another.

Items of one sign are compared by their content terms, in order and without the words of reporting ("Names the three
methods", "Lists three methods"). The same terms in the same order are the same item. Many of the same terms, or all of
them within a longer item, are worth a look: parallel demands ("reading in all rounds", "science in all rounds") look
like that as well. What half of the checklist shares (its subject) makes no two items alike.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from research_agent.judges.linting.findings import Finding
from research_agent.judges.rubric import Rubric
from research_agent.text.tokens import function_terms, terms

FEWEST = 3
"""Terms that an item must have for itself to be compared with others."""
NEARLY = 0.7
"""Jaccard similarity of the terms from which on two items are worth a look."""

_MANY = 6
"""Items from which on "half of them" means anything."""
_TELLING = """
befor after abov below under over more most less least no not onli without with against up down from until first last
who when where whi how which 不 前 后 上 下 谁 为什么 怎样 如何 多少 什么 怎么
"""
"""Function words by which two demands may differ."""
_REPORTING = """
name list state say give mention point out explain describ present provid identifi show note clear explicit report
"""
"""The stems of the verbs that items begin with, which make no demand another one."""
_ZH_REPORTING = re.compile("明确|写明|指出|说明|给出|列出|写出|提到|提及|列举|解释")


def independence(rubric: Rubric) -> Iterator[Finding]:
    """Findings on pairs; the later item carries them."""
    sequences = {item.id: _terms(item.text) for item in rubric.items}
    shared = _shared(list(sequences.values()))
    for first, second in combinations(rubric.items, 2):
        if (first.weight < 0) != (second.weight < 0):
            continue
        one, other = sequences[first.id], sequences[second.id]
        if one and one == other:
            message = f"It says the same as the item {first.id}: one decides the other."
            yield Finding(item=second.id, principle="independence", message=message, severity="error")
        elif _alike(frozenset(one) - shared, frozenset(other) - shared):
            message = f"It is much like the item {first.id}, or a part of it: does one decide the other?"
            yield Finding(item=second.id, principle="independence", message=message, severity="warning")


def _terms(text: str) -> tuple[str, ...]:
    passed_over = (function_terms() - frozenset(_TELLING.split())) | frozenset(_REPORTING.split())
    return tuple(term for term in terms(_ZH_REPORTING.sub(" ", text)) if term not in passed_over)


def _shared(sequences: Sequence[Sequence[str]]) -> frozenset[str]:
    counts = Counter(term for sequence in sequences for term in set(sequence))
    return frozenset(term for term, count in counts.items() if len(sequences) >= _MANY and count >= len(sequences) / 2)


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    if min(len(one), len(other)) < FEWEST:
        return False
    return len(one & other) >= NEARLY * len(one | other) or one < other or other < one
