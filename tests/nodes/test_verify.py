"""Where the search ends whatever a reflection says."""

from __future__ import annotations

import pytest

from research_agent.domain import Branch, SearchAttempt
from research_agent.nodes.verify import all_failed, end_of_search


@pytest.mark.parametrize(
    ("round", "quotes", "before", "ends"),
    [
        (0, {"a"}, None, ""),
        (0, set(), None, ""),
        (1, {"a", "b"}, {"a"}, ""),
        (1, {"a"}, {"a", "b"}, "stops_nothing_new"),
        (1, {"a"}, {"a"}, "stops_nothing_new"),
        (2, {"a", "b"}, {"a"}, "stops_depth"),
    ],
)
def test_the_end_has_a_reason(round: int, quotes: set[str], before: set[str] | None, ends: str) -> None:
    assert end_of_search(round, 2, quotes, before) == ends


def branch(*statuses: str) -> Branch:
    attempts = tuple(SearchAttempt(query="q", provider="p", status=status) for status in statuses)  # type: ignore[arg-type]
    return Branch(sub_question="1", attempts=attempts)


def test_other_words_do_not_mend_a_search_that_nobody_answers() -> None:
    assert all_failed([branch("failed", "failed"), branch("failed")])
    assert not all_failed([branch("failed"), branch("nothing")])
    assert not all_failed([])
