"""What became of each task, and the files that say so: one JSON line as each task ends, on the disk before the next.

A task may have several lines, one for each time that it was tried; ``latest`` gives the one that counts. Several files
of one batch (its shards) are read as one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from research_agent.codec import dump, load
from research_agent.domain import Usage
from research_agent.errors import RunError
from research_agent.runs.disk import writing

Status = Literal["done", "failed", "skipped"]
"""``done``: there is a report. ``failed``: there is none, and there will be none unless failed tasks are tried again.
``skipped``: never started; a resumed batch starts it."""

Kind = Literal["", "crashed", "timed_out", "out_of_memory", "error", "budget"]
"""Why there is no report: the worker died; it took too long and was killed; it ran out of memory; the system said
so, or raised; the batch's budget left no room (the only kind of ``skipped``)."""

_RANK: Mapping[str, int] = {"skipped": 0, "failed": 1, "done": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One line of a results file."""

    task: str
    """The task's id."""
    status: Status
    kind: Kind = ""
    """Empty when done."""
    error: str = ""
    """In words, when not done."""
    outcome: str = ""
    """The report's outcome (``domain.Outcome``), when done."""
    seconds: float = 0.0
    """Wall time of this try, without waiting for a worker."""
    usage: Usage = field(default_factory=Usage)
    """All that the task cost, earlier tries included; ``usd`` None: not known."""
    folder: str = ""
    """The task's folder, relative to the batch, with ``/``; log.txt stands in it."""
    report: str = ""
    """The report, relative to the batch, with ``/``; empty when there is none."""
    run: str = ""
    """The run folder, relative to the batch; empty when there is none."""
    ended: str = ""
    """ISO 8601, UTC."""
    figures: Mapping[str, float] = field(default_factory=dict)
    """Whatever else the system counted."""


class ResultsFile:
    """A results file, open for writing. One owner at a time: who writes holds the batch's lock.

    Opening it cuts off a line that broke off when an earlier owner was killed: its task is done again.

    Raises:
        RunError: ``disk_full`` or ``not_writable``, also from ``append``.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with writing(path):
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            os.ftruncate(self._handle, _whole_lines(self._handle))
            os.lseek(self._handle, 0, os.SEEK_END)

    def append(self, result: Result) -> None:
        """Write a line and wait until it is on the disk."""
        line = json.dumps(dump(result), ensure_ascii=False, sort_keys=True) + "\n"
        rest = memoryview(line.encode("utf-8", "backslashreplace"))
        with writing(self._path):
            while rest:
                rest = rest[os.write(self._handle, rest) :]
            os.fsync(self._handle)

    def close(self) -> None:
        os.close(self._handle)


def read(path: Path) -> Iterator[Result]:
    """The lines of a file, oldest first, one at a time; none when there is no file. A last line that broke off, or is
    just being written, is left out.

    Raises:
        RunError: kind ``tampered``, a whole line is no result.
    """
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return
    with file:
        for number, line in enumerate(file, start=1):
            if line.endswith(b"\n") and line.strip():
                yield _parsed(line, f"{path}, line {number}")


def latest(paths: Iterable[Path]) -> dict[str, Result]:
    """Task id -> the result that counts: a report counts more than a failure, a failure more than not to have been
    started, and of equals the one that ended last."""
    found: dict[str, Result] = {}
    for path in paths:
        for result in read(path):
            if result.task not in found or counts_more(result, found[result.task]):
                found[result.task] = result
    return found


def counts_more(result: Result, than: Result) -> bool:
    return (_RANK[result.status], result.ended) >= (_RANK[than.status], than.ended)


def _parsed(line: bytes, where: str) -> Result:
    try:
        return load(Result, json.loads(line))
    except (ValueError, ValidationError) as error:
        raise RunError(
            f"{where}, is no result: {error}",
            kind="tampered",
            next_step="Restore the file from a copy, or cut the line.",
        ) from error


def _whole_lines(handle: int) -> int:
    """Bytes up to and with the last line end, found from the file's end."""
    position, block = os.lseek(handle, 0, os.SEEK_END), 4096
    while position > 0:
        start = max(0, position - block)
        found = os.pread(handle, position - start, start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        position = start
    return 0
