"""Relations that an engine proposes: what the rules accept and what they refuse."""

from __future__ import annotations

from research_agent.domain import ClaimStatus, Document, Relation
from research_agent.evidence.ledger import Ledger, build_ledger
from research_agent.evidence.relations import apply_relations
from tests.evidence.building import by_id, document, said

OFF = "The harbour ferry was taken out of service in 2019."
SHUT = "Since 2019 no boat of the harbour ferry has carried anybody."
RUNS = "The harbour ferry carries passengers every day of the week."
FIGURE = "The harbour ferry was taken out of service in 2021 after a fire on its pier."
OTHER = "Wheat prices climbed sharply before the harvest of that dry summer."


def ledger_of(**texts: str) -> tuple[Ledger, dict[str, Document], dict[str, str]]:
    documents = by_id(*(document(id, f"Intro. {text}") for id, text in texts.items()))
    ledger = build_ledger(documents, [said((id, text)) for id, text in texts.items()])
    ids = {ledger.quotes[claim.quotes[0]].source: claim.id for claim in ledger.claims.values()}
    return ledger, documents, ids


def test_the_same_in_other_words_becomes_one_agreed_claim() -> None:
    ledger, documents, ids = ledger_of(s1=OFF, s2=SHUT)
    assert len(ledger.claims) == 2
    joined = apply_relations(ledger, documents, [Relation(first=ids["s1"], second=ids["s2"], kind="same")])
    (claim,) = joined.claims.values()
    assert claim.status is ClaimStatus.AGREED
    assert len(claim.quotes) == 2


def test_same_is_refused_where_figures_part() -> None:
    ledger, documents, ids = ledger_of(s1=SHUT, s2=FIGURE)
    kept = apply_relations(ledger, documents, [Relation(first=ids["s1"], second=ids["s2"], kind="same")])
    assert kept.claims == ledger.claims
    assert "figures differ" in kept.refused[-1]


def test_same_is_refused_where_nothing_is_shared() -> None:
    ledger, documents, ids = ledger_of(s1=OFF, s3=OTHER)
    proposals = [Relation(first=ids["s1"], second=ids["s3"], kind="same")]
    kept = apply_relations(ledger, documents, proposals)
    assert kept.claims == ledger.claims
    assert "nothing in common" in kept.refused[-1]


def test_a_contradiction_in_other_words_becomes_a_dispute() -> None:
    ledger, documents, ids = ledger_of(s1=OFF, s2=RUNS)
    parted = apply_relations(
        ledger, documents, [Relation(first=ids["s2"], second=ids["s1"], kind="contradicts", what="x")]
    )
    (claim,) = parted.claims.values()
    assert claim.status is ClaimStatus.DISPUTED
    assert {position.statement for position in claim.positions} == {OFF, RUNS}
    assert "x" not in claim.reason.split()


def test_a_third_side_joins_a_dispute() -> None:
    ledger, documents, ids = ledger_of(s1=OFF, s2=RUNS, s3=SHUT)
    relations = [
        Relation(first=ids["s1"], second=ids["s2"], kind="contradicts"),
        Relation(first=ids["s3"], second=ids["s2"], kind="contradicts"),
    ]
    one = apply_relations(ledger, documents, relations)
    assert one == apply_relations(ledger, documents, relations[::-1])
    (claim,) = one.claims.values()
    assert len(claim.positions) == 3


def test_contradicts_is_refused_where_the_matters_differ() -> None:
    ledger, documents, ids = ledger_of(s1=OFF, s3=OTHER)
    kept = apply_relations(ledger, documents, [Relation(first=ids["s1"], second=ids["s3"], kind="contradicts")])
    assert kept.claims == ledger.claims
    assert "one matter" in kept.refused[-1]


def test_a_source_that_contradicts_itself_is_doubtful() -> None:
    both = document("s1", f"{OFF} {RUNS}")
    ledger = build_ledger(by_id(both), [said(("s1", OFF)), said(("s1", RUNS))])
    first, second = ledger.claims
    parted = apply_relations(ledger, by_id(both), [Relation(first=first, second=second, kind="contradicts")])
    (claim,) = parted.claims.values()
    assert claim.status is ClaimStatus.DOUBTFUL
    assert len(claim.positions) == 2


def test_unknown_ids_are_refused() -> None:
    ledger, documents, ids = ledger_of(s1=OFF)
    kept = apply_relations(ledger, documents, [Relation(first=ids["s1"], second="c0", kind="same")])
    assert "no such claim" in kept.refused[-1]
