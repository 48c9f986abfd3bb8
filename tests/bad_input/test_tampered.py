"""A run folder that is not as the run left it: ``verify`` says what, and nothing trusts it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.command_line import QUESTION, research

Change = Callable[[Path], object]


def _edit(name: str, old: str = "42 metres", new: str = "43 metres") -> Change:
    def change(folder: Path) -> None:
        for path in folder.glob(name):
            path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")

    return change


def _write(name: str, data: bytes) -> Change:
    return lambda folder: [path.write_bytes(data) for path in folder.glob(name)]


def _remove(name: str) -> Change:
    return lambda folder: [path.unlink() for path in folder.glob(name)]


def _edit_a_row(folder: Path) -> None:
    base = sqlite3.connect(folder / "journal.sqlite")
    for (table,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        if "reply" in [column[1] for column in base.execute(f"PRAGMA table_info({table})")]:
            base.execute(f"UPDATE {table} SET reply = replace(reply, 'metres', 'feet')")
    base.commit()
    base.close()


CHANGES: dict[str, tuple[Change, str, dict[str, int]]] = {
    # what was done: the file that verify must name, and the exit codes of the other commands
    "quote": (_edit("report.json"), "report.json", {"show": 1, "resume": 0, "replay": 0}),
    "report-torn": (_write("report.json", b'{"half'), "report.json", {"show": 1, "resume": 0, "replay": 0}),
    "report-list": (_write("report.json", b"[1]"), "report.json", {"show": 1, "resume": 0, "replay": 0}),
    "report-binary": (_write("report.json", b"\xff\0"), "report.json", {"show": 1, "resume": 0, "replay": 0}),
    "report-gone": (_remove("report.json"), "report.json", {"show": 1, "resume": 0, "replay": 0}),
    "page": (_edit("report.html"), "report.html", {"show": 0, "resume": 0, "replay": 0}),
    "source": (_edit("sources/*.txt"), "sources/", {"show": 0, "resume": 1, "replay": 1}),
    "source-gone": (_remove("sources/*.txt"), "sources/", {"show": 0, "resume": 1, "replay": 1}),
    "source-metadata": (_write("sources/*.json", b"{}"), "sources/", {"show": 0, "resume": 1, "replay": 1}),
    "journal-row": (_edit_a_row, "journal.sqlite", {"show": 0, "resume": 1, "replay": 1}),
    "journal-noise": (_write("journal.*", b"noise" * 999), "journal.sqlite", {"show": 0, "resume": 1, "replay": 1}),
    "journal-gone": (_remove("journal.sqlite"), "journal.sqlite", {"show": 0, "replay": 1}),
    "record-torn": (_write("run.json", b"{torn"), "run.json", {"show": 1, "resume": 1, "replay": 1}),
    "record-list": (_write("run.json", b"[]"), "run.json", {"show": 1, "resume": 1, "replay": 1}),
    "record-empty": (_write("run.json", b'{"format_version": 1}'), "run.json", {"show": 1, "resume": 1, "replay": 1}),
    "record-newer": (_write("run.json", b'{"format_version": 99}'), "format 99", {"show": 1, "resume": 1, "replay": 1}),
    "record-gone": (_remove("run.json"), "run.json", {"show": 2, "resume": 2, "replay": 2}),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_folder_is_told_by_every_command(name: str, documents: Path) -> None:
    change, told, codes = CHANGES[name]
    whole = research(QUESTION, "--documents", str(documents)).folder
    for command, code in {"verify": 2 if name == "record-gone" else 1, **codes}.items():
        folder = whole.parent / f"2026-01-01-{command}"
        shutil.copytree(whole, folder)
        change(folder)
        said = research(command, str(folder))
        assert said.code == code, (command, said)
        if command == "verify":
            assert told in said.out + said.err
        elif code:
            complaint = said.complaint
            assert len(complaint.splitlines()) == 2 or name == "record-gone", "it says what to do"
            assert "To go on with the run" not in complaint


def test_what_is_no_run_is_wrong_usage(documents: Path) -> None:
    for command in ("verify", "show", "resume", "replay"):
        for name in (str(documents), "/etc/passwd", "no-such-run", "last", "a\0b", "../.."):
            said = research(command, name)
            assert said.code == 2, (command, name)
            assert said.complaint
