"""Where a batch's workers come from: forked by a nursery where there can be one, else each started by itself."""

from __future__ import annotations

import asyncio
from pathlib import Path

from research_agent.adr_bench.runner.nursery import Nursery
from research_agent.adr_bench.runner.orders import Hello
from research_agent.adr_bench.runner.process import WorkerProcess


class Origin:
    """Starts workers for all stations of one machine.

    Args:
        hello: what each of them is told.
        handles: file descriptors that each of them is to hold (``locks``).
    """

    def __init__(self, hello: Hello, handles: tuple[int, ...] = ()) -> None:
        self._hello = hello
        self._handles = handles
        self._forking = True
        self._nursery: Nursery | None = None
        self._opening = asyncio.Lock()

    async def worker(self, log: Path) -> WorkerProcess:
        """A new worker; ``log`` takes what it says before its first task."""
        nursery = await self._opened(log)
        forked = await nursery.worker(self._hello, log) if nursery else None
        return forked or await WorkerProcess.spawn(self._hello, self._handles, log)

    async def aclose(self) -> None:
        if self._nursery:
            await self._nursery.aclose()

    async def _opened(self, log: Path) -> Nursery | None:
        async with self._opening:
            if self._forking and (self._nursery is None or not self._nursery.alive):
                if self._nursery:
                    await self._nursery.aclose()
                self._nursery = await Nursery.start(self._hello, self._handles, log)
                self._forking = self._nursery is not None
            return self._nursery
