"""A version of the question in a range of a quote, in the direction that the quote states."""

from __future__ import annotations

import pytest

from research_agent.domain import DraftSentence
from research_agent.evidence.ranges import asked_and_included
from research_agent.evidence.support import check_support
from research_agent.text.figures import figures
from tests.evidence.building import quote

QUESTION = "We run PostgreSQL 13 and must move to 15 (and perhaps 17 later). What about logical slots?"
OLDER = "Logical slots on clusters before version 17.0 will silently be ignored."
LATER = "The upgrade program supports logical slots from 9.2.X and later."
CHINESE = "17.0 版之前的集群上的逻辑槽会被忽略。"


def test_the_bound_itself_is_not_before_it() -> None:
    text = "Logical slots on clusters of version 17 are ignored."
    (figure,) = figures(text)
    assert not asked_and_included(figure, text, QUESTION, [OLDER])


def faults(text: str, words: str, question: str = QUESTION) -> tuple[str, ...]:
    return check_support(DraftSentence(text=text), [quote(words)], [], question=question)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Logical slots on clusters of version 13 or 15 alike will silently be ignored.", OLDER),
        ("Logical slots are supported from 9.2 on, so a cluster of version 13 is within the range.", LATER),
        ("逻辑槽在 13 和 15 的集群上会被忽略。", CHINESE),
    ],
)
def test_a_version_that_was_asked_about_and_lies_in_the_range(text: str, words: str) -> None:
    assert faults(text, words) == ()
    assert faults(text, words, "What about logical slots?") != ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Logical slots on clusters of version 12 will silently be ignored.", OLDER),  # not asked about
        ("Logical slots on 13 clusters will silently be ignored.", OLDER),  # a count
        ("Logical slots on clusters of version 13 are ignored.", "Logical slots on version 17.0 or later are ignored."),
        ("Logical slots of version 13 are ignored.", "Logical slots need Python 3.6 or later, or they are ignored."),
        ("Logical slots of version 13 are ignored.", "Logical slots are ignored before 17 on weekdays."),
    ],
)
def test_anything_else_is_a_figure_of_nobody(text: str, words: str) -> None:
    assert any("stands in none of its quotes" in fault for fault in faults(text, words))
