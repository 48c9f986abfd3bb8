"""A quote is cited where it carries the sentence, not because it stood near by."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain import Quote
from research_agent.evidence.pruning import carrying


def quotes(*texts: str, sources: str = "") -> list[Quote]:
    named = sources or "a" * len(texts)
    return [Quote(id=f"q{at}", source=named[at], start=0, end=len(text), text=text) for at, text in enumerate(texts)]


def ids(text: str, given: list[Quote]) -> list[str]:
    return [quote.id for quote in carrying(text, given)]


def test_a_lead_in_that_says_nothing_of_it_is_not_cited() -> None:
    given = quotes("Observe the following incompatibilities:", "Remove server variable old_snapshot_threshold.")
    assert ids("PostgreSQL 17 removes the server variable old_snapshot_threshold.", given) == ["q1"]


def test_the_sentence_that_names_what_the_next_one_speaks_of_is_kept() -> None:
    given = quotes("pg_upgrade has a link mode.", "In this mode the old cluster cannot be used once the new one runs.")
    text = "With the link mode of pg_upgrade the old cluster cannot be used once the new one runs."
    assert ids(text, given) == ["q0", "q1"]


def test_each_figure_keeps_its_quote() -> None:
    given = quotes("The survey of 1999 gave 8,850 metres.", "China announced 8,844.43 metres in 2005.")
    assert ids("The surveys gave 8,850 metres in 1999 and 8,844.43 metres in 2005.", given) == ["q0", "q1"]


def test_another_source_that_says_the_same_corroborates() -> None:
    text = "The lighthouse is 33 metres high."
    given = quotes("The lighthouse is 33 metres high.", "At 33 metres, the lighthouse is high.", sources="ab")
    assert ids(text, given) == ["q0", "q1"]


def test_a_quote_in_another_script_is_kept() -> None:
    given = quotes("The snow height is 8,848.86 metres.", "珠穆朗玛峰的雪面高程为8848.86米。")
    assert ids("The snow height of the mountain is 8,848.86 metres.", given) == ["q0", "q1"]


@given(st.text(max_size=80), st.lists(st.text(min_size=1, max_size=60), min_size=1, max_size=5))
def test_something_is_always_kept_and_nothing_is_made_up(text: str, texts: list[str]) -> None:
    offered = quotes(*texts, sources="abcde"[: len(texts)])
    kept = carrying(text, offered)
    assert kept
    assert [quote for quote in offered if quote in kept] == list(kept)
