"""Estimates are on the high side and corrected by earlier stages only."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from research_agent.llm.tokens import Counter, estimate, longest_fitting


@given(st.text(max_size=300), st.text(max_size=300))
def test_more_text_is_never_fewer_tokens(one: str, two: str) -> None:
    assert estimate(f"{one} {two}") >= max(estimate(one), estimate(two)) - 1


def test_estimates_are_near_and_on_the_high_side() -> None:
    """One token a common word and stop; a CJK character is at most about one."""
    assert 10 <= estimate("The quick brown fox jumps over the lazy dog.") <= 12
    assert 17 <= estimate("珠穆朗玛峰的高度是八千八百四十八米。") <= 25
    assert 8 <= estimate("pg_upgrade --link --jobs=8") <= 16


def test_a_stage_is_corrected_by_the_stages_before_it() -> None:
    counter = Counter()
    counter.learn("plan", 1000, 800)
    counter.learn("read", 1000, 4000)
    assert counter.ratio("plan") == 1.0
    assert counter.ratio("read") == 0.8
    assert counter.ratio("write") == 2.0
    assert counter.corrected("read", 100) == 80


def test_a_server_that_does_not_count_teaches_nothing() -> None:
    counter = Counter()
    counter.learn("plan", 1000, 0)
    assert counter.ratio("write") == 1.0


@given(st.lists(st.integers(0, 9), max_size=30), st.integers(0, 100))
def test_the_longest_fitting_prefix_fits_and_the_next_does_not(items: list[int], room: int) -> None:
    kept = longest_fitting(items, lambda some: sum(some) <= room)
    assert sum(kept) <= room
    assert len(kept) == len(items) or sum(items[: len(kept) + 1]) > room
