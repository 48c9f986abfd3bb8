"""A disk that is full or cannot be written: told, and what was paid for is kept. As root, permissions stop nothing, so
the file size is limited, a file stands in the way, and ``/proc`` takes no folder."""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from research_agent.llm.fake import FakeModelServer
from research_agent.llm.oracle import oracle
from research_agent.runs.journal import journal_records
from tests.support.command_line import QUESTION, research


@contextmanager
def files_up_to(size: int) -> Iterator[None]:
    """No file of this process grows beyond ``size`` bytes; what Python then gets is EFBIG."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
def long_document(here: Path) -> Path:
    """150 kB, read and indexed already: of what a run writes, only its source is larger than 100 kB. Most of it is long
    paragraphs that are not to the point, as they cost a run least."""
    folder = here / "long"
    folder.mkdir()
    said = "The lighthouse of Ostrova is 42 metres high, says the harbour office."
    lines = [said] + [f"Boat {n} carried " + ", ".join(["rope"] * 120) + "." for n in range(200)]
    (folder / "a.md").write_text("# The lighthouse\n\n" + "\n\n".join(lines), encoding="utf-8")
    assert research(QUESTION, "--documents", str(folder), "--output", "before").code == 0
    return folder


def test_full_before_the_run_is_a_run(documents: Path) -> None:
    with files_up_to(100):
        said = research(QUESTION, "--documents", str(documents))
    assert said.code == 1
    assert "disk is full" in said.complaint
    assert "resume" not in said.complaint
    assert not list(Path("runs").glob("2*"))


def test_full_at_a_source(long_document: Path) -> None:
    with files_up_to(100_000):
        said = research(QUESTION, "--documents", str(long_document))
    assert said.code == 1
    assert "sources/" in said.complaint
    assert "disk is full" in said.complaint
    assert f"research resume {said.folder}" in said.complaint
    again = research("resume", str(said.folder))
    assert again.code == 0
    assert research("verify", str(said.folder)).code == 0


@pytest.mark.parametrize("size", [48_000, 100_000, 130_000])
def test_full_at_the_journal(size: int, documents: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before any model was asked, at the first reply, and after some: what was recorded is not asked for again."""
    assert research(QUESTION, "--documents", str(documents)).code == 0  # the index lies in the cache now
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-key")
    monkeypatch.setenv("RESEARCH_MODEL", "large")
    with FakeModelServer(oracle).in_thread() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        with files_up_to(size):
            said = research(QUESTION, "--documents", str(documents))
        assert said.code == 1
        assert "journal.sqlite" in said.complaint
        assert "disk is full" in said.complaint
        assert f"research resume {said.folder}" in said.complaint
        records = [record for record in journal_records(said.folder / "journal.sqlite") if record.asked_a_model]
        kept = {json.loads(record.meta)["prompt"] for record in records if record.status == "ok"}
        before = server.calls
        assert research("resume", str(said.folder)).code == 0
        assert not kept & {one.prompt for one in server.requests[before:]}
    assert before == len(records)
    assert kept or size < 130_000


def test_full_at_the_report(long_document: Path) -> None:
    """The page is the largest file of a run: it holds its sources."""
    page = next(Path("before").glob("2*/report.html"))
    with files_up_to(page.stat().st_size - 1):
        said = research(QUESTION, "--documents", str(long_document))
    assert said.code == 1
    assert "report.html" in said.complaint
    assert "disk is full" in said.complaint
    assert f"research resume {said.folder}" in said.complaint
    assert research("resume", str(said.folder)).code == 0


@pytest.mark.parametrize("place", ["in-the-way", "in-the-way/deeper", "/proc/nowhere/runs"])
def test_an_output_folder_that_cannot_be(documents: Path, place: str) -> None:
    Path("in-the-way").write_text("a file", encoding="utf-8")
    said = research(QUESTION, "--documents", str(documents), "--output", place)
    assert said.code == 1
    assert place in said.complaint
    assert "--output" in said.complaint


@pytest.mark.parametrize("place", ["in-the-way", "/proc/nowhere"])
def test_a_cache_folder_that_cannot_be(documents: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    """It is no finding about the world: not the exit code of 'nothing found'."""
    Path("in-the-way").write_text("a file", encoding="utf-8")
    monkeypatch.setenv("RESEARCH_CACHE_DIR", place)
    said = research(QUESTION, "--documents", str(documents))
    assert said.code == 1
    assert "RESEARCH_CACHE_DIR" in said.complaint
    monkeypatch.delenv("RESEARCH_CACHE_DIR")
    assert research("resume", str(said.folder)).code == 0


def test_no_home_at_all(documents: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("RESEARCH_CACHE_DIR", "cache")  # the user's own must stay clean
    assert research(QUESTION, "--documents", str(documents)).code == 0


def test_a_full_disk_below_standard_output(
    documents: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = research(QUESTION, "--documents", str(documents))
    with open("/dev/full", "w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        from research_agent.cli.main import main

        assert main(["show", str(said.folder)]) == 1
        assert "standard output: No space left" in capsys.readouterr().err
        sys.stdout.close()  # what was put in its place
        with pytest.raises(OSError, match="No space left"):
            full.close()  # what stands in its buffer cannot be written either
