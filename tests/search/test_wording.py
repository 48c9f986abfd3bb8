"""Queries as web search engines take them."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain import Limits
from research_agent.search.wording import period, shortened, with_sites


def test_a_query_is_cut_between_words() -> None:
    assert shortened("one two  three", 9) == "one two"
    assert shortened("数据库升级", 3) == "数据库"
    assert shortened("one", 9) == "one"


@given(st.text(), st.integers(1, 50))
def test_no_query_is_longer_than_allowed(text: str, characters: int) -> None:
    assert len(shortened(text, characters)) <= characters


def test_sites_that_leave_no_room_for_the_query_are_left_to_code() -> None:
    many = Limits(only_sites=tuple(f"site{n}.example" for n in range(50)))
    assert with_sites("query", many, 400) == "query"


def test_an_open_period_gets_ends() -> None:
    assert period(Limits()) is None
    assert period(Limits(until=date(2020, 1, 1))) == (date(1990, 1, 1), date(2020, 1, 1))
    opened = period(Limits(since=date(2020, 1, 1)))
    assert opened is not None
    assert opened[1] >= date(2026, 1, 1)
