"""From judged items to one score, the same for every judge.

Sum of the weights that were earned (a flaw's weight is negative, and earned when the flaw is there), divided by the sum
of the positive weights, cut at 0. Items that were not decided count on neither side.
"""

from __future__ import annotations

from collections.abc import Sequence

from research_agent.domain import ItemVerdict, Verdict


def verdict_of(judge: str, items: Sequence[ItemVerdict]) -> Verdict:
    """The verdict that the items add up to; no score when nothing that earns weight was decided."""
    decided = [item for item in items if item.value is not None]
    possible = sum(item.weight for item in decided if item.weight > 0)
    earned = sum(item.weight * item.value for item in decided if item.value is not None)
    score = max(0.0, earned / possible) if possible else None
    return Verdict(judge=judge, score=score, decided=len(decided), items=tuple(items))
