"""Comparisons turned round: "A is faster than B" and "B is faster than A"."""

from __future__ import annotations

import re

from research_agent.evidence.difference import Difference
from research_agent.evidence.marks import rival_directions
from research_agent.evidence.matter import matter

_THAN = re.compile(r"(?P<left>[^.;]{3,160}?)\bthan\b(?P<right>[^.;,]{2,160})", re.IGNORECASE)
_CHINESE = re.compile(
    r"(?P<left>[^。；，]{1,30}?)比(?P<right>[^。；，]{1,30}?)(?:更|快|慢|大|小|高|低|多|少|早|晚|长|短|好|差)"
)
_SHOWN = 60


def turned_round(first: str, second: str) -> Difference | None:
    """What parts two comparisons of the same two things, each the greater in one of them; None for other sentences,
    and where the word of comparison is turned too ("B is slower than A")."""
    pattern = _THAN if _THAN.search(first) else _CHINESE
    one, other = pattern.search(first), pattern.search(second)
    if one is None or other is None:
        return None
    left, right = matter(one["left"]), matter(one["right"])
    left_too, right_too = matter(other["left"]), matter(other["right"])
    gone, come = left - left_too, right - right_too
    if not gone or not come or not gone <= right_too or not come <= left_too or rival_directions(first, second):
        return None
    return Difference("direction", one["left"].strip()[-_SHOWN:], other["left"].strip()[-_SHOWN:])


def same_turned(first: str, second: str) -> bool:
    """Whether the two say one thing from its two ends: the things and the word of comparison are both turned."""
    one, other = _THAN.search(first), _THAN.search(second)
    if one is None or other is None or not rival_directions(first, second):
        return False
    gone, come = matter(one["left"]) - matter(other["left"]), matter(one["right"]) - matter(other["right"])
    return bool(gone and come) and gone <= matter(other["right"]) and come <= matter(other["left"])
