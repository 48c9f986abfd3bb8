"""A model server for tests, benchmarks and embedding apps: OpenAI-compatible, on loopback, scripted, with faults.

    async with FakeModelServer(["first reply", {"json": "reply"}]) as server:
        settings = Settings(openai_base_url=server.base_url, openai_api_key="x", model="fake")

Replies are a list (used in order), a function of the request, or a mapping from prompt name to either. Faults come
before replies, one a request. ``FakeModelServer.in_thread()`` serves synchronous callers.
"""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from research_agent.llm.profile import Mode
from research_agent.llm.tokens import estimate

Json = Any

_PHRASES = {
    200: "OK",
    400: "Bad Request",
    401: "Unauthorized",
    404: "Not Found",
    429: "Too Many Requests",
    500: "Error",
}
_NAMED = re.compile(r"must fit this JSON schema, named (\w+):")
MOST_HEADER = 64 * 1024


@dataclass(frozen=True, slots=True)
class Received:
    """One request as the server got it."""

    number: int
    """1 for the first chat request."""
    prompt: str
    """The prompt's name, from the schema that the request carries; empty without one."""
    model: str
    system: str
    user: str
    """The last user message."""
    body: dict[str, Any]

    @property
    def messages(self) -> list[dict[str, str]]:
        return list(self.body.get("messages", ()))

    @property
    def schema(self) -> dict[str, Any]:
        """The schema that the request asks a reply to fit; empty without one."""
        return _schema_of(self.body)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scripted:
    """One answer of the server, good or bad."""

    content: str | None = ""
    reasoning: str | None = None
    """``reasoning_content`` of the message."""
    finish_reason: str = "stop"
    refusal: str | None = None
    delay: float = 0.0
    """Seconds before the answer starts."""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    """The body as it is sent, instead of a chat completion."""
    cut_body: bool = False
    """The connection closes in the middle of the body."""
    drip: float = 0.0
    """Seconds between the body's bytes."""
    usage: bool = True
    """Whether the answer counts tokens."""
    logprobs: Sequence[Mapping[str, Json]] = ()
    """The tokens of the content, as ``{"token", "logprob", "top_logprobs"}``; sent where the request asks for them."""


def rate_limited(retry_after: str | None = "0") -> Scripted:
    headers = {} if retry_after is None else {"Retry-After": retry_after}
    return failing(429, "Rate limit reached", headers=headers)


def failing(status: int, message: str = "boom", **more: Any) -> Scripted:
    """An error in OpenAI's shape."""
    return Scripted(status=status, raw=json.dumps({"error": {"message": message, "type": "error"}}).encode(), **more)


def web_page(status: int = 200) -> Scripted:
    raw = b"<!DOCTYPE html><html><body>Welcome</body></html>"
    return Scripted(status=status, raw=raw, headers={"Content-Type": "text/html"})


def malformed() -> Scripted:
    return Scripted(raw=b'{"choices": [{"message": {"content": "half')


def empty_body() -> Scripted:
    return Scripted(raw=b"")


Answer = str | Scripted | Mapping[str, Json] | Sequence[Json]
Script = Sequence[Answer] | Callable[[Received], Answer]


class FakeModelServer:
    """See the module's text.

    Args:
        replies: a list, a function, or a mapping from prompt name to either. A list that is used up answers HTTP 500.
        faults: answered first, in order; None lets that request through.
        delay: seconds before each good answer.
        models: what ``/v1/models`` lists.
        supports: the best structured output that is accepted; a better one is refused with HTTP 400.
        refuses: names of parameters that are refused with HTTP 400.
        context: tokens (estimated) above which a prompt is refused; None for no limit.
        key: the only key that is accepted; None for any.
        windows: context windows that ``/v1/models`` tells, by model, as vLLM tells them.
    """

    def __init__(
        self,
        replies: Script | Mapping[str, Script] = (),
        *,
        faults: Sequence[Scripted | None] = (),
        delay: float = 0.0,
        models: Sequence[str] = ("fake",),
        supports: Mode = Mode.SCHEMA,
        refuses: Sequence[str] = (),
        context: int | None = None,
        key: str | None = None,
        windows: Mapping[str, int] | None = None,
    ) -> None:
        self.requests: list[Received] = []
        """Every chat request that arrived, refused ones included."""
        self.most_at_once = 0
        """Chat requests that were open at the same time, at most."""
        self._replies = replies
        self._used: dict[str, int] = {}
        self._faults = list(faults)
        self._delay = delay
        self._models = tuple(models)
        self._supports = supports
        self._refuses = tuple(refuses)
        self._context = context
        self._key = key
        self._windows = dict(windows or {})
        self._open = 0
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._port = 0

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._port}/v1"

    @property
    def calls(self) -> int:
        return len(self.requests)

    def asked(self, prompt: str) -> list[Received]:
        """The requests of one prompt, in order of arrival."""
        return [request for request in self.requests if request.prompt == prompt]

    async def __aenter__(self) -> FakeModelServer:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0, limit=MOST_HEADER)
        self._port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    @contextmanager
    def in_thread(self) -> Iterator[FakeModelServer]:
        """Serve from a thread of its own while the body runs."""
        ready, loop = threading.Event(), asyncio.new_event_loop()
        stop = asyncio.Event()

        async def serve() -> None:
            async with self:
                ready.set()
                await stop.wait()

        thread = threading.Thread(target=loop.run_until_complete, args=(serve(),), daemon=True)
        thread.start()
        ready.wait(timeout=10)
        try:
            yield self
        finally:
            loop.call_soon_threadsafe(stop.set)
            thread.join(timeout=10)
            loop.close()

    # ------------------------------------------------------------ HTTP

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection until the client closes it."""
        try:
            while request := await _read_request(reader):
                method, path, headers, body = request
                if not await _write(writer, await self._answer(method, path, headers, body)):
                    break
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # the client went away, as clients that time out do
        finally:
            writer.close()
            with suppress(ConnectionError, asyncio.CancelledError):
                await writer.wait_closed()

    async def _answer(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Scripted:
        if self._key is not None and headers.get("authorization") != f"Bearer {self._key}":
            return failing(401, "Incorrect API key provided: sk-secret-in-the-message")
        if method == "GET" and path == "/v1/models":
            listed = [
                {"id": name, "object": "model"}
                | ({"max_model_len": self._windows[name]} if name in self._windows else {})
                for name in self._models
            ]
            return Scripted(raw=json.dumps({"object": "list", "data": listed}).encode())
        if method != "POST" or path != "/v1/chat/completions":
            return failing(404, f"Not found: {path}")
        self._open += 1
        self.most_at_once = max(self.most_at_once, self._open)
        try:
            return await self._chat(json.loads(body))
        finally:
            self._open -= 1

    async def _chat(self, body: dict[str, Any]) -> Scripted:
        received = _received(len(self.requests) + 1, body)
        self.requests.append(received)
        answer = self._refusal(body) or (self._faults.pop(0) if self._faults else None) or self._reply(received)
        await asyncio.sleep(answer.delay or (self._delay if answer.raw is None else 0))
        return answer if answer.raw is not None else _completion(received, answer)

    def _refusal(self, body: dict[str, Any]) -> Scripted | None:
        """HTTP 400 for what this server does not take."""
        wanted = body.get("response_format", {}).get("type", "text")
        ladder = [str(mode) for mode in Mode]
        if ladder.index(wanted) < ladder.index(str(self._supports)):
            return failing(400, f"'response_format.type' {wanted!r} is not supported")
        for name in self._refuses:
            if name in body:
                instead = " Use 'max_completion_tokens' instead." if name == "max_tokens" else ""
                return failing(400, f"Unsupported parameter: {name!r} is not supported with this model.{instead}")
        tokens = sum(estimate(message["content"]) for message in body["messages"])
        if self._context is not None and tokens > self._context:
            return failing(400, f"This model's maximum context length is {self._context} tokens, you sent {tokens}.")
        return None

    def _reply(self, received: Received) -> Scripted:
        script, name = self._replies, ""
        if isinstance(script, Mapping):
            script, name = script.get(received.prompt, ()), received.prompt
        if callable(script):
            return _scripted(script(received))
        used = self._used.get(name, 0)
        if used >= len(script):
            return failing(500, f"no scripted reply is left for request {received.number} ({received.prompt!r})")
        self._used[name] = used + 1
        return _scripted(script[used])


def _scripted(answer: Answer) -> Scripted:
    if isinstance(answer, Scripted):
        return answer
    return Scripted(content=answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False))


def _received(number: int, body: dict[str, Any]) -> Received:
    messages = body.get("messages", [])
    by_role = {message["role"]: message["content"] for message in messages}
    named = _NAMED.findall(by_role.get("user", ""))
    name = body.get("response_format", {}).get("json_schema", {}).get("name") or (named[-1] if named else "")
    return Received(number, name, body.get("model", ""), by_role.get("system", ""), by_role.get("user", ""), body)


def _schema_of(body: dict[str, Any]) -> dict[str, Any]:
    schema: dict[str, Any] = body.get("response_format", {}).get("json_schema", {}).get("schema", {})
    if schema:
        return schema
    text = body["messages"][-1]["content"]
    found = _NAMED.search(text)
    return json.loads(text[found.end() :].strip()) if found else {}


def _completion(received: Received, answer: Scripted) -> Scripted:
    message = {"role": "assistant", "content": answer.content}
    if answer.reasoning is not None:
        message["reasoning_content"] = answer.reasoning
    if answer.refusal is not None:
        message["refusal"] = answer.refusal
    data: dict[str, Any] = {
        "id": f"chatcmpl-{received.number}",
        "object": "chat.completion",
        "created": 0,
        "model": received.model,
        "choices": [{"index": 0, "message": message, "finish_reason": answer.finish_reason}],
    }
    if answer.logprobs and received.body.get("logprobs"):
        data["choices"][0]["logprobs"] = {"content": list(answer.logprobs)}
    if answer.usage:
        prompt = sum(estimate(each["content"]) for each in received.messages)
        completion = estimate((answer.content or "") + (answer.reasoning or ""))
        data["usage"] = {
            "prompt_tokens": prompt,
            "completion_tokens": completion,
            "total_tokens": prompt + completion,
        }
    raw = json.dumps(data, ensure_ascii=False).encode()
    return Scripted(raw=raw, headers=answer.headers, status=answer.status, cut_body=answer.cut_body, drip=answer.drip)


async def _read_request(reader: asyncio.StreamReader) -> tuple[str, str, dict[str, str], bytes] | None:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    lines = head.decode("latin-1").split("\r\n")
    method, path, _ = lines[0].split(" ", 2)
    pairs = (line.split(":", 1) for line in lines[1:] if ":" in line)
    headers = {name.strip().lower(): value.strip() for name, value in pairs}
    return method, path, headers, await reader.readexactly(int(headers.get("content-length", "0")))


async def _write(writer: asyncio.StreamWriter, answer: Scripted) -> bool:
    """Send an answer; False when the connection ends with it."""
    body = answer.raw or b""
    headers = {"Content-Type": "application/json", **answer.headers, "Content-Length": str(len(body))}
    head = f"HTTP/1.1 {answer.status} {_PHRASES.get(answer.status, 'Status')}\r\n"
    writer.write((head + "".join(f"{name}: {value}\r\n" for name, value in headers.items()) + "\r\n").encode())
    if answer.drip:
        for byte in body:
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(answer.drip)
        return True
    writer.write(body[: len(body) // 2] if answer.cut_body else body)
    await writer.drain()
    return not answer.cut_body
