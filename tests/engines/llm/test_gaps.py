"""What is missing is searched again in other words, and no search is made twice."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from research_agent.domain import Branch, Claim, ClaimStatus, Intent, Plan, Question, Reading, SubQuestion
from research_agent.engines.llm.gaps import canonical, find_gaps
from research_agent.evidence.ledger import Ledger
from research_agent.llm.fake import FakeModelServer
from tests.support.models import models_over

QUESTION = Question(text="Q?", language="en", asked=date(2026, 11, 30))
EMPTY = Ledger(sources={}, quotes={}, claims={})
ONE = SubQuestion(id="1", text="How high is it?", queries=("height of the mountain",))
TWO = SubQuestion(id="2", text="Who measured it?", queries=("survey team",))
PLAN = Plan(intent=Intent.FACT, sub_questions=(ONE, TWO), outline=())


def branch(name: str, *, missing: tuple[str, ...] = (), words: tuple[str, ...] = ()) -> Branch:
    return Branch(sub_question=name, reading=Reading(sub_question=name, missing=missing, other_words=words))


async def test_the_readers_words_need_no_call(tmp_path: Path) -> None:
    branches = [
        branch("1", missing=("the year",), words=("mountain height", "elevation year")),
        branch("2", missing=("x",), words=("expedition",)),
    ]
    async with FakeModelServer([]) as server, models_over(server, tmp_path) as models:
        found = await find_gaps(models, QUESTION, PLAN, EMPTY, branches, 1, 3)
    assert server.calls == 0
    assert [(sub.id, sub.text, sub.round) for sub in found] == [("1.1", "the year", 1), ("2.1", "x", 1)]
    assert "elevation year" in found[0].queries


async def test_without_words_the_model_is_asked_once_and_repeats_are_dropped(tmp_path: Path) -> None:
    reply = {"gaps": [{"gap": 1, "queries": ["The height of the mountain", "summit"]}, {"gap": 9, "queries": ["no"]}]}
    async with FakeModelServer([reply]) as server, models_over(server, tmp_path) as models:
        found = await find_gaps(models, QUESTION, PLAN, EMPTY, [branch("1"), branch("2")], 1, 3)
    assert server.calls == 1
    assert "tried: survey team" in server.requests[0].user
    (sub,) = found
    assert sub.queries == ("The height of the mountain", "summit") or sub.queries == ("summit",)
    assert canonical("height of the mountain") not in {canonical(query) for query in sub.queries}


async def test_a_later_round_looks_at_its_own_sub_questions_only(tmp_path: Path) -> None:
    child = SubQuestion(id="1.1", text="the year", queries=("elevation year",), round=1)
    plan = Plan(intent=Intent.FACT, sub_questions=(ONE, TWO, child), outline=())
    branches = [branch("1", missing=("a",), words=("b",)), branch("1.1", missing=("c",), words=("d",))]
    async with FakeModelServer([]) as server, models_over(server, tmp_path) as models:
        found = await find_gaps(models, QUESTION, plan, EMPTY, branches, 2, 5)
    assert [(sub.id, sub.queries) for sub in found] == [("1.1.1", ("d",))]


def test_the_same_words_in_another_order_are_the_same_search() -> None:
    assert canonical("Upgrade methods PostgreSQL") == canonical("postgresql upgrade method")


async def test_a_disagreement_is_asked_as_a_question_or_not_at_all(tmp_path: Path) -> None:
    def disputed(name: str, text: str, relevance: float) -> Claim:
        status = ClaimStatus.DISPUTED
        return Claim(
            id=name, text=text, sub_questions=("1", "2"), quotes=(), status=status, reason="", relevance=relevance
        )

    claims = {"a": disputed("a", "It is 8,848 metres high.", 0.9), "b": disputed("b", "It is far.", 0.5)}
    ledger = Ledger(sources={}, quotes={}, claims=claims)
    asked = {"gaps": [{"gap": 1, "question": "How high is the mountain?", "queries": ["official height survey"]}]}
    none = {"gaps": [{"gap": 1, "question": "", "queries": []}]}
    for reply, texts in ((asked, ["How high is the mountain?"]), (none, [])):
        folder = tmp_path / str(len(texts))
        folder.mkdir()
        async with FakeModelServer([reply]) as server, models_over(server, folder) as models:
            found = await find_gaps(models, QUESTION, PLAN, ledger, [], 1, 3)
        assert "sources disagree here" in server.requests[0].user
        assert "It is far" not in server.requests[0].user
        assert [sub.text for sub in found] == texts
