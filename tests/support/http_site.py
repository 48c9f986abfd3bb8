"""A real web site on loopback for tests: bytes with any headers and status, redirects, delays, and a count of requests.

with http_site() as site:
    site.add("/page", b"<p>Hello</p>", content_type="text/html")
    site.redirect("/old", "/page")
    ...  # site.url("/page"), site.requests, site.count("/page")
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Answer:
    """One answer. ``content_type`` None sends no such header; ``length`` lies about the length."""

    body: bytes = b""
    status: int = 200
    content_type: str | None = "text/html; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    """Seconds before the answer starts."""
    dribble: float = 0.0
    """Seconds between two pieces of the body."""
    hang_up: bool = False
    """Close the connection without an answer."""
    length: int | None = None


@dataclass(frozen=True)
class Received:
    """One request as it came in."""

    path: str
    headers: Mapping[str, str]
    at: float
    """Monotonic seconds."""


class Site:
    """What the server answers, and what it was asked."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.requests: list[Received] = []
        self.open_now = 0
        self.most_at_once = 0
        self._answers: dict[str, list[Answer]] = {}
        self._lock = threading.Lock()

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    @property
    def host(self) -> str:
        """``127.0.0.1:port``, as the setting ``fetch_allow`` takes it."""
        return f"127.0.0.1:{self.port}"

    def add(
        self,
        path: str,
        body: bytes = b"",
        *,
        status: int = 200,
        content_type: str | None = "text/html; charset=utf-8",
        headers: Mapping[str, str] | None = None,
        delay: float = 0.0,
        dribble: float = 0.0,
        hang_up: bool = False,
        length: int | None = None,
    ) -> str:
        """Answer ``path`` like this; returns its address."""
        answer = Answer(body, status, content_type, headers or {}, delay, dribble, hang_up, length)
        self._answers[path] = [answer]
        return self.url(path)

    def sequence(self, path: str, answers: Sequence[Answer]) -> str:
        """One answer after the other; the last one stays."""
        self._answers[path] = list(answers)
        return self.url(path)

    def redirect(self, path: str, target: str, *, status: int = 302) -> str:
        return self.add(path, status=status, headers={"Location": target}, content_type=None)

    def count(self, path: str) -> int:
        """How often a path was asked for."""
        return sum(request.path == path for request in self.requests)

    def take(self, path: str) -> Answer:
        with self._lock:
            answers = self._answers.get(path, [Answer(b"not here", 404, "text/plain")])
            return answers.pop(0) if len(answers) > 1 else answers[0]

    def entered(self, received: Received) -> None:
        with self._lock:
            self.requests.append(received)
            self.open_now += 1
            self.most_at_once = max(self.most_at_once, self.open_now)

    def left(self) -> None:
        with self._lock:
            self.open_now -= 1


def _handler(site: Callable[[], Site]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            here = site()
            here.entered(Received(self.path, dict(self.headers.items()), time.monotonic()))
            try:
                self._answer(here.take(self.path))
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True
            finally:
                here.left()

        do_POST = do_GET

        def _answer(self, answer: Answer) -> None:
            time.sleep(answer.delay)
            if answer.hang_up:
                self.close_connection = True
                return
            self.send_response(answer.status)
            if answer.content_type is not None:
                self.send_header("Content-Type", answer.content_type)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body) if answer.length is None else answer.length))
            self.end_headers()
            for start in range(0, len(answer.body), 16_384):
                self.wfile.write(answer.body[start : start + 16_384])
                time.sleep(answer.dribble)

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: object, client_address: object) -> None:
        pass  # a client that hangs up is part of many tests


@contextmanager
def http_site() -> Iterator[Site]:
    """A site on a free port of 127.0.0.1 for the length of the block."""
    holder: list[Site] = []
    server = _Server(("127.0.0.1", 0), _handler(lambda: holder[0]))
    holder.append(Site(server.server_address[1]))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield holder[0]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
