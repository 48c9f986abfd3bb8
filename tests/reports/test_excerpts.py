"""What of a source's text is shown around its quotes."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from research_agent.reports.excerpts import CONTEXT, SMALL, Excerpt, excerpts
from tests.reports.sample import Q_NEW, document

PARAGRAPHS = [f"Paragraph {number} says something of its own. " * 12 for number in range(60)]
LONG = document("s0000long", "\n\n".join(PARAGRAPHS))


def cited(start: int, end: int, name: str = "q1"):  # type: ignore[no-untyped-def]
    return replace(Q_NEW, id=name, source=LONG.source.id, start=start, end=end, text=LONG.text[start:end])


def shown(parts: tuple[Excerpt, ...]) -> list[Excerpt]:
    return [part for part in parts if part.shown]


def test_a_small_text_is_shown_whole() -> None:
    small = document("s000small", "word " * (SMALL // 5 - 1))
    (part,) = excerpts(small, [], rest=0)
    assert part.shown
    assert part.count == len(small.text)


def test_the_blocks_around_a_quote_are_shown_and_the_rest_is_folded() -> None:
    parts = excerpts(LONG, [cited(15_000, 15_100)], rest=10**6)
    assert [part.shown for part in parts] == [False, True, False]
    assert 2 * CONTEXT < parts[1].count < 6 * CONTEXT
    assert not any(unit.cut_before or unit.cut_after for unit in parts[1].units)


def test_neighbours_share_a_window() -> None:
    parts = excerpts(LONG, [cited(15_000, 15_100), cited(15_900, 16_000, "q2")], rest=0)
    assert len(shown(parts)) == 1
    assert [unit.ends for unit in shown(parts)[0].units if unit.ends] == [("q1",), ("q2",)]


def test_a_fold_that_is_too_long_is_only_counted() -> None:
    before, _, after = excerpts(LONG, [cited(5_000, 5_100)], rest=5_000)
    assert before.units
    assert not after.units
    assert after.count > 10_000


@given(st.lists(st.tuples(st.integers(0, len(LONG.text) - 1), st.integers(1, 900)), max_size=6), st.integers(0, 40_000))
def test_excerpts_are_in_order_and_every_quote_is_shown_once(spans: list[tuple[int, int]], rest: int) -> None:
    quotes = [cited(at, min(at + size, len(LONG.text)), f"q{n}") for n, (at, size) in enumerate(spans)]
    quotes = [quote for quote in quotes if quote.text.strip()]
    parts = excerpts(LONG, quotes, rest=rest)
    assert all(one.end <= other.start for one, other in pairwise(parts))
    pieces = [piece for part in shown(parts) for unit in part.units for piece in unit.pieces]
    assert sorted(name for piece in pieces for name in piece.begins) == sorted(quote.id for quote in quotes)
    for quote in quotes:
        text = "".join(piece.text for piece in pieces if quote.id in piece.quotes)
        assert text.replace("\n", "") == quote.text.replace("\n", "")
    assert sum(part.count for part in parts if part.units and not part.shown) <= rest
