"""Formats whose library is missing are refused with what to install."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from research_agent.errors import ConfigError
from research_agent.reports.extras import require
from research_agent.reports.write import write_report
from research_agent.runs.folder import RunFolder
from tests.reports.sample import DOCUMENTS, REPORT


@pytest.fixture
def nothing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a plain installation: importing a module that is None in sys.modules fails."""
    monkeypatch.setitem(sys.modules, "docx", None)
    monkeypatch.setitem(sys.modules, "typst", None)


@pytest.mark.usefixtures("nothing_extra")
@pytest.mark.parametrize(("formats", "extra"), [(("docx",), "docx"), (("pdf",), "pdf"), (("pdf", "docx"), "pdf,docx")])
def test_what_is_missing_is_named(formats: tuple[str, ...], extra: str) -> None:
    with pytest.raises(ConfigError, match=rf'pip install "research-agent-cited\[{extra}\]"') as caught:
        require(formats)
    assert caught.value.kind == "extra_missing"


@pytest.mark.usefixtures("nothing_extra")
def test_nothing_is_written_when_one_format_is_missing(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path, "How high?")
    with pytest.raises(ConfigError, match="PDF"):
        write_report(REPORT, folder, ("md", "pdf"), DOCUMENTS)
    assert not (folder.path / "report.md").exists()
    write_report(REPORT, folder, ("md", "html", "json"), DOCUMENTS)
