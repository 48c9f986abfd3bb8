"""Candidates, selection, versions and the relevance floor, on small documents."""

from __future__ import annotations

import pytest

from research_agent.domain import Constraint, Document
from research_agent.engines.extractive.candidates import Candidate, find_candidates
from research_agent.engines.extractive.planning import Wanted
from research_agent.engines.extractive.relevance import speaks_of
from research_agent.engines.extractive.select import Selection
from research_agent.engines.extractive.versions import preference, version_numbers
from research_agent.engines.extractive.wording import cue_share
from tests.support.example_documents import example_documents, markdown


def candidate(text: str, at: int, *, turn: float, order: int = 0, place: int = 0, leans: bool = False) -> Candidate:
    return Candidate("s", at, at + len(text), text, place, order, 1.0, True, leans, turn)


ASKED = "What must be done?"
FIRST = "The old cluster can be kept until the new one has been checked by everybody."
SECOND = "It cannot be started again once the new cluster has written to shared files."
THIRD = "Statistics are not carried over, so an analysis has to be run at the end."


def test_a_leaning_sentence_brings_the_one_before() -> None:
    sentences = [candidate(FIRST, 0, turn=9), candidate(SECOND, len(FIRST) + 1, turn=1, order=1, leans=True)]
    (extract,) = Selection(sentences, 1, 1000).choose()
    assert extract.span == (0, len(FIRST) + 1 + len(SECOND))
    assert extract.text == f"{FIRST} {SECOND}"


def test_a_leaning_sentence_without_the_one_before_is_left_out() -> None:
    sentences = [candidate(SECOND, 500, turn=1, order=4, leans=True), candidate(THIRD, 0, turn=2, place=1)]
    assert [extract.text for extract in Selection(sentences, 5, 1000).choose()] == [THIRD]


def test_the_same_sentence_is_quoted_once() -> None:
    sentences = [candidate(FIRST, 0, turn=1), candidate(FIRST + " Really.", 0, turn=2, place=1)]
    assert len(Selection(sentences, 5, 1000).choose()) == 1


def test_neighbours_become_one_quote_of_two_sentences_at_most() -> None:
    sentences, at = [], 0
    for order, text in enumerate((FIRST, THIRD, "Another ten disks were bought for the tests in the following year.")):
        sentences.append(candidate(text, at, turn=order + 1, order=order))
        at += len(text) + 1
    extracts = Selection(sentences, 5, 1000).choose()
    assert [len(extract.sentences) for extract in extracts] == [2, 1]


def test_bounds_on_quotes_and_characters() -> None:
    sentences = [
        candidate(f"Machine number {n} of type {n * 7} needs {n} litres of oil a {n}th year.", 0, turn=n, place=n)
        for n in range(1, 60)
    ]
    extracts = Selection(sentences, 7, 10_000).choose()
    assert len(extracts) == 7
    extracts = Selection(sentences, 50, 300).choose()
    assert sum(extract.length for extract in extracts) <= 300


def test_parts_of_the_report_take_turns() -> None:
    document = markdown(
        "house",
        "# House\n\n"
        + "\n\n".join(f"The roof of house {n} must be repaired before winter number {n}." for n in range(1, 30))
        + "\n\nThe cellar should be kept dry because mould is dangerous.\n",
    )
    wanted = [Wanted(("roof repaired",), 0), Wanted(("cellar dry",), 1)]
    found = find_candidates(ASKED, wanted, [document], preference([document], ()))
    extracts = Selection(found, 4, 1000).choose()
    assert {extract.section for extract in extracts} == {0, 1}


def versions_of(body: str, *versions: str) -> list[Document]:
    return [markdown(f"manual {v}", f"# Manual\n\n{body}\n\nRelease {v}.\n", version=v) for v in versions]


@pytest.mark.parametrize(("asked", "expected"), [((), "17.2"), (("15",), "15.20")])
def test_of_several_versions_the_named_or_the_newest_is_quoted(asked: tuple[str, ...], expected: str) -> None:
    body = "The traditional method for moving data to a new major release is to dump and restore the database."
    documents = versions_of(body, "9.6", "15.20", "17.2")
    constraints = [Constraint(kind="version", text=version) for version in asked]
    wanted = [Wanted(("method for moving data to a new release",), 0)]
    found = find_candidates(ASKED, wanted, documents, preference(documents, constraints))
    (extract,) = [e for e in Selection(found, 5, 1000).choose() if "traditional" in e.text]
    assert {d.source.id: d.source.version for d in documents}[extract.source] == expected


def test_version_numbers() -> None:
    assert version_numbers("v15.20-1") == (15, 20, 1)
    assert version_numbers("") == ()


def test_only_citable_sources_are_quoted() -> None:
    documents = list(example_documents())
    one = documents[0].source.id
    wanted = [Wanted(("height of Mount Everest",), 0)]
    found = find_candidates(ASKED, wanted, documents, preference(documents, ()), citable={one})
    assert {c.source for c in found} <= {one}


def test_cues() -> None:
    assert cue_share("You must not remove it.") == 1.0
    assert cue_share("A blue house.") == 0.0
    assert cue_share("默认情况下不能删除。") == 1.0


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (("How high is Mount Everest", "why do the measurements differ"), True),
        (("What is the best recipe for sourdough bread", "how long should it rise"), False),
        (("唐朝为什么衰落",), False),
        (("Everest",), True),
        (("sourdough",), False),
    ],
)
def test_documents_about_something_else_are_told(question: tuple[str, ...], expected: bool) -> None:
    assert speaks_of(question, example_documents()) is expected


def test_no_documents_speak_of_nothing() -> None:
    assert not speaks_of(("anything at all",), ())
    assert find_candidates(ASKED, [Wanted(("anything",), 0)], [], preference([], ())) == []


def test_what_stands_with_other_quotes_comes_before_what_stands_alone() -> None:
    together = [candidate(FIRST, 0, turn=2.0), candidate(THIRD, 500, turn=2.1, order=2)]
    alone = candidate("Machine number seven needs seven litres of oil in every year.", 0, turn=1.0, place=1)
    assert [extract.text for extract in Selection([*together, alone], 5, 1000).choose()] == [FIRST, THIRD, alone.text]
