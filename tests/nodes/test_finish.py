"""The end of a run: exports that cannot be made here are told, before it begins where that is possible."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from research_agent import research, resume
from research_agent.engines.fake import FakeEngine
from research_agent.errors import ConfigError
from research_agent.events import Event
from research_agent.reports import write
from research_agent.runs.folder import RunFolder
from research_agent.runs.record import read_record
from tests.support.runs import run_settings

QUESTION = "How high is the lighthouse of Lindau?"


async def test_exports_are_written_beside_the_report(tmp_path: Path) -> None:
    report = await research(QUESTION, run_settings(tmp_path, formats=("docx", "pdf")), engine=FakeEngine())
    names = {path.name for path in (tmp_path / "runs" / report.run).iterdir()}
    assert {"report.docx", "report.pdf", "report.json"} <= names
    assert "report.md" not in names


async def test_a_font_that_is_missing_does_not_cost_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_font(*_: object) -> bytes:
        raise ConfigError("No font shows it.", kind="no_font", next_step="Install one.")

    monkeypatch.setitem(write.FORMATS, "pdf", no_font)
    told: list[Event] = []
    settings = run_settings(tmp_path, formats=("md", "pdf"))
    report = await research(QUESTION, settings, engine=FakeEngine(), emit=told.append)
    folder = tmp_path / "runs" / report.run
    assert read_record(RunFolder.open(folder)).status == "finished"
    assert {"report.md", "report.json"} <= {path.name for path in folder.iterdir()}
    problems = [(one["subject"], one["what"]) for one in told if one["event"] == "problem"]
    assert ("report.pdf", "No font shows it. Install one.") in problems


async def test_a_library_that_is_missing_is_told_before_anything_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = run_settings(tmp_path, formats=("md", "docx"))
    done = await research(QUESTION, settings, engine=FakeEngine())
    monkeypatch.setitem(sys.modules, "docx", None)
    with pytest.raises(ConfigError, match=r"research-agent-cited\[docx]"):
        await research(QUESTION, settings, engine=FakeEngine())
    assert [path.name for path in (tmp_path / "runs").iterdir()] == [done.run]
    with pytest.raises(ConfigError, match=r"research-agent-cited\[docx]"):
        await resume(tmp_path / "runs" / done.run, engine=FakeEngine())
