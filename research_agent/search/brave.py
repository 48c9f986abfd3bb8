"""Brave's web search API (``GET /res/v1/web/search``)."""

from __future__ import annotations

from typing import Any

from research_agent.domain import SearchHit
from research_agent.errors import SearchError
from research_agent.search.asking import Service, ask
from research_agent.search.base import Query
from research_agent.search.hits import Answer, Item, answer_from
from research_agent.search.wording import period, with_sites

NAME = "brave"
REMEDY = "Check BRAVE_API_KEY and the plan's limits at api-dashboard.search.brave.com."
_LONGEST = 400
_MOST_WORDS = 50
_MOST = 20
_OWN_TAGS = {"zh": "zh-hans", "ja": "jp", "pt": "pt-pt"}
_TAGS = frozenset(
    {
        "ar", "bg", "ca", "cs", "da", "de", "en", "es", "et", "fi", "fr", "he", "hi", "hr", "hu", "is", "it", "ko",
        "lt", "lv", "nb", "nl", "pl", "ro", "ru", "sk", "sl", "sr", "sv", "th", "tr", "uk", "vi",
    }
)  # fmt: skip
"""The API refuses a request with a language that it does not know; such a query goes without."""


class BraveSearch:
    """Args: service: with the client to use. url: of the API. key: sent in a header, never in the address."""

    name = NAME

    def __init__(self, service: Service, url: str, key: str) -> None:
        self._service = service
        self._url = url.rstrip("/") + "/res/v1/web/search"
        self._key = key

    async def search(self, query: Query) -> tuple[SearchHit, ...]:
        return (await self.answer(query)).hits

    async def answer(self, query: Query) -> Answer:
        request = self._service.client.build_request(
            "GET", self._url, params=_parameters(query), headers={"X-Subscription-Token": self._key}
        )
        reply = await ask(self._service, request)
        web = reply.get("web", {}) if isinstance(reply, dict) else None
        results = web.get("results", []) if isinstance(web, dict) else None  # no `web` at all: nothing was found
        if not isinstance(results, list):
            raise SearchError("Brave answered without a list of results.", kind="bad_reply", retryable=True)
        return answer_from(map(_item, results), provider=self.name, limit=query.limit)

    async def aclose(self) -> None:
        await self._service.client.aclose()


def _parameters(query: Query) -> dict[str, str]:
    text = " ".join(query.text.split()[:_MOST_WORDS])
    parameters = {
        "q": with_sites(text, query.limits, _LONGEST),
        "count": str(min(query.limit, _MOST)),
        "text_decorations": "false",
    }
    tag = _OWN_TAGS.get(query.language, query.language)
    if tag in _TAGS or tag in _OWN_TAGS.values():
        parameters["search_lang"] = tag
    if days := period(query.limits):
        parameters["freshness"] = f"{days[0].isoformat()}to{days[1].isoformat()}"
    return parameters


def _item(result: Any) -> Item:
    if not isinstance(result, dict):
        return Item(None)
    return Item(result.get("url"), result.get("title"), result.get("description"), result.get("page_age"))
