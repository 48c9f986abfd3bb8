"""Open, done, or given up and why."""

from __future__ import annotations

from research_agent.domain import (
    Branch,
    Claim,
    ClaimStatus,
    Intent,
    Plan,
    Quote,
    Reading,
    SearchAttempt,
    SubQuestion,
)
from research_agent.evidence.ledger import Ledger
from research_agent.nodes.todo import todo, todo_of

ONE = SubQuestion(id="1", text="How high is it?", queries=("a",))
TWO = SubQuestion(id="2", text="Who measured it?", queries=("b",))
AGAIN = SubQuestion(id="2.1", text="Which team?", queries=("c",), round=1)
PLAN = Plan(intent=Intent.FACT, sub_questions=(ONE, TWO), outline=())
HIGH = Claim(
    id="c1", text="x", quotes=("q1", "q2"), status=ClaimStatus.AGREED, reason="", sub_questions=("1",), relevance=1.0
)
QUOTES = {name: Quote(id=name, source=f"s{name}", start=0, end=1, text="x") for name in ("q1", "q2")}
LEDGER = Ledger(sources={}, quotes=QUOTES, claims={"c1": HIGH})


def branch(name: str, *missing: str, status: str = "found", sources: tuple[str, ...] = ("s",)) -> Branch:
    attempt = SearchAttempt(query="q", provider="p", status=status)  # type: ignore[arg-type]
    reading = Reading(sub_question=name, missing=missing)
    return Branch(sub_question=name, attempts=(attempt,), sources=sources, reading=reading)


def test_before_a_branch_has_ended_its_sub_question_is_open() -> None:
    assert [(item.status, item.why) for item in todo(PLAN, [], None, language="en")] == [("open", ""), ("open", "")]


def test_what_has_claims_is_done_and_what_has_none_is_given_up_with_the_reason() -> None:
    branches = [branch("1", "the year"), branch("2", status="nothing", sources=())]
    done, up = todo(PLAN, branches, LEDGER, language="en")
    assert (done.status, done.why) == ("done", "statements: 1, sources: 2; not answered: the year")
    assert (up.status, up.why) == ("given-up", "nothing was found")


def test_a_failed_search_is_no_finding() -> None:
    assert todo_of(TWO, branch("2", status="failed", sources=())).why == "the search failed"


def test_what_is_searched_again_says_as_what() -> None:
    plan = Plan(intent=Intent.FACT, sub_questions=(TWO, AGAIN), outline=())
    first, second = todo(plan, [branch("2", "the team")], LEDGER, language="zh")
    assert first.why == "读过的来源没有说明；又作为 2.1 搜索"
    assert second.status == "open"


def test_what_the_writer_found_is_not_called_unanswered() -> None:
    branches = [branch("1", "the year", "the team"), branch("2", "the month")]
    done, other = todo(PLAN, branches, LEDGER, language="en", found=("the year", "the month"))
    assert done.why == "statements: 1, sources: 2; not answered: the team"
    assert (other.status, other.why) == ("done", "found in the sources by the writer")
