"""From judged items to one score, the same for every judge.

    score = max(0, sum(weight x value) / sum(positive weights))        over the decided items

A flaw's weight is negative and its value 1 when the flaw is there, so it lowers the sum and is not in the divisor. With
the ternary values this is the compliance score of ResearchRubrics (arXiv:2511.07685, section 3.4), which is not cut
at 0 (``score_uncut``); with the strict values it is the reward of Step-DeepResearch's rubric judge (arXiv:2512.20491,
section 4.3.2), where a half-met demand earns nothing and a half-present flaw counts. A veto that fires makes
both scores 0. Items that were not decided count on neither side; when none with a positive weight was
decided, there is no score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from research_agent.domain import ItemVerdict, Label, Verdict

TERNARY: Mapping[Label, float] = {"satisfied": 1.0, "partial": 0.5, "not_satisfied": 0.0}


def strict_value(label: Label, weight: float) -> float | None:
    """0 or 1; None when undecided. ``weight`` is negative for a flaw, of which a part counts as the whole."""
    if label == "undecided":
        return None
    if label == "partial":
        return 1.0 if weight < 0 else 0.0
    return TERNARY[label]


def valued(item: ItemVerdict) -> ItemVerdict:
    """The item with both values set from its label and weight."""
    return replace(item, value=strict_value(item.label, item.weight), ternary=TERNARY.get(item.label))


def weighted(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Of (weight, value) pairs: sum of weight x value over the sum of the positive weights; None without such."""
    possible = sum(weight for weight, _ in pairs if weight > 0)
    return sum(weight * value for weight, value in pairs) / possible if possible else None


def verdict_of(judge: str, items: Sequence[ItemVerdict], **told: Any) -> Verdict:
    """The verdict that the items add up to.

    Args:
        judge: its name.
        items: judged; their values are those of ``valued``, or a judge's own.
        told: the other fields of the verdict, such as ``model`` and ``notes``.
    """
    vetoes = tuple(item.id for item in items if item.veto and item.value)
    uncut = weighted([(item.weight, item.value) for item in items if item.value is not None])
    ternary = weighted([(item.weight, item.ternary) for item in items if item.ternary is not None])
    return Verdict(
        judge=judge,
        score=0.0 if vetoes else _cut(uncut),
        score_ternary=0.0 if vetoes else _cut(ternary),
        score_uncut=uncut,
        decided=sum(item.value is not None for item in items),
        items=tuple(items),
        vetoes=vetoes,
        dimensions={name: _of_dimension(items, name) for name in sorted({i.dimension for i in items if i.dimension})},
        **told,
    )


def _of_dimension(items: Sequence[ItemVerdict], name: str) -> float | None:
    return _cut(weighted([(i.weight, i.value) for i in items if i.dimension == name and i.value is not None]))


def _cut(score: float | None) -> float | None:
    return None if score is None else max(0.0, score)
