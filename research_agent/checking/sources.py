"""From what a report cites to the document behind it, or to the reason why there is none.

Every address is asked for once, through the reader with its guard, its manners and its limits. Two things that look
alike are kept apart: ``invalid_address``, where there is no such page (malformed, unknown host, 404 and 410, no such
document), and ``unreachable``, where there may be one that could not be read (time-out, refusal, robots.txt, server
error, format). A page that is gone and one that never was answer alike; the reason says what was seen.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from research_agent.checking.addresses import fetched_as, is_web, malformed, paths_in
from research_agent.checking.library import Library
from research_agent.domain import Document
from research_agent.errors import ReadError
from research_agent.reading.reader import Reader

Failure = Literal["unreachable", "invalid_address"]
_NO_SUCH_PAGE = frozenset({"not_found", "unknown_host"})
_ERROR_PAGE = re.compile(
    r"\b404\b|page (?:was |is |could )?not (?:be )?found|page (?:does not|doesn.t) exist|not found\W*$|"
    r"页面不存在|找不到(?:该)?(?:网)?页|"
    r"无法找到(?:该)?(?:网)?页|seite nicht gefunden|page introuvable|página no encontrada",
    re.IGNORECASE,
)
_SHORT_PAGE = 1500
"""Characters up to which a page whose title says that there is none is believed."""

Progress = Callable[[int, int, str], None]
"""How many addresses are done, of how many, and the one that was last."""


@dataclass(frozen=True, slots=True)
class Reached:
    """What an address led to."""

    address: str
    """That was read, or should have been."""
    document: Document | None = None
    failure: Failure | None = None
    reason: str = ""
    """Why there is no document, in words."""


class Sources:
    """The documents behind citations, each read once.

    Args:
        reader: fetches and reads; the caller closes it.
        library: the documents that the user gave.
        web: whether web addresses are fetched.
        progress: hears of each address that is done with.
    """

    def __init__(
        self, reader: Reader, library: Library, *, web: bool = True, progress: Progress = lambda done, of, what: None
    ) -> None:
        self._reader = reader
        self._library = library
        self._web = web
        self._progress = progress

    async def reach(self, wanted: Sequence[tuple[str, ...]]) -> dict[tuple[str, ...], Reached]:
        """What each tuple of candidates leads to; all side by side, as politely as the reader is."""
        distinct = list(dict.fromkeys(wanted))
        found = await asyncio.to_thread(lambda: {candidates: self._target(candidates) for candidates in distinct})
        targets = list(dict.fromkeys(target for target in found.values() if isinstance(target, str)))
        reached = await self._read_all(targets)
        return {
            candidates: reached[target] if isinstance(target, str) else target for candidates, target in found.items()
        }

    async def _read_all(self, targets: Sequence[str]) -> dict[str, Reached]:
        done = 0

        async def read(target: str) -> Reached:
            nonlocal done
            reached = await self._read(target)
            done += 1
            self._progress(done, len(targets), target)
            return reached

        return dict(zip(targets, await asyncio.gather(*map(read, targets)), strict=True))

    def _target(self, candidates: tuple[str, ...]) -> str | Reached:
        """The address to read, or why there is none. Blocks for the disk."""
        if local := self._library.find(candidates):
            return local
        shown = candidates[0]
        web = next((each for each in candidates if is_web(each)), None)
        if web is None:
            return self._no_document(shown)
        if why := malformed(web):
            return Reached(web, failure="invalid_address", reason=f"It is no address of a page: {why}.")
        if not self._web:
            return Reached(
                web, failure="unreachable", reason="None of the documents is its copy, and it was not fetched (--web)."
            )
        return fetched_as(web)

    def _no_document(self, shown: str) -> Reached:
        if len(self._library):
            return Reached(shown, failure="invalid_address", reason="There is no such document among those given.")
        if shown.startswith("file:") or next(paths_in(shown), "") or "/" in shown:
            return Reached(
                shown, failure="unreachable", reason="It is a file, and no documents were given (--documents)."
            )
        return Reached(shown, failure="invalid_address", reason="It is no address.")

    async def _read(self, target: str) -> Reached:
        try:
            document = await self._reader.read(target)
        except ReadError as error:
            failure: Failure = "invalid_address" if is_no_such_page(error) else "unreachable"
            reason = f"There is no host {_host(target)}." if error.kind == "unknown_host" else error.message
            return Reached(target, failure=failure, reason=reason)
        if is_web(target) and _is_error_page(document):
            title = document.source.title.strip()
            return Reached(
                target, failure="invalid_address", reason=f"The page only says that there is none: “{title}”."
            )
        return Reached(target, document)


def is_no_such_page(error: ReadError) -> bool:
    """Whether a reading failed because there is no such page, file or host, and not for a reason that may pass."""
    return error.kind in _NO_SUCH_PAGE


def _host(address: str) -> str:
    return urlsplit(address).hostname or address


def _is_error_page(document: Document) -> bool:
    """Whether a page that was sent with status 200 says that it does not exist."""
    return len(document.text) <= _SHORT_PAGE and bool(_ERROR_PAGE.search(document.source.title[:120]))
