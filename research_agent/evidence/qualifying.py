"""What limits a claim: the versions of its sources, and since when, until when or for which version it says to hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from research_agent.domain import Claim, Qualifier, Source


def with_version(claim: Claim, ids: Iterable[str], sources: Mapping[str, Source]) -> Claim:
    """The claim with the versions of these sources, where it lacks them."""
    versions = sorted({sources[id].version for id in ids if sources[id].version})
    known = {(qualifier.kind, qualifier.value) for qualifier in claim.qualifiers}
    fresh = [Qualifier(kind="version", value=version) for version in versions if ("version", version) not in known]
    return replace(claim, qualifiers=(*claim.qualifiers, *fresh))
