"""How much work a depth stands for. One table, read by the nodes and by both engines."""

from __future__ import annotations

from dataclasses import dataclass

from research_agent.settings import Depth


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    sub_questions: int
    """Sub-questions in a plan, at most."""
    rounds: int
    """Rounds of new sub-questions after the first, at most."""
    follow_ups: int
    """New sub-questions in such a round, at most."""
    hits: int
    """Hits wanted from each provider for each query."""
    documents: int
    """Documents read for one sub-question, at most."""
    least_gain: float
    """Expected gain, 0..1, below which a further search is not made (docs/reflection.md)."""


EFFORT: dict[Depth, Effort] = {
    Depth.QUICK: Effort(sub_questions=3, rounds=1, follow_ups=2, hits=8, documents=6, least_gain=0.4),
    Depth.STANDARD: Effort(sub_questions=5, rounds=1, follow_ups=3, hits=10, documents=8, least_gain=0.3),
    Depth.DEEP: Effort(sub_questions=8, rounds=2, follow_ups=5, hits=15, documents=12, least_gain=0.15),
}
