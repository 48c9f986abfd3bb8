"""Extraction once for the same bytes: an SQLite file in the user's cache folder, shared by the reader and the index.

A key is the hash of the bytes, the extractor's version and what else decides a text (the end of the path and the
content type). Failures are kept like texts. Safe for several threads and processes at once; the oldest entries
go when it has grown past its limit. A cache that cannot be used is logged, and extraction goes on without it.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path, PurePosixPath
from time import time
from typing import Any
from urllib.parse import unquote, urlsplit

from research_agent.codec import dump, load
from research_agent.domain import Block, BlockKind
from research_agent.errors import ReadError, from_record
from research_agent.reading.extract import EXTRACTOR_VERSION, Extracted, extract

_LOG = logging.getLogger(__name__)
MAX_BYTES = 500_000_000
"""Compressed bytes kept: some 30,000 documents of 50 kB of text."""
_PRUNED_TO = 0.8
_SCHEMA = """
CREATE TABLE IF NOT EXISTS extraction
    (key TEXT PRIMARY KEY, used REAL NOT NULL, size INTEGER NOT NULL, value BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS extraction_used ON extraction (used);
"""
_DAY = 86_400.0


class ExtractionCache:
    """Extraction with a memory. Cheap to make; opens its file for each question."""

    def __init__(self, cache_dir: Path, *, max_bytes: int = MAX_BYTES) -> None:
        self._path = cache_dir / "extraction.sqlite"
        self._max_bytes = max_bytes

    def extract_file(self, path: Path) -> Extracted:
        """The text of a local file.

        Raises:
            ReadError: kinds ``not_found`` and ``permission``, and those of ``extract``.
        """
        return self.extract_bytes(read_file(path), address=path.absolute().as_uri())

    def extract_bytes(self, data: bytes, *, address: str, content_type: str | None = None) -> Extracted:
        """The text of some bytes; see ``extract``."""
        key = cache_key(data, address, content_type)
        found = self._guarded(lambda connection: _load(connection, key))
        if found is None:
            found = _extract(data, address, content_type)
            value = zlib.compress(json.dumps(found, ensure_ascii=False).encode(), 1)
            self._guarded(lambda connection: self._store(connection, key, value))
        return _result(found, address)

    def _guarded(self, use: Callable[[sqlite3.Connection], Any]) -> Any:
        """What ``use`` returns, or None when the cache's file cannot be used."""
        try:
            with self._open() as connection:
                return use(connection)
        except (sqlite3.Error, OSError, ValueError, zlib.error) as error:
            _LOG.warning(
                "The extraction cache %s cannot be used (%s); documents are extracted anew.", self._path, error
            )
            return None

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self._path, timeout=20.0, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=OFF")  # what a power cut loses is extracted again
            connection.executescript(_SCHEMA)
            yield connection

    def _store(self, connection: sqlite3.Connection, key: str, value: bytes) -> None:
        connection.execute("INSERT OR REPLACE INTO extraction VALUES (?, ?, ?, ?)", (key, time(), len(value), value))
        if int(key[:2], 16) < 8:  # one time in thirty-two: counting costs a look at every entry
            self._prune(connection)

    def _prune(self, connection: sqlite3.Connection) -> None:
        total = connection.execute("SELECT coalesce(sum(size), 0) FROM extraction").fetchone()[0]
        if total <= self._max_bytes:
            return
        for key, size in connection.execute("SELECT key, size FROM extraction ORDER BY used").fetchall():
            connection.execute("DELETE FROM extraction WHERE key = ?", (key,))
            total -= size
            if total <= _PRUNED_TO * self._max_bytes:
                return


def read_file(path: Path) -> bytes:
    """A file's bytes.

    Raises:
        ReadError: kind ``not_found`` or ``permission``.
    """
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError) as error:
        raise ReadError(f"There is no file {path}.", kind="not_found", next_step="Check the path.") from error
    except OSError as error:
        raise ReadError(
            f"The file {path} cannot be read: {error.strerror}.",
            kind="permission",
            next_step="Check what it is and its permissions.",
        ) from error


def cache_key(data: bytes, address: str, content_type: str | None) -> str:
    """Everything that a text depends on: the bytes, the extractor, and the end of the path (suffix, version folder)."""
    path = PurePosixPath(unquote(urlsplit(address).path))
    host = urlsplit(address).netloc
    hint = "\0".join((EXTRACTOR_VERSION, content_type or "", host, *path.parts[-3:], urlsplit(address).fragment))
    return hashlib.sha256(hashlib.sha256(data).digest() + hint.encode("utf-8", "replace")).hexdigest()


def _extract(data: bytes, address: str, content_type: str | None) -> dict[str, Any]:
    try:
        return _pack(extract(data, address=address, content_type=content_type))
    except ReadError as error:
        return {**error.to_record(), "address": address}


def _result(found: dict[str, Any], address: str) -> Extracted:
    if "error" not in found:
        return _unpack(found)
    # The same bytes may now stand elsewhere; the message names where they stand.
    error = from_record({**found, "message": str(found["message"]).replace(str(found["address"]), address)})
    raise error


def _pack(extracted: Extracted) -> dict[str, Any]:
    """As JSON; blocks as short lists, since a document has hundreds."""
    packed: dict[str, Any] = dump(extracted)
    packed["blocks"] = [[block.start, block.end, block.kind.value, block.level] for block in extracted.blocks]
    return packed


def _unpack(packed: dict[str, Any]) -> Extracted:
    blocks = tuple(Block(start, end, BlockKind(kind), level) for start, end, kind, level in packed["blocks"])
    return load(Extracted, {**packed, "blocks": blocks})


def _load(connection: sqlite3.Connection, key: str) -> dict[str, Any] | None:
    row = connection.execute("SELECT value, used FROM extraction WHERE key = ?", (key,)).fetchone()
    if row is None:
        return None
    if time() - row[1] > _DAY:
        connection.execute("UPDATE extraction SET used = ? WHERE key = ?", (time(), key))
    found: dict[str, Any] = json.loads(zlib.decompress(row[0]))
    return found
