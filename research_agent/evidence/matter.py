"""What a statement is about: its content terms, without what it says of them."""

from __future__ import annotations

from functools import lru_cache

from research_agent.evidence.content import content_terms
from research_agent.evidence.marks import marks
from research_agent.evidence.polarity import without_polarity


@lru_cache(maxsize=8192)
def matter(text: str) -> frozenset[str]:
    """Content terms without denials, words of scope and obligation, and figures. A word that has an opposite is there
    as the pair that it belongs to, so that "rises" and "drops" are one."""
    bare, at = text, len(text)
    pairs: set[str] = set()
    for mark in reversed(marks(text)):
        if mark.end > at:
            continue  # two senses of one word
        if mark.axis == "direction":
            pairs.add(f"±{mark.sense[:-1]}")
        bare, at = f"{bare[: mark.start]} {bare[mark.end :]}", mark.start
    return content_terms(without_polarity(bare)) | pairs
