"""Addresses to bytes: polite, bounded in size, time and redirects, and only from where the guard allows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from time import monotonic

import anyio
import httpcore
import httpx

from research_agent.errors import ReadError
from research_agent.events import Emit, event, ignore
from research_agent.reading.body import ENCODINGS, read_body, too_large
from research_agent.reading.guard import AddressGuard, Resolve, system_resolver
from research_agent.reading.politeness import Sleep, Turns
from research_agent.reading.robots import MAX_BYTES, Robots
from research_agent.reading.transport import GuardedTransport
from research_agent.settings import Settings

MAX_REDIRECTS = 10
ATTEMPTS = 3
LONGEST_WAIT = 30.0
"""Seconds; a server that asks for a longer pause is not waited for."""
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_AGAIN = frozenset({429, 500, 502, 503, 504})
_NOT_READ = ("video/", "audio/", "image/", "font/", "application/zip", "application/x-tar", "application/gzip")
_ACCEPT = "text/html,application/xhtml+xml,application/pdf,text/plain,application/xml;q=0.9,*/*;q=0.8"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """What an address gave."""

    data: bytes
    address: str
    """Where it came from, after redirects."""
    content_type: str = ""


@dataclass(frozen=True, slots=True)
class _Redirect:
    target: str


class Fetcher:
    """Fetches pages; keeps connections, robots.txt answers and turns for as long as it lives."""

    def __init__(
        self,
        settings: Settings,
        *,
        emit: Emit = ignore,
        resolve: Resolve = system_resolver,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._settings = settings
        self._emit = emit
        self._sleep = sleep
        self._guard = AddressGuard(settings.fetch_allow, local_only=settings.local_only, resolve=resolve)
        self._turns = Turns(settings.host_delay, settings.fetch_concurrency, sleep=sleep, shared=settings.shared_limits)
        self._robots = Robots(self._get_robots, settings.user_agent)
        self._client = httpx.AsyncClient(
            transport=GuardedTransport(
                self._guard, connections=2 * settings.fetch_concurrency, ca_bundle=settings.ca_bundle
            ),
            headers={"User-Agent": settings.user_agent, "Accept": _ACCEPT, "Accept-Encoding": ENCODINGS},
            timeout=httpx.Timeout(settings.fetch_timeout),
            follow_redirects=False,
        )

    async def fetch(self, address: str) -> Fetched:
        """The bytes behind an address.

        Raises:
            ReadError: of every kind that concerns fetching; it names the address and says what to do.
        """
        return await self._follow(address, robots=self._settings.respect_robots, limit=self._settings.fetch_max_bytes)

    async def aclose(self) -> None:
        await self._robots.aclose()
        await self._client.aclose()

    async def _get_robots(self, address: str) -> tuple[int, bytes]:
        try:
            return 200, (await self._follow(address, robots=False, limit=MAX_BYTES, any_type=True)).data
        except _Status as error:
            return error.status, b""
        except ReadError as error:
            if error.kind == "too_large":  # the rules are in the part that was allowed for, or nowhere
                return 404, b""
            raise

    async def _follow(self, address: str, *, robots: bool, limit: int, any_type: bool = False) -> Fetched:
        """Hop by hop, each of them checked like a first address."""
        clock = _Clock(self._settings.fetch_timeout)
        here = address
        for _ in range(MAX_REDIRECTS + 1):
            try:
                url = self._checked_url(here)
                delay = await self._robots.require(str(url)) if robots else 0.0
                outcome = await self._with_retries(url, delay, clock, limit, any_type)
            except ReadError as error:
                _name_address(error, address, here)
                raise
            if isinstance(outcome, Fetched):
                return outcome
            here = outcome.target
        raise ReadError(
            f"{address} redirects more than {MAX_REDIRECTS} times, at last to {here}.",
            kind="too_many_redirects",
            next_step="Open it in a browser and give the address where it ends.",
        )

    def _checked_url(self, address: str) -> httpx.URL:
        try:
            url = httpx.URL(address.strip())
        except (httpx.InvalidURL, ValueError, TypeError) as error:
            raise ReadError(
                f"{address!r} is no valid address: {error}.", kind="blocked_address", next_step="Check the address."
            ) from error
        self._guard.check_form(url.scheme, url.raw_host.decode("ascii"), bool(url.userinfo), address)
        return url.copy_with(fragment=None)

    async def _with_retries(
        self, url: httpx.URL, delay: float, clock: _Clock, limit: int, any_type: bool
    ) -> Fetched | _Redirect:
        for attempt in range(ATTEMPTS):
            try:
                async with self._turns.turn(url.netloc.decode("ascii"), delay):
                    return await self._once(url, clock, limit, any_type)
            except ReadError as error:
                if not error.retryable or attempt == ATTEMPTS - 1:
                    raise
                pause = _pause(error, attempt)
                if pause > LONGEST_WAIT:
                    raise
                self._emit(event("waiting", what=str(url), seconds=pause, why=error.message))
                await self._sleep(pause)
        raise AssertionError("the last attempt returns or raises")

    async def _once(self, url: httpx.URL, clock: _Clock, limit: int, any_type: bool) -> Fetched | _Redirect:
        with _translated(url, clock):
            async with clock.running(), self._client.stream("GET", url) as response:
                if response.status_code >= 300:
                    await _drain(response)
                if response.status_code in _REDIRECTS and response.headers.get("location"):
                    return _Redirect(_target(url, response.headers["location"]))
                _require_success(response, url)
                kind = response.headers.get("content-type", "")
                if not any_type:
                    _require_readable(kind, url)
                if int(_digits(response.headers.get("content-length", ""))) > limit:
                    raise too_large(str(url), limit)
                data = await read_body(
                    response.aiter_raw(), response.headers.get("content-encoding", ""), limit, str(url)
                )
                return Fetched(data=data, address=str(url), content_type=kind)


def _name_address(error: ReadError, address: str, here: str) -> None:
    """Make an error's message name what was asked for, and the redirect that led to where it happened."""
    if here != address:
        error.message = f"{address} redirects to {here}: {error.message}"
    elif address not in error.message:
        error.message = f"{address}: {error.message}"


class _Clock:
    """The time that one download may still take, waiting for turns and pauses not counted."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._left = seconds

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        start = monotonic()
        try:
            async with asyncio.timeout(max(0.001, self._left)):
                yield
        finally:
            self._left -= monotonic() - start


class _Status(ReadError):
    """An HTTP status that is no success; a plain ReadError once it is recorded."""

    status = 0
    retry_after: float | None = None


async def _drain(response: httpx.Response) -> None:
    """Read the few bytes that come with a redirect or an error: the connection can then be used again."""
    if int(_digits(response.headers.get("content-length", ""))) <= 65_536 and "content-length" in response.headers:
        async for _ in response.aiter_raw():
            pass


def _require_success(response: httpx.Response, url: httpx.URL) -> None:
    status = response.status_code
    if status < 300:
        return
    kind, what, next_step = "http_status", f"{url} answered with HTTP status {status}", "Try again later."
    if status in (404, 410):
        kind, what, next_step = "not_found", f"There is no page at {url} (HTTP status {status})", "Check the address."
    elif status in (401, 402, 403, 407, 451):
        what, next_step = (
            f"{url} refuses to be read (HTTP status {status})",
            "Save the page in a browser and give it with --documents.",
        )
    elif status < 500 and status != 429:
        next_step = "Check the address."
    error = _Status(f"{what}.", kind=kind, next_step=next_step, retryable=status in _AGAIN)
    error.status = status
    error.retry_after = retry_after(response.headers.get("retry-after", ""))
    raise error


def retry_after(value: str) -> float | None:
    """Seconds from a Retry-After header in either form (a number, an HTTP date); None when there is none."""
    value = value.strip()
    if value.isdigit():
        return float(value)
    try:
        when = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError):
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())


def _pause(error: ReadError, attempt: int) -> float:
    asked = error.retry_after if isinstance(error, _Status) else None
    return asked if asked is not None else 0.5 * 4**attempt


def _require_readable(content_type: str, url: httpx.URL) -> None:
    media = content_type.partition(";")[0].strip().lower()
    if media.startswith(_NOT_READ):
        raise ReadError(
            f"{url} is {media}, which is not read.",
            kind="unsupported",
            next_step="Give a page, a PDF or a text about it.",
        )


def _target(url: httpx.URL, location: str) -> str:
    """An absolute address from a Location header."""
    try:
        return str(url.join(location))
    except (httpx.InvalidURL, ValueError) as error:
        raise ReadError(
            f"{url} redirects to {location!r}, which is no valid address.",
            kind="damaged",
            next_step="Check the address.",
        ) from error


def _digits(value: str) -> str:
    return value if value.isdigit() and len(value) < 19 else "0"


class _translated:
    """The errors of httpx, httpcore, anyio and asyncio as ReadErrors that name the address. ReadErrors pass."""

    def __init__(self, url: httpx.URL, clock: _Clock) -> None:
        self._url = url
        self._clock = clock

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, (TimeoutError, httpcore.TimeoutException, httpx.TimeoutException)):
            raise ReadError(
                f"{self._url} did not arrive within {self._clock.seconds:g} seconds.",
                kind="timeout",
                next_step="Try again later, or raise RESEARCH_FETCH_TIMEOUT.",
            ) from error
        if isinstance(error, _BROKEN):
            raise ReadError(
                f"{self._url} cannot be reached: {_why(error)}.",
                kind="unreachable",
                next_step="Check the address and the connection.",
                retryable=not isinstance(error, (httpcore.UnsupportedProtocol, httpcore.ProxyError)),
            ) from error


def _why(error: BaseException) -> str:
    return str(error).rstrip(".") or type(error).__name__


_BROKEN = (
    httpcore.NetworkError,
    httpcore.ProtocolError,
    httpcore.ProxyError,
    httpcore.UnsupportedProtocol,
    httpcore.ConnectionNotAvailable,
    httpx.HTTPError,
    httpx.StreamError,
    anyio.BrokenResourceError,
    anyio.ClosedResourceError,
    OSError,
)
