"""The pattern of a claim's evidence, and the measured share that it is given."""

from __future__ import annotations

from dataclasses import replace

import pytest

from research_agent.domain import Claim, ClaimStatus, Document
from research_agent.evidence.confidence import PATTERNS, pattern_of, table, with_confidence
from research_agent.evidence.ledger import Ledger, build_ledger
from research_agent.evidence.voices import Voices
from tests.evidence.building import by_id, document, proposal, reading, said

HIGH = "The default value of shared buffers is 128 MB on most systems."
SAME = "On most systems the default value of shared buffers is 131,072 kB."
LOW = "The default value of shared buffers is 32 MB on most systems."


def page(id: str, words: str) -> Document:
    return document(id, f"{' '.join(f'{id}{n}' for n in range(90))}.\n\n{words}")


def only_claim(ledger: Ledger) -> Claim:
    (claim,) = ledger.claims.values()
    return claim


def test_one_source_and_two() -> None:
    one, other = page("a", HIGH), page("b", SAME)
    alone = only_claim(build_ledger(by_id(one), [said(("a", HIGH))]))
    both = only_claim(build_ledger(by_id(one, other), [reading(proposal(HIGH, ("a", HIGH), ("b", SAME)))]))
    assert (alone.status, both.status) == (ClaimStatus.SINGLE_SOURCE, ClaimStatus.AGREED)
    assert alone.confidence is not None
    assert both.confidence is not None
    assert 0.5 < alone.confidence < both.confidence <= 1


@pytest.mark.parametrize(("high", "sides"), [(1, {"level"}), (2, {"ahead", "behind"})])
def test_a_dispute_weighs_the_voices_of_its_first_side(high: int, sides: set[str]) -> None:
    for_it = [("a", HIGH), ("b", SAME)][:high]
    documents = by_id(*(page(id, words) for id, words in [*for_it, ("c", LOW)]))
    ledger = build_ledger(documents, [reading(proposal(HIGH, *for_it), proposal(LOW, ("c", LOW)))])
    claim = only_claim(ledger)
    assert claim.status is ClaimStatus.DISPUTED
    turned = replace(claim, positions=claim.positions[::-1])
    voices = Voices(documents)
    assert {pattern_of(one, ledger.quotes, voices) for one in (claim, turned)} == {f"disputed/{side}" for side in sides}


@pytest.mark.parametrize("status", [ClaimStatus.REFUTED, ClaimStatus.DOUBTFUL, ClaimStatus.UNCHECKED])
def test_what_was_not_measured_has_none(status: ClaimStatus) -> None:
    documents = by_id(page("a", HIGH))
    ledger = build_ledger(documents, [said(("a", HIGH))])
    claim = replace(only_claim(ledger), status=status)
    assert with_confidence(claim, ledger.quotes, Voices(documents)).confidence is None


def test_the_table_is_one_of_shares_that_rise_with_the_evidence() -> None:
    shares = [table()["patterns"][pattern]["share"] for pattern in PATTERNS]
    assert shares == sorted(shares)
    assert all(0 < share < 1 for share in shares)
    assert set(table()["patterns"]) == set(PATTERNS)
