"""Every two systems' reports on every common task, compared by a model in both orders, once.

DIR/pairs-MODEL.jsonl    one ``PairJudged`` a line
DIR/pairs/TASK/          the judge's journal of one task, so that what was paid for is not paid for again

A task that failed, a report that is missing, cost too much or cites what its task bars is an empty report: it loses
without a call. A task that one of the two never started is not compared.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from research_agent.adr_bench.batch import LOCKS
from research_agent.adr_bench.comparing.contestants import Field
from research_agent.adr_bench.comparing.pair_lines import Identity, Pair, PairJudged, pairs_name, report_text, subject
from research_agent.adr_bench.judging.run import Purse
from research_agent.adr_bench.lines import LinesFile, read_lines
from research_agent.adr_bench.locks import one_at_a_time
from research_agent.adr_bench.names import folder_name
from research_agent.adr_bench.tasks import Task
from research_agent.domain import Usage
from research_agent.errors import BudgetError, ConfigError, ModelError, RunError
from research_agent.judges.pairwise import PairwiseJudge
from research_agent.judges.standalone import JOURNAL, asks_a_model
from research_agent.judges.subject import Subject
from research_agent.llm.models import Models
from research_agent.runs.disk import writing
from research_agent.runs.journal import SqliteJournal
from research_agent.settings import Settings

FOLDER = "pairs"
AT_ONCE = 4

Tell = Callable[[PairJudged, int, int], None]
"""Hears of each pair that was judged, with how many are and how many there are."""


async def judge_pairs(
    field: Field, settings: Settings, folder: Path, *, at_once: int = AT_ONCE, tell: Tell = lambda *_: None
) -> tuple[PairJudged, ...]:
    """Judge the pairs that are not judged yet; all pairs of this comparison, by task and contestants.

    Raises:
        ConfigError: no model server is named.
        RunError: what the disk says.
    """
    if not asks_a_model(settings):
        raise ConfigError(
            "Reports are compared pairwise by a model, and none is set.",
            kind="no_key",
            next_step="Set OPENAI_API_KEY, or OPENAI_BASE_URL for another OpenAI-compatible server.",
        )
    name = pairs_name(settings)
    with writing(folder):
        (folder / LOCKS).mkdir(parents=True, exist_ok=True)
    with one_at_a_time(folder / LOCKS / name):
        session = _Session(field, settings, folder, at_once, tell)
        try:
            await session.work()
        finally:
            session.close()
        return session.found()


class _Session:
    """One start: what is judged already, what is to do, and the file that says so."""

    def __init__(self, field: Field, settings: Settings, folder: Path, at_once: int, tell: Tell) -> None:
        path = folder / pairs_name(settings)
        self._field = field
        self._settings = settings
        self._folder = folder
        self._tell = tell
        self._known = {line.identity: line for line in read_lines(path, PairJudged) if line.decided}
        self._results = [one.batch.latest() for one in field.contestants]
        self._wanted: dict[tuple[str, str, str], Identity] = {}
        self._failed: dict[Identity, PairJudged] = {}
        self._done = 0
        spent = sum(each.usage.usd or 0.0 for each in read_lines(path, PairJudged))
        self._purse = Purse(settings.budget_usd, at_once, spent)
        self._turn = asyncio.Semaphore(at_once)
        self._file = LinesFile(path)

    def close(self) -> None:
        self._file.close()

    def found(self) -> tuple[PairJudged, ...]:
        """Under the names that the batches have in this comparison."""
        lines = []
        for (_, left, right), identity in self._wanted.items():
            line = self._known.get(identity) or self._failed[identity]
            lines.append(replace(line, left=left, right=right))
        return tuple(lines)

    async def work(self) -> None:
        first = self._field.contestants[0].batch
        common = set(self._field.tasks)
        open_ones: list[tuple[Task, list[PairJudged]]] = []
        for task in first.tasks():
            if task.id in common:
                lines = [pair.of(task.id) for pair in self._pairs(task)]
                self._wanted |= {(line.task, line.left, line.right): line.identity for line in lines}
                if missing := [line for line in lines if line.identity not in self._known]:
                    open_ones.append((task, missing))
        self._done = len(self._wanted) - sum(len(missing) for _, missing in open_ones)
        async with asyncio.TaskGroup() as group:
            for task, missing in open_ones:
                group.create_task(self._task(task, missing))

    def _pairs(self, task: Task) -> Iterator[Pair]:
        texts = [
            report_text(one, results.get(task.id), task)
            for one, results in zip(self._field.contestants, self._results, strict=True)
        ]
        for (left, a), (right, b) in combinations(zip(self._field.contestants, texts, strict=True), 2):
            if a is not None and b is not None:
                yield Pair(left=left, right=right, texts=(a, b))

    async def _task(self, task: Task, missing: Sequence[PairJudged]) -> None:
        async with self._turn:
            wanted = {line.identity for line in missing}
            subjects: Mapping[Identity, tuple[Subject, Subject]] = {
                pair.of(task.id).identity: (subject(pair.texts[0], task), subject(pair.texts[1], task))
                for pair in self._pairs(task)
                if pair.of(task.id).identity in wanted
            }
            share = self._purse.take()
            spent = 0.0
            try:
                if share is not None and share <= 0:
                    for line in missing:
                        self._write(replace(line, error="The budget for judging is spent."))
                else:
                    spent = await self._compare(task, missing, subjects, share)
            finally:
                self._purse.give_back(share, spent)

    async def _compare(
        self,
        task: Task,
        missing: Sequence[PairJudged],
        subjects: Mapping[Identity, tuple[Subject, Subject]],
        share: float | None,
    ) -> float:
        """All pairs of one task; what they cost."""
        folder = self._folder / FOLDER / folder_name(task.id)
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        journal = SqliteJournal(folder / JOURNAL, mode="resume")
        models = Models(self._settings.model_copy(update={"budget_usd": share}), journal)
        try:
            before = Usage()
            for line in missing:
                if line.identity in self._known:  # two systems gave the same report
                    self._done += 1
                    continue
                judge = PairwiseJudge(models, scope=f"{line.left_report[:12]} {line.right_report[:12]}")
                try:
                    verdict = await judge.compare(*subjects[line.identity])
                    judged = replace(line, verdict=verdict)
                except (ModelError, BudgetError, RunError) as error:
                    judged = replace(line, error=str(error))
                after = models.usage
                self._write(replace(judged, usage=_less(after, before)))
                before = after
            return before.usd or 0.0
        finally:
            await models.aclose()
            await journal.aclose()

    def _write(self, line: PairJudged) -> None:
        self._file.append(line)
        (self._known if line.decided else self._failed)[line.identity] = line
        self._done += 1
        self._tell(line, self._done, len(self._wanted))


def _less(after: Usage, before: Usage) -> Usage:
    usd = None if after.usd is None else after.usd - (before.usd or 0.0)
    return Usage(
        calls=after.calls - before.calls,
        prompt_tokens=after.prompt_tokens - before.prompt_tokens,
        completion_tokens=after.completion_tokens - before.completion_tokens,
        usd=usd,
        seconds=after.seconds - before.seconds,
    )
