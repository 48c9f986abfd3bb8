"""How many model calls are under way at once; fewer after a 429, slowly more again after successes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from typing import Protocol

from research_agent.settings import Settings
from research_agent.sharing import SharedPlaces, place_name

GROW_AFTER = 4
"""Successes in a row before one more call is allowed."""


class Slots(Protocol):
    """Places for calls."""

    def slot(self) -> AbstractAsyncContextManager[None]:
        """Hold one of the places while the body runs."""
        ...

    def limited(self, seconds: float) -> None:
        """The server said 429: halve the width, and let nobody start for ``seconds``."""
        ...

    def succeeded(self) -> None:
        """A call went through."""
        ...


def slots_of(settings: Settings) -> Slots:
    """The places for calls to the settings' endpoint: of this process, or shared with others."""
    if settings.shared_limits is None:
        return Concurrency(settings.concurrency)
    folder = settings.shared_limits / f"model-{place_name(settings.openai_base_url or '')}"
    return SharedConcurrency(SharedPlaces(folder, settings.concurrency))


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


class SharedConcurrency:
    """As ``Concurrency``, for all processes that share the places; width and pauses outlive whoever met the 429."""

    def __init__(self, places: SharedPlaces) -> None:
        self._places = places

    def slot(self) -> AbstractAsyncContextManager[None]:
        return self._places.place()

    def limited(self, seconds: float) -> None:
        with self._places.changing() as box:
            width = box[0]
            until = max(width.not_before, time.time() + seconds)
            box[0] = replace(width, allowed=max(1, width.allowed // 2), good=0, not_before=until)

    def succeeded(self) -> None:
        if self._places.width().allowed >= self._places.most:
            return
        with self._places.changing() as box:
            width = box[0]
            grown = width.good + 1 >= GROW_AFTER
            box[0] = replace(width, allowed=width.allowed + grown, good=0 if grown else width.good + 1)
