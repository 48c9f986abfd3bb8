"""Where tasks are performed: a station performs one at a time and always comes back with an outcome."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from research_agent.adr_bench.results import Kind
from research_agent.adr_bench.runner.orders import LOG, Hello, Isolation, Order, Outcome
from research_agent.adr_bench.runner.origin import Origin
from research_agent.adr_bench.runner.process import WorkerProcess, last_words
from research_agent.adr_bench.systems.base import System


@dataclass(frozen=True, slots=True, kw_only=True)
class Equipment:
    """What every station of a batch is given."""

    hello: Hello
    """What each worker is told."""
    origin: Origin
    """Where workers of this machine come from."""
    isolation: Isolation
    system: System
    """A copy of the system that is only asked what a dead worker's task had cost."""


class Station(Protocol):
    async def perform(self, order: Order) -> Outcome:
        """What became of the order; its workspace exists. Being cancelled stops the task."""
        ...

    async def aclose(self) -> None: ...


StationOf = Callable[[Equipment], Station]


class LocalStation:
    """A worker process on this machine, replaced when it died, hung, grew or got old."""

    def __init__(self, equipment: Equipment) -> None:
        self._equipment = equipment
        self._worker: WorkerProcess | None = None

    async def perform(self, order: Order) -> Outcome:
        workspace = Path(order.workspace)
        worker = await self._ready(workspace)
        patience = self._equipment.isolation.patience(order.limits)
        started = time.monotonic()
        outcome: Outcome | None = None
        try:
            async with asyncio.timeout(START):
                ready = await worker.ready()
            started = time.monotonic()
            if ready:
                async with asyncio.timeout(patience):
                    outcome = await worker.ask(order)
        except TimeoutError:
            await worker.kill()
        if outcome is None:
            kind, error = _death(worker, time.monotonic() - started, workspace)
            spent = self._equipment.system.spent(workspace)
            outcome = Outcome(status="failed", kind=kind, error=error, usage=spent)
            outcome = replace(outcome, seconds=round(time.monotonic() - started, 3))
        await self._retire_if_due(worker, outcome)
        return outcome

    async def aclose(self) -> None:
        if self._worker is not None:
            await self._worker.stop()
            self._worker = None

    async def _ready(self, workspace: Path) -> WorkerProcess:
        if self._worker is None or not self._worker.alive:
            self._worker = await self._equipment.origin.worker(workspace / LOG)
        return self._worker

    async def _retire_if_due(self, worker: WorkerProcess, outcome: Outcome) -> None:
        isolation = self._equipment.isolation
        old = worker.answered >= isolation.recycle_after
        if old or outcome.memory_mb > isolation.recycle_above_mb or outcome.kind in _DEADLY:
            await self.aclose()


START = 300.0
"""Seconds that a worker may take to start, on a machine with too much to do."""
_DEADLY = frozenset({"crashed", "timed_out", "out_of_memory"})


def _death(worker: WorkerProcess, seconds: float, workspace: Path) -> tuple[Kind, str]:
    """Why a worker is no more, as kind and words."""
    signal, code = worker.ended_how()
    if worker.killed:
        return "timed_out", f"It had no report after {seconds:.0f} seconds, and was killed."
    if signal == "SIGKILL":
        return "out_of_memory", "Its worker was killed (SIGKILL), as the system does when memory runs out."
    how = f"on {signal}" if signal else f"with exit code {code}"
    said = last_words(workspace)
    return "crashed", f"Its worker ended {how}{f': {said}' if said else '.'}"
