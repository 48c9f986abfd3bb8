"""Which of two contradicting statements holds now: time between equals, never time against weight."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain import Authority, Source
from research_agent.evidence.reasons import Reasons
from research_agent.evidence.recency import prefer, since, version_key
from tests.evidence.building import document

OLD, NEW = date(2009, 3, 1), date(2024, 5, 2)


def source(id: str, authority: Authority = Authority.UNKNOWN, published: date | None = None, **facts: str) -> Source:
    return replace(document(id, id, **facts).source, authority=authority, published=published)


def test_the_newer_of_two_authoritative_statements_holds_now() -> None:
    found = prefer([[source("a", Authority.OFFICIAL, OLD)], [source("b", Authority.STANDARDS, NEW)]])
    assert found.side == 1
    assert found.why == (
        "Title of b (2024-05-02) is newer than Title of a (2009-03-01), so it is taken for what holds now."
    )


@pytest.mark.parametrize(
    ("first", "second", "side"),
    [
        (source("a", Authority.OFFICIAL, OLD), source("b", Authority.PERSONAL, NEW), None),
        (source("a", Authority.OFFICIAL, NEW), source("b", Authority.PERSONAL, OLD), 0),
        (source("a", Authority.OFFICIAL), source("b", Authority.UNKNOWN), 0),
        (source("a", Authority.UNKNOWN), source("b", Authority.PERSONAL), None),
        (source("a", Authority.UNKNOWN, NEW), source("b", Authority.UNKNOWN, OLD), 0),
        (source("a", Authority.UNKNOWN, NEW), source("b", Authority.UNKNOWN), None),
        (source("a", published=NEW), source("b", published=NEW), None),
        (source("a", work="Manual", version="9.10"), source("b", work="Manual", version="9.4"), 0),
        (source("a", work="Manual", version="2"), source("b", work="Guide", version="9"), None),
    ],
)
def test_time_and_weight(first: Source, second: Source, side: int | None) -> None:
    found = prefer([[first], [second]])
    assert found.side == side
    assert found.why
    mirrored = prefer([[second], [first]])
    assert mirrored.side == (None if side is None else 1 - side)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_says_itself_that_it_no_longer_holds_is_left_aside(language: str) -> None:
    fallen = replace(source("a", Authority.STANDARDS, NEW), standing="retracted", standing_words="RETRACTED")
    found = prefer([[fallen], [source("b", Authority.PERSONAL, OLD)]], Reasons(language))
    assert found.side == 1
    assert ("已撤回" if language == "zh" else "retracted") in found.why
    assert prefer([[fallen], [fallen]], Reasons(language)).side is None


@given(st.lists(st.tuples(st.sampled_from(list(Authority)), st.none() | st.dates()), min_size=2, max_size=3))
def test_the_order_of_the_sides_decides_nothing(speakers: list[tuple[Authority, date | None]]) -> None:
    sides = [source(f"s{number}", *speaker) for number, speaker in enumerate(speakers)]
    found = {
        None if (chosen := prefer([[side] for side in order])).side is None else order[chosen.side].id
        for order in permutations(sides)
    }
    assert len(found) == 1


def test_since_is_the_earliest_known_day() -> None:
    assert since([source("a", published=NEW), source("b"), source("c", published=OLD)]) == OLD
    assert since([source("a")]) is None


def test_versions_in_order() -> None:
    assert sorted(["9.10", "9.4", "10", "10rc1", "9.4.1"], key=version_key) == ["9.4", "9.4.1", "9.10", "10rc1", "10"]
