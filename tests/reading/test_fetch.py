"""Fetching from a real server on loopback."""

from __future__ import annotations

import asyncio
import gzip
import itertools
import socket
import zlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from research_agent.errors import ReadError
from research_agent.reading.fetch import Fetcher, retry_after
from research_agent.settings import Settings
from tests.support.http_site import Answer, Site, http_site

Make = Callable[..., Fetcher]


@pytest.fixture
def site() -> Iterator[Site]:
    with http_site() as running:
        yield running


@pytest.fixture
async def make(site: Site) -> AsyncIterator[Make]:
    """Makes fetchers that may fetch from the site, and closes them."""
    made: list[Fetcher] = []

    def fetcher(**changes: Any) -> Fetcher:
        extras = {name: changes.pop(name) for name in ("resolve", "sleep", "emit") if name in changes}
        settings = Settings(**{"fetch_allow": (site.host,), "host_delay": 0.0, "fetch_timeout": 5.0, **changes})
        made.append(Fetcher(settings, **extras))
        return made[-1]

    yield fetcher
    for one in made:
        await one.aclose()


async def refused(fetcher: Fetcher, address: str) -> ReadError:
    with pytest.raises(ReadError) as caught:
        await fetcher.fetch(address)
    assert address.split("#")[0].split("/")[2] in str(caught.value) or address in str(caught.value)
    assert caught.value.next_step
    return caught.value


async def test_a_page_and_where_it_came_from(site: Site, make: Make) -> None:
    site.add("/page", b"<p>hello</p>")
    site.redirect("/old", "/page", status=301)
    found = await make().fetch(site.url("/old#part"))
    assert (found.data, found.address) == (b"<p>hello</p>", site.url("/page"))
    assert found.content_type == "text/html; charset=utf-8"
    assert "research-agent" in site.requests[-1].headers["User-Agent"]


@pytest.mark.parametrize(
    ("status", "kind"),
    [(404, "not_found"), (410, "not_found"), (401, "http_status"), (403, "http_status"), (418, "http_status")],
)
async def test_statuses(site: Site, make: Make, status: int, kind: str) -> None:
    site.add("/x", b"no", status=status)
    error = await refused(make(), site.url("/x"))
    assert (error.kind, error.retryable) == (kind, False)
    assert str(status) in str(error)
    assert site.count("/x") == 1


async def test_a_redirect_is_judged_like_a_first_address(site: Site, make: Make) -> None:
    for target in (
        "http://10.0.0.1/",
        "http://169.254.169.254/latest",
        "ftp://example.org/x",
        "http://[::ffff:a00:1]/",
    ):
        site.redirect("/evil", target)
        error = await refused(make(), site.url("/evil"))
        assert error.kind == "blocked_address"
        assert target in str(error)


async def test_nothing_is_fetched_from_loopback_without_leave(site: Site, make: Make) -> None:
    error = await refused(make(fetch_allow=()), site.url("/page"))
    assert error.kind == "blocked_address"
    assert site.requests == []


async def test_the_connection_goes_to_the_address_that_was_checked(site: Site, make: Make) -> None:
    """A name server that changes its answer gains nothing: it is asked once for each connection."""
    asked: list[str] = []

    async def resolve(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ("127.0.0.1",) if len(asked) == 1 else ("10.0.0.1",)

    site.add("/page", b"here")
    fetcher = make(fetch_allow=("127.0.0.1",), resolve=resolve, respect_robots=False)
    address = site.url("/page", host="pinned.test")
    assert (await fetcher.fetch(address)).data == b"here"
    assert site.requests[0].headers["Host"] == f"pinned.test:{site.port}"
    assert (await fetcher.fetch(address)).data == b"here"
    assert asked == ["pinned.test"]


async def test_redirects_end_somewhere(site: Site, make: Make) -> None:
    site.redirect("/a", "/b")
    site.redirect("/b", "/a")
    error = await refused(make(), site.url("/a"))
    assert error.kind == "too_many_redirects"


@pytest.mark.parametrize("encode", [gzip.compress, zlib.compress, lambda data: zlib.compress(data)[2:-4]])
async def test_compressed_pages(site: Site, make: Make, encode: Callable[[bytes], bytes]) -> None:
    name = "gzip" if encode is gzip.compress else "deflate"
    site.add("/z", encode(b"<p>" + b"word " * 5000), headers={"Content-Encoding": name})
    assert len((await make().fetch(site.url("/z"))).data) == 25_003


async def test_a_decompression_bomb_is_stopped(site: Site, make: Make) -> None:
    site.add("/bomb", gzip.compress(bytes(30_000_000)), headers={"Content-Encoding": "gzip"})
    error = await refused(make(fetch_max_bytes=1_000_000), site.url("/bomb"))
    assert error.kind == "too_large"


async def test_a_body_that_is_too_large_is_not_read_to_its_end(site: Site, make: Make) -> None:
    site.add("/big", bytes(200_000))
    site.add("/stated", b"x", length=10_000_000)
    for path in ("/big", "/stated"):
        assert (await refused(make(fetch_max_bytes=100_000), site.url(path))).kind == "too_large"


async def test_broken_compression_and_unknown_encodings(site: Site, make: Make) -> None:
    site.add("/bad", b"\x1f\x8bnot gzip at all", headers={"Content-Encoding": "gzip"})
    site.add("/br", b"xx", headers={"Content-Encoding": "br"})
    fetcher = make(sleep=_no_wait)
    assert (await refused(fetcher, site.url("/bad"))).kind == "damaged"
    assert (await refused(fetcher, site.url("/br"))).kind == "unsupported"


@pytest.mark.parametrize("media", ["video/mp4", "audio/mpeg", "application/zip", "image/png"])
async def test_media_are_refused_by_their_type(site: Site, make: Make, media: str) -> None:
    site.add("/m", b"x" * 100, content_type=media)
    error = await refused(make(), site.url("/m"))
    assert error.kind == "unsupported"
    assert media in str(error)


async def test_the_time_limit_covers_the_whole_download(site: Site, make: Make) -> None:
    site.add("/slow", bytes(200_000), dribble=0.1)
    site.add("/silent", b"x", delay=2.0)
    for path in ("/slow", "/silent"):
        assert (await refused(make(fetch_timeout=0.3, respect_robots=False), site.url(path))).kind == "timeout"


async def test_a_server_that_hangs_up_is_tried_again_and_then_reported(site: Site, make: Make) -> None:
    site.add("/gone", hang_up=True)
    assert (await refused(make(sleep=_no_wait), site.url("/gone"))).kind == "unreachable"
    assert site.count("/gone") == 3


async def test_nobody_listens(make: Make) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        error = await refused(make(fetch_allow=(f"127.0.0.1:{port}",), sleep=_no_wait), f"http://127.0.0.1:{port}/")
    assert error.kind == "unreachable"


async def _no_wait(seconds: float) -> None:
    await asyncio.sleep(0)


async def test_retry_after_is_waited_for_and_told(site: Site, make: Make) -> None:
    waits: list[float] = []
    events: list[dict[str, Any]] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    site.sequence("/busy", [Answer(status=429, headers={"Retry-After": "7"}), Answer(status=503), Answer(b"at last")])
    found = await make(sleep=sleep, emit=events.append).fetch(site.url("/busy"))
    assert found.data == b"at last"
    assert waits == [7.0, 2.0]
    assert [(one["event"], one["seconds"]) for one in events] == [("waiting", 7.0), ("waiting", 2.0)]


async def test_a_pause_that_is_too_long_is_not_waited_for(site: Site, make: Make) -> None:
    site.add("/busy", status=503, headers={"Retry-After": "3600"})
    error = await refused(make(), site.url("/busy"))
    assert (error.kind, error.retryable) == ("http_status", True)
    assert site.count("/busy") == 1


def test_retry_after_in_both_forms() -> None:
    assert retry_after("120") == 120.0
    assert retry_after(format_datetime(datetime.now(UTC) + timedelta(seconds=50), usegmt=True)) == pytest.approx(
        50, abs=2
    )
    assert retry_after(format_datetime(datetime.now(UTC) - timedelta(seconds=50), usegmt=True)) == 0.0
    assert retry_after("soon") is None


async def test_one_request_at_a_time_and_a_pause_between_two(site: Site, make: Make) -> None:
    for number in range(4):
        site.add(f"/{number}", b"x", delay=0.02)
    fetcher = make(host_delay=0.1, respect_robots=False)
    await asyncio.gather(*(fetcher.fetch(site.url(f"/{number}")) for number in range(4)))
    assert site.most_at_once == 1
    times = sorted(request.at for request in site.requests)
    assert min(after - before for before, after in itertools.pairwise(times)) >= 0.1


async def test_a_connection_is_used_again(site: Site, make: Make) -> None:
    resolved = 0

    async def resolve(host: str, port: int) -> Sequence[str]:
        nonlocal resolved
        resolved += 1
        return ("127.0.0.1",)

    fetcher = make(resolve=resolve, fetch_allow=("again.test",))
    for path in ("/1", "/2", "/3"):
        site.add(path, b"x")
        await fetcher.fetch(site.url(path, host="again.test"))
    assert resolved == 1


async def test_a_proxy_from_the_environment_is_used_and_the_rule_still_holds(
    site: Site, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def resolve(host: str, port: int) -> Sequence[str]:
        return {"public.test": ("93.184.215.14",), "inside.test": ("10.0.0.1",)}[host]

    monkeypatch.setenv("http_proxy", site.url(""))
    monkeypatch.setenv("no_proxy", "direct.test")
    site.add("http://public.test/page", b"through the proxy")
    fetcher = make(resolve=resolve, respect_robots=False)
    assert (await fetcher.fetch("http://public.test/page")).data == b"through the proxy"
    assert (await refused(fetcher, "http://inside.test/page")).kind == "blocked_address"
    assert [request.path for request in site.requests] == ["http://public.test/page"]


@pytest.mark.parametrize(
    "address", ["nonsense", "http://", "http://[::1", "http://a b/", "mailto:a@b.test", "data:text/html,x"]
)
async def test_addresses_that_are_none(make: Make, address: str) -> None:
    with pytest.raises(ReadError) as caught:
        await make().fetch(address)
    assert caught.value.kind == "blocked_address"
