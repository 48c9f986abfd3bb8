"""Every claim held against every document: further voices, rivals, and what is left alone."""

from __future__ import annotations

import time
from datetime import date

import pytest

from research_agent.domain import Block, BlockKind, Claim, ClaimStatus, Document
from research_agent.evidence.ledger import Ledger, build_ledger
from tests.evidence.building import by_id, document, file_document, said

SHARED = (
    "The reservoir above Tarnby was built between the wars to feed the mills of the lower valley. "
    "Its wall is made of granite blocks that were cut in the quarry behind the church. "
    "{fact} "
    "Every autumn the sluice is opened for a week so that the stream bed is washed clean. "
    "Visitors reach it on a narrow road that leaves the village beside the old school."
)
FACT = "The reservoir of Tarnby holds 40 million litres of water when it is full."


def pair(changed: str, **facts: str) -> tuple[dict[str, Document], Ledger]:
    """Two files of one folder that differ in one sentence; the engine chose it from the first only."""
    one = file_document("s1", SHARED.format(fact=FACT), "/docs/a.txt", title="Tarnby reservoir", **facts)
    two = file_document("s2", SHARED.format(fact=changed), "/docs/b.txt", title="Tarnby reservoir", **facts)
    documents = by_id(one, two)
    return documents, build_ledger(documents, [said(("s1", FACT))])


def only(ledger: Ledger) -> Claim:
    (claim,) = ledger.claims.values()
    return claim


@pytest.mark.parametrize(
    "changed",
    [
        FACT.replace("40", "45"),
        FACT.replace("40 million", "four million"),
        FACT.replace("holds", "does not hold"),
        FACT.replace("Tarnby", "Ulvik"),
        FACT.replace("The reservoir of Tarnby holds", "The reservoir of Tarnby holds at most"),
        "When it is full, 52 million litres of water are held by the reservoir of Tarnby.",
    ],
)
def test_the_other_side_is_found_though_no_engine_chose_it(changed: str) -> None:
    claim = only(pair(changed)[1])
    assert claim.status is ClaimStatus.DISPUTED
    assert {position.statement for position in claim.positions} == {FACT, changed}
    assert all(position.quotes for position in claim.positions)


@pytest.mark.parametrize(
    "told",
    [
        FACT,
        FACT.replace("40 million", "40,000,000"),
        FACT.replace("40 million litres", "forty million litres"),
        "When it is full the reservoir of Tarnby contains 40 million litres of water.",
        "Full, the reservoir at Tarnby stores about 40 million litres.",
    ],
)
def test_what_says_the_same_is_no_dispute(told: str) -> None:
    claim = only(pair(told)[1])
    assert claim.status is ClaimStatus.SINGLE_SOURCE


def test_a_further_source_is_quoted_and_makes_agreement() -> None:
    one = document("s1", f"Lakes of the north. {FACT} It was filled twice.")
    told = "When it is full, the reservoir of Tarnby holds 40,000,000 litres of water, says the survey."
    two = document("s2", f"Notes on how the valley towns got their supply. {told} The mills have long gone.")
    ledger = build_ledger(by_id(one, two), [said(("s1", FACT))])
    claim = only(ledger)
    assert {ledger.quotes[id].source for id in claim.quotes} == {"s1", "s2"}
    assert claim.status is ClaimStatus.AGREED


def test_another_things_figure_is_no_rival() -> None:
    one = document("s1", "The option --idle-timeout closes idle sessions after 30 seconds of silence.")
    two = document("s2", "The option --lock-timeout closes waiting sessions after 60 seconds of silence.")
    ledger = build_ledger(by_id(one, two), [said(("s1", one.text))])
    assert only(ledger).status is ClaimStatus.SINGLE_SOURCE


def test_two_people_with_one_name_are_not_in_dispute() -> None:
    one = document("s1", "John Hale the painter was born in Leeds in 1851.", title="John Hale, painter")
    two = document("s2", "John Hale the geologist was born in Perth in 1912.", title="John Hale, geologist")
    ledger = build_ledger(by_id(one, two), [said(("s1", one.text))])
    assert only(ledger).status is ClaimStatus.SINGLE_SOURCE


def test_versions_of_one_work_carry_their_version_and_are_no_dispute() -> None:
    one = file_document("s1", SHARED.format(fact=FACT), "/docs/m-1/a.txt", work="Manual", version="1.0")
    changed = SHARED.format(fact=FACT.replace("40", "45"))
    two = file_document("s2", changed, "/docs/m-2/a.txt", work="Manual", version="2.0")
    claim = only(build_ledger(by_id(one, two), [said(("s1", FACT))]))
    assert claim.status is ClaimStatus.SINGLE_SOURCE
    assert ("version", "1.0") in {(each.kind, each.value) for each in claim.qualifiers}


def test_a_difference_on_what_is_asked_is_a_claim_though_nothing_was_chosen() -> None:
    documents, _ = pair(FACT.replace("40", "45"))
    ledger = build_ledger(documents, [], asked={"1": "How many litres of water does the reservoir of Tarnby hold?"})
    claim = only(ledger)
    assert claim.status is ClaimStatus.DISPUTED
    assert claim.sub_questions == ("1",)
    assert not build_ledger(documents, [], asked={"1": "Who paints boats in Ulvik?"}).claims


def test_the_newer_side_is_taken_for_now_and_both_are_dated() -> None:
    one = file_document("s1", SHARED.format(fact=FACT), "/d/a.txt", published=date(2009, 5, 1))
    two = file_document("s2", SHARED.format(fact=FACT.replace("40", "45")), "/d/b.txt", published=date(2021, 5, 1))
    claim = only(build_ledger(by_id(one, two), [said(("s1", FACT))]))
    assert [position.since for position in claim.positions] == [date(2021, 5, 1), date(2009, 5, 1)]
    assert "newer" in claim.reading


def test_a_statement_that_is_quoted_to_be_denied_is_no_support() -> None:
    page = document(
        "s1", f"Some brochures still print an old figure. {FACT} This claim is false. It was never measured."
    )
    claim = only(build_ledger(by_id(page), [said(("s1", FACT))]))
    assert claim.status is ClaimStatus.REFUTED
    other = document("s2", f"A guide to the valley. {FACT} Bring good shoes.")
    both = only(build_ledger(by_id(page, other), [said(("s2", FACT))]))
    assert both.status is ClaimStatus.DISPUTED


def test_false_by_default_is_no_rebuttal() -> None:
    page = document("s1", "The flag follow_links resolves links before files are copied. This is false by default.")
    text = "The flag follow_links resolves links before files are copied."
    assert only(build_ledger(by_id(page), [said(("s1", text))])).status is ClaimStatus.SINGLE_SOURCE


def test_a_source_that_contradicts_itself_is_doubtful_with_both_quotes() -> None:
    page = document("s1", f"{FACT} The wall is old. {FACT.replace('40', '45')}")
    claim = only(build_ledger(by_id(page), [said(("s1", FACT), ("s1", FACT.replace("40", "45")))]))
    assert claim.status is ClaimStatus.DOUBTFUL
    assert len(claim.positions) == 2
    assert "contradicts itself" in claim.reason


def test_hearsay_alone_is_doubtful() -> None:
    text = "The bridge at Ulvik will reportedly be closed for two years."
    claim = only(build_ledger(by_id(document("s1", text)), [said(("s1", text))]))
    assert claim.status is ClaimStatus.DOUBTFUL


def test_a_row_under_another_key_is_no_rival() -> None:
    def table(id: str, value: str) -> Document:
        rows = ["option | limit in MB", f"cache_size | {value}", "stack_size | 64"]
        text = "\n".join(rows)
        spans = [(0, len(rows[0])), (len(rows[0]) + 1, len(rows[0]) + 1 + len(rows[1]))]
        spans.append((spans[1][1] + 1, len(text)))
        blocks = tuple(Block(a, b, BlockKind.ROW, int(at == 0)) for at, (a, b) in enumerate(spans))
        return Document(source=document(id, text).source, text=text, blocks=blocks)

    one, two = table("s1", "128"), table("s2", "256")
    ledger = build_ledger(by_id(one, two), [said(("s1", "stack_size | 64"))])
    assert only(ledger).status is not ClaimStatus.DISPUTED


def test_a_claim_with_fifty_quotes_stays_fast() -> None:
    documents = [document(f"s{n}", SHARED.format(fact=FACT) + f" Page {n} ends here.") for n in range(50)]
    began = time.process_time()
    ledger = build_ledger(by_id(*documents), [said((f"s{n}", FACT)) for n in range(50)])
    assert time.process_time() - began < 5
    assert len(only(ledger).reason) < 1000
