"""What two orders of one pair of reports come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from research_agent.judges.rubric import DIMENSIONS

Category = Literal["left_better", "right_better", "both_good", "both_fair", "both_poor"]
Outcome = Literal["left", "right", "tie"]
Place = Literal["first", "second"]

QUALITY: tuple[Category, ...] = ("both_poor", "both_fair", "both_good")
"""The ties, worst first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """What the model said in one order, told of left and right as they were given to ``compare``."""

    first: Literal["left", "right"]
    """Which report stood first."""
    category: Category | None = None
    """None: no usable answer came (``error`` says why)."""
    dimensions: Mapping[str, Category] = field(default_factory=dict)
    reason: str = ""
    reasons: Mapping[str, str] = field(default_factory=dict)
    """Dimension -> reason. Reasons speak of report 1 and report 2 as they stood."""
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairVerdict:
    """Both orders together."""

    outcome: Outcome | None
    """None: an order could not be judged, so nothing guards against position bias."""
    category: Category | None
    """The five-way verdict; of two different ties the lower; None where each place won once, or undecided."""
    dimension_outcomes: Mapping[str, Outcome | None]
    dimensions: Mapping[str, Category | None]
    position_bias: bool = False
    """The winner changed with the reports' places; the outcome is then a tie."""
    favoured: Place | None = None
    """The place that gained by it."""
    biased_dimensions: tuple[str, ...] = ()
    opinions: tuple[Opinion, ...] = ()
    """With the left report first, and with the right one first."""
    model: str = ""
    prompts: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def settle(
    left_first: Opinion,
    right_first: Opinion,
    *,
    model: str = "",
    prompts: Mapping[str, str] | None = None,
    notes: tuple[str, ...] = (),
) -> PairVerdict:
    """The verdict of both orders."""
    whole = _settled(left_first.category, right_first.category)
    parts = {name: _settled(left_first.dimensions.get(name), right_first.dimensions.get(name)) for name in DIMENSIONS}
    opinions = (left_first, right_first)
    failed = tuple(f"With the {each.first} report first: {each.error}" for each in opinions if each.error)
    return PairVerdict(
        outcome=whole.outcome,
        category=whole.category,
        dimension_outcomes={name: part.outcome for name, part in parts.items()},
        dimensions={name: part.category for name, part in parts.items()},
        position_bias=whole.biased,
        favoured=_favoured(left_first.category, right_first.category) if whole.biased else None,
        biased_dimensions=tuple(name for name, part in parts.items() if part.biased),
        opinions=opinions,
        model=model,
        prompts=prompts or {},
        notes=(*notes, *failed),
    )


@dataclass(frozen=True, slots=True)
class _Settled:
    outcome: Outcome | None
    category: Category | None
    biased: bool = False


def _settled(one: Category | None, other: Category | None) -> _Settled:
    if one is None or other is None:
        return _Settled(None, None)
    if _winner(one) == _winner(other):
        return _Settled(_winner(one), one if one == other else min(one, other, key=QUALITY.index))
    ties = [each for each in (one, other) if each in QUALITY]
    return _Settled("tie", ties[0] if ties else None, biased=True)


def _winner(category: Category) -> Outcome:
    return "left" if category == "left_better" else "right" if category == "right_better" else "tie"


def _favoured(left_first: Category | None, right_first: Category | None) -> Place | None:
    """The place whose report did better there than in the other place."""
    gain = {"left_better": 1, "right_better": -1}
    return "first" if gain.get(left_first or "", 0) > gain.get(right_first or "", 0) else "second"
