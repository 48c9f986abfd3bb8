"""The command over the real library: real documents, the extractive engine, and a scripted model server."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from research_agent.cli.main import main
from research_agent.cli.question import LONGEST
from research_agent.llm.fake import FakeModelServer
from research_agent.llm.oracle import oracle
from research_agent.nodes.opening import LONGEST_QUESTION

QUESTION = "How high is the lighthouse of Ostrova?"
PAGES = {
    "survey.md": "# The survey of 2019\n\nThe lighthouse of Ostrova is 42 metres high. It was measured by the harbour "
    "office in May 2019 with a laser.\n",
    "guide.txt": "A guide to the coast of Ostrova\n\nThe lighthouse of Ostrova is 41 metres high and was built in "
    "1887. Visitors climb 212 steps to its gallery.\n",
}


@pytest.fixture
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    for name, text in PAGES.items():
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def test_the_question_limits_are_one() -> None:
    assert LONGEST == LONGEST_QUESTION


def test_a_run_is_made_checked_shown_replayed_and_listed(documents: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([QUESTION, "--documents", str(documents)]) == 0
    report, err = capsys.readouterr()
    assert err.startswith("Run: ")
    assert "42 metres high" in report
    folder = Path(err.splitlines()[0].removeprefix("Run: "))
    assert {"report.md", "report.html", "report.json", "run.json"} <= {path.name for path in folder.iterdir()}

    assert main(["verify", "last"]) == 0
    assert main(["show", folder.name[:20]]) == 0
    assert report in capsys.readouterr().out

    assert main(["replay", "last", "--json"]) == 0
    replayed = json.loads(capsys.readouterr().out)
    assert replayed == json.loads((folder / "report.json").read_text())
    assert main(["list", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["runs"]) == 2

    source = next((folder / "sources").glob("*.txt"))
    source.write_text(source.read_text().replace("4", "5"))
    assert main(["verify", str(folder)]) == 1


def test_a_rejected_plan_is_a_failure_and_reads_nothing(
    documents: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reading, writing = os.pipe()
    os.write(writing, b"reject not now\n")
    os.close(writing)
    with os.fdopen(reading) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert main([QUESTION, "--documents", str(documents), "--approve-plan", "--json"]) == 1
    out, err = capsys.readouterr()
    events = [json.loads(line) for line in out.splitlines()]
    assert (events[0]["event"], events[-1]["event"], events[-1]["kind"]) == ("run", "error", "plan_rejected")
    assert not [one for one in events if one["event"] in ("search", "read")]
    assert "not now" in err


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (["--documents", "no/such/folder"], "no/such/folder"),
        (["--search", "altavista"], "altavista"),
        (["--engine", "llm"], "OPENAI"),
        (["--local-only", "--search", "duckduckgo"], "local"),
    ],
)
def test_a_wrong_setting_leaves_no_run_behind(
    flags: list[str], told: str, documents: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([QUESTION, *flags]) == 2
    assert told in capsys.readouterr().err
    assert not list(Path("runs").glob("2*"))


def test_an_interrupted_run_goes_on(
    documents: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RESEARCH_MODEL", "fake")
    with FakeModelServer(oracle, delay=60).in_thread() as slow:
        monkeypatch.setenv("OPENAI_BASE_URL", slow.base_url)
        threading.Thread(target=interrupt_once_asked, args=(slow,)).start()
        assert main([QUESTION, "--documents", str(documents)]) == 130
        err = capsys.readouterr().err
        assert "To go on: research resume" in err
    with FakeModelServer(oracle).in_thread() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        assert main(["resume", "last", "--quiet"]) == 0
    assert "42 metres high" in capsys.readouterr().out


def interrupt_once_asked(server: FakeModelServer) -> None:
    deadline = time.monotonic() + 60
    while server.calls == 0 and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(os.getpid(), signal.SIGINT)
