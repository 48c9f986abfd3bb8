from __future__ import annotations

import sqlite3
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from research_agent.domain import Outcome, Question
from research_agent.errors import RunError
from research_agent.recorder import CallKey, Reply
from research_agent.runs.folder import RunFolder
from research_agent.runs.integrity import check_integrity, seal
from research_agent.runs.journal import SqliteJournal
from research_agent.runs.record import new_record
from research_agent.runs.store import SourceStore
from research_agent.settings import Settings
from tests.runs.test_store import document


async def finished(output: Path, order: str = "abc") -> RunFolder:
    async def perform() -> Reply:
        return Reply(value="answer")

    folder = RunFolder.create(output, "x?")
    async with SqliteJournal(folder.journal) as journal:
        await journal.fact("asked", lambda: "2026-11-30")
        for subject in order:
            await journal.call(CallKey(stage="read", role="reader", subject=subject), subject, perform)
    SourceStore(folder).save(document())
    folder.write("report.json", "{}\n")
    folder.write("report.md", "# x\n")
    record = new_record(Question(text="x?", language="en", asked=date(2026, 11, 30)), Settings(output=output))
    seal(folder, replace(record, status="finished", outcome=Outcome.COMPLETE))
    return folder


async def test_a_finished_run_is_whole(tmp_path: Path) -> None:
    folder = await finished(tmp_path)
    with folder.lock():
        assert check_integrity(folder.path) == ()


@pytest.mark.parametrize("name", ["report.json", "report.md", "sources/s00000001.txt", "sources/s00000001.json"])
async def test_a_changed_or_missing_file_is_named(tmp_path: Path, name: str) -> None:
    folder = await finished(tmp_path)
    folder.write(name, folder.read_text(name) + " ")
    assert [damage.file for damage in check_integrity(folder.path)] == [name]
    (folder.path / name).unlink()
    assert [damage.file for damage in check_integrity(folder.path)] == [name]


@pytest.mark.parametrize(
    "statement",
    [
        """UPDATE calls SET reply='"better"' WHERE subject='b'""",
        "DELETE FROM calls WHERE subject='b'",
        "DELETE FROM facts",
        "UPDATE calls SET status='started'",
    ],
)
async def test_a_changed_journal_is_named(tmp_path: Path, statement: str) -> None:
    folder = await finished(tmp_path)
    db = sqlite3.connect(folder.journal)
    db.execute(statement)
    db.commit()
    db.close()
    assert [damage.file for damage in check_integrity(folder.path)] == ["journal.sqlite"]


async def test_a_run_is_sealed_while_its_journal_is_still_open(tmp_path: Path) -> None:
    async def perform() -> Reply:
        return Reply(value="answer")

    folder = RunFolder.create(tmp_path, "x?")
    record = new_record(Question(text="x?", language="en", asked=date(2026, 11, 30)), Settings(output=tmp_path))
    async with SqliteJournal(folder.journal) as journal:
        await journal.call(CallKey(stage="read", role="reader", subject="1"), "q", perform)
        sealed = seal(folder, replace(record, status="finished"))
    assert check_integrity(folder.path) == ()
    assert sealed.files == {}


async def test_a_missing_journal_is_named(tmp_path: Path) -> None:
    folder = await finished(tmp_path)
    folder.journal.unlink()
    assert [damage.file for damage in check_integrity(folder.path)] == ["journal.sqlite"]


async def test_a_file_that_came_later_is_no_damage(tmp_path: Path) -> None:
    folder = await finished(tmp_path)
    folder.write("verdict.json", "{}")
    assert check_integrity(folder.path) == ()


def test_what_is_no_run_cannot_be_checked(tmp_path: Path) -> None:
    with pytest.raises(RunError):
        check_integrity(tmp_path)
