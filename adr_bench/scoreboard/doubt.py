"""Does a judge's doubt mean anything? How often one more trial disagrees, by the entropy of the trials before it.

Leave one out: what the first k - 1 trials of an item settle on, and their entropy (of the label token's probabilities
where the endpoint gives them), against the last trial. A judge whose doubt means something disagrees with itself more
often where its entropy is high. Trials at temperature 0 may be alike though the judge is wrong: this measures how
well doubt tells of the judge's own wavering, not of its errors.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from research_agent.adr_bench.estimates import Estimate, share
from research_agent.domain import ItemVerdict, Verdict
from research_agent.judges.checklist.settling import over_trials
from research_agent.judges.rubric import Item

EDGES = (0.0, 0.25, 0.5, 0.75, 1.0, math.log2(3))
"""Upper ends of the bins, in bits. The first holds the items without any doubt."""

Case = tuple[float, bool]
"""Entropy of the trials before the last, and whether the last disagrees with what they settled on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """Items whose entropy lies above ``above`` (the first: is 0) and is at most ``upto``."""

    above: float
    upto: float
    entropy: float
    """Mean."""
    disagreed: Estimate
    """Share of the items in whose last trial the label was another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    cases: int
    """Items with two or more trials whose entropy is known."""
    bins: tuple[Bin, ...]
    """Those that hold an item."""
    auc: float | None
    """Chance that an item with a disagreement had more entropy than one without, ties half: 0.5 says nothing, 1 is
    perfect. None where all items, or none, disagreed."""


def cases_of(verdict: Verdict) -> tuple[Case, ...]:
    """The cases of one verdict."""
    return tuple(case for item in verdict.items if (case := _case(item)) is not None)


def _case(item: ItemVerdict) -> Case | None:
    *before, last = item.trials or (None,)
    if last is None or not before or last.label == "undecided":
        return None
    asked = Item(id=item.id, text=item.text, weight=item.weight, kind="negative" if item.weight < 0 else "explicit")
    settled = over_trials(asked, before)
    if settled.label == "undecided" or settled.entropy is None:
        return None
    return settled.entropy, settled.label != last.label


def calibration(cases: Iterable[Case]) -> Doubt:
    """The table of bins, and how well entropy tells disagreements apart."""
    known = sorted(cases)
    bins: dict[int, list[Case]] = {}
    for case in known:
        bins.setdefault(min(bisect_left(EDGES, case[0]), len(EDGES) - 1), []).append(case)
    return Doubt(cases=len(known), bins=tuple(_bin(at, bins[at]) for at in sorted(bins)), auc=_auc(known))


def _bin(at: int, cases: Sequence[Case]) -> Bin:
    return Bin(
        above=EDGES[at - 1] if at else 0.0,
        upto=EDGES[at],
        entropy=math.fsum(entropy for entropy, _ in cases) / len(cases),
        disagreed=share(sum(other for _, other in cases), len(cases)),
    )


def _auc(ordered: Sequence[Case]) -> float | None:
    """Mann and Whitney's U over the number of pairs, from mid-ranks."""
    positives = sum(other for _, other in ordered)
    negatives = len(ordered) - positives
    if not positives or not negatives:
        return None
    ranks, start = 0.0, 0
    while start < len(ordered):
        end = start
        while end < len(ordered) and ordered[end][0] == ordered[start][0]:
            end += 1
        ranks += (start + 1 + end) / 2 * sum(other for _, other in ordered[start:end])
        start = end
    return (ranks - positives * (positives + 1) / 2) / (positives * negatives)
