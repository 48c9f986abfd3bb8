from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.adr_bench.tasks import Task, load_tasks, task_line
from research_agent.errors import ConfigError
from research_agent.judges.rubric import Evidence, Item, parse_rubric

texts = st.text(st.characters(blacklist_categories=("Cs",)), min_size=1).filter(str.strip)
evidence = st.builds(lambda file, quote: Evidence(file=file, quote=quote), texts, texts) | st.builds(
    lambda url, quote: Evidence(url=url, quote=quote), texts, texts
)
positive = st.builds(
    Item,
    id=texts,
    text=texts,
    weight=st.floats(0.1, 9),
    kind=st.sampled_from(["explicit", "implicit"]),
    dimension=st.just("") | texts,
    examples=st.lists(texts, max_size=2).map(tuple),
    fact=st.just("") | texts,
    evidence=st.lists(evidence, max_size=2).map(tuple),
)
flaws = st.builds(Item, id=texts, text=texts, weight=st.floats(-9, -0.1), kind=st.just("negative"), veto=st.booleans())
tasks = st.builds(
    Task,
    id=texts,
    question=texts,
    language=st.just("zh"),
    items=st.lists(positive | flaws, min_size=1, max_size=3, unique_by=lambda item: item.id).map(tuple),
    domain=st.just("") | texts,
    date=st.dates().map(str) | st.just(""),
    blocked=st.lists(texts, max_size=2).map(tuple),
)


@given(tasks)
def test_a_line_reads_back_as_the_same_task(task: Task) -> None:
    line = task_line(task)
    assert "\n" not in line
    assert parse_rubric(line, "here") == task


def test_tasks_by_id(tmp_path: Path) -> None:
    item = {"id": "i", "text": "t", "weight": 1, "kind": "explicit"}
    path = tmp_path / "tasks.jsonl"
    path.write_text(
        "\n".join(json.dumps({"id": id, "question": "?x", "language": "en", "checklist": [item]}) for id in "abc")
    )
    assert [found.id for found in load_tasks(path, only=["c", "a"])] == ["a", "c"]
    with pytest.raises(ConfigError, match="no task z"):
        load_tasks(path, only=["z"])
