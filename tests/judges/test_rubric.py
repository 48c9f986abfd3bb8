from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.errors import ConfigError
from research_agent.judges.rubric import load_rubrics, parse_rubric
from tests.support.shared_data import shared_data


def a_line(**changes: Any) -> dict[str, Any]:
    item = {"id": "q-1", "text": "Says so", "weight": 2, "kind": "explicit"}
    return {"id": "q", "question": "Why?", "language": "en", "checklist": [item], **changes}


def test_a_rubric_is_read(tmp_path: Path) -> None:
    gold = {"fact": "f", "evidence": [{"file": "a.html", "quote": "so it is"}]}
    items = [
        {"id": "q-1", "text": "Says so", "weight": 2, "kind": "explicit", "gold": gold},
        {"id": "q-2", "text": "Claims otherwise", "weight": -1, "kind": "negative"},
    ]
    path = tmp_path / "q.jsonl"
    path.write_text(json.dumps(a_line(checklist=items)) + "\n\n", encoding="utf-8")
    (rubric,) = load_rubrics(path)
    assert rubric.items[0].evidence[0].quote == "so it is"
    assert rubric.items[1].weight == -1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"id": ""}, "no `id`"),
        ({"question": 3}, "no `question`"),
        ({"checklist": []}, "no `checklist`"),
        ({"checklist": ["x"]}, "item 1: this is not a JSON object"),
        ({"checklist": [{"id": "a", "text": "b", "weight": 0, "kind": "explicit"}]}, "`weight` 0"),
        ({"checklist": [{"id": "a", "text": "b", "weight": 1, "kind": "wish"}]}, "'wish'"),
        ({"checklist": [{"id": "a", "text": "b", "weight": -1, "kind": "explicit"}]}, "flaws"),
        (
            {"checklist": [{"id": "a", "text": "b", "weight": 1, "kind": "explicit", "gold": {"evidence": "x"}}]},
            "gold.evidence",
        ),
    ],
)
def test_what_is_wrong_is_named(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_rubric(json.dumps(a_line(**changes)), "file.jsonl, line 7")
    assert "file.jsonl, line 7" in str(caught.value)
    assert words in str(caught.value)


def test_files_that_are_no_rubrics(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_rubrics(tmp_path / "missing.jsonl")
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n")
    with pytest.raises(ConfigError, match="holds no rubric"):
        load_rubrics(empty)
    twice = tmp_path / "twice.jsonl"
    twice.write_text(json.dumps(a_line()) + "\n" + json.dumps(a_line()))
    with pytest.raises(ConfigError, match="twice"):
        load_rubrics(twice)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner)))
def test_any_json_is_refused_with_a_reason(value: Any) -> None:
    with pytest.raises(ConfigError):
        parse_rubric(json.dumps(value), "here")


def test_the_development_questions_are_rubrics() -> None:
    rubrics = load_rubrics(shared_data("questions") / "dev.jsonl")
    assert len(rubrics) == 12
    assert all(item.evidence for rubric in rubrics for item in rubric.items if item.weight > 0)
