"""Rank fusion, and which addresses are one page."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain import SearchHit
from research_agent.search.merge import canonical, fuse


def hit(address: str, rank: int = 1, **more: object) -> SearchHit:
    given = {"title": address, "snippet": "", "provider": "p", **more}
    return SearchHit(address=address, rank=rank, **given)  # type: ignore[arg-type]


def ranked(*addresses: str, provider: str = "p") -> list[SearchHit]:
    return [hit(address, rank, provider=provider) for rank, address in enumerate(addresses, start=1)]


A, B, C, D = (f"https://{letter}.example/" for letter in "abcd")


def test_what_several_lists_hold_comes_before_what_one_holds() -> None:
    assert fuse([ranked(A, B), ranked(C, B), ranked(D)])[0].address == B


def test_ranks_are_new_and_without_gaps() -> None:
    assert [one.rank for one in fuse([ranked(A, B), ranked(C)])] == [1, 2, 3]


def test_ties_do_not_depend_on_the_order_of_the_lists() -> None:
    lists = [ranked(A, B), ranked(C, D)]
    assert fuse(lists) == fuse(lists[::-1])


def test_one_list_cannot_vote_twice_for_a_page() -> None:
    twice = ranked(A, f"{A}#part", f"{A}?utm_source=x", B)
    assert [one.address for one in fuse([twice, ranked(C, B)])] == [B, A, C]


def test_twins_are_joined_with_what_any_of_them_knows() -> None:
    first = hit(A, 1, provider="x", spans=((0, 5), (9, 12)))
    second = hit(f"{A}#top", 2, provider="y", published=date(2024, 1, 1), snippet="text", spans=((20, 30), (0, 5)))
    (joined,) = fuse([[first], [second]])
    assert joined.address == A
    assert joined.published == date(2024, 1, 1)
    assert joined.snippet == "text"
    assert joined.spans == ((0, 5), (20, 30), (9, 12))


def test_nothing_gives_nothing() -> None:
    assert fuse([]) == fuse([[], []]) == ()


@pytest.mark.parametrize(
    "other",
    [
        "http://example.org/a?x=1&y=2",
        "https://www.example.org/a?x=1&y=2",
        "HTTPS://EXAMPLE.org:443/a/?y=2&x=1",
        "https://example.org/a?utm_source=n&x=1&gclid=abc&y=2",
        "https://example.org./a?x=1&y=2#section",
        " https://example.org//a?x=1&y=2 ",
    ],
)
def test_spellings_of_one_page(other: str) -> None:
    assert canonical(other) == canonical("https://example.org/a?x=1&y=2")


@pytest.mark.parametrize(
    "other",
    [
        "https://example.org/a?x=1&y=3",
        "https://example.org/A?x=1&y=2",
        "https://example.org:8443/a?x=1&y=2",
        "https://m.example.org/a?x=1&y=2",
        "https://example.org/b?x=1&y=2",
        "https://example.org/a?x=1",
    ],
)
def test_other_pages(other: str) -> None:
    assert canonical(other) != canonical("https://example.org/a?x=1&y=2")


def test_the_line_of_a_file_names_a_document() -> None:
    assert canonical("file:///a.jsonl#line=1") != canonical("file:///a.jsonl#line=2")


@given(st.text())
def test_any_text_has_a_canonical_form_that_stays(text: str) -> None:
    assert isinstance(canonical(text), str)
    assert canonical(f"https://example.org/{text}") == canonical(f"https://example.org/{text}")
