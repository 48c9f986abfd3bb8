"""From a checked draft to the report: only what is used, and an honest account of what is missing."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import pytest

from research_agent.domain import (
    Branch,
    Outcome,
    Problem,
    Reading,
    Report,
    SearchAttempt,
    Section,
    Sentence,
    SubQuestion,
    SupportSummary,
    Usage,
)
from research_agent.evidence.ledger import Ledger
from research_agent.reports.assemble import assemble
from tests.reports.sample import HEIGHT, PLAN, QUOTES, REPORT, ROCK, SNOW


@dataclass(frozen=True)
class Draft:
    ledger: Ledger
    answer: tuple[Sentence, ...] = ()
    sections: tuple[Section, ...] = ()
    title: str = "A title"
    support: SupportSummary = field(default_factory=SupportSummary)
    found: tuple[str, ...] = ()


SOURCES = {source.id: source for source in REPORT.sources}
FOUND = {"1": ("1",)}


def ledger(answered: dict[str, tuple[str, ...]] | None = None) -> Ledger:
    claims = [replace(claim, sub_questions=tuple(answered or FOUND)) for claim in (HEIGHT, SNOW, ROCK)]
    return Ledger(sources=SOURCES, quotes={one.id: one for one in QUOTES}, claims={claim.id: claim for claim in claims})


def assembled(checked: Draft, branches: tuple[Branch, ...] = (), outcome: Outcome = Outcome.COMPLETE) -> Report:
    return assemble(
        question=REPORT.question,
        plan=PLAN,
        engine=REPORT.engine,
        checked=checked,
        branches=branches,
        outcome=outcome,
        problems=(),
        usage=Usage(calls=1),
        run="run",
    )


def attempt(query: str, status: Literal["found", "nothing", "failed"]) -> SearchAttempt:
    return SearchAttempt(query=query, provider="local", status=status, hits=int(status == "found"))


def test_only_used_and_disputed_claims_come_along_in_order_of_use() -> None:
    report = assembled(Draft(ledger(), answer=(Sentence(text="The rock is lower.", claims=("c3",)),)))
    assert [claim.id for claim in report.claims] == ["c3", "c1"]
    assert [quote.id for quote in report.quotes] == ["q4", "q5", "q1", "q3"]
    assert [source.id for source in report.sources] == ["s0000note", "s0000news", "s000alman"]


def test_without_a_title_the_question_is_the_title() -> None:
    assert assembled(Draft(ledger(), title="")).title == "How high is Mount Everest?"


def test_attempts_and_sources_read_are_counted_over_all_branches() -> None:
    branches = (
        Branch(sub_question="1", attempts=(attempt("a", "found"),), sources=("s1", "s2")),
        Branch(sub_question="2", attempts=(attempt("b", "nothing"),), sources=("s2",)),
    )
    report = assembled(Draft(ledger()), branches)
    assert [one.query for one in report.attempts] == ["a", "b"]
    assert report.sources_read == 2


def why(*branches: Branch, outcome: Outcome = Outcome.PARTIAL) -> str:
    """Why sub-question 2 is missing."""
    (missing,) = assembled(Draft(ledger()), branches, outcome).not_found
    assert missing.sub_question == "2"
    return missing.why


def test_nothing_found_and_failed_are_different() -> None:
    assert why(Branch(sub_question="2", attempts=(attempt("b", "nothing"),))) == "nothing_found"
    assert why(Branch(sub_question="2", attempts=(attempt("b", "failed"),))) == "search_failed"


def test_a_search_of_which_a_part_failed_does_not_claim_that_nothing_is_there() -> None:
    assert why(Branch(sub_question="2", attempts=(attempt("b", "nothing"), attempt("b", "failed")))) == "search_failed"


def test_hits_that_could_not_be_read() -> None:
    assert why(Branch(sub_question="2", attempts=(attempt("b", "found"),))) == "reading_failed"


def test_sources_that_say_nothing_about_it() -> None:
    read = Branch(
        sub_question="2", attempts=(attempt("b", "found"),), sources=("s1",), reading=Reading(sub_question="2")
    )
    assert why(read) == "not_in_sources"


def test_a_reader_stopped_by_the_budget() -> None:
    problem = Problem(stage="read", subject="2", what="The budget is spent.", kind="tokens")
    stopped = Branch(sub_question="2", attempts=(attempt("b", "found"),), sources=("s1",), problems=(problem,))
    assert why(stopped) == "budget_spent"


def test_a_branch_that_never_ran() -> None:
    assert why(outcome=Outcome.BUDGET_SPENT) == "budget_spent"


def test_all_queries_of_a_sub_question_and_its_gaps_are_told() -> None:
    branches = (
        Branch(sub_question="2", attempts=(attempt("b", "nothing"), attempt("c", "nothing"))),
        Branch(sub_question="2.1", attempts=(attempt("c", "nothing"), attempt("d", "nothing"))),
    )
    (missing,) = assembled(Draft(ledger()), branches).not_found
    assert missing.searched == ("b", "c", "d")


def test_what_a_later_round_found_is_not_missing() -> None:
    first = Reading(sub_question="2", missing=("the depth of the ice",))
    branches = (Branch(sub_question="2", reading=first, sources=("s1",)), Branch(sub_question="2.1", sources=("s1",)))
    assert assembled(Draft(ledger({"1": (), "2": (), "2.1": ()})), branches).not_found == ()
    (missing,) = assembled(Draft(ledger({"1": (), "2": ()})), branches).not_found
    assert (missing.text, missing.why) == ("the depth of the ice", "not_in_sources")


@pytest.mark.parametrize("number", ["1", "2"])
def test_a_sub_question_with_a_like_number_is_another(number: str) -> None:
    """1 is not answered by 10."""
    plan = replace(PLAN, sub_questions=(SubQuestion(id=number, text="?", queries=("q",)),))
    checked = Draft(ledger({f"{number}0": ()}))
    report = assemble(
        question=REPORT.question,
        plan=plan,
        engine=REPORT.engine,
        checked=checked,
        branches=(),
        outcome=Outcome.COMPLETE,
        problems=(),
        usage=Usage(),
        run="run",
    )
    assert [one.sub_question for one in report.not_found] == [number]
