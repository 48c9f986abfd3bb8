"""Sides of a dispute are printed: their words are supported by their own quotes, or are these."""

from __future__ import annotations

from research_agent.domain import Claim, ClaimStatus, Relation
from research_agent.evidence.ledger import build_ledger
from research_agent.evidence.relations import apply_relations
from tests.evidence.building import by_id, document, proposal, reading

HIGH = "The lighthouse of Ostrova is 42 metres high."
LOW = "The lighthouse of Ostrova is 41 metres high."
OFF = "The harbour ferry was taken out of service in 2019."
RUNS = "The harbour ferry carries passengers every day of the week."


def disputed(first: str, second: str, one: str, other: str, *relations: str) -> Claim:
    """The dispute between two sources that say ``one`` and ``other``, of which an engine made two claims."""
    documents = by_id(document("s1", f"Intro. {one}"), document("s2", f"Intro. {other}"))
    ledger = build_ledger(documents, [reading(proposal(first, ("s1", one)), proposal(second, ("s2", other)))])
    if relations:
        a, b = ledger.claims
        ledger = apply_relations(ledger, documents, [Relation(first=a, second=b, kind="contradicts")])
    (claim,) = [claim for claim in ledger.claims.values() if claim.positions]
    assert claim.status is ClaimStatus.DISPUTED
    return claim


def test_words_that_the_quotes_support_stay() -> None:
    claim = disputed("The Ostrova lighthouse is 42 metres high.", LOW, HIGH, LOW)
    assert {side.statement for side in claim.positions} == {"The Ostrova lighthouse is 42 metres high.", LOW}


def test_words_that_the_quotes_do_not_support_give_way_to_the_quotes() -> None:
    invented = "The lighthouse of Ostrova, measured by Frobnicate, is 42 metres high."
    claim = disputed(invented, LOW, HIGH, LOW)
    assert {side.statement for side in claim.positions} == {HIGH, LOW}
    assert "Frobnicate" not in claim.text + claim.reason + claim.reading


def test_a_dispute_that_an_engine_saw_quotes_nobody_with_its_own_words() -> None:
    invented = "The harbour ferry was taken out of service by Captain Frobnicate in 2019."
    claim = disputed(invented, RUNS, OFF, RUNS, "contradicts")
    assert {side.statement for side in claim.positions} == {OFF, RUNS}
    assert "Frobnicate" not in claim.text + claim.reason + claim.reading
