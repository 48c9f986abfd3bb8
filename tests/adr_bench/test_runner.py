from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from research_agent.adr_bench.results import read
from research_agent.adr_bench.runner import run_suite
from research_agent.adr_bench.tasks import Task, load_tasks
from research_agent.domain import EngineInfo, Intent, Outcome, Plan, Question, Quote, Report, SubQuestion
from research_agent.errors import ConfigError, RunError, SearchError
from research_agent.judges.gold import GoldJudge
from research_agent.judges.rubric import Evidence, Item

TEXT = "The kettle must be descaled twice a year."


def task(id: str) -> Task:
    item = Item(id=f"{id}-1", text="t", weight=1, kind="explicit", evidence=(Evidence(file="f", quote=TEXT),))
    return Task(id=id, question=f"Question {id}?", language="en", items=(item,))


async def answer(task: Task) -> Report:
    if task.id == "bad":
        raise SearchError("The search broke.", kind="down")
    plan = Plan(
        intent=Intent.FACT, sub_questions=(SubQuestion(id="1", text=task.question, queries=("q",)),), outline=()
    )
    quote = Quote(id="q1", source="s", start=0, end=len(TEXT), text=TEXT)
    return Report(
        outcome=Outcome.COMPLETE,
        question=Question(text=task.question, language="en", asked=date(2026, 11, 30)),
        engine=EngineInfo(name="fake", reason="test"),
        plan=plan,
        title="t",
        answer=(),
        sections=(),
        claims=(),
        quotes=(quote,),
        sources=(),
    )


async def test_results_are_written_as_they_end_and_a_failure_is_a_line(tmp_path: Path) -> None:
    path = tmp_path / "out" / "results.jsonl"
    heard: list[str] = []
    results = await run_suite(
        [task("a"), task("bad"), task("c")], answer, path, judge=GoldJudge, tell=lambda r: heard.append(r.task)
    )
    assert [result.status for result in results] == ["done", "failed", "done"]
    assert "The search broke." in results[1].error
    assert results[0].characters == len(TEXT)
    assert results[0].verdict is not None
    assert results[0].verdict.score == 1.0
    assert heard == ["a", "bad", "c"]
    assert [json.loads(line)["task"] for line in path.read_text().splitlines()] == heard


async def test_a_second_run_does_only_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    await run_suite([task("a"), task("bad")], answer, path)
    heard: list[str] = []
    results = await run_suite([task("a"), task("bad"), task("c")], answer, path, tell=lambda r: heard.append(r.task))
    assert heard == ["bad", "c"]
    assert [result.task for result in results] == ["a", "bad", "c"]


async def test_a_line_that_broke_off_is_done_again(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    await run_suite([task("a")], answer, path)
    with path.open("a") as file:
        file.write('{"task": "c", "stat')
    assert [result.task for result in read(path)] == ["a"]
    path.write_text("rubbish\n" + path.read_text().splitlines()[0] + "\n")
    with pytest.raises(RunError, match="line 1"):
        read(path)


async def test_what_is_no_research_error_stops_the_suite(tmp_path: Path) -> None:
    async def broken(task: Task) -> Report:
        raise KeyError("a bug")

    with pytest.raises(ExceptionGroup):
        await run_suite([task("a")], broken, tmp_path / "results.jsonl")


def test_tasks_by_id(tmp_path: Path) -> None:
    item = {"id": "i", "text": "t", "weight": 1, "kind": "explicit"}
    path = tmp_path / "tasks.jsonl"
    path.write_text(
        "\n".join(json.dumps({"id": id, "question": "?x", "language": "en", "checklist": [item]}) for id in "abc")
    )
    assert [found.id for found in load_tasks(path, only=["c", "a"])] == ["a", "c"]
    with pytest.raises(ConfigError, match="no task z"):
        load_tasks(path, only=["z"])
