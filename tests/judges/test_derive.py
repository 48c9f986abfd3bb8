"""A checklist from the question: by a model, and without one from the plan's demands."""

from __future__ import annotations

from pathlib import Path

import pytest

from research_agent.domain import Constraint
from research_agent.errors import ModelError
from research_agent.judges.derive import derive_rubric
from research_agent.llm.fake import FakeModelServer
from tests.support.models import models_over

QUESTION = "Which of A and B is cheaper, in at most 300 words?"
DEMANDS = (
    Constraint(kind="side", text="A"),
    Constraint(kind="side", text="B"),
    Constraint(kind="form", text="at most 300 words"),
    Constraint(kind="side", text=" A "),
)


async def test_a_model_writes_items_and_code_makes_them_valid(tmp_path: Path) -> None:
    reply = {
        "items": [
            {"text": "States the cost\nof A", "kind": "explicit", "weight": 9, "dimension": "information_completeness"},
            {"text": "Names the date of the prices", "kind": "Implicit", "weight": "2", "dimension": "style"},
            {"text": "States the cost of A", "kind": "explicit", "weight": 1, "dimension": ""},
            {
                "text": "Compares prices of different years",
                "kind": "negative",
                "weight": -4,
                "dimension": "content_depth",
            },
            *({"text": f"More {n}", "kind": "odd", "weight": None, "dimension": ""} for n in range(20)),
        ]
    }
    async with FakeModelServer([reply]) as server, models_over(server, tmp_path) as models:
        rubric = await derive_rubric(QUESTION, "en", DEMANDS, models)
        assert QUESTION in server.requests[0].user
        assert "- at most 300 words" in server.requests[0].user
    assert (rubric.id, rubric.question, rubric.language) == ("derived", QUESTION, "en")
    assert [(item.id, item.text, item.kind, item.weight, item.dimension) for item in rubric.items[:4]] == [
        ("d01", "States the cost of A", "explicit", 5.0, "information_completeness"),
        ("d02", "Names the date of the prices", "implicit", 2.0, ""),
        ("d03", "Compares prices of different years", "negative", -4.0, "content_depth"),
        ("d04", "More 0", "explicit", 3.0, ""),
    ]
    assert len(rubric.items) == 10


async def test_without_a_model_each_demand_is_an_item() -> None:
    rubric = await derive_rubric(QUESTION, "en", DEMANDS, None)
    assert [(item.text, item.dimension) for item in rubric.items] == [
        ("Meets the question's demand: A", "information_completeness"),
        ("Meets the question's demand: B", "information_completeness"),
        ("Keeps to the form asked for: at most 300 words", "requirement_fitness"),
    ]
    assert all(item.kind == "explicit" and item.weight > 0 for item in rubric.items)


async def test_a_question_without_demands_is_its_own_item() -> None:
    (item,) = (await derive_rubric("什么是潮汐？", "zh-Hans", (), None)).items
    assert item.text == "回答了：什么是潮汐？"


async def test_a_model_without_a_checklist_is_an_error(tmp_path: Path) -> None:
    async with FakeModelServer([{"items": []}] * 3) as server, models_over(server, tmp_path) as models:
        with pytest.raises(ModelError, match="derive_rubric"):
            await derive_rubric(QUESTION, "en", DEMANDS, models)
