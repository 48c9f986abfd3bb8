"""What the disk says, in the words of this package: OSError and sqlite3.Error become RunError here and nowhere else."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from research_agent.errors import RunError

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})

_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_REFUSED = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH})
_IN_USE = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_FULL = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR})  # a file-size limit is an I/O error to SQLite


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Translate what goes wrong while ``path`` is written.

    Raises:
        RunError: ``disk_full`` or ``not_writable``.
    """
    try:
        yield
    except OSError as error:
        raise write_error(path, error) from error


def write_error(path: Path, error: OSError) -> RunError:
    if error.errno in FULL:
        return disk_full(path)
    return RunError(
        f"{path} cannot be written: {os.strerror(error.errno) if error.errno else error}.",
        kind="not_writable",
        next_step="Choose another folder with --output, or change its permissions.",
    )


def disk_full(path: Path) -> RunError:
    return RunError(
        f"{path} cannot be written: the disk is full, or a quota or file-size limit is reached.",
        kind="disk_full",
        next_step="Free some space, then go on with `research resume`: what was paid for so far is kept.",
    )


def database_error(path: Path, error: sqlite3.Error) -> RunError:
    """The RunError for what SQLite said about the file ``path``."""
    code = getattr(error, "sqlite_errorcode", None)
    primary = code & 0xFF if isinstance(code, int) else None
    if primary in _FULL:
        return disk_full(path)
    if primary in _REFUSED:
        return RunError(
            f"The journal {path} cannot be opened or written: {error}.",
            kind="not_writable",
            next_step="Check the permissions of the run's folder.",
        )
    if primary in _IN_USE:
        return RunError(
            f"The journal {path} is in use by another process.", kind="locked", next_step="Wait until it has ended."
        )
    what = "is damaged" if primary in _DAMAGED else "cannot be read"
    return RunError(
        f"The journal {path} {what}: {error}.",
        kind="tampered",
        next_step="Restore the run's folder from a copy, or ask the question again.",
    )
