"""JSON-lines files of one type: a line is on the disk before the next, and one that broke off does no harm."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from research_agent.codec import dump, load
from research_agent.errors import RunError
from research_agent.runs.disk import writing

T = TypeVar("T")


class LinesFile:
    """A file, open for appending. One owner at a time: who writes holds the batch's lock.

    Opening it cuts off a line that broke off when an earlier owner was killed.

    Raises:
        RunError: ``disk_full`` or ``not_writable``, also from ``append``.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with writing(path):
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            os.ftruncate(self._handle, _whole_lines(self._handle))
            os.lseek(self._handle, 0, os.SEEK_END)

    def append(self, value: Any) -> None:
        """Write a line and wait until it is on the disk."""
        line = json.dumps(dump(value), ensure_ascii=False, sort_keys=True) + "\n"
        rest = memoryview(line.encode("utf-8", "backslashreplace"))
        with writing(self._path):
            while rest:
                rest = rest[os.write(self._handle, rest) :]
            os.fsync(self._handle)

    def close(self) -> None:
        os.close(self._handle)


def read_lines(path: Path, kind: type[T]) -> Iterator[T]:
    """The lines of a file, oldest first, one at a time; none when there is no file. A last line that broke off, or is
    just being written, is left out.

    Raises:
        RunError: kind ``tampered``, a whole line does not fit.
    """
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return
    with file:
        for number, line in enumerate(file, start=1):
            if line.endswith(b"\n") and line.strip():
                yield _parsed(line, kind, f"{path}, line {number}")


def _parsed(line: bytes, kind: type[T], where: str) -> T:
    try:
        return load(kind, json.loads(line))
    except (ValueError, ValidationError) as error:
        raise RunError(
            f"{where}, does not fit: {error}",
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
