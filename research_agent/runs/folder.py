"""The folder of one run: made, opened, locked, and written without ever showing half a file.

runs/2026-11-30-postgres-vacuum-3f9c/
    run.json  journal.sqlite  events.jsonl  sources/  report.md  report.html  report.json  verdict.json
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import secrets
import shutil
import unicodedata
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from research_agent.errors import RunError
from research_agent.runs.canonical import digest
from research_agent.runs.disk import writing

RECORD = "run.json"
JOURNAL = "journal.sqlite"
EVENTS = "events.jsonl"
SOURCES = "sources"
LOCK = ".lock"

FORMAT_VERSION = 1
"""Of the run folder. A reader refuses a higher one."""

_NAME_PART = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*")
_SLUG_LENGTH = 40
_RESTORE = "Restore the run's folder from a copy, or ask the question again."


@dataclass(frozen=True, slots=True)
class RunFolder:
    """One run's folder. Make it with ``create`` or ``open``."""

    path: Path

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def journal(self) -> Path:
        return self.path / JOURNAL

    @property
    def events(self) -> Path:
        return self.path / EVENTS

    @classmethod
    def create(cls, output: Path, question: str, *, now: datetime | None = None) -> RunFolder:
        """A new, empty folder below ``output``, readable by its owner only.

        Raises:
            RunError: ``not_writable`` or ``disk_full``.
        """
        day = (now or datetime.now(UTC)).date().isoformat()
        stem = f"{day}-{slug(question)}"
        with writing(output):
            output.mkdir(parents=True, exist_ok=True)
            while True:
                path = output.resolve() / f"{stem}-{secrets.token_hex(2)}"
                with suppress(FileExistsError):
                    path.mkdir(mode=0o700)
                    break
            (path / SOURCES).mkdir(mode=0o700)
        return cls(path)

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        """An existing run's folder.

        Raises:
            RunError: ``missing``, ``tampered`` or ``newer_format``.
        """
        folder = cls(path.resolve())
        if not folder.path.is_dir():
            raise RunError(
                f"There is no run folder {path}.", kind="missing", next_step="`research list` shows the runs there are."
            )
        record = folder.read_json(RECORD)
        version = record.get("format_version") if isinstance(record, dict) else None
        if not isinstance(version, int):
            raise RunError(f"{folder.path / RECORD} is not the record of a run.", kind="tampered", next_step=_RESTORE)
        if version > FORMAT_VERSION:
            raise RunError(
                f"The run {folder.name} has format {version}; this release reads up to {FORMAT_VERSION}.",
                kind="newer_format",
                next_step="Open it with the release that made it, or a later one.",
            )
        return folder

    def discard(self) -> None:
        """Remove the folder of a run that never began."""
        shutil.rmtree(self.path, ignore_errors=True)

    def lock(self) -> Lock:
        """Exclusive use of the folder until released; also a context manager.

        Raises:
            RunError: ``locked``, naming the process that has it; ``not_writable``.
        """
        return Lock(self.path)

    def in_use(self) -> bool:
        """Whether a process holds the lock at this moment."""
        try:
            handle = os.open(self.path / LOCK, os.O_RDONLY)
        except OSError:
            return False  # never locked, or not ours to look at
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(handle)
        return False

    def write(self, name: str, text: str | bytes) -> Path:
        """Write a file in one step: a reader sees the old content or the new, never a part.

        Text is UTF-8, line ends as they are; a lone surrogate, which UTF-8 cannot hold, is written as its escape.

        Args:
            name: relative, e.g. ``report.md`` or ``sources/s1a2b3c4d.txt``.

        Raises:
            RunError: ``bad_name``, ``not_writable`` or ``disk_full``; the old content is then still there.
        """
        target = self._inside(name)
        data = text.encode("utf-8", "backslashreplace") if isinstance(text, str) else text
        temporary = target.with_name(f".{target.name}.{os.getpid()}-{secrets.token_hex(4)}.tmp")
        with writing(target):
            try:
                _write_through(temporary, data)
                temporary.replace(target)
                _sync_folder(target.parent)
            finally:
                temporary.unlink(missing_ok=True)
        return target

    def write_json(self, name: str, value: Any) -> Path:
        """``write`` for a JSON value, indented for people."""
        return self.write(name, json.dumps(value, ensure_ascii=False, indent=2) + "\n")

    def read_bytes(self, name: str) -> bytes:
        """
        Raises:
            RunError: ``missing``, or ``not_readable``.
        """
        path = self._inside(name)
        try:
            return path.read_bytes()
        except (FileNotFoundError, NotADirectoryError) as error:
            raise RunError(
                f"The run {self.name} has no {name}.",
                kind="missing",
                next_step=_RESTORE
                if name.startswith(SOURCES)
                else "If it was interrupted, go on with `research resume`.",
            ) from error
        except OSError as error:
            raise RunError(f"{path} cannot be read: {error.strerror}.", kind="not_readable") from error

    def read_text(self, name: str) -> str:
        """The file's text, line ends as they are.

        Raises:
            RunError: ``missing``, ``not_readable`` or ``tampered`` (not UTF-8).
        """
        try:
            return self.read_bytes(name).decode("utf-8")
        except UnicodeDecodeError as error:
            raise RunError(f"{self.path / name} is not UTF-8 any more.", kind="tampered", next_step=_RESTORE) from error

    def read_json(self, name: str) -> Any:
        """
        Raises:
            RunError: ``missing``, ``not_readable`` or ``tampered`` (not JSON).
        """
        try:
            return json.loads(self.read_text(name))
        except ValueError as error:
            raise RunError(
                f"{self.path / name} is not JSON any more: {error}.", kind="tampered", next_step=_RESTORE
            ) from error

    def _inside(self, name: str) -> Path:
        parts = name.split("/")
        target = self.path.joinpath(*parts)
        plain = all(_NAME_PART.fullmatch(part) for part in parts)
        if not plain or target.is_symlink() or target.parent.resolve() != target.parent:
            raise RunError(f"{name!r} is not the name of a file of a run.", kind="bad_name")
        return target


class Lock:
    """Exclusive use of a run folder: an advisory lock that the system drops when its process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        path = folder / LOCK
        with writing(path):
            self._handle: int | None = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.pread(self._handle, 20, 0).decode("ascii", "replace").strip()
            self.release()
            raise RunError(
                f"The run {folder.name} is in use by process {holder or 'unknown'}.",
                kind="locked",
                next_step="Wait until it has ended, or end it; then try again.",
            ) from error
        with writing(path):
            os.ftruncate(self._handle, 0)
            os.pwrite(self._handle, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Let go; a second call does nothing. The file stays: unlinking it would race with the next owner."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def __enter__(self) -> Lock:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def slug(question: str) -> str:
    """A few words of the question in ASCII, for people; a short hash where its script gives too few letters."""
    plain = unicodedata.normalize("NFKD", question[:1000]).encode("ascii", "ignore").decode("ascii").lower()
    words = re.findall(r"[a-z0-9]+", plain)
    chosen = ""
    for word in words:
        longer = f"{chosen}-{word}" if chosen else word[:_SLUG_LENGTH]
        if len(longer) > _SLUG_LENGTH:
            break
        chosen = longer
    if len(re.sub(r"[^a-z]", "", chosen)) < 3:
        chosen = "q" + digest(question.encode("utf-8", "backslashreplace"))[:7]
    return chosen


def _write_through(path: Path, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(handle)


def _sync_folder(folder: Path) -> None:
    """Make the new name durable, too: without it a power cut may bring the old file back."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
