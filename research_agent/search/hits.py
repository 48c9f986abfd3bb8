"""From a provider's items to hits: the one place where malformed items are dropped, and counted."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlsplit

from research_agent.domain import SearchHit
from research_agent.errors import SearchError

_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_SNIPPET = 500


@dataclass(frozen=True, slots=True)
class Item:
    """One result as a provider sent it: anything may be missing or of the wrong type."""

    address: Any
    title: Any = None
    snippet: Any = None
    published: Any = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a provider answered to one query."""

    hits: tuple[SearchHit, ...]
    dropped: int = 0
    """Items that were no usable results."""


def answer_from(items: Iterable[Item], *, provider: str, limit: int) -> Answer:
    """Usable items as hits with ranks 1..n; an item without a title is named by its address.

    Raises:
        SearchError: kind ``bad_reply``: there were items and none is usable.
    """
    listed = list(items)
    usable = [item for item in listed if _is_page(item.address)]
    dropped = len(listed) - len(usable)
    if listed and not usable:
        raise SearchError(
            f"{provider} sent {dropped} results and none has a usable address.", kind="bad_reply", retryable=True
        )
    hits = tuple(_hit(item, provider, rank) for rank, item in enumerate(usable[:limit], start=1))
    return Answer(hits, dropped)


def _is_page(address: Any) -> bool:
    """Whether it is an absolute http(s) address with a host."""
    if not isinstance(address, str):
        return False
    try:
        parts = urlsplit(address.strip())
        _ = parts.port
    except ValueError:
        return False
    return parts.scheme.lower() in ("http", "https") and bool(parts.hostname) and " " not in address.strip()


def _hit(item: Item, provider: str, rank: int) -> SearchHit:
    address = item.address.strip()
    return SearchHit(
        address=address,
        title=_plain(item.title) or address,
        snippet=_plain(item.snippet)[:_SNIPPET],
        provider=provider,
        rank=rank,
        published=_day(item.published),
    )


def _plain(value: Any) -> str:
    """Text without tags and entities, on one line; empty for what is no text."""
    return " ".join(html.unescape(_TAG.sub("", value)).split()) if isinstance(value, str) else ""


def _day(value: Any) -> date | None:
    """The date at the start of an ISO time stamp; None for anything else ("3 days ago")."""
    match = _DAY.match(value.strip()) if isinstance(value, str) else None
    try:
        return date(*map(int, match.groups())) if match else None
    except ValueError:
        return None
