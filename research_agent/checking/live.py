"""A finished run's cited addresses, fetched again: which changed, which are gone, and whether the quotes still stand.

The run's journal answers nothing here, and nothing in the run's folder is changed. Web addresses are fetched under the
rules of every other fetch; local documents are read from the disk again, those that the report cites and no others.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from research_agent.checking.sources import Progress, Reached, is_no_such_page
from research_agent.codec import load
from research_agent.domain import Document, Quote, Source
from research_agent.errors import ReadError, RunError
from research_agent.evidence.locate import locate
from research_agent.reading.guard import Resolve, system_resolver
from research_agent.reading.reader import Reader
from research_agent.reading.unrecorded import Unrecorded, Unstored
from research_agent.settings import Settings

LiveStatus = Literal["unchanged", "changed", "vanished", "unreachable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveSource:
    """One cited source, as it is now."""

    id: str
    address: str
    title: str
    status: LiveStatus
    quotes: int
    """How many passages of it the report cites."""
    standing: int | None
    """How many of them its text still holds word for word; None where it could not be read."""
    moved: int
    """How many of those stand at another place than before."""
    gone: tuple[str, ...]
    """The passages that it no longer holds."""
    reason: str
    """Why it could not be read, or where it leads now, in words; else empty."""

    @property
    def holds(self) -> bool:
        """Whether every quote was found again."""
        return self.standing == self.quotes


async def verify_live(
    folder: Path,
    settings: Settings,
    *,
    progress: Progress = lambda done, of, what: None,
    resolve: Resolve = system_resolver,
) -> tuple[LiveSource, ...]:
    """Every cited source of a finished run, in the order of its reference list.

    Raises:
        RunError: kind ``not_readable``: report.json is missing or is no report.
    """
    sources, quotes = _cited(folder)
    documents = tuple(source.path for source in sources if source.path)
    reader = Reader(settings.model_copy(update={"documents": documents}), Unrecorded(), Unstored(), resolve=resolve)
    done = 0

    async def look(source: Source) -> LiveSource:
        nonlocal done
        reached = await _reach(reader, source.address)
        found = await asyncio.to_thread(compared, source, quotes.get(source.id, ()), reached)
        done += 1
        progress(done, len(sources), source.address)
        return found

    try:
        return tuple(await asyncio.gather(*map(look, sources)))
    finally:
        await reader.aclose()


def compared(source: Source, quotes: Sequence[Quote], reached: Reached) -> LiveSource:
    """A source as it was beside what its address gives now."""
    if reached.document is None:
        status: LiveStatus = "vanished" if reached.failure == "invalid_address" else "unreachable"
        return _live(source, quotes, status, None, 0, (), reached.reason)
    text = reached.document.text
    if hashlib.sha256(text.encode()).hexdigest() == source.sha256:
        return _live(source, quotes, "unchanged", len(quotes), 0, (), "")
    places = {quote.id: _place(text, quote) for quote in quotes}
    gone = tuple(quote.text for quote in quotes if places[quote.id] is None)
    moved = sum(places[quote.id] not in (None, quote.start) for quote in quotes)
    return _live(source, quotes, "changed", len(quotes) - len(gone), moved, gone, _leads(source, reached.document))


def _live(
    source: Source,
    quotes: Sequence[Quote],
    status: LiveStatus,
    standing: int | None,
    moved: int,
    gone: tuple[str, ...],
    reason: str,
) -> LiveSource:
    return LiveSource(
        id=source.id,
        address=source.path or source.address,
        title=source.title,
        status=status,
        quotes=len(quotes),
        standing=standing,
        moved=moved,
        gone=gone,
        reason=reason,
    )


def _place(text: str, quote: Quote) -> int | None:
    """Where the quote's words stand now, the place before first; None where they do not."""
    if text[quote.start : quote.end] == quote.text:
        return quote.start
    found = locate(text, quote.text)
    return found.start if found is not None and found.exact else None


def _leads(source: Source, document: Document) -> str:
    """Where the address leads now, where that is elsewhere."""
    there = document.source.address
    return f"It now leads to {there}." if there != source.address else ""


async def _reach(reader: Reader, address: str) -> Reached:
    try:
        return Reached(address, await reader.read(address))
    except ReadError as error:
        failure: Literal["unreachable", "invalid_address"] = (
            "invalid_address" if is_no_such_page(error) else "unreachable"
        )
        return Reached(address, failure=failure, reason=error.message)


def _cited(folder: Path) -> tuple[tuple[Source, ...], Mapping[str, tuple[Quote, ...]]]:
    """The report's sources and, by source, its quotes."""
    try:
        report: Any = json.loads((folder / "report.json").read_text(encoding="utf-8"))
        sources = tuple(load(Source, {**entry, "format": entry.get("kind", "")}) for entry in report["sources"])
        quotes = [load(Quote, entry) for entry in report["quotes"]]
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        why = str(error).splitlines()[0][:200] if str(error) else repr(error)
        raise RunError(
            f"The report of {folder.name} cannot be read: {why}.",
            kind="not_readable",
            next_step="`research verify RUN` without --live lists what is wrong with the folder.",
        ) from error
    by_source: dict[str, list[Quote]] = {}
    for quote in quotes:
        by_source.setdefault(quote.source, []).append(quote)
    return sources, {id: tuple(found) for id, found in by_source.items()}
