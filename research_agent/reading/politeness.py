"""One request at a time to one host, with a pause between two, and not too many hosts at once."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from time import monotonic

from research_agent.sharing import place_name, turn_at

Sleep = Callable[[float], Awaitable[None]]


class Turns:
    """Whose turn it is.

    Args:
        delay: seconds between the end of a request to a host and the start of the next one.
        at_once: requests of this process under way.
        shared: folder through which other processes wait for the same hosts' turns.
    """

    def __init__(self, delay: float, at_once: int, *, sleep: Sleep = asyncio.sleep, shared: Path | None = None) -> None:
        self._delay = delay
        self._sleep = sleep
        self._shared = shared
        self._places = asyncio.Semaphore(at_once)
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._free_at: dict[str, float] = {}

    @asynccontextmanager
    async def turn(self, host: str, asked_delay: float = 0.0) -> AsyncIterator[None]:
        """Wait for the host's turn, hold it, and give it on. The host is waited for without taking a place."""
        async with self._locks[host]:
            pause = self._free_at.get(host, 0.0) - monotonic()
            if pause > 0:
                await self._sleep(pause)
            delay = max(self._delay, asked_delay)
            async with self._shared_turn(host, delay), self._places:
                try:
                    yield
                finally:
                    self._free_at[host] = monotonic() + delay

    def _shared_turn(self, host: str, delay: float) -> AbstractAsyncContextManager[None]:
        if self._shared is None:
            return nullcontext()
        self._shared.mkdir(parents=True, exist_ok=True)
        return turn_at(self._shared / f"host-{place_name(host.lower())}", delay)
