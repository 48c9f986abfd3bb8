"""After a round the verifier is asked once, shortly, and only where something is missing or disputed."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from research_agent.domain import Branch, Claim, ClaimStatus, Intent, Plan, Position, Question, Reading, SubQuestion
from research_agent.engines.llm.reflecting import think
from research_agent.evidence.ledger import Ledger
from research_agent.llm.fake import FakeModelServer
from research_agent.llm.tokens import estimate
from tests.support.models import models_over

QUESTION = Question(text="How high is the mountain, and who measured it?", language="en", asked=date(2026, 11, 30))
ONE = SubQuestion(id="1", text="How high is it?", queries=("height of the mountain",))
TWO = SubQuestion(id="2", text="Who measured it?", queries=("survey team",))
PLAN = Plan(intent=Intent.FACT, sub_questions=(ONE, TWO), outline=())
HIGH = Claim(
    id="c1",
    text="It is 8,848 m high.",
    quotes=(),
    status=ClaimStatus.AGREED,
    reason="",
    sub_questions=("1",),
    relevance=0.9,
)
LEDGER = Ledger(sources={}, quotes={}, claims={"c1": HIGH})


def branch(name: str, *, missing: tuple[str, ...] = (), words: tuple[str, ...] = ()) -> Branch:
    return Branch(sub_question=name, reading=Reading(sub_question=name, missing=missing, other_words=words))


async def test_the_model_says_what_is_known_and_missing_and_what_to_search(tmp_path: Path) -> None:
    step = {"sub_question": "2", "question": "Who measured the mountain?", "queries": ["expedition"], "gain": 0.7}
    reply = {"known": ["It is 8,848 m high."], "missing": ["Who measured it?"], "next": [step | {"way": "other term"}]}
    async with FakeModelServer([reply]) as server, models_over(server, tmp_path) as models:
        found = await think(
            models, QUESTION, PLAN, LEDGER, [branch("1"), branch("2", missing=("Who?",), words=("surveyors",))], 0, 2
        )
    shown = server.requests[0].user
    assert "found (several sources): It is 8,848 m high." in shown
    assert "missing: Who?" in shown
    assert "tried: survey team" in shown
    assert "words of its reader: surveyors" in shown
    assert found.known == ("It is 8,848 m high.",)
    assert found.missing == ("Who measured it?",)
    (next,) = found.next
    assert (next.sub_question, next.way, next.gain) == ("2", "other-term", 0.7)
    assert next.queries == ("expedition", "surveyors")


async def test_where_nothing_is_missing_nobody_is_asked(tmp_path: Path) -> None:
    plan = Plan(intent=Intent.FACT, sub_questions=(ONE,), outline=())
    async with FakeModelServer([]) as server, models_over(server, tmp_path) as models:
        found = await think(models, QUESTION, plan, LEDGER, [branch("1")], 0, 2)
    assert server.calls == 0
    assert found.next == ()
    assert found.known == ("It is 8,848 m high.",)


async def test_a_dispute_is_put_to_the_model_once(tmp_path: Path) -> None:
    sides = (Position(statement="It is 8,848 m high.", quotes=()), Position(statement="It is 8,844 m high.", quotes=()))
    disputed = Claim(
        id="c9", text="x", quotes=(), status=ClaimStatus.DISPUTED, reason="", sub_questions=("1",), positions=sides
    )
    ledger = Ledger(sources={}, quotes={}, claims={"c9": disputed})
    plan = Plan(intent=Intent.FACT, sub_questions=(ONE,), outline=())
    step = {"sub_question": "1", "question": "How high?", "queries": ["official survey"], "gain": 0.4}
    async with FakeModelServer([{"next": [step]}]) as server, models_over(server, tmp_path) as models:
        first = await think(models, QUESTION, plan, ledger, [branch("1")], 0, 2)
        second = await think(models, QUESTION, plan, ledger, [branch("1")], 1, 2)
    assert "8,848 m high. Against this: It is 8,844" in server.requests[0].user
    assert first.contradicts == ("c9",)
    assert [step.text for step in first.next] == ["How high?"]
    assert second.next == ()
    assert server.calls == 1


async def test_a_step_without_words_is_none_and_an_unknown_way_is_new(tmp_path: Path) -> None:
    steps = [
        {"sub_question": "2", "question": "Who?", "queries": []},
        {"sub_question": "7", "question": "Else?", "queries": ["b"], "way": "sideways", "gain": "80%"},
    ]
    async with FakeModelServer([{"next": steps}]) as server, models_over(server, tmp_path) as models:
        found = await think(models, QUESTION, PLAN, LEDGER, [branch("1")], 0, 2)
    assert [(step.text, step.way, step.gain) for step in found.next] == [("Else?", "new", 0.8)]


async def test_the_prompt_stays_below_its_bound(tmp_path: Path) -> None:
    """Eight sub-questions with forty long claims each: at most 4,000 tokens are asked."""
    subs = tuple(
        SubQuestion(id=str(n), text=f"What is {n}? " * 5, queries=tuple(f"query {n} {q} words" for q in range(4)))
        for n in range(1, 9)
    )
    claims = {
        f"c{n}.{k}": Claim(
            id=f"c{n}.{k}",
            text=f"Statement {k} of {n}. " * 20,
            quotes=(),
            status=ClaimStatus.AGREED,
            reason="",
            sub_questions=(n,),
        )
        for n in map(str, range(1, 9))
        for k in range(40)
    }
    ledger = Ledger(sources={}, quotes={}, claims=claims)
    plan = Plan(intent=Intent.FACT, sub_questions=subs, outline=())
    branches = [branch(sub.id, missing=("What else? " * 8,), words=("a b c d", "e f g")) for sub in subs]
    async with FakeModelServer([{}]) as server, models_over(server, tmp_path) as models:
        await think(models, QUESTION, plan, ledger, branches, 0, 4)
    (request,) = server.requests
    assert estimate(request.system + request.user) <= 4_000
