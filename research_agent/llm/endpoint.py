"""One exchange with the model server: put the request as the server takes it, retry what may pass, time-out the rest.

The ``openai`` client carries the exchange on one shared httpx client; its own retries are off, since ours respect
Retry-After in both forms, are bounded, and say what they wait for. Bodies are read as text and judged here, because
servers that call themselves compatible answer with web pages, empty bodies and half JSON.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from research_agent.errors import ModelError
from research_agent.events import Emit, event
from research_agent.llm import faults
from research_agent.llm.concurrency import slots_of
from research_agent.llm.profile import Profile, after_refusal, body, first_profile, from_record
from research_agent.llm.retry import LONGEST_WAIT, backoff, retry_after
from research_agent.settings import Settings

if TYPE_CHECKING:
    import httpx
    from openai import AsyncOpenAI

Json = dict[str, Any]

MOST_REFUSALS = 8
"""Different ways to put one request; more than there are things to refuse."""
TIMEOUT_RETRIES = 1
"""A call that ran into the time limit is tried once more, not four times."""
LIST_SECONDS = 10.0
"""How long the list of models is waited for where it is only good to know."""
UNLIKELY = frozenset({"not_json", "bad_reply"})
"""Failures that may be a hiccup but mostly are not: two retries."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """A chat completion as it came, and how the request was put."""

    data: Json
    profile: Profile
    refusals: tuple[str, ...]
    seconds: float


class Endpoint:
    """The server behind ``settings``. Nothing is opened before the first call."""

    def __init__(
        self, settings: Settings, emit: Emit, *, http_client: httpx.AsyncClient | None = None, pause: float = 0.5
    ) -> None:
        self.base_url = settings.openai_base_url
        self.concurrency = slots_of(settings)
        self._settings = settings
        self._emit = emit
        self._pause = pause
        self._http = http_client
        self._own_http = http_client is None
        self._client: AsyncOpenAI | None = None
        self._profiles: dict[str, Profile] = {}

    async def chat(self, request: Json) -> Exchange:
        """The completion for a wanted request (see ``profile.body``).

        Raises:
            ModelError: it failed for good; the kinds are those of ``ModelError``.
        """
        started = time.monotonic()
        tried = 0
        while True:
            tried += 1
            try:
                async with self.concurrency.slot():
                    exchange = await self._negotiated(request, started)
                self.concurrency.succeeded()
                return exchange
            except _Refused as refused:
                await self._wait(refused, tried, request["model"])

    async def models(self) -> tuple[str, ...]:
        """The names of the models that the server lists.

        Raises:
            ModelError: it did not answer, or not with a list.
        """
        tried = 0
        while True:
            tried += 1
            try:
                return tuple(str(item["id"]) for item in await self._list() if "id" in item)
            except _Refused as refused:
                await self._wait(refused, tried, "")

    async def listed(self) -> tuple[Json, ...]:
        """What the server tells of its models, asked once and not for long: nothing depends on the answer.

        Raises:
            ModelError: it did not answer in time, or not with a list.
        """
        try:
            async with asyncio.timeout(LIST_SECONDS):
                return await self._list()
        except _Refused as refused:
            raise refused.error from refused
        except TimeoutError as error:
            raise faults.timed_out(self.base_url, LIST_SECONDS) from error

    def remember(self, model: str, record: Json) -> None:
        """Take over what a recorded call had learned about a model."""
        self._profiles.setdefault(model, from_record(self._profile(model), record))

    async def aclose(self) -> None:
        """Close the connections that this endpoint opened; a client that was handed in stays open."""
        if self._own_http and self._http is not None:
            await self._http.aclose()
            self._http = self._client = None

    def _profile(self, model: str) -> Profile:
        return self._profiles.get(model) or first_profile(self.base_url)

    async def _negotiated(self, request: Json, started: float) -> Exchange:
        """Send, and put the request differently for as long as the server says what it refuses."""
        profile = self._profile(request["model"])
        refusals: list[str] = []
        while True:
            try:
                data = await self._once("POST", "/chat/completions", body(request, profile), request["model"])
            except _Refused as refused:
                other = after_refusal(profile, request, refused.error.message)
                if refused.error.kind != "bad_request" or other is None or len(refusals) >= MOST_REFUSALS:
                    raise
                refusals.append(refused.error.message)
                profile = other
                continue
            if not isinstance(data.get("choices"), list) or not data["choices"]:
                raise _Refused(faults.bad_shape(self.base_url, data), {})
            self._profiles[request["model"]] = profile
            return Exchange(data, profile, tuple(refusals), time.monotonic() - started)

    async def _list(self) -> tuple[Json, ...]:
        data = await self._once("GET", "/models", None, "")
        items = data.get("data")
        return tuple(item for item in items if isinstance(item, dict)) if isinstance(items, list) else ()

    async def _once(self, method: str, path: str, sent: Json | None, model: str) -> Json:
        """One HTTP exchange. Raises _Refused for whatever is no JSON object with status 2xx."""
        status, headers, text = await self._transfer(method, path, sent)
        if not 200 <= status < 300:
            raise _Refused(faults.from_status(status, headers, text, base_url=self.base_url, model=model), headers)
        if faults.is_html(text, headers):
            raise _Refused(faults.html_error(self.base_url), headers)
        try:
            data = json.loads(text)
        except ValueError:
            data = None
        if not isinstance(data, dict):
            raise _Refused(faults.not_json(self.base_url, text), headers)
        return data

    async def _transfer(self, method: str, path: str, sent: Json | None) -> tuple[int, Mapping[str, str], str]:
        import openai

        seconds = self._settings.model_timeout
        completions = self._openai().chat.completions.with_raw_response
        try:
            async with asyncio.timeout(seconds):
                if method == "POST":
                    raw = await completions.create(**cast(Any, sent))
                else:
                    raw = await self._openai().models.with_raw_response.list()
                response = raw.http_response
                return response.status_code, response.headers, response.text
        except openai.APIStatusError as error:
            return error.status_code, error.response.headers, error.response.text
        except (TimeoutError, openai.APITimeoutError) as error:
            raise _Refused(faults.timed_out(self.base_url, seconds), {}) from error
        except openai.APIConnectionError as error:
            reason = str(error.__cause__ or error).strip() or type(error.__cause__).__name__
            what = faults.unreachable if _is_connect_error(error.__cause__) else faults.broken_off
            raise _Refused(what(self.base_url, reason.rstrip(".")), {}) from error

    async def _wait(self, refused: _Refused, tried: int, model: str) -> None:
        """Wait before the next try, or give up."""
        error, asked = refused.error, retry_after(refused.headers)
        if error.kind == "rate_limited":
            self.concurrency.limited(asked or 0.0)
        if not error.retryable or tried > self._retries(error):
            raise error
        if asked is not None and asked > LONGEST_WAIT:
            raise ModelError(
                f"{error.message} It asks to wait for {asked:.0f} s.",
                kind=error.kind,
                next_step="Try again then.",
                retryable=True,
            )
        seconds = asked if asked is not None else backoff(tried, self._pause)
        self._emit(event("waiting", what=model or "the model endpoint", seconds=round(seconds, 2), why=error.message))
        await asyncio.sleep(seconds)

    def _retries(self, error: ModelError) -> int:
        if error.kind == "timeout":
            return min(TIMEOUT_RETRIES, self._settings.model_retries)
        return min(2, self._settings.model_retries) if error.kind in UNLIKELY else self._settings.model_retries

    def _openai(self) -> AsyncOpenAI:
        """The client, made at the first call: importing openai costs over a second."""
        if self._client is None:
            from openai import AsyncOpenAI

            if self._http is None:
                self._http = _http_client(self._settings)
            key = self._settings.openai_api_key
            self._client = AsyncOpenAI(
                api_key=key.get_secret_value() if key else "none",
                base_url=self.base_url or faults.DEFAULT_BASE,
                http_client=cast(Any, self._http),
                max_retries=0,
                timeout=self._settings.model_timeout,
            )
        return self._client


class _Refused(Exception):
    """An exchange that gave no completion, with the headers that may say when to come back."""

    def __init__(self, error: ModelError, headers: Mapping[str, str]) -> None:
        super().__init__(error.message)
        self.error = error
        self.headers = headers


def _is_connect_error(cause: BaseException | None) -> bool:
    import httpx

    return not isinstance(cause, httpx.RemoteProtocolError | httpx.ReadError)


def _http_client(settings: Settings) -> httpx.AsyncClient:
    import httpx

    address = urlsplit(settings.openai_base_url or faults.DEFAULT_BASE)
    local = address.hostname in {"localhost", "127.0.0.1", "::1"}
    return httpx.AsyncClient(
        timeout=settings.model_timeout,
        limits=httpx.Limits(max_connections=settings.concurrency + 2, max_keepalive_connections=settings.concurrency),
        follow_redirects=False,
        verify=address.scheme != "http",  # loading certificates takes a while, and plain http has no use for them
        trust_env=not local,  # a proxy of the environment cannot reach this machine's own server
    )
