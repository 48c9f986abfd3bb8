"""Bringing an index up to date: only changed files are read, and what was removed leaves the statistics too."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from research_agent.errors import SearchError
from research_agent.search.local.index import FORMAT, PassageIndex
from research_agent.search.local.intake import FileJob, FileReading
from research_agent.search.local.lock import locked
from research_agent.search.local.manifest import FileRow, Manifest
from research_agent.search.local.records import DocumentRecord

_SMALL = 20_000
"""Passages up to which every removal is followed by a copy without what was removed (about a second)."""
_MANY = 20
"""In a larger index, when one in so many is removed: until then BM25's counts are at most that much off."""
_NOT_REMEMBERED = frozenset({"permission", "not_found"})
"""Failures that can pass without a change of the file; such a file is tried again each time."""

Read = Callable[[list[FileJob]], Iterator[FileReading]]
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Current:
    """An index that holds what the files hold now."""

    index: PassageIndex
    rows: tuple[FileRow, ...]
    read: int
    """Files that had to be read."""


@dataclass(slots=True)
class _Changes:
    read: list[FileJob] = field(default_factory=list)
    kept: list[FileRow] = field(default_factory=list)
    """Touched and the same: only the row is new."""
    gone: list[str] = field(default_factory=list)


def bring_up_to_date(
    folder: Path,
    files: Mapping[Path, str],
    read: Read,
    *,
    progress: Progress,
    waiting: Callable[[], None],
    pause: Callable[[float], None],
) -> Current:
    """The index in ``folder``, holding the given files and no others.

    Args:
        folder: of this index alone; made if missing.
        files: absolute path -> path as shown.
        read: reads files, in the order given.
        progress: told how many of how many files have been read; may raise to stop.
        waiting: told when another process is at work on the same index.
        pause: sleeps while waiting; may raise to stop.

    Raises:
        SearchError: kind ``cache``: the cache folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder / "lock", waiting=waiting, pause=pause):
            os.utime(folder / "lock")  # its time tells when the index was last used
            return _under_lock(folder, files, read, progress)
    except (OSError, sqlite3.OperationalError) as error:
        raise _cache_failed(folder, error) from error


def forget_unused(parent: Path, *, now: float, days: float = 60) -> None:
    """Remove the indexes below ``parent`` that no run has used for so many days, and that none uses now."""
    for lock in parent.glob("*/lock"):
        if now - lock.stat().st_mtime < days * 86_400:
            continue
        with suppress(_InUse), locked(lock, waiting=_give_up, pause=lambda _: None):
            shutil.rmtree(lock.parent, ignore_errors=True)


class _InUse(Exception):
    """Another process holds the lock."""


def _give_up() -> None:
    raise _InUse


def _cache_failed(folder: Path, error: Exception) -> SearchError:
    return SearchError(
        f"The index of the documents could not be written in {folder}: {error}.",
        kind="cache",
        next_step="Free some space, or set RESEARCH_CACHE_DIR to a folder that can be written.",
    )


def _under_lock(folder: Path, files: Mapping[Path, str], read: Read, progress: Progress) -> Current:
    with closing(_open_manifest(folder)) as manifest:
        index = _open_index(folder, manifest)
        known = manifest.rows() if index is not None else {}
        changes = _changes(known, files)
        if index is not None and not (changes.read or changes.kept or changes.gone):
            return Current(index, tuple(known.values()), 0)
        return _apply(folder, manifest, index, known, changes, read, progress)


def _open_manifest(folder: Path) -> Manifest:
    path = folder / "manifest.sqlite"
    try:
        manifest = Manifest(path)
        manifest.rows()
    except sqlite3.OperationalError:
        raise  # the folder cannot be written
    except sqlite3.DatabaseError:  # damaged: nothing in it cannot be made again
        path.unlink()
        manifest = Manifest(path)
    return manifest


def _open_index(folder: Path, manifest: Manifest) -> PassageIndex | None:
    """The index that fits the manifest; None when it must be made anew."""
    if manifest.get("settled") != str(FORMAT):
        return None
    place = folder / manifest.get("index")
    if not all((place / part / "meta.json").exists() for part in ("passages", "documents")):
        return None
    try:
        return PassageIndex(place)
    except ValueError:  # tantivy's word for a damaged index
        return None


def _changes(known: Mapping[str, FileRow], files: Mapping[Path, str]) -> _Changes:
    changes = _Changes()
    present = set()
    for path, shown in files.items():
        try:
            stat = path.stat()
        except OSError:
            continue  # it went away since it was listed
        present.add(str(path))
        row = known.get(str(path))
        if row and (row.size, row.mtime_ns) == (stat.st_size, stat.st_mtime_ns) and row.kind not in _NOT_REMEMBERED:
            continue
        if row and row.size == stat.st_size and row.sha256 and row.sha256 == _sha256(path):
            changes.kept.append(replace(row, mtime_ns=stat.st_mtime_ns))
        else:
            changes.read.append(FileJob(str(path), shown, stat.st_size, stat.st_mtime_ns))
    changes.gone = [path for path in known if path not in present]
    return changes


def _sha256(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def _apply(
    folder: Path,
    manifest: Manifest,
    index: PassageIndex | None,
    known: Mapping[str, FileRow],
    changes: _Changes,
    read: Read,
    progress: Progress,
) -> Current:
    manifest.put(settled="")
    if index is None:
        _sweep(folder, keep="")
        manifest.put(index="index-1", removed="0")
        manifest.settle(gone=manifest.rows(), rows=(), state={})
        index = PassageIndex(folder / "index-1")
    intake = _Intake(read(changes.read), {job.path: job for job in changes.read}, progress)
    stale = [path for path in (*changes.gone, *intake.jobs) if known.get(path) and known[path].passages]
    _write(folder, index, stale, intake)
    removed = int(manifest.get("removed") or 0) + sum(known[path].passages for path in stale)
    if removed and (index.passages < _SMALL or removed * _MANY > index.passages):
        name = f"index-{int(manifest.get('index').removeprefix('index-')) + 1}"
        index, removed = index.copy_to(folder / name), 0
        manifest.put(index=name)
    rows = (*changes.kept, *intake.rows)
    manifest.settle(gone=changes.gone, rows=rows, state={"settled": str(FORMAT), "removed": str(removed)})
    _sweep(folder, keep=manifest.get("index"))
    return Current(index, tuple(manifest.rows().values()), len(changes.read))


def _write(folder: Path, index: PassageIndex, stale: Iterable[str], intake: _Intake) -> None:
    try:
        index.update(remove=stale, add=intake)
    except ValueError as error:  # tantivy's word for a full disk
        raise _cache_failed(folder, error) from error


def _sweep(folder: Path, keep: str) -> None:
    """Remove index folders that nothing points to. A process that still searches one keeps its mapped files."""
    for place in folder.glob("index-*"):
        if place.name != keep:
            shutil.rmtree(place, ignore_errors=True)


@dataclass(slots=True)
class _Intake:
    """Passes the documents of files on to the index and keeps the rows that tell of them."""

    readings: Iterator[FileReading]
    jobs: dict[str, FileJob]
    progress: Progress
    rows: list[FileRow] = field(default_factory=list)

    def __iter__(self) -> Iterator[DocumentRecord]:
        for reading in self.readings:
            job = self.jobs[reading.path]
            yield from reading.documents
            self.rows.append(_row(job, reading))
            self.progress(len(self.rows), len(self.jobs))


def _row(job: FileJob, reading: FileReading) -> FileRow:
    return FileRow(
        path=job.path,
        shown=job.shown,
        size=job.size,
        mtime_ns=job.mtime_ns,
        sha256=reading.sha256,
        documents=len(reading.documents),
        passages=sum(len(document.passages) for document in reading.documents),
        kind=reading.kind,
        problem=reading.problem,
    )
