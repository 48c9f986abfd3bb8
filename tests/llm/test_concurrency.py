"""Calls wait for a place; a rate limit makes places fewer, successes bring them back."""

from __future__ import annotations

import asyncio

from research_agent.llm.concurrency import GROW_AFTER, Concurrency


async def test_no_more_calls_than_allowed() -> None:
    concurrency = Concurrency(3)

    async def call() -> None:
        async with concurrency.slot():
            await asyncio.sleep(0.001)

    await asyncio.gather(*(call() for _ in range(12)))
    assert concurrency.peak == 3
    assert concurrency.under_way == 0


async def test_a_rate_limit_halves_and_successes_restore() -> None:
    concurrency = Concurrency(8)
    concurrency.limited(0.0)
    concurrency.limited(0.0)
    assert concurrency.allowed == 2
    for _ in range(GROW_AFTER):
        concurrency.succeeded()
    assert concurrency.allowed == 3
    for _ in range(GROW_AFTER * 20):
        concurrency.succeeded()
    assert concurrency.allowed == 8
