"""The budget of a batch: whether a task may start is decided from what was spent and what is promised to those at work.

A task is promised its own limit, else what the dearest one so far cost; so without limits for each task, the tasks that
are started first can spend more than the budget, and no more are started then.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from research_agent.adr_bench.systems.base import TaskLimits
from research_agent.domain import Usage


class Spending:
    """What a batch cost so far, and whether it may cost more."""

    def __init__(self, budget: float | None, limits: TaskLimits) -> None:
        self._budget = budget
        self._each = limits.usd
        self.usd = 0.0
        self.known = True
        """Whether every task's cost is known."""
        self._dearest = 0.0
        self._promised = 0.0
        self._at_work = 0
        self._changed = asyncio.Condition()

    def spent(self, usage: Usage, *, instead_of: Usage | None = None) -> None:
        """Count a task's cost, all of its tries together, in the place of what was counted for it before."""
        self.known = self.known and usage.usd is not None
        self.usd += (usage.usd or 0.0) - ((instead_of.usd or 0.0) if instead_of else 0.0)
        self._dearest = max(self._dearest, usage.usd or 0.0)

    def refusal(self) -> str:
        """Why no task may start, in words; empty when one may."""
        if self._budget is None:
            return ""
        if not self.known:
            return (
                "What a task cost is not known, so the batch's budget cannot be kept. Set RESEARCH_PRICE_PROMPT and "
                "RESEARCH_PRICE_COMPLETION, or take the budget away."
            )
        if self.usd + self._promised + self._promise() <= self._budget and self.usd < self._budget:
            return ""
        return f"The batch's budget of {self._budget:g} US dollars has no room for it: {self.usd:.4g} are spent."

    @asynccontextmanager
    async def room(self) -> AsyncIterator[str]:
        """Set a task's promise aside while the body works on it, after waiting for as long as tasks at work may yet
        leave room; the value is the refusal, empty when the task may start."""
        async with self._changed:
            await self._changed.wait_for(lambda: not self._at_work or not self.refusal())
            refused, promise = self.refusal(), self._promise()
            if not refused:
                self._promised += promise
                self._at_work += 1
        try:
            yield refused
        finally:
            if not refused:
                self._promised -= promise
                self._at_work -= 1
                async with self._changed:
                    self._changed.notify_all()

    def _promise(self) -> float:
        return self._dearest if self._each is None else self._each
