from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from research_agent.adr_bench.batch import Batch
from research_agent.adr_bench.lines import LinesFile
from research_agent.adr_bench.locks import BatchLock
from research_agent.adr_bench.results import Result, latest, read
from research_agent.adr_bench.shards import Shard
from research_agent.adr_bench.systems.base import SystemSpec, TaskLimits
from research_agent.adr_bench.tasks import Task
from research_agent.errors import ConfigError, ResearchError, RunError
from tests.support.bench_systems import SPEC, task

TASKS = [task("a"), task("b")]


def start(folder: Path, tasks: Sequence[Task] = TASKS, **more: Any) -> Batch:
    return Batch.start(folder, suite="test", tasks=tasks, system=more.pop("system", SPEC), **more)


def test_a_batch_says_what_it_is(tmp_path: Path) -> None:
    system = SystemSpec(
        name="research", options={"model": "m"}, models={"writer": "m"}, private={"openai_api_key": "sk-1"}
    )
    batch = start(tmp_path / "b", system=system, limits=TaskLimits(usd=0.5), budget_usd=9.0, seed=3)
    record = json.loads((batch.path / "batch.json").read_text())
    assert (record["suite"], record["tasks"], record["seed"], record["budget_usd"]) == ("test", 2, 3, 9.0)
    assert record["limits"] == {"usd": 0.5, "tokens": None, "seconds": None}
    assert record["models"] == {"writer": "m"}
    assert {"python", "langgraph"} <= set(record["versions"])
    assert all(len(sha) == 64 for sha in record["prompts"].values())
    assert "plan" in record["prompts"]
    assert "sk-1" not in (batch.path / "batch.json").read_text()
    assert batch.system.private == {"openai_api_key": "sk-1"}
    assert list(Batch.open(batch.path).tasks()) == TASKS
    assert list(Batch.open(batch.path).tasks(Shard(2, 2))) == TASKS[1:]


def test_the_same_batch_is_gone_on_with(tmp_path: Path) -> None:
    first = start(tmp_path / "b", budget_usd=1.0)
    again = start(tmp_path / "b", budget_usd=2.0)
    assert again.record.created == first.record.created
    assert (again.record.budget_usd, len(again.record.resumed)) == (2.0, 1)


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"tasks": [task("a"), task("c")]}, "other tasks"),
        ({"tasks": [task("b"), task("a")]}, "other tasks"),
        ({"tasks": [task("a", "other words"), task("b")]}, "other tasks"),
        ({"system": SystemSpec(name="command")}, "another system"),
        ({"system": replace(SPEC, options={"usd": 1.0})}, "other options"),
        ({"limits": TaskLimits(tokens=5)}, "other limits"),
        ({"seed": 1}, "another seed"),
    ],
)
def test_another_batch_in_the_same_folder_is_an_error(tmp_path: Path, other: dict[str, Any], says: str) -> None:
    start(tmp_path / "b")
    before = (tmp_path / "b" / "batch.json").read_text(), (tmp_path / "b" / "tasks.jsonl").read_text()
    with pytest.raises(ConfigError, match=says):
        start(tmp_path / "b", **other)
    assert before == ((tmp_path / "b" / "batch.json").read_text(), (tmp_path / "b" / "tasks.jsonl").read_text())


def test_other_prompts_only_when_it_is_allowed(tmp_path: Path) -> None:
    path = start(tmp_path / "b").path / "batch.json"
    record = json.loads(path.read_text())
    record["prompts"]["plan"] = "0" * 64
    path.write_text(json.dumps(record))
    with pytest.raises(ConfigError, match="other prompts"):
        start(tmp_path / "b")
    start(tmp_path / "b", allow_changed=True)


def test_private_settings_and_the_day_are_not_part_of_what_it_is(tmp_path: Path) -> None:
    start(tmp_path / "b", system=replace(SPEC, private={"openai_base_url": "http://127.0.0.1:1/v1"}))
    start(tmp_path / "b", system=replace(SPEC, private={"openai_base_url": "http://127.0.0.1:2/v1"}))


@pytest.mark.parametrize("version", [0, 2, "1", None])
def test_another_format_is_told(tmp_path: Path, version: object) -> None:
    path = start(tmp_path / "b").path / "batch.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"format_version": version}))
    for opened in (Batch.open, start):
        with pytest.raises(RunError, match="format"):
            opened(tmp_path / "b")


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"format_version": 1}', "\xff"])
def test_a_damaged_record_is_told(tmp_path: Path, content: str) -> None:
    path = start(tmp_path / "b").path / "batch.json"
    path.write_bytes(content.encode("latin-1"))
    with pytest.raises(RunError, match=r"batch\.json|format"):
        Batch.open(tmp_path / "b")


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="no batch"):
        Batch.open(tmp_path)
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(ConfigError, match=r"letter\.txt"):
        start(tmp_path)
    assert not (tmp_path / "batch.json").exists()


def test_a_start_that_was_killed_leaves_nothing_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "tasks.jsonl").write_text('{"id": "half')
    (tmp_path / "b" / ".tasks.jsonl.0a1b.tmp").write_text("half")
    assert list(start(tmp_path / "b").tasks()) == TASKS


@pytest.mark.parametrize(("tasks", "says"), [([], "no tasks"), ([task("a"), task("a")], "twice")])
def test_tasks_that_are_no_suite(tmp_path: Path, tasks: list[Task], says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        start(tmp_path / "b", tasks)
    assert not (tmp_path / "b" / "batch.json").exists()


@pytest.mark.parametrize("damage", [b"", b"{}\n", b"\xff\xfe\n"])
def test_a_list_of_tasks_that_was_changed_is_told(tmp_path: Path, damage: bytes) -> None:
    batch = start(tmp_path / "b")
    (batch.path / "tasks.jsonl").write_bytes(damage)
    with pytest.raises(RunError, match=r"tasks\.jsonl"):
        list(batch.tasks())


# ---------------------------------------------------------------- results


def test_of_several_lines_the_one_that_counts(tmp_path: Path) -> None:
    one, two = LinesFile(tmp_path / "1.jsonl"), LinesFile(tmp_path / "2.jsonl")
    one.append(Result(task="a", status="done", ended="2026-12-01T10:00:00"))
    two.append(Result(task="a", status="failed", kind="error", ended="2026-12-01T11:00:00"))
    two.append(Result(task="b", status="skipped", kind="budget", ended="2026-12-01T12:00:00"))
    one.append(Result(task="b", status="failed", kind="error", error="first", ended="2026-12-01T09:00:00"))
    one.append(Result(task="b", status="failed", kind="error", error="second", ended="2026-12-01T10:00:00"))
    one.close()
    two.close()
    for order in (["1.jsonl", "2.jsonl"], ["2.jsonl", "1.jsonl"]):
        found = latest([tmp_path / name for name in order])
        assert {id: (result.status, result.error) for id, result in found.items()} == {
            "a": ("done", ""),
            "b": ("failed", "second"),
        }


@pytest.mark.parametrize("torn", ['{"task": "b", "sta', '{"task": "b", "status": "done"}', "\x00\x00"])
def test_a_line_that_broke_off_is_left_out_and_cut_off(tmp_path: Path, torn: str) -> None:
    path = tmp_path / "results.jsonl"
    file = LinesFile(path)
    file.append(Result(task="a", status="done"))
    file.close()
    with path.open("a") as more:
        more.write(torn)
    assert [result.task for result in read(path)] == ["a"]
    file = LinesFile(path)
    file.append(Result(task="c", status="done"))
    file.close()
    assert [result.task for result in read(path)] == ["a", "c"]


def test_a_whole_line_that_is_no_result_is_told(tmp_path: Path) -> None:
    (tmp_path / "results.jsonl").write_text('{"task": "a"}\n')
    with pytest.raises(RunError, match="line 1"):
        list(read(tmp_path / "results.jsonl"))


# ---------------------------------------------------------------- locks


def test_a_shard_is_worked_on_by_one_and_other_numbers_of_shards_wait(tmp_path: Path) -> None:
    with BatchLock(tmp_path, Shard(1, 2)):
        for refused in (Shard(1, 2), Shard(1, 1), Shard(2, 3)):
            with pytest.raises(RunError, match=f"process {os.getpid()}"):
                BatchLock(tmp_path, refused)
        with BatchLock(tmp_path, Shard(2, 2)):
            pass
    with BatchLock(tmp_path, Shard(1, 1)):
        pass


def test_an_error_names_the_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ResearchError, match="file"):
        start(tmp_path / "file" / "b")
