"""Is a batch that is killed again and again the batch that it would have been?

    python benchmarks/bench_kill.py --kills 20 [--suite adr-bench] [--documents ../shared/data/corpus] [--limit 110]

The tasks are run twice with the extractive engine over the documents: undisturbed, and with ``kill -9`` of the
supervisor at random points (drawn from ``--seed``: a quarter of them in the first two seconds of its life, the others
after its first run was begun, even over twice a kill's share of the undisturbed time), gone on with after each
kill in the same folder. The tasks are frozen first: a suite may be edited meanwhile.

Compared for each task, byte for byte: status, kind, outcome, figures, report.md and
report.json. Left out of the comparison is what a clock or a random name puts there: in report.json ``run`` (the run
folder's name), ``usage.seconds`` and each source's ``retrieved``. Counted besides: results lines for each task (one is
right: nothing was done twice and written twice), workers that outlived their supervisor, and the time that was lost.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from research_agent.adr_bench.batch import Batch
from research_agent.adr_bench.results import Result, read
from research_agent.adr_bench.runner import Progress, run_batch
from research_agent.adr_bench.suites import load_suite
from research_agent.adr_bench.systems.research import research_spec
from research_agent.adr_bench.tasks import load_tasks, task_line
from research_agent.settings import Settings


def main() -> int:
    options = arguments()
    if options.work:
        asyncio.run(work(options))
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        root = options.output or Path(scratch)
        root.mkdir(parents=True, exist_ok=True)
        frozen = load_suite(options.suite, limit=options.limit).tasks
        (root / "frozen.jsonl").write_text("".join(f"{task_line(task)}\n" for task in frozen), encoding="utf-8")
        asyncio.run(prepare(options))
        calm, harried = root / "calm", root / "harried"
        seconds = until_it_ends(options, calm)
        print(f"undisturbed: {seconds:.1f} s, {summary(calm)}", flush=True)
        kills, orphans, spent = with_kills(options, harried, seconds)
        print(f"killed {kills} times: {spent:.1f} s of work, {orphans} workers outlived their supervisor")
        print(f"then: {summary(harried)}", flush=True)
        faults = list(differences(calm, harried))
    print("\n".join(faults) or "the results are identical")
    return 1 if faults or orphans else 0


def arguments() -> argparse.Namespace:
    data = Path(__file__).resolve().parents[2] / "shared" / "data"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", default="adr-bench", help="a suite's name, or a file in the rubric format")
    parser.add_argument("--documents", type=Path, default=data / "corpus")
    parser.add_argument("--limit", type=int, default=110, help="tasks, from the first; where there are fewer, all")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--output", type=Path, help="keep the two batches in this folder, which must be new")
    parser.add_argument("--cache", type=Path, help="cache folder of the index; default: the user's")
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


# ---------------------------------------------------------------- the batch, in a process that can be killed


def settings(options: argparse.Namespace) -> Settings:
    more = {"cache_dir": options.cache} if options.cache else {}
    return Settings(engine="extractive", documents=(str(options.documents),), **more)


async def prepare(options: argparse.Namespace) -> None:
    """Bring the index up to date, so that kills meet tasks and not only its making."""
    from research_agent.search.local.documents import LocalDocuments

    local = LocalDocuments(settings(options).documents, settings(options).cache_dir)
    await local.prepare()
    await local.aclose()


async def work(options: argparse.Namespace) -> None:
    tasks = load_tasks(options.work.parent / "frozen.jsonl")
    batch = Batch.start(options.work, suite=options.suite, tasks=tasks, system=research_spec(settings(options)))

    def told(progress: Progress) -> None:
        if progress.ended and progress.ended.status == "failed":
            print(f"{progress.ended.task}: {progress.ended.kind}: {progress.ended.error}", flush=True)

    await run_batch(batch, concurrency=options.concurrency, tell=told)


def wait_for_work(folder: Path, process: subprocess.Popen[bytes]) -> None:
    """Wait until a run was begun, or gone on with, since now (its record is then written), or the supervisor ended."""
    now = time.time()
    while process.poll() is None:
        if any(record.stat().st_mtime > now for record in folder.glob("tasks/*/*/run.json")):
            return
        time.sleep(0.02)


def supervisor(folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, __file__, *sys.argv[1:], "--work", str(folder)])


def until_it_ends(options: argparse.Namespace, folder: Path) -> float:
    started = time.monotonic()
    if code := supervisor(folder).wait():
        sys.exit(f"the batch ended with exit code {code}")
    return time.monotonic() - started


def with_kills(options: argparse.Namespace, folder: Path, seconds: float) -> tuple[int, int, float]:
    """Kill it, go on with it, and at last let it end: kills that met a living batch, orphans, seconds at work.

    A batch that had ended before its kill is gone on with all the same; then the kill meets a batch with little to do.
    """
    chance = random.Random(options.seed)
    started, kills, orphans = time.monotonic(), 0, 0
    for _ in range(options.kills):
        process = supervisor(folder)
        early = chance.random() < 0.25
        if not early:
            wait_for_work(folder, process)
        try:
            process.wait(timeout=chance.uniform(0, 2 if early else max(1.0, 2 * seconds / options.kills)))
        except subprocess.TimeoutExpired:
            workers = children(process.pid)
            process.send_signal(signal.SIGKILL)
            process.wait()
            kills += 1
            orphans += still_there(workers)
    until_it_ends(options, folder)
    return kills, orphans, time.monotonic() - started


def children(parent: int) -> set[int]:
    """Processes whose parent it is; empty where the system has no /proc."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.add(int(stat.parent.name))
    return found


def still_there(pids: set[int], patience: float = 2.0) -> int:
    until = time.monotonic() + patience
    while (left := sum(map(exists, pids))) and time.monotonic() < until:
        time.sleep(0.02)
    return left


def exists(pid: int) -> bool:
    """Whether a process lives; one that only waits to be reaped does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


# ---------------------------------------------------------------- what came of it


def summary(folder: Path) -> str:
    counts = Counter(result.status if result else "missing" for _, result in Batch.open(folder).results())
    told = [f"{count} {status}" for status, count in sorted(counts.items())]
    resumed = sum(bool(json.loads(record.read_bytes())["resumed"]) for record in folder.glob("tasks/*/*/run.json"))
    return ", ".join([*told, f"{resumed} of their runs gone on with after a kill"])


def differences(calm: Path, harried: Path) -> Iterator[str]:
    """Each difference in words."""
    one, other = Batch.open(calm), Batch.open(harried)
    for (task, left), (_, right) in zip(one.results(), other.results(), strict=True):
        if left is None or right is None:
            yield f"{task.id}: has no result"
            continue
        before, after = content(one, left), content(other, right)
        yield from (f"{task.id}: {part} differs" for part in before if before[part] != after[part])
    lines = Counter(result.task for path in other.results_files() for result in read(path))
    yield from (f"{id}: has {count} lines" for id, count in sorted(lines.items()) if count > 1)


def content(batch: Batch, result: Result) -> dict[str, Any]:
    """What must be the same."""
    told = {name: getattr(result, name) for name in ("status", "kind", "outcome", "error")}
    told["figures"] = dict(result.figures)
    if result.report:
        told["report.md"] = (batch.path / result.report).read_bytes()
    if result.run:
        report = json.loads((batch.path / result.run / "report.json").read_bytes())
        report["run"], report["usage"]["seconds"] = "", 0
        for source in report["sources"]:
            source["retrieved"] = ""
        told["report.json"] = json.dumps(report)
    return told


if __name__ == "__main__":
    sys.exit(main())
