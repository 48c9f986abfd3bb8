"""What the runner adds to the time of the tasks themselves.

    python benchmarks/bench_overhead.py [--tasks 110] [--concurrency 8] [--delay 0.5] [--times 3]

The same tasks are done in two ways against the fake model server (a process of its own), which answers every call after
``--delay`` seconds: directly, by ``research()`` calls in one process, ``--concurrency`` at a time; and as a batch with
as many workers. Each time in a new process, from its start to its end. The ways take turns, ``--times`` each, after one
of each that is not counted. Model calls are not what is waited for: the settings' ``concurrency`` is high enough for
all in both ways.

    against direct   (batch - direct) / direct, medians of the wall times: the figure that the target is for. The direct
                     way has one interpreter lock for all tasks, the batch has none in common: on several cores it may
                     be below zero
    whole            of the time that tasks spend at their stations (from being handed out to being written down), the
                     part that their systems did not take: starting workers, pipes, waiting for the disk
    steady           the same without each worker's first task, which waits for its start: the runner's own share,
                     whatever the batch's length
    supervisor       processor seconds of the supervisor for each second of wall time, imports included
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import astuple, dataclass
from pathlib import Path

from research_agent.adr_bench.batch import Batch
from research_agent.adr_bench.runner import Progress, run_batch
from research_agent.adr_bench.systems.research import research_spec
from research_agent.adr_bench.tasks import Task
from research_agent.api import research
from research_agent.judges.rubric import Item
from research_agent.settings import Settings

QUESTIONS = (
    "How high is Mount Everest, and why have different surveys given different figures?",
    "Which surveys measured Mount Everest, and when?",
    "What changed between the survey of 1955 and that of 2020?",
    "Who decides which height of Mount Everest is official?",
)


def main() -> None:
    options = arguments()
    if options.serve:
        asyncio.run(serve(options.delay))
        return
    if options.way:
        way, folder, base_url = options.way
        asyncio.run((directly if way == "direct" else as_batch)(options, settings_of(options, base_url, Path(folder))))
        return
    server = subprocess.Popen(
        [sys.executable, __file__, "--serve", "--delay", str(options.delay)], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout
    try:
        measure(options, server.stdout.readline().strip())
    finally:
        server.kill()
        server.wait()


def arguments() -> argparse.Namespace:
    examples = Path(__file__).resolve().parents[1] / "examples" / "documents"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=110)
    parser.add_argument("--documents", type=Path, default=examples)
    parser.add_argument("--concurrency", type=int, default=8)
    parser.add_argument("--delay", type=float, default=0.5)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--way", nargs=3, metavar=("WAY", "FOLDER", "URL"), help=argparse.SUPPRESS)
    return parser.parse_args()


async def serve(delay: float) -> None:
    from research_agent.llm.fake import FakeModelServer
    from research_agent.llm.oracle import oracle

    async with FakeModelServer(oracle, delay=delay) as server:
        print(server.base_url, flush=True)
        await asyncio.Event().wait()


def measure(options: argparse.Namespace, base_url: str) -> None:
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}")
    counted: list[Measured] = []
    for turn in range(1 + options.times):
        with tempfile.TemporaryDirectory() as scratch:
            alone, _ = timed("direct", base_url, Path(scratch) / "direct")
            wall, shares = timed("batch", base_url, Path(scratch) / "batch")
            measured = Measured(alone, wall, *map(float, shares.split()))
        print(f"{turn or 'not counted'}: {measured.line()}", flush=True)
        if turn:
            counted.append(measured)
    print(f"median: {Measured(*map(statistics.median, zip(*map(astuple, counted), strict=True))).line()}")


def timed(way: str, base_url: str, folder: Path) -> tuple[float, str]:
    """Seconds of a process that does the tasks one way, and what it says."""
    command = [sys.executable, __file__, *sys.argv[1:], "--way", way, str(folder), base_url]
    started = time.monotonic()
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return time.monotonic() - started, done.stdout


def tasks_of(options: argparse.Namespace) -> list[Task]:
    item = Item(id="i", text="t", weight=1, kind="explicit")
    return [
        Task(id=f"t{number}", question=QUESTIONS[number % len(QUESTIONS)], language="en", items=(item,))
        for number in range(options.tasks)
    ]


@dataclass(frozen=True)
class Measured:
    direct: float
    batch: float
    whole: float
    steady: float
    supervisor: float

    def line(self) -> str:
        return (
            f"direct {self.direct:.2f} s, batch {self.batch:.2f} s, "
            f"against direct {self.batch / self.direct - 1:+.1%}; "
            f"whole {self.whole:.2%}, steady {self.steady:.2%}, supervisor {self.supervisor:.2%}"
        )


def settings_of(options: argparse.Namespace, base_url: str, folder: Path) -> Settings:
    return Settings(
        engine="llm",
        openai_base_url=base_url,
        openai_api_key="none",
        model="fake",
        documents=(str(options.documents),),
        output=folder,
        formats=("md", "json"),
        concurrency=64,
    )


async def directly(options: argparse.Namespace, settings: Settings) -> None:
    """The tasks without a runner."""
    turn = asyncio.Semaphore(options.concurrency)

    async def one(task: Task) -> None:
        async with turn:
            await research(task.question, settings)

    await asyncio.gather(*map(one, tasks_of(options)))


async def as_batch(options: argparse.Namespace, settings: Settings) -> None:
    tasks = tasks_of(options)
    batch = Batch.start(settings.output, suite="overhead", tasks=tasks, system=research_spec(settings))
    handed_out: dict[str, float] = {}
    stays: list[tuple[float, float]] = []
    """Of each task, in the order in which they ended: seconds at its station, seconds of its system."""

    def told(progress: Progress) -> None:
        if progress.started:
            handed_out[progress.started] = time.monotonic()
        elif progress.ended:
            stays.append((time.monotonic() - handed_out[progress.ended.task], progress.ended.seconds))

    began = time.monotonic()
    final = await run_batch(batch, concurrency=options.concurrency, tell=told)
    if final.done != len(tasks):
        sys.exit(f"{final.failed} tasks failed")
    busy = time.process_time() / (time.monotonic() - began)
    print(own_share(stays), own_share(stays[options.concurrency :]), busy)


def own_share(stays: list[tuple[float, float]]) -> float:
    """The first ones to end are the first of each worker, since all tasks take about as long."""
    return 1 - sum(system for _, system in stays) / sum(station for station, _ in stays)


if __name__ == "__main__":
    main()
