from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from research_agent.domain import Question
from research_agent.errors import RunError
from research_agent.runs.find import find_run, list_runs
from research_agent.runs.folder import RunFolder
from research_agent.runs.record import new_record, write_record
from research_agent.settings import Settings


def run(output: Path, question: str, started: str) -> RunFolder:
    folder = RunFolder.create(output, question)
    record = new_record(Question(text=question, language="en", asked=date(2026, 11, 30)), Settings(output=output))
    write_record(folder, replace(record, started=started))
    return folder


@pytest.fixture
def runs(tmp_path: Path) -> list[RunFolder]:
    return [
        run(tmp_path, "alpha beta", "2026-11-30T10:00:00+00:00"),
        run(tmp_path, "alpha gamma", "2026-11-30T12:00:00+00:00"),
        run(tmp_path, "delta", "2026-11-30T11:00:00+00:00"),
    ]


def test_runs_are_listed_newest_first(runs: list[RunFolder], tmp_path: Path) -> None:
    (tmp_path / "no run").mkdir()
    assert [summary.question for summary in list_runs(tmp_path)] == ["alpha gamma", "delta", "alpha beta"]
    assert list_runs(tmp_path / "nowhere") == ()


def test_a_run_that_nobody_works_on_is_interrupted(runs: list[RunFolder], tmp_path: Path) -> None:
    with runs[2].lock():
        assert {summary.question: summary.status for summary in list_runs(tmp_path)} == {
            "alpha beta": "interrupted",
            "alpha gamma": "interrupted",
            "delta": "running",
        }


def test_a_damaged_run_is_listed_as_such(runs: list[RunFolder], tmp_path: Path) -> None:
    runs[0].write("run.json", "{")
    assert [summary.status for summary in list_runs(tmp_path) if summary.name == runs[0].name] == ["damaged"]


def test_a_run_is_found_by_name_prefix_path_and_last(
    runs: list[RunFolder], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beta, gamma, delta = (folder.path for folder in runs)
    day = gamma.name[:10]
    assert find_run(tmp_path, "last") == gamma
    assert find_run(tmp_path, beta.name) == beta
    assert find_run(tmp_path, f"{day}-d") == delta
    assert find_run(tmp_path / "elsewhere", str(beta)) == beta
    monkeypatch.chdir(tmp_path)
    assert find_run(Path("elsewhere"), f"./{beta.name}/") == beta


@pytest.mark.parametrize("name", ["2", "20"])
def test_an_ambiguous_prefix_names_the_candidates(runs: list[RunFolder], tmp_path: Path, name: str) -> None:
    with pytest.raises(RunError, match="alpha-gamma") as caught:
        find_run(tmp_path, name)
    assert caught.value.kind == "ambiguous"


def test_a_missing_run_names_what_there_is(runs: list[RunFolder], tmp_path: Path) -> None:
    for name in ("zeta", ""):
        with pytest.raises(RunError) as caught:
            find_run(tmp_path, name)
        assert caught.value.kind == "missing"
        assert "delta" in str(caught.value)
    with pytest.raises(RunError, match="There are no runs"):
        find_run(tmp_path / "empty", "last")
    with pytest.raises(RunError, match="not the folder of a run"):
        find_run(tmp_path, str(tmp_path))
