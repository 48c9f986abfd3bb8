"""The published scores, exactly as they are defined, beside the one that our verdicts carry (``judges.scoring``).

| | values | divisor | cut at 0 | no positive weight |
| --- | --- | --- | --- | --- |
| ``compliance`` | 0, 0.5, 1 (or 0, 1) | positive weights | no | 0 |
| ``strict_reward`` | 0, 1, strict | positive weights | no | 0 |
| ``scoring.verdict_of`` | both | positive weights of decided items | yes, ``score_uncut`` not | None |

Where an item is undecided the papers have nothing to say; here every item must have a value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from research_agent.domain import Label
from research_agent.judges.scoring import TERNARY, strict_value, weighted

BINARY: Mapping[Label, float] = {"satisfied": 1.0, "partial": 0.0, "not_satisfied": 0.0}
"""ResearchRubrics' second scale: what is satisfied in part counts as not satisfied, of flaws as well."""

Labelled = tuple[float, Label]
"""An item's weight and label; no label ``undecided``."""


# ---------------------------------------------------------------- checklists


def compliance(items: Sequence[Labelled], *, ternary: bool = True) -> float:
    """The compliance score of ResearchRubrics (arXiv:2511.07685, section 3.4): sum(w m) / sum(w where w > 0).

    With ``ternary`` m is 1, 0.5 or 0, else 1 or 0. A flaw's weight is negative, so the score may be. 0 when no weight
    is positive, as in the published code (calculate_compliance_score.py). Raises ValueError for an undecided item.
    """
    scale = TERNARY if ternary else BINARY
    return _score([(weight, _value(scale.get(label))) for weight, label in items])


def strict_reward(items: Sequence[Labelled]) -> float:
    """The checklist reward of Step-DeepResearch (arXiv:2512.20491, section 4.3.2), with its strict reward mapping.

    The judge's three labels become two: a positive item is met only when it is fully satisfied; of a negative item a
    part counts as the whole. Raises ValueError for an undecided item.
    """
    return _score([(weight, _value(strict_value(label, weight))) for weight, label in items])


def _value(value: float | None) -> float:
    if value is None:
        raise ValueError("an undecided item has no value in the published scores")
    return value


def _score(pairs: Sequence[tuple[float, float]]) -> float:
    return weighted(pairs) or 0.0


# ---------------------------------------------------------------- RACE


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """One criterion of DeepResearch Bench, scored on both reports."""

    weight: float
    """Within its dimension."""
    target: float
    """0 to 10, of the report under test."""
    reference: float
    """0 to 10, of the reference report."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """Scores of one report, 0 to 1; 0.5 is as good as the reference."""

    overall: float
    dimensions: Mapping[str, float]


def race(criteria: Mapping[str, Sequence[Criterion]], dimension_weights: Mapping[str, float]) -> Race:
    """RACE of DeepResearch Bench (arXiv:2506.11763, section 3.1): the report's weighted score, relative to a reference.

    Within a dimension, the mean of the criteria by their weights; over the dimensions, the sum by theirs; then
    target / (target + reference), for the whole and for each dimension. Where both are 0 the result is 0, as in the
    published code (deepresearch_bench_race.py).

    Raises:
        ValueError: the two name different dimensions, a score is outside 0..10, or a dimension's weights sum to 0.
    """
    if criteria.keys() != dimension_weights.keys():
        raise ValueError(f"criteria of {sorted(criteria)}, weights of {sorted(dimension_weights)}")
    target = {name: _mean([(one.weight, one.target) for one in scored]) for name, scored in criteria.items()}
    reference = {name: _mean([(one.weight, one.reference) for one in scored]) for name, scored in criteria.items()}
    return Race(
        overall=_relative(_total(target, dimension_weights), _total(reference, dimension_weights)),
        dimensions={name: _relative(target[name], reference[name]) for name in criteria},
    )


def _mean(pairs: Sequence[tuple[float, float]]) -> float:
    if any(not 0 <= score <= 10 for _, score in pairs):
        raise ValueError("a criterion's score is outside 0..10")
    whole = sum(weight for weight, _ in pairs)
    if whole <= 0:
        raise ValueError("the weights of a dimension's criteria sum to 0")
    return sum(weight * score for weight, score in pairs) / whole


def _total(dimensions: Mapping[str, float], weights: Mapping[str, float]) -> float:
    return sum(weights[name] * score for name, score in dimensions.items())


def _relative(target: float, reference: float) -> float:
    return target / (target + reference) if target + reference > 0 else 0.0


# ---------------------------------------------------------------- FACT


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """The statement-source pairs of one report, after duplicates were taken out."""

    supported: int
    judged: int
    """Supported or not; pairs whose page could not be read are in neither."""


def citation_accuracy(reports: Sequence[Cited]) -> float | None:
    """FACT's citation accuracy (arXiv:2506.11763, section 3.2): the mean over the tasks of supported / judged.

    A report without a judged pair has accuracy 0. None without reports.
    """
    if not reports:
        return None
    return sum(one.supported / one.judged if one.judged else 0.0 for one in reports) / len(reports)


def pooled_citation_accuracy(reports: Sequence[Cited]) -> float | None:
    """What the published code prints as ``valid_rate`` (utils/stat.py): supported over judged, all tasks in one pool.

    It differs from the paper's mean: a report with many citations weighs more. None without a judged pair.
    """
    judged = sum(one.judged for one in reports)
    return sum(one.supported for one in reports) / judged if judged else None


def effective_citations(reports: Sequence[Cited]) -> float | None:
    """FACT's average effective citations (arXiv:2506.11763, section 3.2): supported pairs per task. None without any.

    The published code leaves reports without a citation out of the divisor; the paper's sum is over all tasks.
    """
    return sum(one.supported for one in reports) / len(reports) if reports else None
