"""What was indexed, of which files, in which state: an SQLite file beside the index."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_TABLES = """
CREATE TABLE IF NOT EXISTS files (
    path TEXT PRIMARY KEY, shown TEXT NOT NULL, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, sha256 TEXT NOT NULL,
    documents INTEGER NOT NULL, passages INTEGER NOT NULL, kind TEXT NOT NULL, problem TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS state (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


@dataclass(frozen=True, slots=True)
class FileRow:
    """One file as it was when it was read. ``problem`` says why it could not be (all of it, or some lines)."""

    path: str
    shown: str
    size: int
    mtime_ns: int
    sha256: str
    documents: int = 0
    passages: int = 0
    kind: str = ""
    problem: str = ""


class Manifest:
    """The rows of all files, and three values of state.

    ``settled`` tells whether index and rows belong together: it is taken back before the index is touched and
    set again with the new rows, so that a crash in between is noticed. ``removed`` counts passages that the index has
    dropped and still counts. ``index`` names the folder of the index.
    """

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._db.executescript(_TABLES)

    def close(self) -> None:
        self._db.close()

    def rows(self) -> dict[str, FileRow]:
        return {row[0]: FileRow(*row) for row in self._db.execute("SELECT * FROM files ORDER BY path")}

    def get(self, name: str) -> str:
        found = self._db.execute("SELECT value FROM state WHERE name = ?", (name,)).fetchone()
        return str(found[0]) if found else ""

    def put(self, **values: str) -> None:
        self._db.executemany("INSERT OR REPLACE INTO state VALUES (?, ?)", list(values.items()))

    def settle(self, *, gone: Iterable[str], rows: Iterable[FileRow], state: Mapping[str, str]) -> None:
        """Take over the new rows and state in one transaction."""
        with self._transaction():
            self._db.executemany("DELETE FROM files WHERE path = ?", [(path,) for path in gone])
            self._db.executemany(
                "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", [_values(row) for row in rows]
            )
            self.put(**state)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")


def _values(row: FileRow) -> tuple[str | int, ...]:
    return (
        row.path, row.shown, row.size, row.mtime_ns, row.sha256, row.documents, row.passages, row.kind, row.problem,
    )  # fmt: skip
