"""Sections, features and the linear model, on small documents."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain import Document
from research_agent.engines.extractive.candidates import CROWDING, Described, describe, find_candidates, valued
from research_agent.engines.extractive.features import Describer
from research_agent.engines.extractive.planning import Wanted
from research_agent.engines.extractive.ranker import FEATURES, Ranker, chance, ranker
from research_agent.engines.extractive.sections import Sections
from research_agent.engines.extractive.versions import preference
from research_agent.evidence.retrieval import PassageIndex, as_query
from tests.support.example_documents import markdown

QUESTION = "How is a frozen pump thawed, and what does a new valve cost?"
WANTED = [Wanted(("a frozen pump thawed",), 0), Wanted(("a new valve cost",), 1)]
PUMP = markdown(
    "pump",
    "# Pump\n\nThis page is about machines.\n\n## A frozen pump\n\nA frozen pump is thawed slowly. "
    "Open fire must never be brought near the housing. Warm cloths are put around it for an hour.\n\n"
    "## History\n\nThe first machines were built in a small town by two brothers in the year 1911.\n",
)
VALVE = markdown("valve", "# Valve\n\nThe cost of a new valve is 40 euros.\n\nPaint costs less than that.\n")


def described(documents: list[Document]) -> list[Described]:
    return describe(QUESTION, WANTED, documents, preference(documents, ()))


def feature(found: list[Described], start: str, name: str) -> float:
    return next(each.features[FEATURES.index(name)] for each in found if each.sentence.text.startswith(start))


def test_a_section_about_the_question_is_worth_more_than_one_that_is_not() -> None:
    index = PassageIndex.build([PUMP, VALVE], ())
    sections = Sections.of(index)
    scores = sections.scores(as_query(QUESTION).weights)
    by_heading = {index.passages[first].headings[-1]: scores[at] for at, first in enumerate(sections.firsts)}
    assert max(by_heading.values()) == 1.0
    assert by_heading["A frozen pump"] > 2 * by_heading["History"]


def test_sections_without_any_of_the_words_are_worth_nothing() -> None:
    assert set(Sections.of(PassageIndex.build([PUMP], ())).scores(["zeppelin"])) == {0.0}
    assert Sections.of(PassageIndex.build([], ())).scores(["zeppelin"]) == []


def test_a_sentence_without_the_questions_words_has_its_sections_worth() -> None:
    found = described([PUMP, VALVE])
    assert feature(found, "Open fire", "terms") == 0.0
    assert feature(found, "Open fire", "section") > 2 * feature(found, "The first machines", "section")
    assert feature(found, "Open fire", "cues") > 0.0


def test_every_feature_has_a_weight_and_stays_in_bounds() -> None:
    assert len(ranker().weights) == len(FEATURES) == len(Describer.BY_PART) + len(Describer.NAMES)
    for each in described([PUMP, VALVE]):
        assert all(0.0 <= value <= 1.0 for value in each.features)


def test_a_sentence_stands_under_the_part_that_it_answers() -> None:
    documents = [PUMP, VALVE]
    found = find_candidates(QUESTION, WANTED, documents, preference(documents, ()))
    sections = {candidate.text: candidate.section for candidate in found}
    assert sections["The cost of a new valve is 40 euros."] == 1
    assert sections["A frozen pump is thawed slowly."] == 0


def test_each_part_is_offered_a_sentence_of_its_own_first() -> None:
    found = find_candidates(QUESTION, WANTED, [PUMP, VALVE], preference([PUMP, VALVE], ()))
    first = sorted((candidate for candidate in found if candidate.quotable), key=lambda candidate: candidate.turn)[:2]
    assert {candidate.section for candidate in first} == {0, 1}


def test_crowding_puts_the_next_sentence_of_a_part_back() -> None:
    flat = Ranker((0.0,) * len(FEATURES), 0.0)
    parts = [Wanted(("paint",), 0, share=0.5), WANTED[1]]
    found = [each for each in described([PUMP, VALVE]) if each.part == 0]
    turns = sorted(candidate.turn for candidate in valued(found, parts, flat) if candidate.quotable)
    assert turns[-1] == len(turns) * CROWDING / 0.5


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_a_chance_grows_with_the_odds_and_is_a_share(one: float, other: float) -> None:
    assert 0.0 <= chance(one) <= 1.0
    assert (one <= other) <= (chance(one) <= chance(other))
