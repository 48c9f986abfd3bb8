"""A table is shown whole to the writer once a row of it is cited: its rows are there to be compared."""

from __future__ import annotations

from bisect import bisect_right

from research_agent.domain import BlockKind, Document

Span = tuple[int, int]

LARGEST = 2_400
"""Characters of a table that is shown whole; of a larger one, what stands around the cited rows."""


def whole_table(document: Document, span: Span) -> Span | None:
    """The table that ``span`` starts in; None where that is no table, or a large one."""
    blocks = document.blocks
    first = bisect_right(blocks, span[0], key=lambda block: block.start) - 1
    if first < 0 or blocks[first].kind is not BlockKind.ROW or blocks[first].end <= span[0]:
        return None
    last = first
    while first > 0 and blocks[first].level != 1 and blocks[first - 1].kind is BlockKind.ROW:
        first -= 1
    while last + 1 < len(blocks) and blocks[last + 1].kind is BlockKind.ROW and blocks[last + 1].level != 1:
        last += 1
    start, end = blocks[first].start, max(blocks[last].end, span[1])
    return (start, end) if end - start <= LARGEST else None
