"""robots.txt is asked once for each origin, and honoured as RFC 9309 has it."""

from __future__ import annotations

import asyncio

import pytest

from research_agent.errors import ReadError
from research_agent.reading.fetch import Fetcher
from research_agent.settings import Settings
from tests.support.http_site import Site, http_site

RULES = b"""
User-agent: research-agent
Disallow: /private
Allow: /private/open
Crawl-delay: 0.1

User-agent: *
Disallow: /
"""


async def kinds(site: Site, *paths: str, respect: bool = True) -> list[str]:
    """For each path ``read`` or the error's kind."""

    async def no_wait(seconds: float) -> None:
        await asyncio.sleep(0)

    fetcher = Fetcher(Settings(fetch_allow=(site.host,), host_delay=0.0, respect_robots=respect), sleep=no_wait)
    results = []
    for path in paths:
        site.add(path, b"x")
        try:
            await fetcher.fetch(site.url(path))
            results.append("read")
        except ReadError as error:
            results.append(error.kind if site.url(path) in str(error) else f"unnamed {error.kind}")
    await fetcher.aclose()
    return results


async def test_our_own_group_decides() -> None:
    with http_site() as site:
        site.add("/robots.txt", RULES, content_type="text/plain")
        assert await kinds(site, "/a", "/private/x", "/private/open") == ["read", "robots", "read"]
        assert site.count("/robots.txt") == 1
        assert site.count("/private/x") == 0


async def test_the_setting_turns_it_off() -> None:
    with http_site() as site:
        site.add("/robots.txt", RULES, content_type="text/plain")
        assert await kinds(site, "/private/x", respect=False) == ["read"]
        assert site.count("/robots.txt") == 0


@pytest.mark.parametrize(
    ("status", "kind"), [(404, "read"), (403, "read"), (429, "read"), (500, "robots"), (503, "robots")]
)
async def test_what_the_status_of_robots_txt_means(status: int, kind: str) -> None:
    with http_site() as site:
        site.add("/robots.txt", b"", status=status)
        assert await kinds(site, "/a", "/b") == [kind, kind]


async def test_a_robots_txt_behind_a_redirect_is_read() -> None:
    with http_site() as site:
        site.redirect("/robots.txt", "/real")
        site.add("/real", b"User-agent: *\nDisallow: /a")
        assert await kinds(site, "/a", "/b") == ["robots", "read"]


async def test_a_loop_counts_as_no_robots_txt() -> None:
    with http_site() as site:
        site.redirect("/robots.txt", "/robots.txt")
        assert await kinds(site, "/a") == ["read"]


async def test_rubbish_allows() -> None:
    with http_site() as site:
        site.add("/robots.txt", bytes(range(256)) * 10, content_type="application/octet-stream")
        assert await kinds(site, "/a") == ["read"]


async def test_many_pages_at_once_ask_once() -> None:
    with http_site() as site:
        site.add("/robots.txt", b"", delay=0.05)
        fetcher = Fetcher(Settings(fetch_allow=(site.host,), host_delay=0.0))
        for number in range(5):
            site.add(f"/{number}", b"x")
        await asyncio.gather(*(fetcher.fetch(site.url(f"/{number}")) for number in range(5)))
        await fetcher.aclose()
        assert site.count("/robots.txt") == 1
