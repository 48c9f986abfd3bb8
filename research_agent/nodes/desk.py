"""What a node works with: the run's folder and journal, the engine, search and reading. One desk a run."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import ParamSpec, TypeVar

from research_agent.domain import Document, Outcome, Problem, Question, Report, Usage
from research_agent.effort import EFFORT, Effort
from research_agent.engines.base import Engine
from research_agent.errors import RunError
from research_agent.events import Emit
from research_agent.evidence.overrides import Rulings
from research_agent.reading.reader import Reader
from research_agent.runs.events_log import EventLog
from research_agent.runs.folder import Lock, RunFolder
from research_agent.runs.integrity import seal
from research_agent.runs.journal import SqliteJournal
from research_agent.runs.record import now, plan_hash, read_record, write_record
from research_agent.runs.store import SourceStore
from research_agent.search.searcher import Searcher
from research_agent.settings import Settings

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(slots=True, kw_only=True)
class Desk:
    settings: Settings
    question: Question
    run_name: str
    """The recorded run's name: that of the folder, or in a replay that of the run that is played back."""
    folder: RunFolder
    lock: Lock
    journal: SqliteJournal
    store: SourceStore
    log: EventLog
    emit: Emit
    engine: Engine
    verbatim: Engine
    """Prints claims as their own quotes when the engine's writer fails for good; never calls out."""
    searcher: Searcher
    reader: Reader
    rulings: Rulings = field(default_factory=Rulings)
    """What the user decided about the sources; a fact of the journal."""
    problems: tuple[Problem, ...] = ()
    """What went wrong before the graph started, such as documents that could not be read for the index."""
    opened: float = field(default_factory=time.monotonic)
    _documents: dict[str, Document] = field(default_factory=dict)

    @property
    def effort(self) -> Effort:
        return EFFORT[self.settings.depth]

    async def documents(self, ids: Iterable[str]) -> dict[str, Document]:
        """Documents of this run by source id, in the order asked for; each is read from the folder once."""
        wanted = list(dict.fromkeys(ids))
        for name in wanted:
            if name not in self._documents:
                self._documents[name] = await asyncio.to_thread(self.store.load, name)
        return {name: self._documents[name] for name in wanted}

    async def off_loop(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """``work(...)`` in a thread: sorting evidence out is CPU work, and time-outs and signals need the loop."""
        return await asyncio.to_thread(work, *args, **kwargs)

    async def usage(self) -> Usage:
        """What the run cost: calls from their records, wall-clock seconds as a fact; the same in a replay."""
        seconds = await self.journal.fact("seconds", lambda: round(time.monotonic() - self.opened, 1))
        return replace(self.journal.usage(), seconds=seconds)

    def finish(self, report: Report) -> None:
        """Write down that the run has ended with ``report``, and seal the folder; blocks for the disk."""
        record = replace(
            read_record(self.folder),
            status="finished",
            finished=now(),
            outcome=report.outcome,
            engine=report.engine,
            plan_sha256=plan_hash(report.plan),
        )
        seal(self.folder, record)

    def broke_off(self, error: BaseException) -> None:
        """Write down that the run ended without a report. It can be resumed even if the disk no longer takes this."""
        stopped = isinstance(error, asyncio.CancelledError | KeyboardInterrupt)
        with suppress(RunError):
            record = replace(read_record(self.folder), finished=now(), engine=self.engine.info)
            interrupted = replace(record, status="interrupted", outcome=Outcome.INTERRUPTED)
            write_record(self.folder, interrupted if stopped else replace(record, status="failed"))

    async def aclose(self) -> None:
        """Close what is open, the journal last."""
        await self.engine.aclose()
        await self.reader.aclose()
        await self.searcher.aclose()
        await self.journal.aclose()
        self.log.close()
        self.lock.release()
