"""Which sentences of two documents tell the same thing, where the documents tell one text: copies, excerpts, editions.

Two documents are *kin* when most of what the shorter one speaks of, by rarity, stands in the longer one too and some of
its sentences stand there word for word or nearly. Sentences that both have are then set aside; of the rest each is
paired with the one most like it, where each is the other's best.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from research_agent.evidence.statements import Statement, Statements, keys

KIN = 0.55
"""Share, by rarity, of the keys of the shorter document that the longer one must hold."""
ALIKE = 0.22
"""Likeness of two sentences of kin documents from which on they may be tellings of one."""
_SHARED = 0.2
"""Share of the shorter document's sentences that the longer one must hold, nearly word for word."""
_NEARLY = 0.7
_FEWEST_KEYS = 3
_ADDRESS = re.compile(r"\S+(?://|@)\S+|www\.\S+")
_MOST = 400
"""Sentences of either document without a twin that are compared; more of them are two texts."""


@dataclass(frozen=True, slots=True)
class Twins:
    """A sentence of each document that tell one matter, not in the same words."""

    first: Statement
    second: Statement
    likeness: float


def kin_pairs(statements: Statements) -> Iterator[tuple[str, str]]:
    """Documents that may tell one text, by id, each pair once."""
    held = {id: statements.held(id) for id in statements.documents}
    ids = list(held)
    for at, first in enumerate(ids):
        for second in ids[at + 1 :]:
            small, large = sorted((held[first], held[second]), key=len)
            if len(small & large) >= KIN * len(small) * 0.8 and _kin(small, large, statements):
                yield first, second


def _kin(small: frozenset[str], large: frozenset[str], statements: Statements) -> bool:
    total = statements.weight(small)
    return bool(total) and statements.weight(small & large) >= KIN * total


def twins(statements: Statements, first: str, second: str) -> tuple[Twins, ...]:
    """The sentences of two documents that tell one matter in different words, in the first one's order."""
    one, other = (tuple(each for each in statements.of(id) if _says_something(each)) for id in (first, second))
    both = {_plain(each.text) for each in one} & {_plain(each.text) for each in other}
    left = [each for each in one if _plain(each.text) not in both]
    right = [each for each in other if _plain(each.text) not in both]
    if len(left) > _MOST and len(right) > _MOST:
        return ()
    found = _best_pairs(statements, left, right)
    shared = len(both) + sum(pair.likeness >= _NEARLY for pair in found)
    if shared < _SHARED * min(len(one), len(other)):
        return ()
    return tuple(found)


def _best_pairs(statements: Statements, left: Sequence[Statement], right: Sequence[Statement]) -> list[Twins]:
    """Pairs of which each is the most like the other."""
    by_key: dict[str, list[int]] = defaultdict(list)
    for at, each in enumerate(right):
        for key in keys(each.text):
            by_key[key].append(at)
    best_left: dict[int, tuple[float, int]] = {}
    best_right: dict[int, tuple[float, int]] = {}
    for at, each in enumerate(left):
        for other in sorted({place for key in keys(each.text) for place in by_key.get(key, ())}):
            like = statements.likeness(each.text, right[other].text)
            if like < ALIKE:
                continue
            if like > best_left.get(at, (0.0, 0))[0]:
                best_left[at] = like, other
            if like > best_right.get(other, (0.0, 0))[0]:
                best_right[other] = like, at
    return [
        Twins(left[at], right[other], like)
        for at, (like, other) in sorted(best_left.items())
        if best_right[other][1] == at
    ]


def _says_something(statement: Statement) -> bool:
    """Whether it is more than a label with a value, a name or an address."""
    return len(keys(_ADDRESS.sub(" ", statement.text))) >= _FEWEST_KEYS


def _plain(text: str) -> str:
    return " ".join(text.lower().split())
