"""DuckDuckGo without a key, through the ``ddgs`` package's reader of its HTML page.

``ddgs.DDGS`` itself is not used: it reports a refusal (status 202, 403, 429), a challenge page and an honest "nothing
found" as one exception, and asks other engines when it does not know a backend. Its engine class, asked by itself, lets
the three be told apart. It sends through its own transport, past this program's guards: ``--local-only`` refuses it.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

from research_agent.domain import SearchHit
from research_agent.errors import SearchError
from research_agent.search.base import Query
from research_agent.search.hits import Answer, Item, answer_from
from research_agent.search.wording import period, with_sites

NAME = "duckduckgo"
_LONGEST = 480
_SPARE = 5.0
"""Seconds given to the transport's own time-out before ours ends the wait."""
_NOTHING = re.compile(r"class=\"[^\"]*no-results?\b|No\s+(?:more\s+)?results", re.IGNORECASE)
_REGIONS = {
    "en": "us-en", "zh": "cn-zh", "ja": "jp-jp", "ko": "kr-kr", "de": "de-de", "fr": "fr-fr", "es": "es-es",
    "it": "it-it", "pt": "pt-pt", "nl": "nl-nl", "pl": "pl-pl", "ru": "ru-ru", "sv": "se-sv",
    "tr": "tr-tr", "vi": "vn-vi",
}  # fmt: skip
_WHOLE_WORLD = "wt-wt"


class DuckDuckGoSearch:
    """Args: timeout: seconds for one query. url: of the HTML page; another one for tests."""

    name = NAME

    def __init__(self, timeout: float, url: str | None = None) -> None:
        self._timeout = timeout
        self._url = url

    async def search(self, query: Query) -> tuple[SearchHit, ...]:
        return (await self.answer(query)).hits

    async def answer(self, query: Query) -> Answer:
        try:
            async with asyncio.timeout(self._timeout + _SPARE):
                items = await asyncio.to_thread(_ask, query, self._timeout, self._url)
        except TimeoutError as error:
            raise _timed_out(self._timeout) from error
        return answer_from(items, provider=self.name, limit=query.limit)

    async def aclose(self) -> None:
        """Each query opens and closes its own connection."""


def _timed_out(seconds: float) -> SearchError:
    return SearchError(f"DuckDuckGo did not answer within {seconds:g} seconds.", kind="timeout", retryable=True)


def _ask(query: Query, timeout: float, url: str | None) -> list[Item]:
    from ddgs.exceptions import DDGSException, TimeoutException

    page = _page(timeout, url)
    days = period(query.limits)
    try:
        results = page.search(
            with_sites(query.text, query.limits, _LONGEST),
            region=_REGIONS.get(query.language, _WHOLE_WORLD),
            timelimit=f"{days[0].isoformat()}..{days[1].isoformat()}" if days else None,
        )
    except TimeoutException as error:
        raise _timed_out(timeout) from error
    except DDGSException as error:
        raise SearchError(
            f"DuckDuckGo cannot be reached: {error}.",
            kind="unreachable",
            next_step="Check the network, or choose another provider with --search.",
            retryable=True,
        ) from error
    if not results:
        _require_nothing_found(page.status, page.text)
    return [Item(result.href, result.title, result.body) for result in results or []]


def _require_nothing_found(status: int, text: str) -> None:
    """Raise unless the page itself says that nothing was found."""
    if status == 200 and _NOTHING.search(text):
        return
    what = (
        f"answered {status}" if status != 200 else "answered with a page that holds no results (a challenge, perhaps)"
    )
    raise SearchError(
        f"DuckDuckGo {what}; it does so when it takes many questions from one address for a robot's.",
        kind="rate_limited",
        next_step="Wait some minutes, or choose another provider with --search.",
        retryable=True,
    )


def _page(timeout: float, url: str | None) -> Any:
    """The ``ddgs`` engine, remembering what the page answered."""
    from ddgs.engines.duckduckgo import Duckduckgo

    class Page(Duckduckgo):
        status = 0
        text = ""

        def request(self, *args: Any, **kwargs: Any) -> str | None:
            response = self.http_client.request(*args, **kwargs)
            self.status, self.text = response.status_code, response.text
            return response.text if response.status_code == 200 else None

    make: Callable[..., Any] = Page
    page = make(timeout=max(1, round(timeout)))
    if url is not None:
        page.search_url = url
    return page
