"""A report that does not fit into the model's context, cut into overlapping parts at its section bounds."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import accumulate

from research_agent.judges.subject import Subject

OVERLAP = 600
"""Characters of the part before that a part repeats, at most, so that no statement is cut in two."""

_HEADING = re.compile(r"(?m)^[ \t]{0,3}(?:#{1,6}[ \t]+\S|\*\*[^*\n]{1,80}\*\*[ \t]*$)")


def parts_of(subject: Subject, fits: Callable[[str], bool]) -> tuple[str, ...]:
    """The report in as few pieces as fit, in order; empty where not even a line of it fits.

    A piece ends before a heading if one stands in its second half, else at a blank line there, else after a sentence.

    Args:
        subject: the report.
        fits: whether a piece fits; monotone in its length.
    """
    text = subject.text
    if fits(text):
        return (text,)
    bounds = _bounds(subject)
    parts: list[str] = []
    start = 0
    while start < len(text):
        end = _longest(text, start, bounds, fits)
        if end <= start:
            return ()
        if end < len(text):
            end = _section_end(text, start, end)
        parts.append(text[start:end])
        start = end if end >= len(text) else max(_overlap_start(subject, end), start + 1)
    return tuple(parts)


def _bounds(subject: Subject) -> list[int]:
    """Where a piece may end: after a line or a sentence; in what has neither, after every thousand characters."""
    lines = accumulate(len(line) for line in subject.text.splitlines(keepends=True))
    known = {0, len(subject.text), *lines, *(sentence.end for sentence in subject.sentences)}
    return sorted(known | set(range(0, len(subject.text), 1000)))


def _longest(text: str, start: int, bounds: list[int], fits: Callable[[str], bool]) -> int:
    """The last bound up to which the text from ``start`` fits; ``start`` where none does."""
    low, high = 0, len(bounds) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if bounds[middle] <= start or fits(text[start : bounds[middle]]):
            low = middle
        else:
            high = middle - 1
    return max(start, bounds[low])


def _section_end(text: str, start: int, end: int) -> int:
    half = start + (end - start) // 2
    headings = [found.start() for found in _HEADING.finditer(text, half, end)]
    if headings:
        return headings[-1]
    blank = text.rfind("\n\n", half, end)
    return blank + 2 if blank >= 0 else end


def _overlap_start(subject: Subject, end: int) -> int:
    """Where the next part begins: at the first sentence within reach of its true beginning."""
    near = subject.at(max(0, end - OVERLAP), end)
    whole = [sentence.start for sentence in near if sentence.start >= end - OVERLAP]
    return whole[0] if whole else end
