"""Who is cited behind a sentence: never a source that speaks against it."""

from __future__ import annotations

from dataclasses import replace

from research_agent.domain import Claim, ClaimStatus, Position, Sentence, Stance
from research_agent.reports.citations import Citations
from tests.reports.sample import REPORT, document, quote

STORY = "The lighthouse of Ostrova is haunted by its first keeper."
TOLD = document("s0000told", STORY)
DENIED = document("s00denied", f"The papers print again and again: {STORY} This is false.")
Q_TOLD = quote("q1", TOLD, STORY)
Q_DENIED = quote("q2", DENIED, f"{STORY} This is false.", stance=Stance.AGAINST)
CLAIM = Claim(
    id="c1",
    text=STORY,
    quotes=("q1", "q2"),
    status=ClaimStatus.DISPUTED,
    reason="One denies it.",
    positions=(
        Position(statement=STORY, quotes=("q1",)),
        Position(statement=f"{STORY} This is false.", quotes=("q2",)),
    ),
)
DISPUTE = replace(REPORT, claims=(CLAIM,), quotes=(Q_TOLD, Q_DENIED), sources=(TOLD.source, DENIED.source))


def cited(text: str) -> list[int]:
    return [one.number for one in Citations(DISPUTE).of_sentence(Sentence(text=text, claims=("c1",)))]


def test_a_page_that_tells_a_thing_to_deny_it_is_not_cited_for_it() -> None:
    assert cited(STORY) == [1]


def test_it_is_cited_where_it_is_quoted_with_its_denial() -> None:
    assert 2 in cited(f"{STORY} This is false.")


def test_it_is_cited_for_the_denial() -> None:
    assert 2 in cited("The lighthouse of Ostrova is not haunted by its first keeper.")
