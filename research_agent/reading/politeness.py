"""One request at a time to one host, with a pause between two, and not too many hosts at once."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from time import monotonic

Sleep = Callable[[float], Awaitable[None]]


class Turns:
    """Whose turn it is. ``delay`` in seconds between the end of a request and the start of the next one."""

    def __init__(self, delay: float, at_once: int, *, sleep: Sleep = asyncio.sleep) -> None:
        self._delay = delay
        self._sleep = sleep
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
            async with self._places:
                try:
                    yield
                finally:
                    self._free_at[host] = monotonic() + max(self._delay, asked_delay)
