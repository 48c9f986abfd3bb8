from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from research_agent.adr_bench.batch import Batch
from research_agent.adr_bench.results import Result
from research_agent.adr_bench.runner import Isolation, Progress, run_batch
from research_agent.adr_bench.shards import Shard
from research_agent.adr_bench.systems.base import SystemSpec, TaskLimits
from research_agent.adr_bench.tasks import Task
from research_agent.errors import ConfigError, RunError
from tests.support.bench_systems import SPEC, task
from tests.support.waiting import until


def start(folder: Path, tasks: Sequence[Task], **more: Any) -> Batch:
    return Batch.start(folder, suite="test", tasks=tasks, system=more.pop("system", SPEC), **more)


def results(batch: Batch) -> dict[str, Result]:
    return {task.id: result for task, result in batch.results() if result}


def tries(batch: Batch, id: str) -> list[str]:
    path = batch.folder_of(id) / "tries"
    return path.read_text().splitlines() if path.exists() else []


async def test_every_task_has_a_result_and_a_failure_of_one_is_a_line(tmp_path: Path) -> None:
    """One batch with everything that can go wrong in a worker: the others are answered all the same."""
    questions = {
        "fine-1": "answer",
        "fail": "fail",
        "bug": "bug",
        "crash": "crash",
        "leave": "leave 3",
        "killed": "killed",
        "hang": "hang",
        "hold": "hold 4000",
        "print": "print",
        "fine-2": "answer",
    }
    batch = start(tmp_path / "b", [task(*each) for each in questions.items()])
    heard: list[Progress] = []
    final = await run_batch(batch, concurrency=3, tell=heard.append, isolation=Isolation(kill_after=2, memory_mb=2_000))
    found = results(batch)
    assert {id: (r.status, r.kind) for id, r in found.items()} == {
        "fine-1": ("done", ""),
        "fail": ("failed", "error"),
        "bug": ("failed", "error"),
        "crash": ("failed", "crashed"),
        "leave": ("failed", "crashed"),
        "killed": ("failed", "out_of_memory"),
        "hang": ("failed", "timed_out"),
        "hold": ("failed", "out_of_memory"),
        "print": ("done", ""),
        "fine-2": ("done", ""),
    }
    assert found["fail"].error == "The model said no."
    assert "SIGABRT" in found["crash"].error
    assert "exit code 3" in found["leave"].error
    assert "2 seconds" in found["hang"].error
    assert (batch.path / found["fine-1"].report).read_text() == "# fine-1\n"
    assert "about to abort" in (batch.folder_of("crash") / "log.txt").read_text()
    assert "KeyError" in (batch.folder_of("bug") / "log.txt").read_text()
    assert (batch.folder_of("print") / "log.txt").read_text() == "printed\ncomplained\n"
    assert (final.total, final.done, final.failed, final.running) == (10, 3, 7, ())
    assert [p.started for p in heard if p.started] == list(questions)
    assert sum(p.ended is not None for p in heard) == 10
    assert heard[-1].left == 0


async def test_what_is_done_is_not_done_again_and_failures_only_when_asked(tmp_path: Path) -> None:
    tasks = [task("a"), task("b", "once"), task("c", "fail")]
    await run_batch(start(tmp_path / "b", tasks))
    batch = start(tmp_path / "b", tasks)
    again = await run_batch(batch)
    assert (again.done, again.failed) == (1, 2)
    assert [len(tries(batch, id)) for id in "abc"] == [1, 1, 1]
    retried = await run_batch(batch, retry_failed=True)
    assert (retried.done, retried.failed) == (2, 1)
    assert [len(tries(batch, id)) for id in "abc"] == [1, 2, 2]
    assert [r.status for r in results(batch).values()] == ["done", "done", "failed"]


async def test_a_worker_answers_many_tasks_and_is_replaced_when_due(tmp_path: Path) -> None:
    batch = start(tmp_path / "b", [task(str(n)) for n in range(5)])
    await run_batch(batch, concurrency=1, isolation=Isolation(recycle_after=2))
    workers = [tries(batch, str(n))[0] for n in range(5)]
    assert len(set(workers)) == 3
    assert workers[0] == workers[1]


async def test_a_worker_that_grew_is_replaced(tmp_path: Path) -> None:
    batch = start(tmp_path / "b", [task("a", "keep 300"), task("b")])
    await run_batch(batch, concurrency=1, isolation=Isolation(recycle_above_mb=250))
    assert tries(batch, "a") != tries(batch, "b")


@pytest.mark.slow
async def test_the_budget_of_a_batch_stops_it_and_a_larger_one_goes_on(tmp_path: Path) -> None:
    tasks = [task(str(n)) for n in range(6)]
    system = SystemSpec(name=SPEC.name, options={"usd": 1.0})

    def again(budget: float | None) -> Batch:
        return start(tmp_path / "b", tasks, system=system, limits=TaskLimits(usd=1.5), budget_usd=budget)

    first = await run_batch(again(3.0), concurrency=2)
    assert (first.done, first.skipped, first.usd) == (2, 4, 2.0)  # a third might cost 1.5
    skipped = results(Batch.open(tmp_path / "b"))["5"]
    assert (skipped.kind, skipped.status) == ("budget", "skipped")
    assert "budget of 3 US dollars" in skipped.error
    same = await run_batch(again(3.0))
    assert (same.done, same.skipped) == (2, 4)
    more = await run_batch(again(5.6))
    assert (more.done, more.skipped) == (5, 1)
    rest = await run_batch(again(None))
    assert (rest.done, rest.skipped, rest.usd) == (6, 0, 6.0)


async def test_a_budget_cannot_be_kept_where_the_cost_is_not_known(tmp_path: Path) -> None:
    system = SystemSpec(name=SPEC.name, options={"usd": None})
    batch = start(tmp_path / "b", [task("a"), task("b")], system=system, budget_usd=9.0)
    final = await run_batch(batch, concurrency=1)
    assert (final.done, final.skipped, final.usd_known) == (1, 1, False)
    assert "RESEARCH_PRICE_PROMPT" in results(batch)["b"].error


@pytest.mark.slow
async def test_cancelling_stops_the_workers_and_the_batch_goes_on_later(tmp_path: Path) -> None:
    go = tmp_path / "go"
    tasks = [task("a"), task("b", f"until {go}"), task("c")]
    batch = start(tmp_path / "b", tasks)
    working = asyncio.create_task(run_batch(batch, concurrency=2))
    await until(lambda: (batch.folder_of("b") / "waiting").exists() and len(results(batch)) == 2)
    working.cancel()
    with pytest.raises(asyncio.CancelledError):
        await working
    assert not alive(int(tries(batch, "b")[0]))
    go.touch()
    final = await run_batch(start(tmp_path / "b", tasks))
    assert final.done == 3
    assert [len(tries(batch, id)) for id in "abc"] == [1, 2, 1]


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().split()[2]


SCRIPT = """
import asyncio, sys
from pathlib import Path
from research_agent.adr_bench.batch import Batch
from research_agent.adr_bench.runner import run_batch
from tests.support.bench_systems import SPEC, task
from tests.support.waiting import until
tasks = [task(*each.split("=")) for each in sys.argv[2:]]
asyncio.run(run_batch(Batch.start(Path(sys.argv[1]), suite="test", tasks=tasks, system=SPEC), concurrency=3))
"""


@pytest.mark.slow
async def test_workers_die_with_a_supervisor_that_is_killed(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Also one that holds Python's lock in C, where no thread of its own could notice, and what one has started."""
    tasks = ["a=answer", "b=hang", f"c=until {tmp_path / 'go'}", "d=start"]
    root = Path(__file__).resolve().parents[3]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    supervisor = subprocess.Popen([sys.executable, "-c", SCRIPT, str(tmp_path / "b"), *tasks], env=environment)
    folder = tmp_path / "b" / "tasks"
    marks = [folder / "b" / "tries", folder / "c" / "waiting", folder / "d" / "started"]
    request.addfinalizer(supervisor.wait)
    request.addfinalizer(supervisor.kill)
    await until(lambda: all(mark.exists() and (mark.name == "waiting" or mark.read_text()) for mark in marks), 90)
    workers = [int((folder / id / "tries").read_text()) for id in "bcd"] + [int(marks[2].read_text())]
    with pytest.raises(RunError, match=f"process {supervisor.pid}"):
        await run_batch(start(tmp_path / "b", [task(*each.split("=")) for each in tasks]))
    supervisor.send_signal(signal.SIGKILL)
    supervisor.wait()
    (tmp_path / "go").touch()
    batch = start(tmp_path / "b", [task(*each.split("=")) for each in tasks])
    await run_batch(batch, concurrency=2, isolation=Isolation(kill_after=3))
    assert not any(alive(pid) for pid in workers)
    assert [(r.status, r.kind) for r in results(batch).values()] == [
        ("done", ""),
        ("failed", "timed_out"),
        ("done", ""),
        ("failed", "timed_out"),
    ]
    assert not alive(int(marks[2].read_text()))
    assert [len(tries(batch, id)) for id in "abcd"] == [1, 2, 2, 2]


async def test_shards_share_a_folder_and_their_results_are_read_as_one(tmp_path: Path) -> None:
    tasks = [task(f"T{n}") for n in range(5)]
    batch = start(tmp_path / "b", tasks)
    two, one = await asyncio.gather(run_batch(batch, shard=Shard(2, 2)), run_batch(batch, shard=Shard(1, 2)))
    assert (one.total, one.done, two.total, two.done) == (3, 3, 2, 2)
    assert list(results(batch)) == [each.id for each in tasks]
    lines = (batch.path / "results-2-of-2.jsonl").read_text().splitlines()
    assert sorted(json.loads(line)["task"] for line in lines) == ["T1", "T3"]
    whole = await run_batch(batch)
    assert whole.done == 5
    assert all(len(tries(batch, each.id)) == 1 for each in tasks)


async def test_a_system_that_cannot_be_made_is_told_before_anything_starts(tmp_path: Path) -> None:
    batch = start(tmp_path / "b", [task("a")], system=SystemSpec(name="no.such.module:System"))
    with pytest.raises(ConfigError, match=r"no\.such\.module"):
        await run_batch(batch)
    assert not batch.folder_of("a").exists()


async def test_versions_that_changed_are_told(tmp_path: Path) -> None:
    path = start(tmp_path / "b", [task("a")]).path / "batch.json"
    record = json.loads(path.read_text())
    record["versions"]["openai"] = "0.1"
    path.write_text(json.dumps(record))
    heard: list[Progress] = []
    await run_batch(start(tmp_path / "b", [task("a")]), tell=heard.append)
    assert "openai 0.1, now " in heard[0].note
    assert not any(progress.note for progress in heard[1:])


async def test_no_task_at_once_is_too_few(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="too few"):
        await run_batch(start(tmp_path / "b", [task("a")]), concurrency=0)
