"""DuckDuckGo without a key, through the ``ddgs`` package's reader of its HTML page.

``ddgs.DDGS`` itself is not used: it reports a refusal (status 202, 403, 429), a challenge page and an honest "nothing
found" as one exception, and asks other engines when it does not know a backend. Its engine class, asked by itself, lets
the three be told apart. It sends through its own transport, past this program's guards: ``--local-only`` refuses it.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import Callable
from typing import Any
from urllib.request import getproxies

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
    """A search by the HTML page that is made for browsers without scripts.

    Args:
        timeout: seconds for one query.
        proxy: None for that of the usual variables.
        url: of the page; another one for tests.
    """

    name = NAME

    def __init__(self, timeout: float, *, proxy: str | None = None, url: str | None = None) -> None:
        self._timeout = timeout
        self._proxy = proxy
        self._url = url

    async def search(self, query: Query) -> tuple[SearchHit, ...]:
        return (await self.answer(query)).hits

    async def answer(self, query: Query) -> Answer:
        try:
            async with asyncio.timeout(self._timeout + _SPARE):
                items = await asyncio.to_thread(self._ask, query)
        except TimeoutError as error:
            raise _timed_out(self._timeout) from error
        return answer_from(items, provider=self.name, limit=query.limit)

    async def aclose(self) -> None:
        """Each query opens and closes its own connection."""

    def _ask(self, query: Query) -> list[Item]:
        from ddgs.exceptions import DDGSException, TimeoutException
        from lxml.etree import LxmlError

        page = _page(self._timeout, self._proxy or _usual_proxy())
        if self._url is not None:
            page.search_url = self._url
        days = period(query.limits)
        try:
            results = page.search(
                with_sites(query.text, query.limits, _LONGEST),
                region=_REGIONS.get(query.language, _WHOLE_WORLD),
                timelimit=f"{days[0].isoformat()}..{days[1].isoformat()}" if days else None,
            )
        except LxmlError:  # no page at all
            results = None
        except TimeoutException as error:
            raise _timed_out(self._timeout) from error
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


def _timed_out(seconds: float) -> SearchError:
    return SearchError(f"DuckDuckGo did not answer within {seconds:g} seconds.", kind="timeout", retryable=True)


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


def _usual_proxy() -> str | None:
    """What HTTPS_PROXY or ALL_PROXY say (and the system's settings, on macOS)."""
    proxies = getproxies()
    return proxies.get("https") or proxies.get("all")


def _own_authorities() -> str | bool:
    """The file of SSL_CERT_FILE, where one is set; else True: those that the transport brings along."""
    paths = ssl.get_default_verify_paths()
    return paths.cafile if paths.cafile and paths.cafile != paths.openssl_cafile else True


def _page(timeout: float, proxy: str | None) -> Any:
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
    return make(proxy=proxy, timeout=max(1, round(timeout)), verify=_own_authorities())
