"""Independent voices for one claim: who copies, who passes on, who is unknown."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain import Claim, Document, Quote, Stance
from research_agent.evidence.independence import Link, grouped
from research_agent.evidence.reasons import Reasons
from research_agent.evidence.voices import Voices
from tests.evidence.building import by_id, claim, document, file_document

SAID = "The bridge carries 4,200 vehicles a day."
AGAIN = "Every day 4,200 vehicles cross the bridge."


def web(id: str, said: str, publisher: str = "", site: str = "") -> Document:
    """A long page whose own text is like no other's, and which says one thing."""
    text = "\n\n".join(" ".join(f"{id}{n}word{m}" for m in range(12)) + "." for n in range(40)) + f"\n\n{said}\n"
    return document(id, text, f"https://{site or f'{id}-site.org'}/1", publisher=publisher)


def of(text: str, *said: tuple[Document, str], stance: Stance = Stance.FOR) -> tuple[Claim, dict[str, Quote], Voices]:
    quotes = {}
    for number, (source, words) in enumerate(said):
        start = source.text.index(words)
        quotes[f"q{number}"] = Quote(
            id=f"q{number}", source=source.source.id, start=start, end=start + len(words), text=words, stance=stance
        )
    return replace(claim("c", text), quotes=tuple(quotes)), quotes, Voices(by_id(*(source for source, _ in said)))


def voices(text: str, *said: tuple[Document, str]) -> list[tuple[str, ...]]:
    mine, quotes, found = of(text, *said)
    return [group.sources for group in found.of(mine, quotes)]


def test_two_that_say_it_in_their_own_words_are_two() -> None:
    assert voices(SAID, (web("a", SAID), SAID), (web("b", AGAIN), AGAIN)) == [("a",), ("b",)]


@pytest.mark.parametrize(
    "retold",
    [
        "According to the Harbour Weekly, 4,200 vehicles cross the bridge daily.",
        "The bridge is crossed by 4,200 vehicles daily, the Harbour Weekly reported.",
        "Some 4,200 vehicles cross it daily (via Harbour Weekly).",
        "据Harbour Weekly报道，该桥每天通行 4,200 辆车。",
        "As reported by harbour-weekly.com, 4,200 vehicles cross it daily.",
    ],
)
def test_who_only_passes_on_what_another_says_is_no_second_voice(retold: str) -> None:
    weekly = web("a", SAID, "Harbour Weekly", "harbour-weekly.com")
    assert voices(SAID, (weekly, SAID), (web("b", retold), retold)) == [("a", "b")]
    assert voices(SAID, (web("b", retold), retold), (web("c", AGAIN), AGAIN)) == [("b",), ("c",)]


@pytest.mark.parametrize(
    "own",
    [
        "The Harbour Weekly, founded in 1901, has its office where 4,200 vehicles cross the bridge daily.",
        "Unlike the Harbour Weekly, we counted 4,200 vehicles ourselves.",
    ],
)
def test_a_name_near_a_statement_does_not_make_it_the_source(own: str) -> None:
    weekly = web("a", SAID, "Harbour Weekly", "harbour-weekly.com")
    assert voices(SAID, (weekly, SAID), (web("b", own), own)) == [("a",), ("b",)]


def test_a_program_that_reports_something_is_not_cited() -> None:
    error = "Git reports an error when 4,200 vehicles are missing."
    assert voices(SAID, (web("a", SAID, "Git"), SAID), (web("b", error), error)) == [("a",), ("b",)]


def test_two_that_have_it_from_one_third_are_one_unless_the_claim_is_about_him() -> None:
    one = "According to the Ministry of Works, 4,200 vehicles cross the bridge."
    other = "Daily traffic is 4,200 vehicles, citing the Ministry of Works."
    assert voices(SAID, (web("a", one), one), (web("b", other), other)) == [("a", "b")]
    assert len(voices(f"The Ministry of Works says: {SAID}", (web("a", one), one), (web("b", other), other))) == 2


def test_a_copied_passage_in_two_long_pages_is_one_voice() -> None:
    story = (
        "The council met on Tuesday to talk about the old bridge over the river and its many holes. "
        f"{SAID} Repairs would take eleven weeks, and the ferry would run at night for those who work late."
    )
    edited = story.replace("many holes", "numerous holes").replace("carries 4,200", "bears 4,200")
    words = edited[edited.index("The bridge") :].split(" Repairs")[0]
    assert voices(SAID, (web("a", story), SAID), (web("b", edited), words)) == [("a", "b")]


def test_an_unknown_file_joins_one_voice_and_does_not_make_two_one() -> None:
    unknown = file_document("u", f"Notes.\n\n{AGAIN} So it was.", "/d/notes.txt")
    third = "Vehicles number 4,200 daily on that bridge."
    found = voices(SAID, (unknown, AGAIN), (web("a", SAID), SAID), (web("b", third), third))
    assert len(found) == 2
    assert sorted(source for group in found for source in group) == ["a", "b", "u"]


def test_a_source_that_leaves_a_figure_out_does_not_count() -> None:
    vague = "Thousands of vehicles cross the bridge each day."
    assert voices(SAID, (web("a", SAID), SAID), (web("b", vague), vague)) == [("a",)]


def test_quotes_against_a_claim_are_no_voices_for_it() -> None:
    mine, quotes, found = of(SAID, (web("a", SAID), SAID), (web("b", AGAIN), AGAIN))
    quotes["q1"] = replace(quotes["q1"], stance=Stance.AGAINST)
    assert [group.sources for group in found.of(mine, quotes)] == [("a",)]


def test_fifty_quotes_take_no_time_and_count_by_source() -> None:
    sources = [web(f"s{n}", f"{AGAIN} {n}") for n in range(10)]
    said = [(source, word) for source in sources for word in (AGAIN, "4,200", "vehicles", "bridge", "day")]
    mine, quotes, found = of("4,200", *said)
    assert len(found.of(mine, quotes)) == 1  # they all use the same words


def test_reasons_in_chinese() -> None:
    weekly = web("a", SAID, "Harbour Weekly", "harbour-weekly.com")
    retold = "据Harbour Weekly报道，该桥每天通行 4,200 辆车。"
    mine, quotes, _ = of(SAID, (weekly, SAID), (web("b", retold), retold))
    (group,) = Voices(by_id(weekly, web("b", retold)), say=Reasons("zh")).of(mine, quotes)
    assert group.reason == "Title of b只是转述Harbour Weekly的说法"


names = st.sampled_from("abcdef")


@given(st.lists(st.tuples(names, names, st.booleans()), max_size=12), st.permutations("abcdef"))
def test_groups_part_the_sources_whatever_the_order(pairs: list[tuple[str, str, bool]], order: list[str]) -> None:
    links = {frozenset(pair): Link("r", firm) for *pair, firm in pairs if pair[0] != pair[1]}

    def link(a: str, b: str) -> Link | None:
        return links.get(frozenset((a, b)))

    found = grouped(order, link, lambda a, b: False)
    assert sorted(source for group in found for source in group.sources) == list("abcdef")
    for pair, one in links.items():
        together = any(pair <= set(group.sources) for group in found)
        assert together or not one.firm


def test_independent_pairs_stay_apart_through_a_third() -> None:
    found = grouped("abc", lambda a, b: Link("r"), lambda a, b: {a, b} == {"a", "b"})
    assert not any({"a", "b"} <= set(group.sources) for group in found)
