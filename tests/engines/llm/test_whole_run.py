"""The whole graph on real documents with the oracle behind a model server on loopback, recorded and played back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from research_agent.api import replay, research
from research_agent.domain import Outcome
from research_agent.llm.fake import FakeModelServer, Received
from research_agent.llm.oracle import oracle
from research_agent.llm.profile import Mode
from research_agent.settings import Settings
from tests.support.example_documents import EXAMPLES
from tests.support.models import model_settings

QUESTION = "How high is Mount Everest, and why do the published figures differ?"


def settings_for(server: FakeModelServer, folder: Path, **more: object) -> Settings:
    return model_settings(server, documents=(str(EXAMPLES),), output=folder / "runs", **more)


async def test_a_question_is_answered_with_citations_and_played_back_offline(tmp_path: Path) -> None:
    async with FakeModelServer(oracle, supports=Mode.OBJECT) as server:
        report = await research(QUESTION, settings_for(server, tmp_path))
    assert report.outcome in {Outcome.COMPLETE, Outcome.PARTIAL}
    assert report.answer
    assert all(sentence.claims for section in report.sections for sentence in section.sentences)
    assert report.engine.name == "llm"
    assert report.usage.calls == server.calls - 1  # one request was refused: this server takes no schema
    calls = server.calls
    again = await replay(tmp_path / "runs" / report.run, output=tmp_path / "replayed")
    assert (again.answer, again.sections, again.claims) == (report.answer, report.sections, report.claims)
    assert server.calls == calls


async def test_a_chinese_question_is_asked_for_in_chinese(tmp_path: Path) -> None:
    async with FakeModelServer(oracle) as server:
        await research("珠穆朗玛峰的高度是多少？", settings_for(server, tmp_path))
    assert all("Chinese (zh)" in request.system for request in server.asked("plan") + server.asked("read"))


@pytest.mark.parametrize("broken", ["plan", "read", "write"])
async def test_no_single_stage_that_fails_loses_the_run(broken: str, tmp_path: Path) -> None:
    def answer(request: Received) -> Any:
        one_of_two = broken != "read" or "to answer: why do" in request.user
        return "I would rather not use JSON." if request.prompt == broken and one_of_two else oracle(request)

    async with FakeModelServer(answer) as server:
        report = await research(QUESTION, settings_for(server, tmp_path))
    assert report.answer
    if broken == "plan":
        assert report.plan.origin == "fallback"
    if broken == "write":
        assert any(problem.stage == "write" for problem in report.problems)
