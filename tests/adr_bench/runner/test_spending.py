from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.adr_bench.runner.spending import Spending
from research_agent.adr_bench.systems.base import TaskLimits
from research_agent.domain import Usage


async def run(spending: Spending, costs: list[float], stations: int) -> int:
    """Put tasks of these costs through; how many were started."""
    queue, started = iter(costs), 0

    async def station() -> None:
        nonlocal started
        for cost in queue:
            async with spending.room() as refused:
                if refused:
                    continue
                started += 1
                await asyncio.sleep(0)
                spending.spent(Usage(usd=cost))

    await asyncio.gather(*(station() for _ in range(stations)))
    return started


@given(st.lists(st.floats(0, 1), max_size=12), st.floats(0.01, 8), st.integers(1, 4))
def test_with_a_limit_for_each_task_the_budget_is_never_overshot(
    costs: list[float], budget: float, stations: int
) -> None:
    spending = Spending(budget, TaskLimits(usd=1.0))
    started = asyncio.run(run(spending, costs, stations))
    assert spending.usd <= budget + 1e-9
    if sum(costs) + 1.0 <= budget:
        assert started == len(costs)


@given(st.lists(st.floats(0, 1), max_size=12), st.floats(0.01, 8), st.integers(1, 4))
def test_without_one_it_is_overshot_by_what_is_at_work_at_most(
    costs: list[float], budget: float, stations: int
) -> None:
    spending = Spending(budget, TaskLimits())
    asyncio.run(run(spending, costs, stations))
    assert spending.usd <= budget + stations * max(costs, default=0.0) + 1e-9


async def test_without_a_budget_everything_starts() -> None:
    assert await run(Spending(None, TaskLimits()), [5.0] * 4, 2) == 4


async def test_a_task_waits_while_those_at_work_may_yet_leave_room() -> None:
    spending = Spending(2.0, TaskLimits(usd=1.2))
    order: list[str] = []

    async def second() -> None:
        async with spending.room() as refused:
            order.append(refused or "started")

    async with spending.room() as refused:
        assert not refused
        waiting = asyncio.create_task(second())
        await asyncio.sleep(0.01)
        assert order == []
        spending.spent(Usage(usd=0.5))
    await waiting
    assert order == ["started"]


def test_what_a_second_try_costs_takes_the_place_of_the_first() -> None:
    spending = Spending(None, TaskLimits())
    spending.spent(Usage(usd=0.25))
    spending.spent(Usage(usd=0.75), instead_of=Usage(usd=0.25))
    assert spending.usd == pytest.approx(0.75)
