"""What holds for every test: traffic to loopback only, a clean environment, a home and a working folder of its own.

A test that reaches for the outside fails twice: the call raises at once, and the test fails when it ends, so that
code which turns the error into a polite message cannot hide it. Names below ``.invalid`` fail to resolve, as
RFC 6761 has it, and count as no attempt. Not covered: subprocesses, and clients that bypass Python's sockets;
of those, ddgs is led to a closed port of this machine.
"""

from __future__ import annotations

import ipaddress
import os
import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir

settings.register_profile(
    "tests",
    deadline=None,  # machines are shared, and a slow disk is no failure
    derandomize="CI" in os.environ,  # a change is judged on the same examples every time
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("tests")
set_hypothesis_home_dir(Path(__file__).resolve().parents[1] / ".hypothesis")

FOREIGN = re.compile(
    r"(OPENAI|RESEARCH|TAVILY|BRAVE|SEARXNG|LANGSMITH|LANGCHAIN|DDGS)_.*|.*_PROXY|SSL_CERT_(FILE|DIR)", re.IGNORECASE
)
"""Variables that would let a developer's set-up into a test."""


class OutsideTraffic(OSError):
    """A test reached for an address that is not loopback."""


def is_loopback(host: str) -> bool:
    if host in {"", "localhost"} or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host.split("%")[0])
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def is_literal(host: str) -> bool:
    """Whether ``host`` is a numeric address, which resolves without traffic."""
    try:
        ipaddress.ip_address(host.split("%")[0])
    except ValueError:
        return False
    return True


def _text(host: Any) -> str:
    return host.decode("ascii", "replace") if isinstance(host, bytes | bytearray) else str(host or "")


class Guard:
    """Remembers what a test tried to reach, and refuses it."""

    def __init__(self) -> None:
        self.attempts: list[str] = []

    def refuse(self, what: str) -> OutsideTraffic:
        self.attempts.append(what)
        return OutsideTraffic(f"{what}: tests send traffic to loopback only")

    def connecting(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(sock: socket.socket, *args: Any) -> Any:
            address = args[-1] if args else None
            internet = sock.family in {socket.AF_INET, socket.AF_INET6}
            if internet and isinstance(address, tuple) and not is_loopback(_text(address[0])):
                raise self.refuse(f"connect to {_text(address[0])} port {address[1]}")
            return real(sock, *args)

        return guarded

    def resolving(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(host: Any, *args: Any, **kwargs: Any) -> Any:
            name = _text(host).rstrip(".")
            if name.endswith(".invalid"):
                raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
            if not is_loopback(name) and not is_literal(name):
                raise self.refuse(f"look-up of {name}")
            return real(host, *args, **kwargs)

        return guarded


@pytest.fixture(autouse=True)
def loopback_only(monkeypatch: pytest.MonkeyPatch) -> Iterator[Guard]:
    """Refuse and report every connection and look-up that leaves this machine, also under asyncio."""
    guard = Guard()
    for method in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, method, guard.connecting(getattr(socket.socket, method)))
    for function in ("getaddrinfo", "gethostbyname", "gethostbyname_ex"):
        monkeypatch.setattr(socket, function, guard.resolving(getattr(socket, function)))
    yield guard
    if guard.attempts:
        pytest.fail(f"the test reached for the outside: {'; '.join(guard.attempts)}", pytrace=False)


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean environment, an empty home and an empty working folder; returns the home folder."""
    for variable in [name for name in os.environ if FOREIGN.fullmatch(name)]:
        monkeypatch.delenv(variable)
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    for variable, folder in {
        "XDG_CACHE_HOME": ".cache",
        "XDG_CONFIG_HOME": ".config",
        "XDG_DATA_HOME": ".local/share",
        "XDG_STATE_HOME": ".local/state",
    }.items():
        monkeypatch.setenv(variable, str(home / folder))
    monkeypatch.chdir(tmp_path_factory.mktemp("work"))
    monkeypatch.setenv("DDGS_PROXY", "http://127.0.0.1:9")  # ddgs uses a transport of its own
    return home
