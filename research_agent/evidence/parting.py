"""Nearly the same words, and yet not the same: what keeps two texts from being copies of each other."""

from __future__ import annotations

from research_agent.evidence.content import figures_of
from research_agent.evidence.polarity import denies
from research_agent.text.figures import same


def parted(one: str, other: str) -> bool:
    """Whether two texts in nearly the same words say different things: they give other figures of the same number, or
    one denies what the other says. Both are then worth a look, and may contradict each other."""
    if denies(one) != denies(other):
        return True
    first, second = figures_of(one), figures_of(other)
    return len(first) == len(second) and any(not same(a, b) for a, b in zip(first, second, strict=True))
