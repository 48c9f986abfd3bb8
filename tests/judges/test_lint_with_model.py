from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from research_agent.errors import ModelError
from research_agent.judges.lint import lint_with_model
from research_agent.judges.rubric import Evidence, Item, Rubric
from research_agent.llm.fake import FakeModelServer, failing
from tests.support.models import models_over

RUBRIC = Rubric(
    id="q",
    question="Which of the three methods?",
    language="zh",
    items=(
        Item(
            id="a",
            text="Names one\nmethod",
            weight=2.0,
            kind="explicit",
            fact="It is B",
            evidence=(Evidence(url="https://example.org", quote="B is it."),),
        ),
        Item(id="b", text="Claims that all are free", weight=-2.0, kind="negative"),
    ),
)


async def found(server: FakeModelServer, folder: Path, **more: Any) -> list[tuple[str, str, str, str]]:
    async with models_over(server, folder, **more) as models:
        findings = await lint_with_model(RUBRIC, models)
    return [(one.item, one.principle, one.severity, one.message) for one in findings]


async def test_a_model_s_findings_are_warnings_in_the_order_of_the_items(tmp_path: Path) -> None:
    reply = {
        "findings": [
            {"item": 2, "principle": "Alignment", "why": "Nobody asks\nthis.", "mend": "leave it out"},
            {"item": "item 1", "principle": "unambiguity", "why": "Which method?", "mend": None},
            {"item": 3, "principle": "alignment", "why": "There is no such item."},
            {"item": 1, "principle": "beauty", "why": "There is no such principle."},
            {"item": 1, "principle": "atomicity", "why": " "},
        ]
    }
    async with FakeModelServer([reply]) as server:
        assert await found(server, tmp_path) == [
            ("a", "unambiguity", "warning", "Which method?"),
            ("b", "alignment", "warning", "Nobody asks this. Better: leave it out"),
        ]
        (request,) = server.asked("lint_rubric")
    system, user = (message["content"] for message in request.body["messages"])
    assert "in Chinese" in system
    assert "1. Names one method\n   fact: It is B\n   proved by: B is it.\n-2. Claims that all are free" in user


async def test_a_rubric_without_a_problem_has_no_finding(tmp_path: Path) -> None:
    async with FakeModelServer([{"findings": []}]) as server:
        assert await found(server, tmp_path) == []


async def test_a_model_that_fails_is_an_error_and_no_clean_bill(tmp_path: Path) -> None:
    async with FakeModelServer(lambda _: failing(400)) as server:
        with pytest.raises(ModelError):
            await found(server, tmp_path)


async def test_a_rubric_that_does_not_fit_is_an_error(tmp_path: Path) -> None:
    async with FakeModelServer() as server:
        with pytest.raises(ModelError, match="does not fit"):
            await found(server, tmp_path, context_tokens=1500)
