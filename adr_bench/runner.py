"""Running a suite of tasks: one after another or several at once, resumable, a failed task a failed line.

The runner knows no engine and no graph: it is handed ``answer``, a coroutine from a task to a report.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from research_agent.adr_bench.results import Result, append, read
from research_agent.adr_bench.tasks import Task
from research_agent.domain import Report
from research_agent.errors import ResearchError
from research_agent.judges.gold import GoldJudge

Answer = Callable[[Task], Awaitable[Report]]
JudgeOf = Callable[[Task], GoldJudge]


async def run_suite(
    tasks: Sequence[Task],
    answer: Answer,
    results: Path,
    *,
    judge: JudgeOf | None = None,
    at_once: int = 1,
    tell: Callable[[Result], None] = lambda _: None,
) -> tuple[Result, ...]:
    """Work on every task that has no ``done`` line in ``results`` yet; the results of all tasks, in their order.

    Args:
        tasks: what to work on.
        answer: makes the report; a ResearchError from it is a failed line, anything else stops the suite.
        results: JSON-lines file; a line is written the moment its task ends.
        judge: gives each task its judge; None: no verdicts. A judge gets no documents.
        at_once: tasks under way at the same time.
        tell: hears each new result.
    """
    finished = {result.task: result for result in read(results) if result.status == "done"}
    turn = asyncio.Semaphore(at_once)

    async def work(task: Task) -> None:
        async with turn:
            result = await _result(task, answer, judge)
        append(results, result)
        finished[task.id] = result
        tell(result)

    async with asyncio.TaskGroup() as group:
        for task in tasks:
            if task.id not in finished:
                group.create_task(work(task))
    return tuple(finished[task.id] for task in tasks)


async def _result(task: Task, answer: Answer, judge: JudgeOf | None) -> Result:
    started = time.monotonic()
    try:
        report = await answer(task)
        seconds = time.monotonic() - started
        verdict = await judge(task).judge(report, {}) if judge else None
    except ResearchError as error:
        return Result(task=task.id, status="failed", seconds=time.monotonic() - started, error=str(error))
    return Result(
        task=task.id,
        status="done",
        seconds=round(seconds, 3),
        outcome=report.outcome.value,
        quotes=len(report.quotes),
        characters=sum(quote.end - quote.start for quote in report.quotes),
        verdict=verdict,
        run=report.run,
    )
