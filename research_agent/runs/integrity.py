"""Whether a finished run's folder still holds what the run wrote.

The hashes lie in the folder itself, so this shows accidents and edits; it is no signature.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from research_agent.errors import RunError
from research_agent.runs.canonical import digest
from research_agent.runs.folder import EVENTS, JOURNAL, RECORD, SOURCES, RunFolder
from research_agent.runs.record import RunRecord, read_record, write_record
from research_agent.runs.table import CallTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """One thing in a run folder that is not as the run left it."""

    file: str
    what: str
    """In words, one sentence."""


def seal(folder: RunFolder, record: RunRecord) -> RunRecord:
    """Write ``record`` with the hashes of everything that the folder holds; the last step of a run. The journal must
    be closed, or at rest.

    Raises:
        RunError: what the disk says; ``tampered`` when the journal is damaged.
    """
    sealed = replace(record, files=_hashes(folder), journal_sha256=_journal_digest(folder))
    write_record(folder, sealed)
    return sealed


def take_over(folder: RunFolder, names: Iterable[str]) -> None:
    """Count files that this program has written since, such as an export, among those of the run. Nothing else is
    hashed anew: what was damaged stays damaged. The caller holds the lock.

    Raises:
        RunError: what the disk says.
    """
    record = read_record(folder)
    hashes = {name: digest(folder.read_bytes(name)) for name in names}
    write_record(folder, replace(record, files=dict(sorted({**record.files, **hashes}.items()))))


def check_integrity(path: Path) -> tuple[Damage, ...]:
    """What is missing or changed in a finished run; empty when nothing is. Files that came later are no damage.

    Raises:
        RunError: ``missing``, ``tampered`` or ``newer_format``: there is no run to check.
    """
    folder = RunFolder.open(path)
    record = read_record(folder)
    return (*_damaged_files(folder, record), *_damaged_journal(folder, record))


def _damaged_files(folder: RunFolder, record: RunRecord) -> list[Damage]:
    found = []
    for name, sha256 in sorted(record.files.items()):
        try:
            if digest(folder.read_bytes(name)) != sha256:
                found.append(Damage(file=name, what="It was changed after the run had finished."))
        except RunError as error:
            found.append(Damage(file=name, what=error.message))
    return found


def _damaged_journal(folder: RunFolder, record: RunRecord) -> list[Damage]:
    if record.journal_sha256 is None:
        return []
    try:
        if _journal_digest(folder) == record.journal_sha256:
            return []
    except RunError as error:
        return [Damage(file=JOURNAL, what=error.message)]
    return [Damage(file=JOURNAL, what="Its records are not those of the finished run.")]


def _hashes(folder: RunFolder) -> dict[str, str]:
    names = [path.name for path in folder.path.iterdir() if path.is_file()]
    names += [f"{SOURCES}/{path.name}" for path in (folder.path / SOURCES).glob("*")]
    kept = [name for name in sorted(names) if not _moves(name)]
    return {name: digest(folder.read_bytes(name)) for name in kept}


def _moves(name: str) -> bool:
    """Whether a file is no finding of the run: its record, events, journal (hashed by content), lock, leftovers."""
    last = name.rpartition("/")[2]
    return name in {RECORD, EVENTS} or name.startswith(JOURNAL) or last.startswith(".")


def _journal_digest(folder: RunFolder) -> str | None:
    if not folder.journal.exists():
        raise RunError(f"The run {folder.name} has no journal any more.", kind="missing")
    table = CallTable(folder.journal, read_only=True)
    try:
        return table.content_digest()
    finally:
        table.close()
