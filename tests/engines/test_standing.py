"""Where a run stands after a round, by code."""

from __future__ import annotations

from research_agent.domain import (
    Branch,
    Claim,
    ClaimProposal,
    ClaimStatus,
    Intent,
    Plan,
    Position,
    Quote,
    Reading,
    SubQuestion,
)
from research_agent.engines.standing import KNOWN, standing, still_missing
from research_agent.evidence.ledger import Ledger

ONE = SubQuestion(id="1", text="How high is it?", queries=("height",))
TWO = SubQuestion(id="2", text="Who measured it?", queries=("survey",))
CHILD = SubQuestion(id="2.1", text="Which team?", queries=("team",), round=1)
PLAN = Plan(intent=Intent.FACT, sub_questions=(ONE, TWO), outline=())
PROPOSED = (ClaimProposal(text="x", quotes=()),)


def claim(name: str, status: ClaimStatus, *subs: str, relevance: float = 0.5) -> Claim:
    return Claim(
        id=name, text=f"Text of {name}.", quotes=(), status=status, reason="", sub_questions=subs, relevance=relevance
    )


def ledger(*claims: Claim, quotes: tuple[Quote, ...] = ()) -> Ledger:
    return Ledger(sources={}, quotes={q.id: q for q in quotes}, claims={c.id: c for c in claims})


def branch(name: str, *missing: str, proposals: tuple[ClaimProposal, ...] = ()) -> Branch:
    return Branch(sub_question=name, reading=Reading(sub_question=name, missing=missing, proposals=proposals))


def test_agreement_needs_nothing_and_one_source_only_little() -> None:
    agreed = claim("a", ClaimStatus.AGREED, "1")
    alone = claim("b", ClaimStatus.SINGLE_SOURCE, "2")
    needs = standing(PLAN, ledger(agreed, alone), [branch("1"), branch("2")]).needs
    assert [(need.kind, need.parent.id) for need in needs] == [("one-source", "2")]


def test_what_has_no_claim_comes_before_what_has_a_part_missing() -> None:
    needs = standing(PLAN, ledger(claim("a", ClaimStatus.AGREED, "1")), [branch("1", "the year"), branch("2")]).needs
    assert [(need.kind, need.text) for need in needs] == [("unanswered", "Who measured it?"), ("part", "the year")]
    assert needs[0].gain > needs[1].gain


def test_a_follow_up_answers_for_its_line() -> None:
    plan = Plan(intent=Intent.FACT, sub_questions=(ONE, TWO, CHILD), outline=())
    found = ledger(claim("a", ClaimStatus.AGREED, "1"), claim("b", ClaimStatus.AGREED, "2.1"))
    branches = [branch("1"), branch("2", "the team"), branch("2.1")]
    assert standing(plan, found, branches).needs == ()
    assert still_missing(plan, branches) == ()


def test_a_follow_up_that_looked_for_a_second_source_in_vain_leaves_nothing_missing() -> None:
    plan = Plan(intent=Intent.FACT, sub_questions=(TWO, CHILD), outline=())
    found = ledger(claim("b", ClaimStatus.SINGLE_SOURCE, "2"))
    stands = standing(plan, found, [branch("2", proposals=PROPOSED), branch("2.1", "Which team?")])
    assert [need.kind for need in stands.needs] == ["one-source"]
    assert stands.missing == ()


def test_a_dispute_of_two_sources_wants_a_third_as_far_as_it_matters() -> None:
    quotes = tuple(Quote(id=f"q{n}", source=f"s{n}", start=0, end=1, text="x") for n in range(3))

    def disputed(*ids: str, relevance: float = 1.0) -> Claim:
        from dataclasses import replace

        sides = tuple(Position(statement=f"Side {id}.", quotes=(id,)) for id in ids)
        return replace(claim("d", ClaimStatus.DISPUTED, "1", relevance=relevance), positions=sides, quotes=ids)

    two = standing(PLAN, ledger(disputed("q0", "q1"), quotes=quotes), [branch("1"), branch("2")])
    three = standing(PLAN, ledger(disputed("q0", "q1", "q2"), quotes=quotes), [branch("1"), branch("2")])
    minor = standing(PLAN, ledger(disputed("q0", "q1", relevance=0.1), quotes=quotes), [branch("1"), branch("2")])
    assert [need.text for need in two.needs if need.kind == "dispute"] == ["Side q0. Against this: Side q1."]
    assert [need for need in three.needs if need.kind == "dispute"] == []
    assert two.contradicts == three.contradicts == ("d",)
    assert minor.needs[-1].gain < two.needs[-1].gain


def test_known_is_what_holds_best_first_and_not_all_of_it() -> None:
    claims = [claim(f"s{n}", ClaimStatus.SINGLE_SOURCE, "1", relevance=n / 100) for n in range(20)]
    known = standing(
        PLAN,
        ledger(*claims, claim("a", ClaimStatus.AGREED, "1"), claim("d", ClaimStatus.DOUBTFUL, "1", relevance=1.0)),
        [],
    ).known
    assert len(known) == KNOWN
    assert known[:2] == ("Text of a.", "Text of s19.")
