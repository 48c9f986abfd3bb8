"""What each provider sends: keys in headers, limits in the service's own words."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from datetime import date

import httpx
import pytest

from research_agent.domain import Limits
from research_agent.errors import SearchError
from research_agent.search.asking import Service
from research_agent.search.base import Query
from research_agent.search.brave import BraveSearch
from research_agent.search.duckduckgo import DuckDuckGoSearch
from research_agent.search.searxng import REMEDY, SearxngSearch
from research_agent.search.tavily import TavilySearch
from tests.support.search_service import Reply, search_service

LIMITS = Limits(
    only_sites=("a.example", "b.example"), exclude_sites=("c.example",), since=date(2024, 1, 1), until=date(2024, 6, 30)
)
QUERY = Query(text="数据库 升级", language="zh", limits=LIMITS, limit=50)


@pytest.fixture
async def service() -> AsyncIterator[Service]:
    async with httpx.AsyncClient() as client:
        yield Service("It", REMEDY, client, 2.0)


async def test_brave(service: Service) -> None:
    with search_service(Reply({})) as fake:
        await BraveSearch(service, fake.url, "secret").search(QUERY)
    asked = fake.asked[0]
    assert asked.path == "/res/v1/web/search"
    assert asked.headers["X-Subscription-Token"] == "secret"
    assert asked.parameters == {
        "q": "数据库 升级 site:a.example OR site:b.example -site:c.example",
        "count": "20",
        "text_decorations": "false",
        "search_lang": "zh-hans",
        "freshness": "2024-01-01to2024-06-30",
    }


async def test_tavily(service: Service) -> None:
    with search_service(Reply({"results": []})) as fake:
        await TavilySearch(service, f"{fake.url}/", "secret").search(QUERY)
    asked = fake.asked[0]
    assert (asked.method, asked.path) == ("POST", "/search")
    assert asked.headers["Authorization"] == "Bearer secret"
    assert json.loads(asked.body) == {
        "query": "数据库 升级",
        "max_results": 20,
        "search_depth": "basic",
        "include_domains": ["a.example", "b.example"],
        "exclude_domains": ["c.example"],
        "start_date": "2024-01-01",
        "end_date": "2024-06-30",
    }


@pytest.mark.parametrize("suffix", ["", "/", "/search"])
async def test_searxng(service: Service, suffix: str) -> None:
    with search_service(Reply({"results": []})) as fake:
        await SearxngSearch(service, fake.url + suffix).search(QUERY)
    assert fake.asked[0].path == "/search"
    assert fake.asked[0].parameters["format"] == "json"
    assert fake.asked[0].parameters["language"] == "zh"


async def test_searxng_without_the_json_format_says_how_to_allow_it(service: Service) -> None:
    with search_service(Reply("Forbidden", 403)) as fake, pytest.raises(SearchError, match=r"settings\.yml"):
        await SearxngSearch(service, fake.url).search(QUERY)


async def test_searxng_whose_engines_do_not_respond_has_failed(service: Service) -> None:
    silent = {"results": [], "unresponsive_engines": [["google", "timeout"], ["bing", "CAPTCHA"]]}
    with (
        search_service(Reply(silent)) as fake,
        pytest.raises(SearchError, match=r"google: timeout; bing: CAPTCHA") as caught,
    ):
        await SearxngSearch(service, fake.url).search(QUERY)
    assert caught.value.kind == "unavailable"


async def test_searxng_with_results_does_not_mind_a_silent_engine(service: Service) -> None:
    some = {"results": [{"url": "https://a.example/"}], "unresponsive_engines": [["google", "timeout"]]}
    with search_service(Reply(some)) as fake:
        assert len(await SearxngSearch(service, fake.url).search(QUERY)) == 1


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (Reply("<html>Please solve a challenge</html>"), "rate_limited"),
        (Reply("<html>wait</html>", 202), "rate_limited"),
        (Reply("  "), "rate_limited"),
        (Reply("", 403), "rate_limited"),
        (Reply("", 429), "rate_limited"),
        (Reply("", delay=3), "timeout"),
    ],
)
async def test_duckduckgo_tells_a_refusal_from_nothing_found(reply: Reply, kind: str) -> None:
    with search_service(reply) as fake, pytest.raises(SearchError) as caught:
        await DuckDuckGoSearch(1.0, url=f"{fake.url}/html/").search(QUERY)
    assert caught.value.kind == kind
    assert caught.value.retryable


async def test_duckduckgo_that_is_not_there() -> None:
    with pytest.raises(SearchError, match="cannot be reached"):
        await DuckDuckGoSearch(1.0, url="http://127.0.0.1:9/").search(QUERY)


async def test_duckduckgo_is_asked_for_sites_and_period() -> None:
    with search_service(Reply("No results.")) as fake:
        assert await DuckDuckGoSearch(1.0, url=f"{fake.url}/html/").search(QUERY) == ()
    sent = fake.asked[0].body.decode()
    assert "df=2024-01-01..2024-06-30" in sent
    assert "site%3Aa.example" in sent


async def test_duckduckgo_goes_through_the_proxy_that_is_set() -> None:
    with search_service(Reply("No results.")) as proxy:
        provider = DuckDuckGoSearch(1.0, proxy=proxy.url, url="http://duckduckgo.invalid/html/")
        assert await provider.search(QUERY) == ()
    assert {name.lower(): value for name, value in proxy.asked[0].headers.items()}["host"] == "duckduckgo.invalid"
