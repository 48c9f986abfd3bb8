"""Asking a search service over HTTP: the one place where its failures become SearchErrors."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any

import httpx

from research_agent.errors import SearchError

_SOON = 1.0
"""Seconds after which a service that failed is worth another try, when it does not say."""
_LARGEST = 10_000_000


@dataclass(frozen=True, slots=True)
class Service:
    """A search service as its errors name it, and what the user can do when it refuses."""

    name: str
    remedy: str
    """What to check when the key, or the way of asking, is refused."""
    client: httpx.AsyncClient
    timeout: float
    """Seconds for one request."""


class AskAgain(SearchError):
    """The service is there and asks for a pause (429), or failed in a way that passes (5xx).

    Args:
        after: seconds until another try makes sense.
    """

    def __init__(self, message: str, *, after: float, kind: str, next_step: str = "") -> None:
        super().__init__(message, kind=kind, next_step=next_step, retryable=True)
        self.after = after


async def ask(service: Service, request: httpx.Request) -> Any:
    """The service's answer, parsed from JSON.

    Raises:
        SearchError: kinds ``auth``, ``rate_limited``, ``unavailable`` (5xx), ``timeout``, ``unreachable``, ``moved``,
            ``refused`` (any other status), ``not_json``, ``bad_reply``.
    """
    response = await _send(service, request)
    _require_success(service, response)
    return _parsed(service, response)


async def _send(service: Service, request: httpx.Request) -> httpx.Response:
    host = request.url.host
    try:
        async with asyncio.timeout(service.timeout):
            response = await service.client.send(request, stream=True)
            return await _read(service, response)
    except (TimeoutError, httpx.TimeoutException) as error:
        raise SearchError(
            f"{service.name} ({host}) did not answer within {service.timeout:g} seconds.",
            kind="timeout",
            retryable=True,
        ) from error
    except httpx.HTTPError as error:
        raise SearchError(
            f"{service.name} ({host}) cannot be reached: {error or type(error).__name__}.",
            kind="unreachable",
            next_step="Check the address and the network.",
            retryable=True,
        ) from error


async def _read(service: Service, response: httpx.Response) -> httpx.Response:
    """The response with its body, unless that is larger than any list of results."""
    body = bytearray()
    try:
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) > _LARGEST:
                raise SearchError(f"{service.name} sent more than {_LARGEST:,} bytes.", kind="bad_reply")
    finally:
        await response.aclose()
    headers = [
        (k, v) for k, v in response.headers.multi_items() if k.lower() not in ("content-encoding", "content-length")
    ]
    return httpx.Response(response.status_code, headers=headers, content=bytes(body), request=response.request)


def _after(response: httpx.Response) -> float:
    """Seconds that the service asks to wait."""
    try:
        return max(0.0, float(response.headers.get("retry-after", _SOON)))
    except ValueError:  # an HTTP date: rare for such services, and not worth trusting their clock
        return _SOON


def _require_success(service: Service, response: httpx.Response) -> None:
    status = response.status_code
    if 200 <= status < 300:
        return
    if status in (401, 403):
        raise SearchError(f"{service.name} refused the request ({status}).", kind="auth", next_step=service.remedy)
    if status == 429:
        raise AskAgain(
            f"{service.name} allows no more requests for now (429).",
            after=_after(response),
            kind="rate_limited",
            next_step="Wait, or choose another provider with --search.",
        )
    if status >= 500:
        raise AskAgain(f"{service.name} failed ({status}).", after=_after(response), kind="unavailable")
    if 300 <= status < 400:
        where = response.headers.get("location", "an address that it does not tell")
        raise SearchError(f"{service.name} moved to {where}.", kind="moved", next_step="Set that address.")
    raise SearchError(
        f"{service.name} did not accept the request ({status}): {_excerpt(response)}",
        kind="refused",
        next_step=service.remedy,
    )


def _parsed(service: Service, response: httpx.Response) -> Any:
    try:
        return json.loads(response.content)
    except ValueError as error:
        raise SearchError(
            f"{service.name} did not answer in JSON but with: {_excerpt(response)}",
            kind="not_json",
            next_step=service.remedy,
        ) from error


def _excerpt(response: httpx.Response) -> str:
    text = " ".join(response.text.split())
    return f"{text[:120]}…" if len(text) > 120 else text or "nothing."
