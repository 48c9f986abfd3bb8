"""What a search finds, and how it went."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchHit:
    """One result of one search: an address worth reading."""

    address: str
    """``https://...`` or, for a local document, ``file:///absolute/path`` (``#line=12`` for one JSON line)."""
    title: str
    snippet: str
    provider: str
    rank: int
    """1 for the best, after merging."""
    published: date | None = None
    spans: tuple[tuple[int, int], ...] = ()
    """The passages that matched, best first, in the source's text, where the provider knows them (local search)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchAttempt:
    """What one provider said to one query. 'Nothing found' and 'failed' are different things."""

    query: str
    provider: str
    status: Literal["found", "nothing", "failed"]
    hits: int = 0
    why: str = ""
    """The reason in words, when it failed; what the limits removed, when they removed anything."""
