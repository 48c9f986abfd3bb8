"""The journal's SQLite file: two tables, their hashes, and nothing that knows about asyncio.

Write-ahead logging with ``synchronous=FULL``: a record is on the disk when ``put`` returns, so a reply that was paid
for survives a power cut as well as a crash. That costs an fsync a record (see docs/runs.md for the figure), which is
small beside a model call; ``synchronous=NORMAL`` would lose the last records in a power cut.

An instance belongs to the thread that made it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from research_agent.errors import RunError
from research_agent.recorder import CallKey
from research_agent.runs.call_record import COLUMNS, CallRecord, name_of
from research_agent.runs.canonical import canonical, digest
from research_agent.runs.disk import database_error

SCHEMA_VERSION = 1

_SCHEMA = """
CREATE TABLE IF NOT EXISTS calls (
    stage TEXT NOT NULL, role TEXT NOT NULL, subject TEXT NOT NULL,
    occurrence INTEGER NOT NULL, attempt INTEGER NOT NULL, take INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('started', 'ok', 'failed')),
    request TEXT NOT NULL, request_sha256 TEXT NOT NULL, meta TEXT NOT NULL,
    reply TEXT, error TEXT,
    started TEXT NOT NULL, seconds REAL NOT NULL,
    prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL, usd REAL,
    sha256 TEXT NOT NULL,
    UNIQUE (stage, role, subject, occurrence, attempt, take)
);
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL, sha256 TEXT NOT NULL);
"""

_ROW = ", ".join((*COLUMNS, "sha256"))
_IN_KEY_ORDER = "ORDER BY stage, role, subject, occurrence, attempt, take"


class CallTable:
    """Calls and facts in one file. Every method may raise RunError (see ``disk.database_error``)."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Open, and create unless ``read_only``.

        Raises:
            RunError: ``missing``, ``not_writable``, ``disk_full``, ``locked``, ``tampered`` or ``newer_format``.
        """
        self.path = path
        if read_only and not path.is_file():
            raise RunError(
                f"There is no journal {path}.",
                kind="missing",
                next_step="Restore the run's folder from a copy, or ask the question again.",
            )
        with self._translated():
            self._db = _connect(path, read_only=read_only)
            try:
                self._prepare(read_only=read_only)
            except (sqlite3.Error, RunError):
                self._db.close()
                raise

    def _prepare(self, *, read_only: bool) -> None:
        if not read_only:
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            raise RunError(
                f"The journal {self.path} has format {version}; this release reads up to {SCHEMA_VERSION}.",
                kind="newer_format",
                next_step="Open it with the release that made it, or a later one.",
            )
        if not read_only and version < SCHEMA_VERSION:
            self._db.executescript(f"BEGIN;{_SCHEMA}PRAGMA user_version={SCHEMA_VERSION};COMMIT;")

    def takes(self, key: CallKey) -> list[CallRecord]:
        """All records of a key, the latest first.

        Raises:
            RunError: ``tampered`` when one does not match its hash.
        """
        query = (
            f"SELECT {_ROW} FROM calls WHERE stage=? AND role=? AND subject=? AND occurrence=? AND attempt=? "
            "ORDER BY take DESC"
        )
        with self._translated():
            rows = self._db.execute(query, (key.stage, key.role, key.subject, key.occurrence, key.attempt)).fetchall()
        return [self._checked(row) for row in rows]

    def put(self, record: CallRecord) -> None:
        """Write a record, in place of the one with the same key and take; on the disk when this returns."""
        values = [getattr(record, column) for column in COLUMNS]
        marks = ", ".join("?" * (len(values) + 1))
        with self._translated():
            self._db.execute(
                f"INSERT OR REPLACE INTO calls ({_ROW}) VALUES ({marks})", (*values, record.content_hash())
            )

    def fact(self, name: str) -> tuple[Any] | None:
        """A recorded fact in a tuple of its own (a fact may be null), or None."""
        with self._translated():
            row = self._db.execute("SELECT value, sha256 FROM facts WHERE name=?", (name,)).fetchone()
        if row is None:
            return None
        if _fact_hash(name, row[0]) != row[1]:
            raise self._tampered(f"the fact {name!r} was changed after it was recorded")
        return (json.loads(row[0]),)

    def put_fact(self, name: str, value: Any) -> None:
        text = canonical(value)
        with self._translated():
            self._db.execute("INSERT INTO facts VALUES (?, ?, ?)", (name, text, _fact_hash(name, text)))

    def records(self) -> Iterator[CallRecord]:
        """Every record, in the order of their keys.

        Raises:
            RunError: ``tampered``, at the first record that cannot be read or does not match its hash.
        """
        with self._translated():
            for row in self._db.execute(f"SELECT {_ROW} FROM calls {_IN_KEY_ORDER}"):
                yield self._checked(row)

    def content_digest(self) -> str:
        """SHA-256 over the hashes of all records and facts. Equal content gives an equal digest whatever the order
        in which parallel work ended, and however SQLite laid the file out.

        Raises:
            RunError: ``tampered``, as ``records``.
        """
        hashes = [record.content_hash() for record in self.records()]
        with self._translated():
            names = [row[0] for row in self._db.execute("SELECT name FROM facts ORDER BY name")]
        return digest(canonical([hashes, [[name, self.fact(name)] for name in names]]))

    def readable(self) -> tuple[int, int]:
        """How many records can still be read and match their hash, and how many stand in the file (0 if unknown)."""
        good = 0
        try:
            rowids = [row[0] for row in self._db.execute("SELECT rowid FROM calls")]
        except sqlite3.Error:
            return 0, 0
        for rowid in rowids:
            try:
                self._checked(self._db.execute(f"SELECT {_ROW} FROM calls WHERE rowid=?", (rowid,)).fetchone())
            except (sqlite3.Error, RunError):
                continue
            good += 1
        return good, len(rowids)

    def copy_to(self, path: Path) -> None:
        """Write the whole content to a new file."""
        with self._translated(), closing(sqlite3.connect(path)) as target:
            self._db.backup(target)

    def close(self) -> None:
        """Fold the write-ahead log into the file and close it."""
        with self._translated():
            self._db.close()

    def _checked(self, row: tuple[Any, ...]) -> CallRecord:
        record = CallRecord(**dict(zip(COLUMNS, row, strict=False)))
        if record.content_hash() != row[-1]:
            raise self._tampered(f"the record of {name_of(record.key)} was changed after it was written")
        return record

    def _tampered(self, what: str) -> RunError:
        return RunError(
            f"The journal {self.path} cannot be trusted: {what}.",
            kind="tampered",
            next_step="Restore the run's folder from a copy, or ask the question again.",
        )

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise database_error(self.path, error) from error


def _connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    """A connection in autocommit mode. A closed journal on a read-only disk can be opened only as immutable, since
    SQLite otherwise wants to write the shared-memory file of the log beside it."""
    address = path.absolute().as_uri()
    if read_only:
        log = path.with_name(path.name + "-wal")
        address += "?mode=ro" if log.exists() else "?immutable=1"
    return sqlite3.connect(address, uri=True, isolation_level=None, timeout=5.0)


def _fact_hash(name: str, text: str) -> str:
    return digest(canonical([name, text]))
