"""A nursery that dies is told from one that works, whenever it dies."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from research_agent.adr_bench.runner import nursery
from research_agent.adr_bench.runner.nursery import Nursery
from research_agent.adr_bench.runner.orders import Hello

SYSTEM = "tests.support.bench_systems:Scripted"


@pytest.mark.skipif(sys.platform != "linux", reason="there are no nurseries elsewhere")
@pytest.mark.parametrize(
    "boot",
    [
        "import sys; sys.exit(3)",
        "import socket, sys; socket.socket(fileno=int(sys.argv[1])).recv(10); sys.exit(3)",
        "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
        "import no_such_module_here",
    ],
)
async def test_one_that_dies_before_it_is_ready_is_none(
    boot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nursery, "_BOOT", boot)
    hello = Hello(system=SYSTEM, options={}, private={}, shared=str(tmp_path), memory_mb=None)
    async with asyncio.timeout(20):
        assert await Nursery.start(hello, (), tmp_path / "log.txt") is None
