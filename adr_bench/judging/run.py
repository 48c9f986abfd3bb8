"""Judge the reports of a batch, those that are not judged yet, some side by side."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from research_agent.adr_bench.barred import cited_although_barred
from research_agent.adr_bench.batch import LOCKS, Batch
from research_agent.adr_bench.judging.judged import Judged, key_of, verdicts_name
from research_agent.adr_bench.lines import LinesFile, read_lines
from research_agent.adr_bench.locks import one_at_a_time
from research_agent.adr_bench.results import Result
from research_agent.adr_bench.tasks import Task
from research_agent.domain import Document, ItemVerdict, Usage, Verdict
from research_agent.errors import BudgetError, ModelError, ReadError, RunError
from research_agent.judges.citations import CitationScore, judge_citations, judge_citations_of_text
from research_agent.judges.scoring import valued, verdict_of
from research_agent.judges.standalone import asks_a_model, court
from research_agent.judges.subject import subject_of_text
from research_agent.runs.folder import SOURCES, RunFolder
from research_agent.runs.store import SourceStore
from research_agent.settings import Settings

AT_ONCE = 4
BARRED = "barred-source"

Tell = Callable[[Judged, int, int], None]
"""Hears of each task that was judged, with how many are and how many there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judging:
    """How a batch is judged."""

    settings: Settings
    """Of the judge: its model, its budget for the whole batch."""
    trials: int = 3
    batched: bool = True
    at_once: int = AT_ONCE

    @property
    def key(self) -> str:
        """See ``judged.key_of``."""
        if not asks_a_model(self.settings):
            return key_of(None, 1)
        return key_of(self.settings.judge_model or self.settings.model or "model", self.trials)


async def judge_batch(batch: Batch, judging: Judging, tell: Tell = lambda *_: None) -> dict[str, Judged]:
    """Judge what is not judged yet; task id -> what became of it, for all tasks that have a report.

    Raises:
        ConfigError: no model server is named where one is asked for.
        RunError: another process judges this batch with the same judge; what the disk says.
    """
    name = verdicts_name(judging.key)
    path = batch.path / name
    with one_at_a_time(batch.path / LOCKS / name):
        known = judged_so_far(path)
        wanted = [(task, result) for task, result in batch.results() if result is not None and result.report]
        open_ones = [(task, result) for task, result in wanted if not _stands(known.get(task.id), batch, result)]
        file = LinesFile(path)
        done = len(wanted) - len(open_ones)
        purse = Purse(judging.settings.budget_usd, judging.at_once, _spent(known))
        turn = asyncio.Semaphore(judging.at_once)

        async def work(task: Task, result: Result) -> None:
            nonlocal done
            async with turn:
                judged = await _judge(batch, judging, task, result, purse)
            file.append(judged)
            known[task.id] = judged
            done += 1
            tell(judged, done, len(wanted))

        try:
            async with asyncio.TaskGroup() as group:
                for task, result in open_ones:
                    group.create_task(work(task, result))
        finally:
            file.close()
    return known


def judged_so_far(path: Path) -> dict[str, Judged]:
    """Task id -> its last line."""
    return {line.task: line for line in read_lines(path, Judged)}


class Purse:
    """The budget of all judging together: each task may spend an equal share of what nobody was promised."""

    def __init__(self, usd: float | None, at_once: int, spent: float) -> None:
        self._left = None if usd is None else usd - spent
        self._at_once = at_once

    def take(self) -> float | None:
        """What one task may spend; None: no limit. 0 or less: nothing is left."""
        if self._left is None:
            return None
        share = self._left / self._at_once
        self._left -= share
        return share

    def give_back(self, share: float | None, spent: float) -> None:
        if self._left is not None and share is not None:
            self._left += share - spent


def _spent(known: dict[str, Judged]) -> float:
    return sum(each.usage.usd or 0.0 for each in known.values())


def _stands(judged: Judged | None, batch: Batch, result: Result) -> bool:
    return judged is not None and judged.verdict is not None and judged.report == _digest(batch.path / result.report)


async def _judge(batch: Batch, judging: Judging, task: Task, result: Result, purse: Purse) -> Judged:
    report = batch.path / result.report
    text = report.read_text(encoding="utf-8", errors="replace")
    barred = cited_although_barred(text, task)
    share = purse.take()
    judged = Judged(task=task.id, report=_digest(report), barred=barred)
    if share is not None and share <= 0:
        return replace(judged, error="The budget for judging is spent.")
    folder = batch.folder_of(task.id) / f"judge-{judging.key}"
    settings = judging.settings.model_copy(update={"budget_usd": share})
    usage = Usage(usd=0.0)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        async with court(settings, folder, trials=judging.trials, batched=judging.batched) as sitting:
            try:
                subject = subject_of_text(text, question=task.question, language=task.language)
                verdict = await sitting.judge.judge(subject, task)
            finally:
                usage = sitting.models.usage if sitting.models else usage
        citations = await _citations(batch, result, text)
        return replace(judged, verdict=without_barred(verdict, barred), citations=citations, usage=usage)
    except (ModelError, BudgetError, RunError, ReadError) as error:
        return replace(judged, usage=usage, error=str(error))
    finally:
        purse.give_back(share, usage.usd or 0.0)


def without_barred(verdict: Verdict, barred: tuple[str, ...]) -> Verdict:
    """The verdict, which is worth nothing where the report cites what its task bars."""
    if not barred:
        return verdict
    flaw = ItemVerdict(
        id=BARRED,
        label="satisfied",
        value=None,
        weight=-1.0,
        reason=f"It cites {', '.join(barred)}, which the task bars.",
        text="Cites a source that the task bars",
        kind="negative",
        veto=True,
    )
    told = {name: getattr(verdict, name) for name in ("rubric", "model", "prompts", "notes")}
    return verdict_of(verdict.judge, [*verdict.items, valued(flaw)], **told)


async def _citations(batch: Batch, result: Result, text: str) -> CitationScore | None:
    """From the run folder, else from the sources that the system left in its workspace; None where there are none."""
    if result.run:
        return await judge_citations(batch.path / result.run)
    workspace = batch.path / result.folder
    if not (workspace / SOURCES).is_dir():
        return None
    return await judge_citations_of_text(text, await asyncio.to_thread(_stored, workspace))


def _stored(workspace: Path) -> list[Document]:
    store = SourceStore(RunFolder(workspace))
    return [store.load(path.stem) for path in sorted((workspace / SOURCES).glob("s*.json"))]


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
