"""Figures as words, the same in every rendering. An interval is one word, so that it is not broken in a narrow cell."""

from __future__ import annotations

from research_agent.adr_bench.estimates import Estimate

NOTHING = "-"


def score(value: float | None) -> str:
    """``0.532``."""
    return NOTHING if value is None else f"{value:.3f}"


def interval(estimate: Estimate, digits: int = 3) -> str:
    """``0.532 [0.41–0.66]``: the ends with a digit less."""
    if estimate.value is None:
        return NOTHING
    told = f"{estimate.value:.{digits}f}"
    if estimate.low is None or estimate.high is None:
        return told
    return f"{told} [{estimate.low:.{max(0, digits - 1)}f}–{estimate.high:.{max(0, digits - 1)}f}]"


def percent(estimate: Estimate) -> str:
    """``53.2% [41%–66%]``."""
    if estimate.value is None:
        return NOTHING
    told = f"{estimate.value:.1%}"
    return told if estimate.low is None or estimate.high is None else f"{told} [{estimate.low:.0%}–{estimate.high:.0%}]"


def money(value: float | None) -> str:
    """US dollars, small amounts with the digits that matter."""
    if value is None:
        return "unknown"
    return f"${value:,.2f}" if value >= 1 or value == 0 else f"${value:.3g}"


def amount(value: float) -> str:
    """A count: ``1,234``, and below ten a digit more."""
    return f"{value:,.0f}" if value >= 10 or value == int(value) else f"{value:.1f}"


def times(estimate: Estimate) -> str:
    """A figure of any size with its interval, three digits that matter."""
    if estimate.value is None:
        return NOTHING
    told = _three(estimate.value)
    if estimate.low is None or estimate.high is None:
        return told
    return f"{told} [{_three(estimate.low)}–{_three(estimate.high)}]"


def duration(seconds: float) -> str:
    """``7.3 s``, ``12 min``, ``1.5 h``."""
    if seconds < 120:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def _three(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
