"""A fact is told once in the sections; the answer is read by itself."""

from __future__ import annotations

import pytest

from research_agent.domain import Sentence, SentenceKind
from research_agent.reports.repetition import repeated
from tests.reports.test_checking import BUFFERS, LEDGER, RESTART

FIRST = "The default size of the shared buffers is 128 MB on most systems."


def said(text: str, claim: str = BUFFERS, kind: SentenceKind = SentenceKind.TEXT) -> Sentence:
    return Sentence(text=text, claims=(claim,), kind=kind)


def found(*sentences: tuple[str, Sentence]) -> tuple[str, ...]:
    return repeated(dict(sentences), LEDGER)


@pytest.mark.parametrize(
    "again",
    [
        FIRST,
        "On most systems the default size of the shared buffers is 128 MB.",
    ],
)
def test_a_fact_that_is_told_again_in_a_section_is_a_repetition(again: str) -> None:
    assert found(("0/0", said(FIRST)), ("1/3", said(again))) == ("1/3",)


@pytest.mark.parametrize(
    "again",
    [
        "The default size of the shared buffers is 256 MB on most systems.",
        "The default size of the shared buffers is not 128 MB on most systems.",
        "The default size of the PostgreSQL shared buffers is 128 MB on most systems.",
        "The default size of the shared queues is 128 MB on most systems.",
        "The default size of the shared buffers suits small machines and hurts large warehouses.",
        "Shared buffers differ.",
    ],
)
def test_a_sentence_that_brings_something_of_its_own_is_none(again: str) -> None:
    assert found(("0/0", said(FIRST)), ("1/3", said(again))) == ()


def test_sentences_on_other_grounds_are_no_repetition() -> None:
    assert found(("0/0", said(FIRST)), ("1/0", said("The default size of shared buffers is 128 MB.", RESTART))) == ()


def test_a_section_may_unfold_what_the_answer_says_but_not_copy_it() -> None:
    alike = said("On most systems the default size of the shared buffers is 128 MB.")
    assert found(("0/0", said(FIRST)), ("0/1", alike)) == ("0/1",)
    assert found(("answer/0", said(FIRST)), ("0/0", alike)) == ()
    assert found(("answer/0", said(FIRST)), ("0/0", said(FIRST))) == ("0/0",)


def test_rows_of_two_tables_may_agree() -> None:
    row = Sentence(cells=("shared buffers", "128 MB"), kind=SentenceKind.ROW, claims=(BUFFERS,))
    assert found(("0/0", row), ("1/0", row)) == ()
    assert found(("0/0", row), ("0/1", row)) == ("0/1",)
