from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from research_agent.adr_bench.suites import SUITES, load_suite
from research_agent.adr_bench.tasks import task_line
from research_agent.errors import ConfigError
from research_agent.judges.rubric import parse_rubric
from tests.support.shared_data import shared_data


def a_task(id: str) -> dict[str, Any]:
    item = {"id": "r1", "text": "Says so", "weight": 1, "kind": "explicit"}
    return {"id": id, "question": "Why?", "language": "en", "checklist": [item]}


def write(path: Path, *ids: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(a_task(id)) + "\n" for id in ids), encoding="utf-8")
    return path


def test_ours_are_in_the_package_and_the_two_languages_have_the_same_tasks() -> None:
    chinese, english = load_suite("adr-bench"), load_suite("adr-bench-en")
    assert [task.id for task in chinese.tasks] == [task.id for task in english.tasks]
    assert {task.language for task in chinese.tasks} == {"zh"}
    assert chinese.sha256 != english.sha256


def test_a_limit_gives_tasks_of_as_many_domains() -> None:
    everything = load_suite("adr-bench")
    domains = {task.domain for task in everything.tasks}
    assert {task.domain for task in load_suite("adr-bench", limit=len(domains)).tasks} == domains


@pytest.mark.parametrize(
    ("name", "folder", "count"),
    [
        ("deep-research-bench", "deep_research_bench", 100),
        ("deep-research-bench-2", "deep_research_bench_2", 66),
        ("documents", "questions", 12),
    ],
)
def test_published_suites_come_from_the_user_s_folder(name: str, folder: str, count: int) -> None:
    suite = load_suite(name, data=shared_data(folder))
    assert (suite.name, len(suite.tasks), suite.notes) == (name, count, ())
    assert suite == load_suite(name, data=shared_data(folder))


def test_every_task_of_a_published_suite_is_kept_whole_in_our_format() -> None:
    for name, folder in (
        ("deep-research-bench", "deep_research_bench"),
        ("deep-research-bench-2", "deep_research_bench_2"),
    ):
        for task in load_suite(name, data=shared_data(folder)).tasks:
            assert parse_rubric(task_line(task), "here") == task


def test_the_published_repository_s_own_folders_do(tmp_path: Path) -> None:
    folder = shared_data("deep_research_bench")
    for name, place in (("query.jsonl", "prompt_data"), ("criteria.jsonl", "criteria_data")):
        (tmp_path / "data" / place).mkdir(parents=True)
        (tmp_path / "data" / place / name).symlink_to(folder / name)
    assert load_suite("deep-research-bench", data=tmp_path) == load_suite("deep-research-bench", data=folder)


@pytest.mark.parametrize("as_file", [True, False])
def test_questions_over_documents_know_their_corpus(tmp_path: Path, as_file: bool) -> None:
    questions = write(tmp_path / "questions" / "dev.jsonl", "a", "b")
    assert load_suite("documents", data=questions if as_file else tmp_path).documents is None
    (tmp_path / "corpus").mkdir()
    suite = load_suite("documents", data=questions if as_file else tmp_path)
    assert suite.documents is not None
    assert suite.documents.samefile(tmp_path / "corpus")


def test_any_file_or_folder_in_our_format_is_a_suite(tmp_path: Path) -> None:
    write(tmp_path / "mine" / "b.jsonl", "b2", "b1")
    write(tmp_path / "mine" / "a.jsonl", "a1")
    suite = load_suite(str(tmp_path / "mine"))
    assert (suite.name, [task.id for task in suite.tasks]) == ("mine", ["a1", "b2", "b1"])
    assert [task.id for task in load_suite(str(tmp_path / "mine" / "b.jsonl")).tasks] == ["b2", "b1"]


def test_only_and_limit_choose_and_the_hash_is_of_what_was_chosen(tmp_path: Path) -> None:
    path = str(write(tmp_path / "t.jsonl", "a", "b", "c"))
    assert [task.id for task in load_suite(path, only=["c", "b"]).tasks] == ["b", "c"]
    assert [task.id for task in load_suite(path, only=["c", "b"], limit=1).tasks] == ["b"]
    assert load_suite(path, limit=2).sha256 == load_suite(path, only=["a", "b"]).sha256 != load_suite(path).sha256


@pytest.mark.parametrize("name", [name for name in SUITES if not name.startswith("adr-")])
@pytest.mark.parametrize("given", [None, "missing", "empty"])
def test_data_that_is_missing_is_an_error_that_says_what_to_download(
    tmp_path: Path, name: str, given: str | None
) -> None:
    if given == "empty":
        (tmp_path / "empty").mkdir()
    with pytest.raises(ConfigError) as caught:
        load_suite(name, data=tmp_path / given if given else None)
    assert "download" in str(caught.value.next_step).lower() or name == "documents"


@pytest.mark.parametrize(
    ("name", "more", "kind"),
    [
        ("adr-bnech", {}, "unknown_suite"),
        ("adr-bench", {"limit": 0}, "bad_suite"),
        ("adr-bench", {"only": ["no-such"]}, "unknown_task"),
    ],
)
def test_what_cannot_be_is_an_error(name: str, more: dict[str, Any], kind: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_suite(name, **more)
    assert caught.value.kind == kind


def test_an_id_in_two_files_is_an_error(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", "x")
    write(tmp_path / "b.jsonl", "x")
    with pytest.raises(ConfigError, match="holds the id 'x' twice"):
        load_suite(str(tmp_path))


def test_notes_of_a_published_file_reach_the_suite(tmp_path: Path) -> None:
    rubrics = [{"criterion": "A", "weight": 1, "axis": ""}, {"criterion": "B", "weight": 0, "axis": ""}]
    line = {"prompt": "Why is it so?", "sample_id": "s", "rubrics": rubrics}
    (tmp_path / "processed_data.jsonl").write_text(json.dumps(line), encoding="utf-8")
    suite = load_suite("research-rubrics", data=tmp_path)
    assert len(suite.tasks) == 1
    assert len(suite.notes) == 1
