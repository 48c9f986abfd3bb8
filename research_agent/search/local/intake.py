"""From one file to what the index keeps of it. A file that cannot be read is an answer too."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from research_agent.domain import BlockKind
from research_agent.errors import ReadError
from research_agent.search.local.records import DocumentRecord, record
from research_agent.text.tokens import words

if TYPE_CHECKING:
    from research_agent.reading.extract import Extracted

_LINES = frozenset({".jsonl", ".ndjson"})
_PROSE = 50
"""Words of one value of a JSON line from which on it is something to read and not a field of data."""
_BAD_LINES_NAMED = 3


@dataclass(frozen=True, slots=True)
class FileJob:
    """A file to be read, as it was when it was looked at."""

    path: str
    shown: str
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class FileReading:
    """What a file holds: documents, or the reason why there are none (or fewer)."""

    path: str
    sha256: str
    documents: tuple[DocumentRecord, ...] = ()
    kind: str = ""
    problem: str = ""


def read_file(job: FileJob, cache_dir: Path) -> FileReading:
    """Read, extract, cut into passages. JSON lines are a document a line, named ``file:///...#line=12``."""
    from research_agent.reading.cache import read_file as read_bytes

    path = Path(job.path)
    sha256 = ""
    try:
        data = read_bytes(path)
        sha256 = hashlib.sha256(data).hexdigest()
        if path.suffix.lower() in _LINES:
            return _read_lines(job, data, sha256)
        return FileReading(job.path, sha256, (_document(job, path.as_uri(), _extracted(path, data, cache_dir)),))
    except ReadError as error:
        return FileReading(job.path, sha256, kind=error.kind or "damaged", problem=str(error))


def _extracted(path: Path, data: bytes, cache_dir: Path) -> Extracted:
    from research_agent.reading.cache import ExtractionCache

    return ExtractionCache(cache_dir).extract_bytes(data, address=path.as_uri())


def _document(job: FileJob, address: str, extracted: Extracted) -> DocumentRecord:
    return record(
        address=address,
        path=job.path,
        shown=job.shown,
        title=extracted.title or Path(job.path).stem,
        text=extracted.text,
        blocks=extracted.blocks,
        published=extracted.published,
    )


def _read_lines(job: FileJob, data: bytes, sha256: str) -> FileReading:
    documents: list[DocumentRecord] = []
    bad: list[str] = []
    fields = 0
    for address, line in _lines(job, data):
        try:
            extracted = _extracted_line(address, line)
        except ReadError as error:
            bad.append(str(error))
            continue
        if _is_prose(extracted):
            documents.append(_document(job, address, extracted))
        else:
            fields += 1
    return FileReading(job.path, sha256, tuple(documents), *_line_problem(job, documents, bad, fields))


def _lines(job: FileJob, data: bytes) -> Iterator[tuple[str, bytes]]:
    from research_agent.reading.records import with_line

    address = Path(job.path).as_uri()
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            yield with_line(address, number), line


def _extracted_line(address: str, line: bytes) -> Extracted:
    from research_agent.reading.extract import extract

    return extract(line, address=address)


def _is_prose(extracted: Extracted) -> bool:
    """Whether a line has a text, and not only fields of data such as a list of files."""
    if any(block.kind not in (BlockKind.ROW, BlockKind.HEADING) for block in extracted.blocks):
        return True
    return any(len(words(extracted.text[block.start : block.end])) >= _PROSE for block in extracted.blocks)


def _line_problem(job: FileJob, documents: list[DocumentRecord], bad: list[str], fields: int) -> tuple[str, str]:
    parts = []
    if bad:
        named = " ".join(bad[:_BAD_LINES_NAMED])
        parts.append(f"{len(bad)} lines of {job.path} cannot be read: {named}")
    if fields:
        parts.append(f"{fields} lines of {job.path} were left out: they hold fields of data and no text to read.")
    if not parts and not documents:
        parts.append(f"{job.path} is empty: there is no readable text.")
    return ("damaged" if bad else "unsupported" if fields else "empty" if parts else ""), " ".join(parts)
