"""Ids that come from content: the same claim has the same id in whatever order parallel work ended."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from research_agent.domain import Claim


def with_id(claim: Claim) -> Claim:
    """The claim under the id that its quotes and its text give."""
    content = "\n".join([*sorted(claim.quotes), " ".join(claim.text.lower().split())])
    return replace(claim, id="c" + hashlib.sha256(content.encode()).hexdigest()[:10])
