"""SearXNG: a metasearch engine that users run themselves. JSON API of its ``/search`` page."""

from __future__ import annotations

from typing import Any

from research_agent.domain import SearchHit
from research_agent.errors import SearchError
from research_agent.search.asking import Service, ask
from research_agent.search.base import Query
from research_agent.search.hits import Answer, Item, answer_from
from research_agent.search.wording import with_sites

NAME = "searxng"
REMEDY = (
    "SearXNG gives no JSON unless its settings.yml lists it: add `json` under `search: formats:` and restart it "
    "(or check SEARXNG_URL)."
)
_LONGEST = 1000


class SearxngSearch:
    """Args: service: with the client to use. url: of the instance, with or without ``/search``."""

    name = NAME

    def __init__(self, service: Service, url: str) -> None:
        self._service = service
        self._url = url.rstrip("/").removesuffix("/search") + "/search"

    async def search(self, query: Query) -> tuple[SearchHit, ...]:
        return (await self.answer(query)).hits

    async def answer(self, query: Query) -> Answer:
        """Its periods are whole days, months or years back from today, which no since/until is: code filters those."""
        parameters = {
            "q": with_sites(query.text, query.limits, _LONGEST),
            "format": "json",
            "language": query.language,
            "safesearch": "0",
        }
        request = self._service.client.build_request("GET", self._url, params=parameters)
        reply = await ask(self._service, request)
        results = reply.get("results") if isinstance(reply, dict) else None
        if not isinstance(results, list):
            raise SearchError("SearXNG answered without a list of results.", kind="bad_reply", next_step=REMEDY)
        if not results:
            _require_engines(reply)
        return answer_from(map(_item, results), provider=self.name, limit=query.limit)

    async def aclose(self) -> None:
        await self._service.client.aclose()


def _item(result: Any) -> Item:
    if not isinstance(result, dict):
        return Item(None)
    return Item(result.get("url"), result.get("title"), result.get("content"), result.get("publishedDate"))


def _require_engines(reply: dict[str, Any]) -> None:
    """An empty list while engines did not respond means that it could not search, not that there is nothing."""
    silent = reply.get("unresponsive_engines")
    if not silent:
        return
    told = [": ".join(map(str, engine)) if isinstance(engine, list) else str(engine) for engine in silent]
    raise SearchError(
        f"SearXNG found nothing because engines did not respond ({'; '.join(told[:5])}).",
        kind="unavailable",
        next_step="Try again later, or enable other engines in its settings.",
        retryable=True,
    )
