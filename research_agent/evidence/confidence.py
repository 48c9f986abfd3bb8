"""How often a statement with such evidence was the right one: a probability that was measured, or none.

The table ``calibration.toml`` is written by ``benchmarks/calibration.py --fit``, never by hand. It gives, for each
*pattern* of evidence, the share of claims that stated the fact and not its planted alteration, in development data in
which every source errs on its own at a stated rate. What that data does not hold (refuted, doubtful and unchecked
claims) has no confidence. How to read the number, and its reliability: ``docs/evidence.md``, "Confidence".
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from research_agent.domain import Claim, ClaimStatus, Quote
from research_agent.evidence.voices import Voices

PATTERNS = ("disputed/behind", "disputed/level", "disputed/ahead", "single-source", "agreed")
"""From the weakest to the strongest: a claim's status, and whether the first side of a dispute has more independent
voices than each other side, as many as the strongest, or fewer."""


def with_confidence(claim: Claim, quotes: Mapping[str, Quote], voices: Voices) -> Claim:
    """The claim with the share of its pattern; None where nothing was measured."""
    found = pattern_of(claim, quotes, voices)
    return replace(claim, confidence=_shares().get(found) if found else None)


def pattern_of(claim: Claim, quotes: Mapping[str, Quote], voices: Voices) -> str:
    """One of ``PATTERNS``; empty for a claim of another status."""
    if claim.status is ClaimStatus.AGREED:
        return "agreed"
    if claim.status is ClaimStatus.SINGLE_SOURCE:
        return "single-source"
    if claim.status is ClaimStatus.DISPUTED and len(claim.positions) > 1:
        first, *others = (len(voices.of(_side(claim, side.quotes), quotes)) for side in claim.positions)
        rival = max(others)
        return f"disputed/{'ahead' if first > rival else 'level' if first == rival else 'behind'}"
    return ""


def _side(claim: Claim, quotes: tuple[str, ...]) -> Claim:
    """One side as a claim of its own. Without words: its sources differ in what else they say, not in the matter."""
    return replace(claim, text="", quotes=quotes, positions=())


@cache
def _shares() -> dict[str, float]:
    return {name: float(entry["share"]) for name, entry in table()["patterns"].items()}


@cache
def table() -> dict[str, Any]:
    """``calibration.toml``."""
    return tomllib.loads(files("research_agent.evidence").joinpath("calibration.toml").read_text(encoding="utf-8"))
