"""The user's own documents as a search provider."""

from __future__ import annotations

import asyncio
import hashlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from research_agent.domain import Problem, SearchHit
from research_agent.errors import ConfigError, ResearchError, SearchError
from research_agent.events import Emit, Event, event, ignore
from research_agent.limits import refusal
from research_agent.search.base import Query
from research_agent.search.local.files import find_files
from research_agent.search.local.index import FORMAT, FoundDocument, PassageIndex
from research_agent.search.local.intake import FileJob, FileReading
from research_agent.search.local.manifest import FileRow
from research_agent.search.local.upkeep import Current, bring_up_to_date, forget_unused
from research_agent.search.local.worker import read_files

_BETWEEN_EVENTS = 0.5
"""Seconds between two events about a long first reading."""
_MOST_REASONS = 5


class LocalDocuments:
    """BM25 over folders, files and globs of documents, with an index in the cache folder.

    Args:
        paths: what the user gave; each must exist, or match as a glob.
        cache_dir: the user's cache folder. Nothing is ever written beside the documents.
        workers: processes that read documents when many are new.
    """

    name = "local"

    def __init__(self, paths: Sequence[str | Path], cache_dir: Path, *, workers: int = 2) -> None:
        self._paths = tuple(str(path) for path in paths)
        self._cache_dir = cache_dir
        self._workers = workers
        self._index: PassageIndex | None = None
        self._problems: tuple[Problem, ...] = ()
        self._preparing = asyncio.Lock()
        self._stop = threading.Event()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Files that could not be read, or not wholly, and why; known after ``prepare``."""
        return self._problems

    async def prepare(self, emit: Emit = ignore) -> None:
        """Read what is new or changed and forget what is gone. A second call does nothing.

        Args:
            emit: told of progress (``index`` events) and of waiting for another run; called in this event loop.

        Raises:
            ConfigError: a path does not exist (``documents_missing``), or no document can be read
                (``documents_unreadable``, with the reasons).
            SearchError: the cache folder cannot be written.
        """
        async with self._preparing:
            if self._index is not None:
                return
            loop = asyncio.get_running_loop()

            def say(told: Event) -> None:
                loop.call_soon_threadsafe(emit, told)

            try:
                current = await asyncio.to_thread(self._update, say)
            except asyncio.CancelledError:
                self._stop.set()
                raise
            self._index = current.index

    async def search(self, query: Query) -> tuple[SearchHit, ...]:
        """Documents whose passages fit the query, with the spans of the best passages; prepares first if need be."""
        try:
            await self.prepare()
        except ConfigError as error:
            raise SearchError(error.message, kind=error.kind, next_step=error.next_step) from error
        return await asyncio.to_thread(self._search, query)

    async def aclose(self) -> None:
        """Stop reading, if reading is under way."""
        self._stop.set()

    def _search(self, query: Query) -> tuple[SearchHit, ...]:
        assert self._index is not None
        dated = query.limits.since is not None or query.limits.until is not None
        # Dates are no terms: where they decide, ask for more, and leave the filtering to the limits.
        found = self._index.search(query.text, query.limit * 5 if dated else query.limit)
        allowed = [one for one in found if refusal(query.limits, one.address, one.published) is None]
        kept = (allowed or found)[: query.limit]
        return tuple(_hit(one, rank) for rank, one in enumerate(kept, start=1))

    def _update(self, say: Emit) -> Current:
        found = find_files(self._paths)
        current = bring_up_to_date(
            self._folder(),
            found.files,
            self._read,
            progress=self._progress(say),
            waiting=lambda: say(
                event("waiting", what="index", seconds=None, why="another run is reading the documents")
            ),
            pause=self._pause,
        )
        forget_unused(self._folder().parent, now=time.time())
        self._problems = found.problems + _summary(current.rows)
        if not any(row.documents for row in current.rows):
            raise _nothing_readable(self._paths, self._problems)
        documents = sum(row.documents for row in current.rows)
        say(event("index", read=current.read, of=current.read, documents=documents, passages=current.index.passages))
        return current

    def _read(self, jobs: list[FileJob]) -> Iterator[FileReading]:
        return read_files(jobs, self._cache_dir, workers=self._workers)

    def _folder(self) -> Path:
        """One for each set of paths, and for each way of reading and indexing them."""
        from research_agent.reading.extract import EXTRACTOR_VERSION

        places = sorted({str(Path(given).expanduser().resolve()) for given in self._paths})
        key = "\n".join([str(FORMAT), EXTRACTOR_VERSION, *places])
        return self._cache_dir / "index" / hashlib.sha256(key.encode()).hexdigest()[:16]

    def _progress(self, say: Emit) -> Callable[[int, int], None]:
        last = time.monotonic()

        def progress(done: int, of: int) -> None:
            nonlocal last
            self._check()
            if time.monotonic() - last > _BETWEEN_EVENTS:
                last = time.monotonic()
                say(event("index", read=done, of=of, documents=None, passages=None))

        return progress

    def _pause(self, seconds: float) -> None:
        self._check()
        self._stop.wait(seconds)

    def _check(self) -> None:
        if self._stop.is_set():
            raise SearchError("Reading the documents was stopped.", kind="stopped", retryable=True)


def _hit(found: FoundDocument, rank: int) -> SearchHit:
    return SearchHit(
        address=found.address,
        title=found.title,
        snippet=found.snippet,
        provider=LocalDocuments.name,
        rank=rank,
        published=found.published,
        spans=found.spans,
    )


def _summary(rows: Sequence[FileRow]) -> tuple[Problem, ...]:
    """A problem for each file with one; files that are no documents at all are counted by suffix where many."""
    alien: dict[str, list[FileRow]] = {}
    problems: list[Problem] = []
    for row in rows:
        if row.kind in ("binary", "unsupported"):
            alien.setdefault(Path(row.path).suffix.lower(), []).append(row)
        elif row.kind:
            problems.append(_problem(row))
    for suffix, group in sorted(alien.items()):
        if len(group) <= _MOST_REASONS:
            problems.extend(_problem(row) for row in group)
        else:
            what = (
                f"{len(group)} files {f'ending in {suffix}' if suffix else 'without a suffix'} skipped: not documents."
            )
            problems.append(Problem(stage="read", subject=f"*{suffix}", what=what, kind=group[0].kind))
    return tuple(problems)


def _problem(row: FileRow) -> Problem:
    return Problem(stage="read", subject=row.path, what=row.problem, kind=row.kind)


def _nothing_readable(paths: Sequence[str], problems: Sequence[Problem]) -> ResearchError:
    listed = " ".join(problem.what for problem in problems[:_MOST_REASONS])
    more = f" And {len(problems) - _MOST_REASONS} more." if len(problems) > _MOST_REASONS else ""
    reasons = f"{listed}{more}" if listed else "There are no files in it."
    return ConfigError(
        f"No document can be read in {', '.join(paths)}. {reasons}",
        kind="documents_unreadable",
        next_step="Give HTML, PDF, Markdown, text, reStructuredText, AsciiDoc, DOCX or JSON lines.",
    )
