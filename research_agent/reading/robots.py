"""robots.txt, asked once for each origin and honoured (RFC 9309).

A robots.txt that is not there (any 4xx) allows everything (section 2.3.1.3); one that cannot be had
(5xx, no answer) forbids everything (section 2.3.1.4), and the error says which of the two it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import httpx

from research_agent.errors import ReadError, from_record

if TYPE_CHECKING:
    from protego import Protego

MAX_BYTES = 500 * 1024
"""RFC 9309, section 2.5: a parser must read at least 500 KiB."""
LONGEST_DELAY = 10.0
"""Seconds; a longer Crawl-delay is cut to this, since a run reads a handful of pages of a site."""

Get = Callable[[str], Awaitable[tuple[int, bytes]]]
"""Address to status and body (redirects followed); raises ReadError when there is no answer."""


@dataclass(frozen=True, slots=True)
class _Answer:
    rules: Protego | None
    """None: everything is allowed."""
    unavailable: str = ""
    """Why the rules cannot be had; then nothing is allowed."""
    failure: ReadError | None = None
    """What the page's own fetch would end in as well."""


class Robots:
    """The rules of every origin that was asked for."""

    def __init__(self, get: Get, user_agent: str) -> None:
        self._get = get
        self._agent = user_agent.split("/")[0].split()[0] if user_agent.strip() else "*"
        self._answers: dict[str, asyncio.Task[_Answer]] = {}

    async def require(self, address: str) -> float:
        """The delay in seconds that the site asks for between two requests (0 for none).

        Raises:
            ReadError: kind ``robots``; or what fetching robots.txt raised for an address that is blocked or a host
                that cannot be found, since the page's own fetch would end in the same way.
        """
        answer = await self._answer(origin_of(address))
        if answer.failure is not None:
            # A new one each time: whoever catches it names its own address in it.
            raise from_record(answer.failure.to_record())
        if answer.unavailable:
            raise ReadError(
                f"{address} was not fetched: its site's robots.txt cannot be had ({answer.unavailable}), "
                "which forbids fetching for now.",
                kind="robots",
                next_step="Try again later, or set RESEARCH_RESPECT_ROBOTS=false if you may read the site.",
                retryable=True,
            )
        if answer.rules is None:
            return 0.0
        if not answer.rules.can_fetch(address, self._agent):
            raise ReadError(
                f"{address} was not fetched: its site's robots.txt forbids it for {self._agent}.",
                kind="robots",
                next_step="Save the page and give it with --documents, or set RESEARCH_RESPECT_ROBOTS=false "
                "if you may read it.",
            )
        return min(LONGEST_DELAY, answer.rules.crawl_delay(self._agent) or 0.0)

    async def _answer(self, origin: str) -> _Answer:
        if origin not in self._answers:
            self._answers[origin] = asyncio.create_task(self._ask(origin))
        return await asyncio.shield(self._answers[origin])

    async def _ask(self, origin: str) -> _Answer:
        from protego import Protego

        try:
            status, body = await self._get(f"{origin}/robots.txt")
        except ReadError as error:
            if error.kind in ("blocked_address", "unreachable", "unknown_host"):
                return _Answer(None, failure=error)
            if error.kind == "too_many_redirects":  # RFC 9309, section 2.3.1.2: may be taken for unavailable
                return _Answer(None)
            return _Answer(None, str(error.message))
        if 400 <= status < 500:
            return _Answer(None)
        if status >= 500:
            return _Answer(None, f"the server answered {status}")
        text = body[:MAX_BYTES].decode("utf-8", "replace").removeprefix("\ufeff")
        return _Answer(Protego.parse(text))

    async def aclose(self) -> None:
        """Stop what is still being asked."""
        for task in self._answers.values():
            task.cancel()
        await asyncio.gather(*self._answers.values(), return_exceptions=True)


def origin_of(address: str) -> str:
    """``https://host:port`` of an address."""
    url = httpx.URL(address)
    return f"{url.scheme}://{url.netloc.decode('ascii')}"
