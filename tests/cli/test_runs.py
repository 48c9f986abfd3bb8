"""The commands about runs that exist: list, show, and finding one."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from research_agent.cli.main import main
from research_agent.domain import EngineInfo, Intent, Outcome, Plan, Question, Report, SubQuestion
from research_agent.reports.document import report_json
from research_agent.runs.folder import RunFolder
from research_agent.runs.integrity import seal
from research_agent.runs.record import new_record, read_record, write_record
from research_agent.runs.table import CallTable
from research_agent.settings import Settings

QUESTION = Question(text="Why \x1b[31mso?", language="en", asked=date(2026, 11, 30))


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunFolder:
    monkeypatch.chdir(tmp_path)
    folder = RunFolder.create(Path("runs"), QUESTION.text)
    record = new_record(QUESTION, Settings())
    write_record(folder, replace(record, status="finished", outcome=Outcome.NO_EVIDENCE))
    plan = Plan(intent=Intent.FACT, sub_questions=(SubQuestion(id="1", text="Why?", queries=("why",)),), outline=())
    report = Report(
        outcome=Outcome.NO_EVIDENCE,
        question=QUESTION,
        engine=EngineInfo(name="extractive", reason="no key"),
        plan=plan,
        title="Why so",
        answer=(),
        sections=(),
        claims=(),
        quotes=(),
        sources=(),
    )
    folder.write_json("report.json", report_json(report))
    return folder


def test_list_names_each_run_on_a_line(run: RunFolder, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    out = capsys.readouterr().out
    assert run.name in out
    assert "no_evidence" in out
    assert "\x1b" not in out
    assert len(out.splitlines()) == 1


def test_on_a_terminal_a_line_of_the_list_fits(
    run: RunFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "30")
    assert main(["list"]) == 0
    line = capsys.readouterr().out.rstrip("\n")
    assert len(line) <= 30
    assert line.endswith("...")


def test_list_as_json_is_one_object(run: RunFolder, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in told["runs"]] == [run.name]


def test_an_empty_list_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["list"]) == 0
    out, err = capsys.readouterr()
    assert (out, err) == ("", "There are no runs in runs.\n")


@pytest.mark.parametrize("how", ["last", "prefix", "path"])
def test_show_prints_the_report(how: str, run: RunFolder, capsys: pytest.CaptureFixture[str]) -> None:
    name = {"last": "last", "prefix": run.name[:15], "path": str(run.path)}[how]
    assert main(["show", name]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("# Why so")
    assert err == ""


def test_show_as_json_is_the_whole_report(run: RunFolder, capsys: pytest.CaptureFixture[str]) -> None:
    for argv in (["show", "last", "--json"], ["show", "last", "--format", "json"]):
        assert main(argv) == 0
        assert json.loads(capsys.readouterr().out) == run.read_json("report.json")


def test_a_run_without_a_report_says_how_to_get_one(run: RunFolder, capsys: pytest.CaptureFixture[str]) -> None:
    (run.path / "report.json").unlink()
    write_record(run, replace(read_record(run), status="interrupted"))
    for command in ("show", "verify"):
        assert main([command, "last"]) == 1
        assert f"research resume {run.path}" in capsys.readouterr().err


def test_a_damaged_report_is_a_failure_and_not_a_trace(run: RunFolder, capsys: pytest.CaptureFixture[str]) -> None:
    run.write("report.json", "{")
    assert main(["show", "last"]) == 1
    assert len(capsys.readouterr().err.splitlines()) <= 2


def test_a_run_that_is_not_there_is_wrong_usage(run: RunFolder, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("show", "verify", "resume", "replay"):
        assert main([command, "no-such"]) == 2
        assert run.name in capsys.readouterr().err


def test_verify_tells_what_was_changed(run: RunFolder, capsys: pytest.CaptureFixture[str]) -> None:
    CallTable(run.journal).close()
    run.write("report.md", "# Why so\n")
    seal(run, read_record(run))
    assert main(["verify", "last"]) == 0
    assert "every citation holds" in capsys.readouterr().out
    run.write("report.md", "# Why not\n")
    assert main(["verify", "last"]) == 1
    assert "report.md: It was changed" in capsys.readouterr().out
    assert main(["verify", "last", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert not told["holds"]
    assert told["violations"][0]["file"] == "report.md"


def test_a_finished_run_is_exported_and_still_verifies(run: RunFolder, capsys: pytest.CaptureFixture[str]) -> None:
    CallTable(run.journal).close()
    seal(run, read_record(run))
    assert main(["show", "last", "--export", "docx,pdf"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [str(run.path / "report.docx"), str(run.path / "report.pdf")]
    assert err == ""
    assert run.read_bytes("report.pdf").startswith(b"%PDF")
    assert main(["verify", "last"]) == 0
    capsys.readouterr()
    assert main(["show", "last", "--export", "pdf", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["files"] == [str(run.path / "report.pdf")]
    run.write("report.docx", b"another")
    assert main(["show", "last", "--export", "pdf"]) == 0
    assert main(["verify", "last"]) == 1
    assert "report.docx: It was changed" in capsys.readouterr().out


def test_only_what_can_be_exported_is(run: RunFolder, capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in ("html", "pdf,odt", ""):
        assert main(["show", "last", "--export", wrong]) == 2
        assert "docx or pdf" in capsys.readouterr().err
    with run.lock():
        assert main(["show", "last", "--export", "pdf"]) == 1
    assert "in use" in capsys.readouterr().err
    assert not (run.path / "report.pdf").exists()


def test_a_missing_extra_is_wrong_usage_with_what_to_install(
    run: RunFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    assert main(["show", "last", "--export", "pdf"]) == 2
    assert "research-agent-cited[pdf]" in capsys.readouterr().err
