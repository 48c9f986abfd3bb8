"""The guard itself is tested: a guard that lets traffic through would be worse than none."""

from __future__ import annotations

import asyncio
import os
import socket
from pathlib import Path

import platformdirs
import pytest


def test_a_connection_off_loopback_raises_and_is_remembered(loopback_only) -> None:
    with socket.socket() as sock, pytest.raises(OSError, match="loopback only"):
        sock.connect(("192.0.2.1", 80))
    assert loopback_only.attempts == ["connect to 192.0.2.1 port 80"]
    loopback_only.attempts.clear()


def test_a_look_up_raises(loopback_only) -> None:
    with pytest.raises(OSError, match=r"look-up of example\.com"):
        socket.getaddrinfo("example.com", 443)
    loopback_only.attempts.clear()


async def test_asyncio_is_guarded_too(loopback_only) -> None:
    for host in ("192.0.2.1", "example.com"):
        with pytest.raises(OSError, match="loopback only"):
            await asyncio.open_connection(host, 80)
    assert len(loopback_only.attempts) == 2
    loopback_only.attempts.clear()


async def test_loopback_is_open() -> None:
    server = await asyncio.start_server(lambda _, writer: writer.close(), "localhost", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await reader.read() == b""
        writer.close()
        await writer.wait_closed()


def test_invalid_names_fail_to_resolve_without_counting_as_traffic(loopback_only) -> None:
    with pytest.raises(socket.gaierror):
        socket.getaddrinfo("nowhere.invalid", 80)
    assert loopback_only.attempts == []


def test_the_environment_is_clean_and_home_is_temporary(own_home: Path) -> None:
    assert not [name for name in os.environ if name.startswith(("OPENAI_", "RESEARCH_", "LANGSMITH_"))]
    assert Path(platformdirs.user_cache_dir("research-agent")).is_relative_to(own_home)
