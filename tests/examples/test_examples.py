"""The examples run as they stand, and the example documents are what their README says."""

from __future__ import annotations

import asyncio
import inspect
import re
import runpy
from pathlib import Path

import pytest

from research_agent.reading.extract import extract

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
DOCUMENTS = sorted(path for path in (EXAMPLES / "documents").rglob("*") if path.is_file())


def run(name: str) -> None:
    main = runpy.run_path(str(EXAMPLES / f"{name}.py"))["main"]
    if inspect.iscoroutinefunction(main):
        asyncio.run(main())
    else:
        main()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("sync", "8,848.86"),
        ("stream_events", "read: "),
        ("approve_plan", "- How thick are the snow and ice on the summit of Mount Everest?"),
        ("embed_graph", "(from: "),
        ("judge_report", "- height: satisfied."),
    ],
)
def test_an_example_runs_without_key_and_network(
    name: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    run(name)
    assert told in capsys.readouterr().out
    assert len(list((tmp_path / "runs").glob("*/report.html"))) == 1


def test_the_readme_lists_every_document_with_its_date() -> None:
    rows = dict(
        re.findall(r"^\| `([^`]+)` \| (\d{4}-\d\d-\d\d) \|", (EXAMPLES / "README.md").read_text(), re.MULTILINE)
    )
    names = [path.relative_to(EXAMPLES / "documents").as_posix() for path in DOCUMENTS]
    assert sorted(rows) == names
    for path, name in zip(DOCUMENTS, names, strict=True):
        published = extract(path.read_bytes(), address=path.as_uri()).published
        assert published is None or published.isoformat() == rows[name]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_names_its_sources(path: Path) -> None:
    text = extract(path.read_bytes(), address=path.as_uri()).text
    assert re.search(r"\bSources\b|资料来源", text)
    assert "We use cookies" not in text
