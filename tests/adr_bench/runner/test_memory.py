from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from research_agent.adr_bench.batch import Batch
from research_agent.adr_bench.results import read
from research_agent.adr_bench.runner import Progress, run_batch
from research_agent.adr_bench.runner.worker import memory_mb
from research_agent.adr_bench.tasks import Task
from tests.support.bench_systems import SPEC, task

TASKS = 10_000
MOST_GROWTH_MB = 12
"""For the ids of the tasks, and for what an allocator keeps. A kept result takes about 2 kB, ten thousand 20 MB."""


@pytest.mark.slow
async def test_memory_stays_flat_over_ten_thousand_tasks(tmp_path: Path) -> None:
    def tasks() -> Iterator[Task]:
        return (task(f"task-{number}", f"answer {'word ' * 400}") for number in range(TASKS))

    held: dict[int, int] = {}

    def told(progress: Progress) -> None:
        if progress.ended and progress.done in (TASKS // 10, TASKS):
            gc.collect()
            held[progress.done] = memory_mb()

    batch = Batch.start(tmp_path / "b", suite="many", tasks=tasks(), system=SPEC)
    final = await run_batch(batch, concurrency=2, tell=told)
    assert (final.done, final.failed) == (TASKS, 0)
    assert held[TASKS] - held[TASKS // 10] <= MOST_GROWTH_MB
    lines = [result.task for result in read(batch.path / "results.jsonl")]
    assert sorted(lines) == sorted(f"task-{number}" for number in range(TASKS))
