"""The sides of a dispute: claims that contradict the same claims with the same words stand on one side."""

from __future__ import annotations

from collections.abc import Sequence

from research_agent.domain import Claim
from research_agent.evidence.content import figures_of
from research_agent.evidence.difference import Difference
from research_agent.text.figures import same

Contradiction = tuple[str, str, Difference]
"""Ids of two claims, and what parts them, seen from the first."""


def sides_of(claims: Sequence[Claim], contradictions: Sequence[Contradiction]) -> list[list[Claim]]:
    """The claims by side, in their order. Two that contradict each other never stand on one side; two that say the same
    against others do, though their words are too far apart to be one claim."""
    said: dict[str, list[Difference]] = {claim.id: [] for claim in claims}
    apart: set[frozenset[str]] = set()
    for first, second, what in contradictions:
        apart.add(frozenset((first, second)))
        said[first].append(what)
        said[second].append(what.turned())
    sides: list[list[Claim]] = []
    for claim in claims:
        mine = next((side for side in sides if _belongs(claim, side, said, apart)), None)
        if mine is None:
            sides.append([claim])
        else:
            mine.append(claim)
    return sides


def _belongs(
    claim: Claim, side: Sequence[Claim], said: dict[str, list[Difference]], apart: set[frozenset[str]]
) -> bool:
    if any(frozenset((claim.id, other.id)) in apart for other in side):
        return False
    return any(_alike(one, other) for one in said[claim.id] for other in said[side[0].id])


def _alike(one: Difference, other: Difference) -> bool:
    """Whether two say the same against others: the same figure or word, or the same denial."""
    if one.kind != other.kind:
        return False
    if one.kind == "negation":
        return one.denied == other.denied and one.first.casefold() == other.first.casefold()
    if not one.first or not other.first:
        return one.first == other.first and one.second.casefold() == other.second.casefold()
    figures, others = figures_of(one.first), figures_of(other.first)
    if figures and len(figures) == len(others):
        return all(same(a, b) for a, b in zip(figures, others, strict=True))
    return one.first.casefold() == other.first.casefold()
