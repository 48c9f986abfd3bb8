"""One start of a batch: what is open, what was done, and the file that says so."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator

from research_agent.adr_bench.batch import Batch
from research_agent.adr_bench.lines import LinesFile
from research_agent.adr_bench.results import Result
from research_agent.adr_bench.runner.orders import Order, Outcome
from research_agent.adr_bench.runner.progress import Progress, Tell
from research_agent.adr_bench.runner.spending import Spending
from research_agent.adr_bench.shards import Shard
from research_agent.adr_bench.tasks import Task
from research_agent.domain import Usage
from research_agent.runs.disk import writing
from research_agent.runs.record import now


class Shift:
    """What is open in a shard, and what becomes of it. Who makes one holds the batch's lock.

    Kept in memory of all results: the ids of the tasks that are settled, and status and cost of those that are not.
    """

    def __init__(self, batch: Batch, shard: Shard, tell: Tell, *, retry_failed: bool) -> None:
        self.spending = Spending(batch.record.budget_usd, batch.record.limits)
        self._batch = batch
        self._shard = shard
        self._tell = tell
        self._counts: Counter[str] = Counter()
        self._settled: set[str] = set()
        self._earlier: dict[str, tuple[str, Usage]] = {}
        self._take_stock(retry_failed)
        self.open = sum(shard.has(place) for place in range(batch.record.tasks)) - len(self._settled)
        """Tasks that were open when the shift began."""
        self.queue: Iterator[Task] = (task for task in batch.tasks(shard) if task.id not in self._settled)
        self._running: dict[str, None] = {}
        self._ended = 0
        self._started = time.monotonic()
        self._file = LinesFile(batch.path / shard.results)

    def _take_stock(self, retry_failed: bool) -> None:
        latest = self._batch.latest()
        for result in latest.values():
            if result.status != "skipped":
                self.spending.spent(result.usage)
        for task in self._batch.tasks(self._shard):
            if task.id not in latest:
                continue
            result = latest[task.id]
            self._counts[result.status] += 1
            if result.status == "done" or (result.status == "failed" and not retry_failed):
                self._settled.add(task.id)
            else:
                self._earlier[task.id] = (result.status, result.usage)

    def start(self, task: Task) -> Order:
        """The order for a task that starts now."""
        workspace = self._batch.folder_of(task.id)
        with writing(workspace):
            workspace.mkdir(parents=True, exist_ok=True)
        self._running[task.id] = None
        self._tell(self.progress(started=task.id))
        return Order(task=task, workspace=str(workspace), limits=self._batch.record.limits)

    def ended(self, task: Task, outcome: Outcome) -> None:
        """Write down what became of a task, before anybody is told."""
        folder = self._batch.folder_of(task.id).relative_to(self._batch.path).as_posix()
        result = Result(
            task=task.id,
            status=outcome.status,
            kind=outcome.kind,
            error=outcome.error,
            outcome=outcome.outcome,
            seconds=outcome.seconds,
            usage=outcome.usage,
            folder=folder,
            report=f"{folder}/{outcome.report}" if outcome.report else "",
            run=f"{folder}/{outcome.run}" if outcome.run else "",
            ended=now(),
            figures=outcome.figures,
        )
        self._file.append(result)
        status, cost = self._earlier.pop(task.id, ("", None))
        self._counts[status] -= 1
        self.spending.spent(outcome.usage, instead_of=cost)
        self._running.pop(task.id, None)
        self._count(result)

    def skip(self, task: Task, why: str) -> None:
        """Write down that a task was not started, once."""
        status, _ = self._earlier.get(task.id, ("", None))
        if status:
            return  # the line that it has still holds
        result = Result(task=task.id, status="skipped", kind="budget", error=why, ended=now())
        self._file.append(result)
        self._count(result)

    def _count(self, result: Result) -> None:
        self._counts[result.status] += 1
        self._ended += 1
        self._tell(self.progress(ended=result))

    def note(self, what: str) -> None:
        """Tell a person something."""
        self._tell(self.progress(note=what))

    def progress(self, *, started: str = "", ended: Result | None = None, note: str = "") -> Progress:
        """How the shard stands."""
        seconds = time.monotonic() - self._started
        rest = self.open - self._ended
        return Progress(
            total=self.open + len(self._settled),
            done=self._counts["done"],
            failed=self._counts["failed"],
            skipped=self._counts["skipped"],
            running=tuple(self._running),
            seconds=seconds,
            left=seconds / self._ended * rest if self._ended else None,
            usd=self.spending.usd,
            usd_known=self.spending.known,
            started=started,
            ended=ended,
            note=note,
        )

    def close(self) -> None:
        self._file.close()
