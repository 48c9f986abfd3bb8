"""The order in which a person reads the fragments of a page.

A content stream is nearly always in reading order, so it is followed unless it shows that it is not: it jumps from one
column to the other and back, or up the page, again and again.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from statistics import median

from research_agent.reading.pdf.pages import Fragment, Page

_MIN_SIDE = 5
"""Fragments that a column must have."""
_RESTLESS = 0.25
"""Share of steps that change the column (or go up), from which on the stream is not in reading order."""


def in_reading_order(page: Page) -> list[Fragment]:
    """The page's fragments, reordered only where the stream's own order cannot be right."""
    fragments = list(page.fragments)
    margin = find_margin(page)
    if margin is not None:
        # Notes in the margin are read after the text that they stand beside, not between its lines.
        notes = [one for one in fragments if one.left >= margin]
        rest = Page(page.width, page.height, tuple(one for one in fragments if one.left < margin))
        return in_reading_order(rest) + notes
    gutter = find_gutter(page)
    if gutter is not None and _share(_changes_side(fragments, gutter), fragments) > _RESTLESS:
        return by_columns(fragments, gutter)
    if gutter is None and _share(_goes_up(fragments), fragments) > _RESTLESS:
        return sorted(fragments, key=lambda one: (-round(one.bottom), one.left))
    return fragments


def _share(count: int, fragments: Sequence[Fragment]) -> float:
    return count / max(8, len(fragments))


def find_gutter(page: Page) -> float | None:
    """The middle of an empty vertical strip with columns of text at both sides; None for one column."""
    fragments = [one for one in page.fragments if one.right > one.left]
    if len(fragments) < 2 * _MIN_SIDE:
        return None
    best = None
    for step in range(35, 66):
        x = page.width * step / 100
        crossing = sum(one.left < x - 2 and one.right > x + 2 for one in fragments)
        left = sum(one.right <= x + 2 and one.right > 0.2 * page.width for one in fragments)
        right = sum(one.left >= x - 2 for one in fragments)
        if min(left, right) >= _MIN_SIDE and crossing <= 0.15 * len(fragments):
            score = (-crossing, min(left, right))
            best = max(best, (score, x)) if best else (score, x)
    return best[1] if best else None


def find_margin(page: Page) -> float | None:
    """Where a column of notes in smaller type begins at the right of the text; None where there is none."""
    fragments = [one for one in page.fragments if one.right > one.left]
    for step in range(58, 84, 2):
        x = page.width * step / 100
        right = [one for one in fragments if one.left >= x]
        left = [one for one in fragments if one.right <= x + 2]
        if len(right) < 2 or len(left) < _MIN_SIDE or len(right) + len(left) < 0.95 * len(fragments):
            continue
        smaller = median(one.height for one in right) < 0.95 * median(one.height for one in left)
        if smaller and sum(len(one.text) for one in right) >= 15 * len(right):
            return x
    return None


def _side(one: Fragment, gutter: float) -> int:
    """-1 left, 1 right, 0 across."""
    if one.left < gutter - 2 and one.right > gutter + 2:
        return 0
    return -1 if one.right <= gutter + 2 else 1


def _changes_side(fragments: Sequence[Fragment], gutter: float) -> int:
    sides = [side for one in fragments if (side := _side(one, gutter))]
    return sum(first != second for first, second in itertools.pairwise(sides))


def _goes_up(fragments: Sequence[Fragment]) -> int:
    pairs = itertools.pairwise(fragments)
    return sum(
        after.bottom > before.top and after.bottom - before.bottom > 3 * before.height for before, after in pairs
    )


def by_columns(fragments: Sequence[Fragment], gutter: float) -> list[Fragment]:
    """Bands between the fragments that cross the gutter; in each band the left column, then the right one."""
    ordered: list[Fragment] = []
    band: list[Fragment] = []
    for one in sorted(fragments, key=lambda one: (-one.top, one.left)):
        if _side(one, gutter) == 0:
            ordered.extend(_columns(band, gutter))
            ordered.append(one)
            band = []
        else:
            band.append(one)
    return ordered + _columns(band, gutter)


def _columns(band: list[Fragment], gutter: float) -> list[Fragment]:
    left = [one for one in band if _side(one, gutter) < 0]
    return left + [one for one in band if _side(one, gutter) > 0]
