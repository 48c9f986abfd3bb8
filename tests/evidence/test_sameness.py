"""Which claims are one: those that say the same, or the same and something besides; never those that part."""

from __future__ import annotations

import pytest

from research_agent.domain import ClaimProposal, ClaimStatus, Qualifier, QuoteProposal
from research_agent.evidence.ledger import build_ledger, extend
from research_agent.evidence.sameness import compatible, same_claim
from tests.evidence.building import by_id, document, reading, said

ONE = "The dam was closed in 1962, and the lake behind it is 74 m deep."


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (ONE, "The lake behind the dam, which was closed in 1962, is 74 m deep."),
        (
            "The council announced on 3 May 2021 that the tram line will be 12 km long.",
            "On 3 May 2021 the council said that the tram line will be 12 km long.",
        ),
        ("The service keeps backups for 30 days and deletes them.", "The service keeps backups for 30 days."),
        (
            "In the survey of 1998 the glacier was 310 m thick over 12 km, with an error of 5 m.",
            "In the survey of 1998 the thickness of the glacier over 12 km was 310 m, with an error of 5 m.",
        ),
        (
            "Tables can be restored by their owner; because policies are not checked, superusers see all rows.",
            "Tables can be restored by their owner; superusers see all rows.",
        ),
        (
            "该水库建成于1962年，最深处为74米，面积为18平方公里。",
            "该水库最深处为74米，面积为18平方公里，建成于1962年。",
        ),
    ],
)
def test_the_same_in_other_words(first: str, second: str) -> None:
    assert same_claim(first, second)
    assert same_claim(second, first)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (ONE, "The dam was closed in 1962, and the lake behind it is 75 m deep."),
        (ONE, "The dam was not closed in 1962, and the lake behind it is 74 m deep."),
        ("Clone mode keeps the old cluster usable after it.", "Link mode keeps the old cluster usable after it."),
        ("Norway measured the glacier in 1998 near the lake.", "Sweden measured the glacier in 1998 near the lake."),
        ("In May Norway measured the long glacier.", "In May Sweden measured the long glacier."),
        ("The tool removes old files of the server.", "The tool removes old files of the server if it is idle."),
        ("Signatures with SHA-256 are accepted here now.", "Signatures with SHA-1 are accepted here now."),
        ("The value is only visible to administrators.", "The value is not only visible to administrators."),
        ("The value is shown after the restart of the server.", "The value is shown before the restart of the server."),
        ("旧集群可以在升级之后继续使用。", "旧集群不可以在升级之后继续使用。"),
    ],
)
def test_what_parts_two_claims(first: str, second: str) -> None:
    assert not same_claim(first, second)
    assert not same_claim(second, first)


def test_limits_that_exclude_each_other_part_claims() -> None:
    old, new = Qualifier(kind="version", value="13.16"), Qualifier(kind="version", value="17.12")
    assert not compatible((old,), (new,))
    assert compatible((old,), ())
    assert compatible((old,), (Qualifier(kind="version", value="13.16 documentation"),))
    assert compatible((old,), (Qualifier(kind="scope", value="17.12"),))


SHORT = "The service keeps backups for 30 days."
LONG = "All backups are kept by the service for 30 days and deleted by it."


def test_sources_that_say_it_in_other_words_agree_on_what_both_say() -> None:
    one, two = document("s1", SHORT), document("s2", f"Intro. {LONG}")
    wide = "The service keeps backups for 30 days and deletes them."
    proposals = (
        ClaimProposal(text=wide, quotes=(QuoteProposal(source="s2", text=LONG),), relevance=0.9),
        ClaimProposal(text=SHORT, quotes=(QuoteProposal(source="s1", text=SHORT),), relevance=0.5),
    )
    (claim,) = build_ledger(by_id(one, two), [reading(*proposals)]).claims.values()
    assert (claim.text, claim.status, claim.relevance) == (SHORT, ClaimStatus.AGREED, 0.9)


def test_of_one_source_the_fullest_text_stays() -> None:
    source = document("s2", f"Intro. {LONG}")
    wide = "The service keeps backups for 30 days and deletes them."
    proposals = [ClaimProposal(text=text, quotes=(QuoteProposal(source="s2", text=LONG),)) for text in (SHORT, wide)]
    (claim,) = build_ledger(by_id(source), [reading(*proposals)]).claims.values()
    assert (claim.text, claim.status) == (wide, ClaimStatus.SINGLE_SOURCE)


def test_a_quote_within_a_quote_of_a_claim_makes_no_new_claim() -> None:
    source = document("s1", f"Intro. {ONE} {SHORT}")
    ledger = build_ledger(by_id(source), [said(("s1", f"{ONE} {SHORT}"))])
    extended, ids = extend(ledger, by_id(source), [QuoteProposal(source="s1", text=SHORT)])
    assert list(extended.claims) == list(ledger.claims) == list(ids)
    outside, made = extend(ledger, by_id(source), [QuoteProposal(source="s1", text=f"Intro. {ONE}")])
    assert len(outside.claims) == 2
    assert set(made).isdisjoint(ledger.claims)
