"""A batch, worked on until every task of the shard has a result."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

from research_agent.adr_bench.batch import LOCKS, Batch
from research_agent.adr_bench.locks import BatchLock
from research_agent.adr_bench.runner.orders import Hello, Isolation
from research_agent.adr_bench.runner.origin import Origin
from research_agent.adr_bench.runner.progress import Progress, Tell, quiet
from research_agent.adr_bench.runner.shift import Shift
from research_agent.adr_bench.runner.stations import Equipment, LocalStation, Station, StationOf
from research_agent.adr_bench.shards import WHOLE, Shard
from research_agent.adr_bench.systems.base import build
from research_agent.errors import ConfigError
from research_agent.runs.disk import writing


async def run_batch(
    batch: Batch,
    *,
    concurrency: int = 2,
    tell: Tell = quiet,
    shard: Shard = WHOLE,
    retry_failed: bool = False,
    isolation: Isolation | None = None,
    station: StationOf = LocalStation,
) -> Progress:
    """Give every task of the shard that has none a result; how the shard stands then.

    Cancelling it stops the workers, keeps what is done, and raises CancelledError: start again to go on.

    Args:
        batch: from ``Batch.start``.
        concurrency: tasks at work at once, each in a worker process.
        tell: hears of each task that starts or ends.
        retry_failed: also the tasks that failed, each in the workspace that it left.
        isolation: limits and life of the workers.
        station: where tasks are performed; another one for a cluster (``ray_backend``).

    Raises:
        ConfigError: ``unknown_system``, ``bad_setting``: the system cannot be made; nothing was started.
        RunError: ``locked``, another process works on the shard; ``disk_full``, ``not_writable``, ``tampered``.
    """
    if concurrency < 1:
        raise ConfigError(
            f"{concurrency} tasks at once are too few.", kind="bad_setting", next_step="Allow one or more."
        )
    with BatchLock(batch.path / LOCKS, shard) as lock:
        equipment = _equipment(batch, isolation or Isolation(), lock)
        shift = Shift(batch, shard, tell, retry_failed=retry_failed)
        try:
            if changed := batch.record.changed_versions():
                shift.note(f"Not as when the batch was begun: {', '.join(changed)}.")
            await _all([_work(shift, station(equipment)) for _ in range(min(concurrency, shift.open))])
            return shift.progress()
        finally:
            shift.close()
            await equipment.origin.aclose()
            await equipment.system.aclose()


def _equipment(batch: Batch, isolation: Isolation, lock: BatchLock) -> Equipment:
    spec, shared = batch.system, batch.limits_folder()
    with writing(shared):
        shared.mkdir(parents=True, exist_ok=True)
    hello = Hello(
        system=spec.name,
        options=spec.options,
        private=spec.private,
        shared=str(shared),
        memory_mb=isolation.memory_mb,
    )
    origin = Origin(hello, lock.handles)
    return Equipment(hello=hello, origin=origin, isolation=isolation, system=build(spec, shared))


async def _all(work: Sequence[Coroutine[Any, Any, None]]) -> None:
    """Do everything; when one fails, stop the others before its error goes on."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _work(shift: Shift, station: Station) -> None:
    """One station's share: the next task that is open, until there is none."""
    try:
        for task in shift.queue:
            async with shift.spending.room() as refused:
                if refused:
                    shift.skip(task, refused)
                else:
                    shift.ended(task, await station.perform(shift.start(task)))
    finally:
        await station.aclose()
