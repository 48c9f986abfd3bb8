"""Waiting for what other processes do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


async def until(true: Callable[[], bool], seconds: float = 30) -> None:
    """Wait for something to become true. Raises TimeoutError."""
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 - other processes make it so
            await asyncio.sleep(0.02)
