"""Published files, whole, and files in their formats that are wrong in one place."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from research_agent.errors import ConfigError
from research_agent.judges.formulas import Labelled, compliance
from research_agent.judges.published import deep_research_bench, deep_research_bench_2, research_rubrics
from tests.support.shared_data import shared_data

Change = Callable[[dict[str, Any]], Any]


def write(path: Path, *lines: Any) -> Path:
    path.write_text("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines), encoding="utf-8")
    return path


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


# ---------------------------------------------------------------- DeepResearch Bench


def test_all_of_deep_research_bench_is_loaded() -> None:
    folder = shared_data("deep_research_bench")
    loaded = deep_research_bench.load(folder / "query.jsonl", folder / "criteria.jsonl")
    queries, criteria = lines_of(folder / "query.jsonl"), lines_of(folder / "criteria.jsonl")
    published = [one for line in criteria for listed in line["criterions"].values() for one in listed]
    assert (len(loaded.tasks), len(published)) == (100, 2517)
    assert loaded.notes == ()
    assert [task.question for task in loaded.tasks] == [line["prompt"] for line in queries]
    items = [item for task in loaded.tasks for item in task.items]
    assert len(items) == len(published)
    assert all(
        one["criterion"] in item.text and one["explanation"] in item.text
        for item, one in zip(items, published, strict=True)
    )
    assert {item.dimension for item in items} == set(deep_research_bench.DIMENSIONS.values())


def test_an_item_weighs_its_dimension_times_itself() -> None:
    folder = shared_data("deep_research_bench")
    (first, *_) = (loaded := deep_research_bench.load(folder / "query.jsonl", folder / "criteria.jsonl")).tasks
    assert (first.id, first.language, first.domain) == ("drb-1", "zh", "Finance & Business")
    assert first.items[0].weight == pytest.approx(0.3 * 0.15)
    assert all(sum(item.weight for item in task.items) == pytest.approx(1.0, abs=1e-6) for task in loaded.tasks)


QUERY = {"id": 1, "topic": "Law", "language": "en", "prompt": "Why?"}
CRITERIA = {
    "id": 1,
    "prompt": "Why?",
    "dimension_weight": {"insight": 1.0},
    "criterions": {"insight": [{"criterion": "Cause", "explanation": "Names it.", "weight": 1.0}]},
}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda line: line.update(id=2), "no line for the id 1"),
        (lambda line: line.update(prompt="How?"), "line 1: this has another `prompt`"),
        (lambda line: line.pop("criterions"), "line 1: this has no `criterions`"),
        (lambda line: line["criterions"].update(insight=["x"]), "in `insight` as number 1 no object"),
        (lambda line: line["criterions"].update(other=[]), "other dimensions"),
        (
            lambda line: line["criterions"]["insight"][0].pop("weight"),
            "`insight`, number 1: this has the `weight` None",
        ),
        (lambda line: line["criterions"]["insight"][0].update(weight=-1), "negative `weight`"),
        (lambda line: line["criterions"]["insight"][0].update(criterion=" "), "no `criterion`"),
        (lambda line: line["criterions"]["insight"][0].update(weight=0), "no criterion with a weight"),
    ],
)
def test_wrong_criteria_are_named(tmp_path: Path, change: Change, words: str) -> None:
    line = json.loads(json.dumps(CRITERIA))
    change(line)
    with pytest.raises(ConfigError, match=words):
        deep_research_bench.load(write(tmp_path / "q.jsonl", QUERY), write(tmp_path / "c.jsonl", line))


def test_a_criterion_of_weight_0_is_left_out_and_named(tmp_path: Path) -> None:
    line = json.loads(json.dumps(CRITERIA))
    line["criterions"]["insight"].append({"criterion": "Style", "explanation": "", "weight": 0})
    loaded = deep_research_bench.load(write(tmp_path / "q.jsonl", QUERY), write(tmp_path / "c.jsonl", line))
    assert len(loaded.tasks[0].items) == 1
    (note,) = loaded.notes
    assert "c.jsonl, line 1, `criterions`, `insight`, number 2" in note


# ---------------------------------------------------------------- DeepResearch Bench II


def test_all_of_deep_research_bench_2_is_loaded() -> None:
    path = shared_data("deep_research_bench_2") / "tasks_and_rubrics.jsonl"
    loaded, published = deep_research_bench_2.load(path), lines_of(path)
    texts = [text for line in published for listed in line["content"]["rubric"].values() for text in listed]
    assert (len(loaded.tasks), len(texts), loaded.notes) == (66, 4530, ())
    assert [item.text for task in loaded.tasks for item in task.items] == texts
    assert {item.weight for task in loaded.tasks for item in task.items} == {1.0}
    assert [task.blocked for task in loaded.tasks] == [
        tuple(dict.fromkeys(line["content"]["blocked"]["urls"])) for line in published
    ]
    assert all(len({item.id for item in task.items}) == len(task.items) for task in loaded.tasks)


SECOND = {
    "id": "task1",
    "language": "en",
    "theme": "Law",
    "prompt": "Why?",
    "content": {"rubric": {"info_recall": ["Says so"]}, "blocked": {"title": "T", "urls": ["https://example.org/t"]}},
}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda line: line["content"]["rubric"].update(info_recall="Says so"), "no `info_recall` .a list"),
        (
            lambda line: line["content"]["rubric"].update(info_recall=["", "a"]),
            "`info_recall` that is not a list of texts",
        ),
        (lambda line: line["content"].update(rubric={}), "has no rubric"),
        (lambda line: line["content"]["blocked"].update(urls="https://example.org"), "no `urls`"),
        (lambda line: line.pop("language"), "no `language`"),
    ],
)
def test_a_wrong_second_bench_is_named(tmp_path: Path, change: Change, words: str) -> None:
    line = json.loads(json.dumps(SECOND))
    change(line)
    with pytest.raises(ConfigError, match=f"line 2.*{words}"):
        deep_research_bench_2.load(write(tmp_path / "t.jsonl", SECOND | {"id": "task0"}, line))


# ---------------------------------------------------------------- ResearchRubrics (their data is not at hand)

RUBRICS = {
    "prompt": "请比较三种办法的停机时间和风险。",
    "sample_id": "683a58c9a7e7fe4e7695846f",
    "domain": "AI & ML",
    "conceptual_breadth": "Moderate",
    "logical_nesting": "Intermediate",
    "exploration": "Medium",
    "rubrics": [
        {"criterion": "Names three", "weight": 4.0, "axis": "Explicit Criteria"},
        {"criterion": "Cites a source", "weight": 2, "axis": "Use of References"},
        {"criterion": "Draws one line", "weight": 3, "axis": "Synthesis of Information"},
        {"criterion": "Invents a fourth", "weight": -5.0, "axis": "Implicit Criteria"},
        {"criterion": "Is nice", "weight": 0, "axis": "Communication Quality"},
    ],
}


def test_a_file_of_research_rubrics_is_loaded(tmp_path: Path) -> None:
    loaded = research_rubrics.load(write(tmp_path / "processed_data.jsonl", RUBRICS))
    (task,) = loaded.tasks
    assert (task.id, task.language, task.domain) == (RUBRICS["sample_id"], "zh", "AI & ML")
    assert [(item.text, item.weight, item.kind, item.dimension) for item in task.items] == [
        ("Names three", 4.0, "explicit", "information_completeness"),
        ("Cites a source", 2.0, "implicit", "use_of_references"),
        ("Draws one line", 3.0, "implicit", "content_depth"),
        ("Invents a fourth", -5.0, "negative", "information_completeness"),
    ]
    (note,) = loaded.notes
    assert note.endswith("`rubrics`, number 5: this item has the weight 0 and is left out: “Is nice”")


def test_what_is_left_out_changes_no_published_score() -> None:
    weights = [float(str(one["weight"])) for one in RUBRICS["rubrics"]]  # type: ignore[index]
    with_all: list[Labelled] = [(weight, "satisfied") for weight in weights]
    assert compliance(with_all) == compliance([(weight, label) for weight, label in with_all if weight])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda line: line.pop("sample_id"), "no `sample_id`"),
        (lambda line: line.pop("rubrics"), "no `rubrics`"),
        (lambda line: line["rubrics"][1].update(weight="2"), "`rubrics`, number 2: this has the `weight` '2'"),
        (lambda line: line["rubrics"][1].update(weight=True), "`weight` True"),
        (lambda line: line["rubrics"][1].pop("criterion"), "no `criterion`"),
        (lambda line: line.update(rubrics=[]), "no item with a weight"),
    ],
)
def test_wrong_rubrics_are_named(tmp_path: Path, change: Change, words: str) -> None:
    line = json.loads(json.dumps(RUBRICS))
    change(line)
    with pytest.raises(ConfigError, match=f"line 2.*{words}"):
        research_rubrics.load(write(tmp_path / "p.jsonl", RUBRICS | {"sample_id": "first"}, line))


def test_an_id_that_is_there_twice_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="holds the id '683a58c9a7e7fe4e7695846f' twice"):
        research_rubrics.load(write(tmp_path / "p.jsonl", RUBRICS, RUBRICS))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"\xff\xfe", "cannot be read"),
        (b'{"a": 1}\n{"b": ', "line 2: this is no JSON"),
        (b"[1]", "no JSON object"),
    ],
)
def test_a_file_that_is_no_json_lines_is_an_error(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "p.jsonl"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=words):
        research_rubrics.load(path) if b"a" not in content else deep_research_bench_2.load(path)


def test_a_file_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        research_rubrics.load(tmp_path / "none.jsonl")
