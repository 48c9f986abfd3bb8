"""Whatever the planner replies becomes a plan that holds together."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain import Intent, Limits, Question
from research_agent.engines.llm.planning import make_plan, to_plan
from research_agent.engines.llm.replies import PlanReply
from research_agent.llm.fake import FakeModelServer
from research_agent.settings import Depth
from tests.support.models import models_over

TEXT = st.text("abc 中? ", min_size=1, max_size=12).filter(str.strip)
PARTS = st.lists(st.fixed_dictionaries({"text": TEXT, "queries": st.lists(TEXT, max_size=6)}), min_size=1, max_size=9)
SECTIONS = st.lists(
    st.fixed_dictionaries({"title": TEXT, "sub_questions": st.lists(st.integers(-1, 12), max_size=4)}), max_size=5
)


@given(PARTS, SECTIONS, st.text(max_size=12))
def test_a_plan_is_numbered_has_queries_and_covers_itself(parts: list, sections: list, intent: str) -> None:  # type: ignore[type-arg]
    reply = PlanReply.model_validate({"intent": intent, "sub_questions": parts, "sections": sections})
    plan = to_plan(reply, most=5)
    assert [sub.id for sub in plan.sub_questions] == [str(n) for n in range(1, min(5, len(parts)) + 1)]
    assert all(1 <= len(sub.queries) <= 4 for sub in plan.sub_questions)
    named = {name for section in plan.outline for name in section.sub_questions}
    assert named == {sub.id for sub in plan.sub_questions}


def test_intents_are_read_leniently() -> None:
    reply = PlanReply.model_validate({"intent": "How To", "sub_questions": [{"text": "a"}]})
    assert to_plan(reply, 5).intent is Intent.HOW_TO


@pytest.mark.parametrize(("language", "named"), [("zh", "Chinese (zh)"), ("en", "English (en)")])
async def test_the_planner_knows_the_day_the_language_and_the_limits(language: str, named: str, tmp_path: Path) -> None:
    question = Question(
        text="Is it still so?", language=language, asked=date(2026, 11, 30), limits=Limits(only_sites=("example.org",))
    )
    reply = {"intent": "fact", "constraints": [], "sub_questions": [{"text": "a", "queries": ["b"]}], "sections": []}
    async with FakeModelServer([reply]) as server, models_over(server, tmp_path) as models:
        plan = await make_plan(models, question, Depth.QUICK)
    (request,) = server.requests
    assert "Today is 2026-11-30" in request.user
    assert "example.org" in request.user
    assert f"in {named}" in request.system
    assert "at most 3" in request.system
    assert plan.sub_questions[0].queries == ("b",)
