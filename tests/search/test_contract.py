"""What every web provider must do, whatever its service answers: hits, nothing, or a SearchError that says why."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

import httpx
import pytest

from research_agent.domain import Limits
from research_agent.errors import SearchError
from research_agent.search.asking import Service
from research_agent.search.base import Query, SearchProvider
from research_agent.search.brave import BraveSearch
from research_agent.search.duckduckgo import DuckDuckGoSearch
from research_agent.search.hits import Item
from research_agent.search.searxng import SearxngSearch
from research_agent.search.tavily import TavilySearch
from tests.support.search_service import FakeService, Reply, search_service

TIMEOUT = 0.5


def _service(name: str, client: httpx.AsyncClient) -> Service:
    return Service(name, f"Set up {name}.", client, TIMEOUT)


@dataclass(frozen=True)
class Kind:
    """A provider under test, and how its service writes a list of items."""

    name: str
    make: Callable[[str, httpx.AsyncClient], SearchProvider]
    page: Callable[[list[Item]], Any]


def _page_of_duckduckgo(items: list[Item]) -> str:
    if not items:
        return '<html><div class="no-results">No results found for x.</div></html>'
    rows = "".join(
        f'<div class="result__body"><h2>{one.title or ""}</h2><a href="{one.address}">{one.snippet}</a></div>'
        for one in items
    )
    return f"<html><body>{rows}</body></html>"


def _entry(item: Item, snippet: str, published: str) -> dict[str, Any]:
    return {"url": item.address, "title": item.title, snippet: item.snippet, published: item.published}


KINDS = [
    Kind(
        "searxng",
        lambda url, client: SearxngSearch(_service("SearXNG", client), url),
        lambda items: {
            "results": [_entry(item, "content", "publishedDate") for item in items],
            "unresponsive_engines": [],
        },
    ),
    Kind(
        "tavily",
        lambda url, client: TavilySearch(_service("Tavily", client), url, "key"),
        lambda items: {"results": [_entry(item, "content", "published_date") for item in items]},
    ),
    Kind(
        "brave",
        lambda url, client: BraveSearch(_service("Brave", client), url, "key"),
        lambda items: (
            {"web": {"results": [_entry(item, "description", "page_age") for item in items]}} if items else {}
        ),
    ),
    Kind("duckduckgo", lambda url, _: DuckDuckGoSearch(1.0, url=f"{url}/html/"), _page_of_duckduckgo),
]
JSON_KINDS = KINDS[:3]
GOOD = [Item("https://a.example/1", "One", "first"), Item("https://b.example/2", "Two", "second")]


def query(**changes: Any) -> Query:
    given: dict[str, Any] = {"text": "postgres upgrade", "language": "en", "limits": Limits(), "limit": 5}
    return Query(**{**given, **changes})


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient() as opened:
        yield opened


@pytest.fixture
def service() -> Iterator[FakeService]:
    with search_service() as running:
        yield running


each = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
each_json = pytest.mark.parametrize("kind", JSON_KINDS, ids=lambda kind: kind.name)


async def failure(kind: Kind, service: FakeService, client: httpx.AsyncClient) -> SearchError:
    with pytest.raises(SearchError) as caught:
        await kind.make(service.url, client).search(query())
    assert "key" not in caught.value.message
    return caught.value


@each
async def test_hits_come_best_first_with_ranks(kind: Kind, service: FakeService, client: httpx.AsyncClient) -> None:
    service.replies = [Reply(kind.page(GOOD))]
    hits = await kind.make(service.url, client).search(query())
    assert [(hit.rank, hit.address, hit.title, hit.snippet, hit.provider) for hit in hits] == [
        (1, "https://a.example/1", "One", "first", kind.name),
        (2, "https://b.example/2", "Two", "second", kind.name),
    ]


@each
async def test_no_more_hits_than_wanted(kind: Kind, service: FakeService, client: httpx.AsyncClient) -> None:
    service.replies = [Reply(kind.page(GOOD))]
    assert len(await kind.make(service.url, client).search(query(limit=1))) == 1


@each
async def test_nothing_found_is_no_failure(kind: Kind, service: FakeService, client: httpx.AsyncClient) -> None:
    service.replies = [Reply(kind.page([]))]
    assert await kind.make(service.url, client).search(query()) == ()


@each
async def test_malformed_items_are_dropped_and_counted(
    kind: Kind, service: FakeService, client: httpx.AsyncClient
) -> None:
    bad = [Item("/relative", "x", "y"), Item("javascript:alert(1)", "x", "y"), Item("http://[bad", "x", "y")]
    service.replies = [Reply(kind.page([*bad, Item("https://ok.example/", "", "z")]))]
    answer = await kind.make(service.url, client).answer(query())  # type: ignore[attr-defined]
    assert [(hit.address, hit.title, hit.rank) for hit in answer.hits] == [
        ("https://ok.example/", "https://ok.example/", 1)
    ]
    assert answer.dropped == 3


@each
async def test_nothing_but_malformed_items_is_a_failure(
    kind: Kind, service: FakeService, client: httpx.AsyncClient
) -> None:
    service.replies = [Reply(kind.page([Item("ftp://a.example/", "x", "y")]))]
    assert (await failure(kind, service, client)).kind == "bad_reply"


@each_json
async def test_items_of_the_wrong_type_are_dropped(kind: Kind, service: FakeService, client: httpx.AsyncClient) -> None:
    page = kind.page(GOOD)
    results = (page.get("web") or page)["results"]
    results[1:1] = [None, "text", 7, {"url": None}, {"url": ["https://x.example/"]}]
    results[0]["title"] = None
    service.replies = [Reply(page)]
    answer = await kind.make(service.url, client).answer(query())  # type: ignore[attr-defined]
    assert len(answer.hits) == 2
    assert answer.dropped == 5


@each_json
async def test_dates_are_read_where_they_are_dates(kind: Kind, service: FakeService, client: httpx.AsyncClient) -> None:
    items = [
        Item(f"https://a.example/{n}", "T", "s", when) for n, when in enumerate(["2024-05-01T10:00:00", "yesterday", 7])
    ]
    service.replies = [Reply(kind.page(items))]
    hits = await kind.make(service.url, client).search(query())
    assert [hit.published for hit in hits] == [date(2024, 5, 1), None, None]


@each_json
@pytest.mark.parametrize(
    ("reply", "expected", "retryable"),
    [
        (Reply("", 401), "auth", False),
        (Reply("", 403), "auth", False),
        (Reply("", 429), "rate_limited", True),
        (Reply("", 500), "unavailable", True),
        (Reply("", 503), "unavailable", True),
        (Reply("", 302, {"Location": "https://elsewhere.example/"}), "moved", False),
        (Reply("bad parameter", 422), "refused", False),
        (Reply("<html><h1>Sign in</h1></html>"), "not_json", False),
        (Reply(""), "not_json", False),
        (Reply('{"results": ['), "not_json", False),
        (Reply(b"\xff\xfe\x00"), "not_json", False),
        (Reply({"results": None, "web": {"results": "none"}}), "bad_reply", None),
        (Reply([1, 2]), "bad_reply", None),
        (Reply("null"), "bad_reply", None),
        (Reply({}, delay=3), "timeout", True),
    ],
)
async def test_a_failure_says_what_it_is(
    kind: Kind, reply: Reply, expected: str, retryable: bool | None, service: FakeService, client: httpx.AsyncClient
) -> None:
    service.replies = [reply]
    error = await failure(kind, service, client)
    assert error.kind == expected
    assert retryable is None or error.retryable is retryable


@each_json
async def test_a_service_that_is_not_there(kind: Kind, client: httpx.AsyncClient) -> None:
    gone = FakeService("http://127.0.0.1:9")
    assert (await failure(kind, gone, client)).kind == "unreachable"


@each
async def test_any_query_can_be_asked(kind: Kind, service: FakeService, client: httpx.AsyncClient) -> None:
    service.replies = [Reply(kind.page(GOOD))]
    provider = kind.make(service.url, client)
    limits = Limits(only_sites=("a.example",), exclude_sites=("b.example",), since=date(2024, 1, 1))
    for text in ("如何升级", "foo:bar [a AND", "word " * 3000, "😀", "a\nb"):
        await provider.search(query(text=text, language="zh", limits=limits))
    assert len(service.asked) == 5
