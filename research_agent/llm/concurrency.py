"""How many model calls are under way at once; fewer after a 429, slowly more again after successes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

GROW_AFTER = 4
"""Successes in a row before one more call is allowed."""


class Concurrency:
    """A semaphore whose width adapts (additive increase, multiplicative decrease)."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.allowed = most
        self.under_way = 0
        self.peak = 0
        """Most calls that were under way at once."""
        self._good = 0
        self._not_before = 0.0
        self._changed = asyncio.Condition()

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Hold one of the places while the body runs."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.under_way < self.allowed)
            self.under_way += 1
            self.peak = max(self.peak, self.under_way)
        try:
            if (pause := self._not_before - time.monotonic()) > 0:
                await asyncio.sleep(pause)
            yield
        finally:
            async with self._changed:
                self.under_way -= 1
                self._changed.notify_all()

    def limited(self, seconds: float) -> None:
        """The server said 429: halve the width, and let nobody start for ``seconds``."""
        self.allowed = max(1, self.allowed // 2)
        self._good = 0
        self._not_before = max(self._not_before, time.monotonic() + seconds)

    def succeeded(self) -> None:
        """A call went through."""
        self._good += 1
        if self._good >= GROW_AFTER and self.allowed < self.most:
            self.allowed += 1
            self._good = 0
