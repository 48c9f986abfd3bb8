"""The report's files, and the report on a terminal."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from research_agent.errors import ConfigError
from research_agent.reports.document import parse_report, report_json
from research_agent.reports.labels import FALLBACK, labels
from research_agent.reports.terminal import render_terminal
from research_agent.reports.write import write_report
from research_agent.runs.folder import RunFolder
from tests.reports.sample import DOCUMENTS, NEWS, REPORT


def test_each_format_is_a_file(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path, "How high?")
    paths = write_report(REPORT, folder, ("md", "html", "json"), DOCUMENTS)
    assert [path.name for path in paths] == ["report.md", "report.html", "report.json"]
    again = parse_report(json.loads(paths[2].read_text(encoding="utf-8")), run=REPORT.run)
    assert report_json(again) == report_json(REPORT)
    assert [path.read_bytes() for path in write_report(REPORT, folder, ("md", "html", "json"), DOCUMENTS)] == [
        path.read_bytes() for path in paths
    ]


def test_only_the_formats_that_are_asked_for_are_written(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path, "How high?")
    assert [path.name for path in write_report(REPORT, folder, ("json", "json"), {})] == ["report.json"]
    assert not (folder.path / "report.md").exists()


def test_an_unknown_format_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path, "How high?")
    with pytest.raises(ConfigError, match="'odt'"):
        write_report(REPORT, folder, ("md", "odt"), DOCUMENTS)
    assert not (folder.path / "report.md").exists()


def test_nothing_in_a_report_acts_on_the_terminal() -> None:
    evil = "\x1b[2J\x1b]52;c;ZXZpbA==\x07Title\x9b31m"
    report = replace(REPORT, title=evil, sources=(replace(NEWS.source, title=evil), *REPORT.sources[1:]))
    console = Console(file=io.StringIO(), force_terminal=True, width=100)
    render_terminal(report, console)
    printed = console.file.getvalue()  # type: ignore[attr-defined]
    assert "\x1b[2J" not in printed
    assert "\x1b]" not in printed
    assert "\x9b" not in printed
    assert "8,848.86" in printed


def test_every_language_has_every_label() -> None:
    english = labels(FALLBACK)
    assert labels("zh-Hant-TW").language == "zh"
    assert labels("zh").words.keys() == english.words.keys()
    assert labels("tlh") == english
