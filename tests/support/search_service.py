"""A search service on loopback that answers what a test tells it to."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


@dataclass
class Reply:
    """One answer: a value becomes JSON, a string or bytes are sent as they are."""

    body: Any = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0


@dataclass
class Asked:
    method: str
    path: str
    parameters: dict[str, str]
    headers: dict[str, str]
    body: bytes


@dataclass
class FakeService:
    """Answers with each reply in turn, the last one again and again."""

    url: str
    replies: list[Reply] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)

    def next(self) -> Reply:
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


@contextmanager
def search_service(*replies: Reply) -> Iterator[FakeService]:
    """A running service; ``url`` is its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    service = FakeService(f"http://127.0.0.1:{server.server_port}", list(replies))
    server.service = service  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield service
    finally:
        service.closing.set()
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def _answer(self) -> None:
        service: FakeService = self.server.service  # type: ignore[attr-defined]
        parts = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        parameters = {name: values[0] for name, values in parse_qs(parts.query).items()}
        service.asked.append(Asked(self.command, parts.path, parameters, dict(self.headers), body))
        reply = service.next()
        if reply.delay:
            service.closing.wait(reply.delay)
        sent = (
            reply.body
            if isinstance(reply.body, bytes)
            else reply.body.encode()
            if isinstance(reply.body, str)
            else None
        )
        data = json.dumps(reply.body).encode() if sent is None else sent
        self.send_response(reply.status)
        for name, value in {"Content-Length": str(len(data)), **reply.headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        """Silent."""
