"""The ledger: what becomes a claim, what is refused, and what does not depend on the order of work."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from research_agent.domain import ClaimProposal, ClaimStatus, QuoteProposal, Stance
from research_agent.evidence.ledger import build_ledger, extend
from tests.evidence.building import by_id, document, file_document, proposal, reading, said

ONE = "The default value of shared buffers is 128 MB on most systems."
TWIN = "The default value of shared buffers is 131,072 kB on most systems."
OTHER = "On most systems the default value of shared buffers is 32 MB."
A = document("s1", f"Intro. {ONE} End.", published=date(2020, 1, 1))
B = document("s2", f"{TWIN} More text follows here.")
C = document("s3", f"Something else. {OTHER}", published=date(2005, 1, 1))


def test_a_claim_keeps_its_verbatim_quote() -> None:
    ledger = build_ledger(by_id(A), [said(("s1", ONE))])
    (claim,) = ledger.claims.values()
    (quote,) = ledger.quotes.values()
    assert A.text[quote.start : quote.end] == quote.text == ONE
    assert claim.quotes == (quote.id,)
    assert claim.status is ClaimStatus.SINGLE_SOURCE
    assert "Title of s1 (2020)" in claim.reason


def test_claims_that_say_the_same_in_other_units_become_one_agreed_claim() -> None:
    ledger = build_ledger(by_id(A, B), [said(("s1", ONE)), said(("s2", TWIN), sub_question="2")])
    (claim,) = ledger.claims.values()
    assert claim.status is ClaimStatus.AGREED
    assert claim.sub_questions == ("1", "2")
    assert len(claim.quotes) == 2


def test_claims_that_differ_become_one_dispute_with_positions_and_dates() -> None:
    ledger = build_ledger(by_id(A, B, C), [said(("s1", ONE), ("s2", TWIN), ("s3", OTHER))])
    (claim,) = ledger.claims.values()
    assert claim.status is ClaimStatus.DISPUTED
    assert [position.statement for position in claim.positions] == [ONE, OTHER]
    assert len(claim.positions[0].quotes) == 2
    assert "(2005)" in claim.reason
    assert "32 MB" in claim.reason


def test_two_versions_that_differ_are_two_claims_with_their_versions() -> None:
    old = file_document("s4", ONE, "/docs/manual-13/a.html", work="Manual", version="13")
    new = file_document("s5", OTHER, "/docs/manual-15/a.html", work="Manual", version="15")
    ledger = build_ledger(by_id(old, new), [said(("s4", ONE), ("s5", OTHER))])
    assert [claim.status for claim in ledger.claims.values()] == [ClaimStatus.SINGLE_SOURCE] * 2
    assert {q.value for claim in ledger.claims.values() for q in claim.qualifiers if q.kind == "version"} == {
        "13",
        "15",
    }


def test_sources_that_speak_of_their_own_versions_do_not_differ() -> None:
    words = "Version {} contains a number of changes that may affect compatibility with previous releases."
    old = file_document("s4", words.format(13), "/docs/13/a.html", title="Release 13", version="13.16")
    new = file_document("s5", words.format(17), "/docs/17/a.html", title="Release 17", version="17.12")
    ledger = build_ledger(by_id(old, new), [said(("s4", old.text), ("s5", new.text))])
    assert [claim.status for claim in ledger.claims.values()] == [ClaimStatus.SINGLE_SOURCE] * 2


def test_what_cannot_be_located_is_refused_with_the_reason() -> None:
    ledger = build_ledger(
        by_id(A),
        [
            reading(
                proposal("Invented.", ("s1", "these words stand nowhere in it")),
                proposal("No source.", ("s9", "x")),
                ClaimProposal(text="Empty.", quotes=(QuoteProposal(source="s1", span=(5, 6)),)),
                ClaimProposal(text="Outside.", quotes=(QuoteProposal(source="s1", span=(5, 10_000)),)),
                ClaimProposal(text="Nothing.", quotes=(QuoteProposal(source="s1"),)),
            )
        ],
    )
    assert not ledger.claims
    text = "\n".join(ledger.refused)
    for words in (
        "is not in its text",
        "was not read",
        "lies outside",
        "is empty",
        "neither words nor a span",
        "“Invented.”",
    ):
        assert words in text


def test_a_whole_page_is_no_quote() -> None:
    long = document("s1", "word " * 1000)
    ledger = build_ledger(
        by_id(long), [reading(ClaimProposal(text="x", quotes=(QuoteProposal(source="s1", span=(0, 4999)),)))]
    )
    assert not ledger.claims
    assert "longer than" in " ".join(ledger.refused)


def test_a_quote_that_leaves_words_out_becomes_its_parts() -> None:
    page = document(
        "s1", "The first part of the sentence stands here, much is between, and the last part stands there."
    )
    words = "The first part of the sentence ... and the last part stands there."
    ledger = build_ledger(by_id(page), [reading(proposal("Parts.", ("s1", words)))])
    assert sorted(q.text for q in ledger.quotes.values()) == [
        "The first part of the sentence",
        "and the last part stands there.",
    ]


def test_repeated_words_are_quoted_where_the_span_says() -> None:
    page = document("s1", "It is so. " * 4)
    spans = [(0, 9), (20, 29)]
    readings = [
        reading(ClaimProposal(text="It is so.", quotes=(QuoteProposal(source="s1", span=s, text="It is so."),)))
        for s in spans
    ]
    ledger = build_ledger(by_id(page), readings)
    assert sorted(q.start for q in ledger.quotes.values()) == [0, 20]


def test_pages_are_numbered_from_one() -> None:
    pdf = document("s1", "Page one. Page two says more.", pages=(0, 10))
    ledger = build_ledger(by_id(pdf), [said(("s1", "Page two says more."), ("s1", "Page one."))])
    assert {quote.text: quote.page for quote in ledger.quotes.values()} == {"Page two says more.": 2, "Page one.": 1}


def test_a_quote_against_makes_a_dispute() -> None:
    against = QuoteProposal(source="s2", text=TWIN, stance=Stance.AGAINST)
    first = proposal("The value is small.", ("s1", ONE))
    ledger = build_ledger(by_id(A, B), [reading(replace(first, quotes=(*first.quotes, against)))])
    (claim,) = ledger.claims.values()
    assert claim.status is ClaimStatus.DISPUTED
    assert len(claim.positions) == 2


def test_claims_stand_in_order_of_sub_question_then_relevance() -> None:
    page = document("s1", "Alpha beats bravo. Charlie likes delta. Echo meets foxtrot.")
    readings = [
        reading(proposal("Alpha beats bravo.", ("s1", "Alpha beats bravo.")), sub_question="10"),
        reading(
            proposal("Charlie likes delta.", ("s1", "Charlie likes delta."), relevance=0.1),
            proposal("Echo meets foxtrot.", ("s1", "Echo meets foxtrot."), relevance=0.9),
            sub_question="2.1",
        ),
    ]
    ledger = build_ledger(by_id(page), readings)
    assert [claim.text[:4] for claim in ledger.claims.values()] == ["Echo", "Char", "Alph"]


@settings(max_examples=25)
@given(st.permutations(range(6)))
def test_the_order_of_work_changes_nothing(order: list[int]) -> None:
    statements = [
        ("s1", ONE),
        ("s2", TWIN),
        ("s3", OTHER),
        ("s1", "Intro."),
        ("s3", "Something else."),
        ("s2", "More text follows here."),
    ]
    readings = [said(statement, sub_question=str(at + 1)) for at, statement in enumerate(statements)]
    assert build_ledger(by_id(C, A, B), [readings[at] for at in order]) == build_ledger(by_id(A, B, C), readings)


def test_a_claim_with_fifty_quotes() -> None:
    documents = [document(f"s{n}", f"Page {n}. {ONE}") for n in range(50)]
    ledger = build_ledger(by_id(*documents), [said((f"s{n}", ONE)) for n in range(50)])
    (claim,) = ledger.claims.values()
    assert len(claim.quotes) == 50
    assert claim.status is ClaimStatus.SINGLE_SOURCE  # the very same sentence: somebody copied
    assert len(claim.reason) < 1000


def test_extend_makes_a_claim_for_a_quote_and_finds_the_one_that_exists() -> None:
    ledger = build_ledger(by_id(A), [said(("s1", ONE))])
    known = next(iter(ledger.claims))
    bigger, ids = extend(
        ledger, by_id(A, B), [QuoteProposal(source="s1", text=ONE), QuoteProposal(source="s2", text=TWIN)]
    )
    assert ids[0] == known
    assert bigger.claims[ids[1]].text == TWIN
    assert "s2" in bigger.sources
    same, none = extend(ledger, by_id(A), [QuoteProposal(source="s1", text="words that stand nowhere")])
    assert none == ()
    assert same.refused
