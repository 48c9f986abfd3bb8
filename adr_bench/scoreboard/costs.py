"""What reports cost, and what a score costs.

A system that asks a model tells tokens, and dollars where the price is known; one without a model costs nothing; of a
foreign command only what it tells is known. Quality per cost is made of the tasks that have both a score and a cost.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from research_agent.adr_bench.estimates import Estimate, mean, ratio
from research_agent.adr_bench.scoreboard.rows import Row

Unit = Literal["usd", "tokens", "none", "unknown"]
TOKENS = 100_000
"""Tokens that quality is told per, where dollars are not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """The headline: score per dollar, else per 100,000 tokens."""

    unit: Unit
    """``none``: no model was asked, so there is no cost. ``unknown``: the system did not tell its cost."""
    per_unit: Estimate
    """Sum of scores over sum of costs, over the tasks that have both."""
    untold: int
    """Tasks with a score whose cost in this unit is not known; they are left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Over all tasks that were tried, those that failed included."""

    usd: float
    """As far as it is known."""
    usd_unknown: int
    """Tasks whose price is not known."""
    calls: int
    tokens: int
    usd_per_report: Estimate
    """Over the tasks whose price is known."""
    tokens_per_report: Estimate
    seconds_per_report: Estimate


def cost(rows: Sequence[Row]) -> Cost:
    tried = [row for row in rows if row.standing not in ("open", "skipped")]
    priced = [row.usage.usd for row in tried if row.usage.usd is not None]
    return Cost(
        usd=math.fsum(priced),
        usd_unknown=len(tried) - len(priced),
        calls=sum(row.usage.calls for row in tried),
        tokens=sum(row.tokens for row in tried),
        usd_per_report=mean(priced),
        tokens_per_report=mean([float(row.tokens) for row in tried]),
        seconds_per_report=mean([row.seconds for row in tried]),
    )


def quality(rows: Sequence[Row]) -> Quality:
    """In the unit that more tasks tell; in dollars where both are told alike."""
    scored = [(row.score, row) for row in rows if row.score is not None]
    dollars = [(score, row.usage.usd) for score, row in scored if row.usage.usd is not None]
    tokens = [(score, float(row.tokens)) for score, row in scored if row.tokens or row.usage.usd == 0]
    if sum(pair[1] for pair in dollars) > 0 and len(dollars) >= len(tokens):
        return Quality(unit="usd", per_unit=ratio(dollars), untold=len(scored) - len(dollars))
    if sum(pair[1] for pair in tokens) > 0:
        return Quality(unit="tokens", per_unit=ratio(tokens, TOKENS), untold=len(scored) - len(tokens))
    unit: Unit = "none" if dollars else "unknown"
    return Quality(unit=unit, per_unit=Estimate(value=None), untold=len(scored) - len(dollars))
