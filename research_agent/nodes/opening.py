"""Open a run's desk: a new one, one to go on with, or a recording to play back.

The three differ in the journal's mode and in where the settings come from; what they record is the same. One-off
inputs of a run (its name, the question with the day it is asked, the engine, the providers) are facts of the
journal, so that going on next week asks the same questions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Protocol, runtime_checkable

from research_agent.codec import dump, load
from research_agent.domain import EngineInfo, Limits, Problem, Question
from research_agent.engines.base import Engine
from research_agent.engines.choose import choose_engine, engine_of
from research_agent.engines.extractive.engine import ExtractiveEngine
from research_agent.errors import ConfigError, RunError
from research_agent.events import Emit, Event, event
from research_agent.evidence.overrides import Rulings, read_rulings
from research_agent.nodes.desk import Desk
from research_agent.reading.reader import Reader
from research_agent.reports.write import require_formats
from research_agent.runs.events_log import EventLog
from research_agent.runs.folder import SOURCES, Lock, RunFolder
from research_agent.runs.journal import Mode, SqliteJournal, copy_journal
from research_agent.runs.record import RunRecord, new_record, read_record, resumed, settings_of, write_record
from research_agent.runs.store import SourceStore
from research_agent.search.base import SearchProvider
from research_agent.search.local.files import require_paths
from research_agent.search.providers import open_providers
from research_agent.search.recorded import RecordedProvider
from research_agent.search.searcher import Searcher
from research_agent.settings import Settings
from research_agent.text.detect import detect_language

LONGEST_QUESTION = 20_000
"""Code points. What is longer is a document: hand it in with ``documents`` and ask about it."""


@runtime_checkable
class Preparable(Protocol):
    """A provider that has work to do before it can be asked, such as an index to bring up to date."""

    @property
    def problems(self) -> tuple[Problem, ...]: ...

    async def prepare(self, emit: Emit) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Opening:
    """What the three ways to open a run hand to the one that does it."""

    folder: RunFolder
    lock: Lock
    record: RunRecord
    settings: Settings
    mode: Mode
    emit: Emit
    allow_changed: bool = False


async def open_new(question: str, settings: Settings, emit: Emit, engine: Engine | None = None) -> Desk:
    """A new run for a question.

    Args:
        engine: does the thinking, instead of the one that the settings choose.

    Raises:
        ConfigError: the question or a setting is unusable; no folder is left behind.
        RunError: the output folder cannot be written.
    """
    asked = understand(question, settings)
    require_paths(settings.documents)
    require_formats(settings.formats)
    folder = RunFolder.create(settings.output, asked.text)
    lock = folder.lock()
    record = new_record(asked, settings)
    _begin(folder, record, lock)
    try:
        opening = _Opening(folder=folder, lock=lock, record=record, settings=settings, mode="record", emit=emit)
        return await _open(opening, engine)
    except ConfigError:
        lock.release()
        folder.discard()
        raise
    except BaseException:
        lock.release()
        raise


def _begin(folder: RunFolder, record: RunRecord, lock: Lock) -> None:
    """Write the record that makes a folder a run; without it there is nothing to resume, so nothing is left."""
    try:
        write_record(folder, record)
    except RunError as error:
        lock.release()
        folder.discard()
        step = "Free some space, or choose another folder with --output."
        raise RunError(error.message, kind=error.kind, next_step=step) from error


async def reopen(path: Path, settings: Settings | None, emit: Emit, engine: Engine | None = None) -> Desk:
    """An unfinished run, to go on with; what was called is answered by its journal.

    Args:
        settings: those to go on with; None for the run's own, with endpoints and keys of today's environment.

    Raises:
        RunError: there is no such run, another process works on it, or it is damaged.
    """
    folder = RunFolder.open(path)
    lock = folder.lock()
    try:
        record = read_record(folder)
        chosen = settings or settings_of(record)
        require_formats(chosen.formats)
        write_record(folder, resumed(record))
        opening = _Opening(folder=folder, lock=lock, record=record, settings=chosen, mode="resume", emit=emit)
        return await _open(opening, engine)
    except BaseException:
        lock.release()
        raise


async def open_replay(
    path: Path, output: Path | None, allow_changed: bool, emit: Emit, engine: Engine | None = None
) -> Desk:
    """A finished run, played back into a new folder: nothing is called, the recording answers.

    Raises:
        RunError: there is no such run, or it is damaged.
    """
    old = RunFolder.open(path)
    recorded = read_record(old)
    settings = settings_of(recorded, output=output or old.path.parent)
    require_formats(settings.formats)
    folder = RunFolder.create(settings.output, recorded.question.text)
    lock = folder.lock()
    try:
        copy_journal(old.journal, folder.journal)
        for source in sorted((old.path / SOURCES).glob("s*")):
            folder.write(f"{SOURCES}/{source.name}", source.read_bytes())
        record = new_record(recorded.question, settings, replay_of=old.name)
        write_record(folder, record)
        opening = _Opening(folder=folder, lock=lock, record=record, settings=settings, mode="replay", emit=emit)
        return await _open(replace(opening, allow_changed=allow_changed), engine)
    except BaseException:
        lock.release()
        raise


def understand(text: str, settings: Settings) -> Question:
    """The question with its language, the day, and the user's limits.

    Raises:
        ConfigError: it is empty, too long or not text, or a date is not one.
    """
    text = text.strip()
    if not text:
        raise ConfigError("The question is empty.", kind="empty_question", next_step="Ask something.")
    if len(text) > LONGEST_QUESTION:
        raise ConfigError(
            f"The question has {len(text):,} characters; {LONGEST_QUESTION:,} is the limit.",
            kind="long_question",
            next_step="Hand the text in with --documents and ask a short question about it.",
        )
    if any(ord(letter) < 32 and letter not in "\n\r\t" for letter in text):
        raise ConfigError("The question is not text: it holds control characters.", kind="binary_question")
    limits = Limits(
        only_sites=settings.only_sites,
        exclude_sites=settings.exclude_sites,
        since=_day("since", settings.since),
        until=_day("until", settings.until),
    )
    language = settings.language or detect_language(text)
    today = _day("asked", settings.asked) or datetime.now(UTC).astimezone().date()
    return Question(text=text, language=language, asked=today, limits=limits, urls=settings.urls)


def _day(name: str, value: str | None) -> date | None:
    try:
        return date.fromisoformat(value) if value else None
    except ValueError as error:
        raise ConfigError(
            f"--{name} {value!r} is not a date.", kind="bad_setting", next_step="Write it as YYYY-MM-DD."
        ) from error


async def _open(opening: _Opening, engine: Engine | None = None) -> Desk:
    folder, settings, mode = opening.folder, opening.settings, opening.mode
    log = EventLog(folder.events)

    def emit(told: Event) -> None:
        log(told)
        opening.emit(told)

    try:
        journal = SqliteJournal(folder.journal, mode=mode, allow_changed=opening.allow_changed, emit=emit)
    except RunError:
        log.close()
        raise
    try:
        question = load(Question, await journal.fact("question", lambda: dump(opening.record.question)))
        run_name = await journal.fact("run", lambda: folder.name)
        engine = engine or await _engine(journal, settings, emit)
        emit(_started(folder, engine.info, question, mode))
        providers = await _providers(journal, settings, replay=mode == "replay")
        rulings = await _rulings(journal, settings, replay=mode == "replay")
        problems = await _prepared(journal, providers, emit)
        store = SourceStore(folder)
        return Desk(
            settings=settings,
            question=question,
            run_name=run_name,
            folder=folder,
            lock=opening.lock,
            journal=journal,
            store=store,
            log=log,
            emit=emit,
            engine=engine,
            verbatim=ExtractiveEngine(settings, reason="The writer failed."),
            searcher=Searcher(providers, journal, emit=emit),
            reader=Reader(settings, journal, store, emit=emit),
            rulings=rulings,
            problems=problems,
        )
    except BaseException:
        await journal.aclose()
        log.close()
        raise


def _started(folder: RunFolder, info: EngineInfo, question: Question, mode: Mode) -> Event:
    return event(
        "run",
        run=folder.name,
        folder=str(folder.path),
        engine=info.name,
        reason=info.reason,
        models=dict(info.models),
        question=question.text,
        language=question.language,
        mode=mode,
    )


async def _engine(journal: SqliteJournal, settings: Settings, emit: Emit) -> Engine:
    """The engine, chosen once in a run's life: going on with another one would ask other questions."""
    recorded = await journal.known("engine")
    if recorded is not None:
        return engine_of(load(EngineInfo, recorded), settings, journal, emit)
    engine = choose_engine(settings, journal, emit)
    await journal.fact("engine", lambda: dump(engine.info))
    return engine


async def _providers(journal: SqliteJournal, settings: Settings, *, replay: bool) -> tuple[SearchProvider, ...]:
    if replay:
        return tuple(RecordedProvider(name) for name in await journal.fact("providers", tuple))
    providers = open_providers(settings)
    await journal.fact("providers", lambda: [provider.name for provider in providers])
    return providers


async def _rulings(journal: SqliteJournal, settings: Settings, *, replay: bool) -> Rulings:
    """What the user decided about sources, read once in a run's life; a run of an earlier release has none."""
    recorded = await journal.known("rulings")
    if recorded is not None or replay:
        return load(Rulings, recorded or {})
    rulings = read_rulings(settings.sources_file, settings.same_sources, settings.independent_sources)
    await journal.fact("rulings", lambda: dump(rulings))
    return rulings


async def _prepared(journal: SqliteJournal, providers: tuple[SearchProvider, ...], emit: Emit) -> tuple[Problem, ...]:
    """What went wrong while the local documents were indexed; they are, when this returns."""
    problems: list[Problem] = []
    for provider in providers:
        if isinstance(provider, Preparable):
            await provider.prepare(emit)
            problems += provider.problems
    stored = await journal.fact("unreadable", lambda: [dump(problem) for problem in problems])
    return tuple(load(Problem, problem) for problem in stored)
