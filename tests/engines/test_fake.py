"""The fake engine has valid defaults and says what it was asked."""

from __future__ import annotations

from datetime import date

import pytest

from research_agent.domain import Question
from research_agent.engines.base import Engine
from research_agent.engines.fake import FakeEngine
from research_agent.errors import ModelError
from research_agent.evidence.ledger import build_ledger
from tests.support.example_documents import markdown

QUESTION = Question(text="What is it?", language="en", asked=date(2026, 11, 30))
DOCUMENT = markdown("a", "# A\n\nThe first sentence has 12 words. The second has fewer.\n")


async def test_its_defaults_lead_from_a_question_to_a_draft() -> None:
    engine: Engine = FakeEngine()
    plan = await engine.plan(QUESTION)
    reading = await engine.read(QUESTION, plan.sub_questions[0], [DOCUMENT], [])
    ledger = build_ledger({DOCUMENT.source.id: DOCUMENT}, [reading])
    draft = await engine.write(QUESTION, plan, ledger, [DOCUMENT], [])
    assert draft.answer[0].text == "The first sentence has 12 words."
    assert draft.answer[0].claims
    assert (await engine.reflect(QUESTION, plan, ledger, [], 0)).next == ()
    assert await engine.repair(QUESTION, [], ledger) == ()


async def test_scripted_errors_are_raised_and_calls_are_told() -> None:
    engine = FakeEngine(plan=ModelError("No.", kind="auth"))
    with pytest.raises(ModelError):
        await engine.plan(QUESTION)
    assert engine.calls == ["plan"]
