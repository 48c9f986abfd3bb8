"""Tavily's search API (``POST /search``)."""

from __future__ import annotations

from typing import Any

from research_agent.domain import SearchHit
from research_agent.errors import SearchError
from research_agent.search.asking import Service, ask
from research_agent.search.base import Query
from research_agent.search.hits import Answer, Item, answer_from
from research_agent.search.wording import period, shortened

NAME = "tavily"
REMEDY = "Check TAVILY_API_KEY and the plan's limits at tavily.com."
_LONGEST = 400
_MOST = 20


class TavilySearch:
    """Args: service: with the client to use. url: of the API. key: sent in a header, never in the address."""

    name = NAME

    def __init__(self, service: Service, url: str, key: str) -> None:
        self._service = service
        self._url = url.rstrip("/") + "/search"
        self._key = key

    async def search(self, query: Query) -> tuple[SearchHit, ...]:
        return (await self.answer(query)).hits

    async def answer(self, query: Query) -> Answer:
        request = self._service.client.build_request(
            "POST", self._url, json=_body(query), headers={"Authorization": f"Bearer {self._key}"}
        )
        reply = await ask(self._service, request)
        results = reply.get("results") if isinstance(reply, dict) else None
        if not isinstance(results, list):
            raise SearchError("Tavily answered without a list of results.", kind="bad_reply", retryable=True)
        return answer_from(map(_item, results), provider=self.name, limit=query.limit)

    async def aclose(self) -> None:
        await self._service.client.aclose()


def _body(query: Query) -> dict[str, Any]:
    body: dict[str, Any] = {
        "query": shortened(query.text, _LONGEST),
        "max_results": min(query.limit, _MOST),
        "search_depth": "basic",
    }
    if query.limits.only_sites:
        body["include_domains"] = list(query.limits.only_sites)
    if query.limits.exclude_sites:
        body["exclude_domains"] = list(query.limits.exclude_sites)
    if days := period(query.limits):
        body["start_date"], body["end_date"] = (day.isoformat() for day in days)
    return body


def _item(result: Any) -> Item:
    if not isinstance(result, dict):
        return Item(None)
    return Item(result.get("url"), result.get("title"), result.get("content"), result.get("published_date"))
