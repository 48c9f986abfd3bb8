"""Shares of right claims by the pattern of their evidence: read off worlds, weighted, never falling."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from research_agent.evidence.confidence import PATTERNS
from research_agent.evidence.speakers import registrable_domain

from .worlds import Seen


def error_rate(claims: Path) -> tuple[float, int, int]:
    """The rate at which one source errs, and the counts it was read off."""
    rows = [json.loads(line) for line in claims.read_text(encoding="utf-8").splitlines()]
    several = [row for row in rows if len(_sites(row)) > 1]
    conflicting = sum(row["label"].startswith("Conflicting") for row in several)
    share = conflicting / len(several)
    return (1 - math.sqrt(1 - 2 * share)) / 2, conflicting, len(several)


def _sites(row: dict[str, Any]) -> set[str]:
    addresses = (answer["source_url"] or "" for each in row["evidence"] for answer in each["answers"])
    bare = (address.rpartition("/http")[2] for address in addresses if address)
    return {registrable_domain(address if address.startswith("http") else f"http{address}") for address in bare}


def fitted(seen: Sequence[Seen], rate: float) -> dict[str, float]:
    """The share of right claims for each pattern, never falling from a weaker to a stronger one (pool adjacent
    violators), with one claim of the base rate added to each, so that a few cases do not give certainty."""
    base = share_of([(one.weight(rate), one.right) for one in seen])
    pools: list[tuple[list[str], float, float]] = []
    for pattern in PATTERNS:
        mine = [(one.weight(rate), one.right) for one in seen if one.pattern == pattern]
        if not mine:
            continue
        pools.append(([pattern], sum(w * r for w, r in mine) + base, sum(w for w, _ in mine) + 1))
        while len(pools) > 1 and pools[-2][1] / pools[-2][2] > pools[-1][1] / pools[-1][2]:
            (names, right, weight), (more, other, heavier) = pools[-2:]
            pools[-2:] = [([*names, *more], right + other, weight + heavier)]
    return {name: right / weight for names, right, weight in pools for name in names}


def share_of(weighted: Sequence[tuple[float, bool]]) -> float:
    total = sum(weight for weight, _ in weighted)
    return sum(weight * right for weight, right in weighted) / total if total else 0.0


def as_toml(seen: Sequence[Seen], table: dict[str, float], rate: float, seed: int, facts: int) -> str:
    lines = [
        "# How often a claim with such evidence was right. Written by benchmarks/calibration.py --fit, never by hand.",
        "# docs/evidence.md says how to read it and how reliable it is.",
        "",
        "format = 1",
        f"seed = {seed}",
        f"facts = {facts}",
        f"error_rate = {rate:.4f}",
    ]
    for pattern, share in table.items():
        count = sum(one.pattern == pattern for one in seen)
        lines += ["", f'[patterns."{pattern}"]', f"share = {share:.3f}", f"claims = {count}"]
    return "\n".join(lines) + "\n"
