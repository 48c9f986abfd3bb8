"""The part of a source's stored text that a reader needs to check its quotes: the cited passages in their context.

A text is cut into units (its blocks, and what stands between them), the units around the quotes are shown, and the
rest is folded away or only counted. What is shown is the stored text itself, slice by slice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from research_agent.domain import Block, BlockKind, Document, Quote

CONTEXT = 500
"""Characters shown before and after a quote."""
SMALL = 5_000
"""A text up to this length is shown whole."""
NEAR = 400
"""Two windows that are nearer to each other than this become one."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text that is inside the same quotes all along; none: plain text."""

    text: str
    quotes: tuple[str, ...] = ()
    begins: tuple[str, ...] = ()
    """The quotes whose first piece this is."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A block of the text, or the part of it that is shown."""

    kind: BlockKind
    level: int
    pieces: tuple[Piece, ...]
    ends: tuple[str, ...]
    """The quotes that end in this unit, in text order: what is said about a quote stands below it."""
    cut_before: bool
    """The block begins before what is shown of it."""
    cut_after: bool


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A stretch of the text. Without units, it is only counted."""

    start: int
    end: int
    shown: bool
    units: tuple[Unit, ...]

    @property
    def count(self) -> int:
        return self.end - self.start


def excerpts(document: Document, quotes: Sequence[Quote], *, rest: int) -> tuple[Excerpt, ...]:
    """The text as excerpts without a gap: shown around the quotes, folded elsewhere.

    Args:
        document: a source with its stored text.
        quotes: quotes of that source.
        rest: how many characters of folded text may be carried along; a longer fold is only counted.
    """
    windows = _windows(document, quotes)
    found = []
    begun: set[str] = set()
    for start, end, shown in _tiling(windows, len(document.text)):
        carried = shown or (end - start) <= rest
        rest -= 0 if shown or not carried else end - start
        units = tuple(_units(document, quotes, (start, end), begun)) if carried else ()
        if units or not carried:  # white space between two windows is nothing to show
            found.append(Excerpt(start, end, shown, units))
    return tuple(found)


def _windows(document: Document, quotes: Sequence[Quote]) -> list[Span]:
    length = len(document.text)
    if length <= SMALL:
        return [(0, length)]
    windows: list[Span] = []
    for quote in sorted(quotes, key=lambda one: one.start):
        start = _soft_edge(document, max(0, quote.start - CONTEXT), -1)
        end = _soft_edge(document, min(length, quote.end + CONTEXT), +1)
        if windows and start - windows[-1][1] < NEAR:
            windows[-1] = (windows[-1][0], max(end, windows[-1][1]))
        else:
            windows.append((start, end))
    return windows


def _soft_edge(document: Document, offset: int, direction: int) -> int:
    """The edge of the block around ``offset`` if that is near, else a space near it, else the offset itself."""
    for block in document.blocks:
        edge = block.start if direction < 0 else block.end
        if block.start < offset < block.end and abs(edge - offset) <= CONTEXT:
            return edge
    near = document.text[offset : offset + 80] if direction > 0 else document.text[max(0, offset - 80) : offset]
    space = near.find(" ") if direction > 0 else near.rfind(" ")
    if space < 0:
        return offset
    return offset + space if direction > 0 else offset - len(near) + space + 1


def _tiling(windows: Sequence[Span], length: int) -> Iterator[tuple[int, int, bool]]:
    at = 0
    for start, end in windows:
        if at < start:
            yield at, start, False
        yield start, end, True
        at = end
    if at < length:
        yield at, length, False


def _units(document: Document, quotes: Sequence[Quote], span: Span, begun: set[str]) -> Iterator[Unit]:
    for block in _blocks(document):
        start, end = max(block.start, span[0]), min(block.end, span[1])
        if start < end and document.text[start:end].strip():
            inside = [quote for quote in quotes if quote.start < end and start < quote.end]
            pieces = tuple(_pieces(document.text, inside, start, end, begun))
            ends = tuple(q.id for q in sorted(inside, key=lambda one: (one.start, one.end)) if start < q.end <= end)
            yield Unit(block.kind, block.level, pieces, ends, block.start < start, end < block.end)


def _blocks(document: Document) -> Iterator[Block]:
    """The blocks, and the paragraphs of whatever text stands outside of them."""
    at = 0
    for block in document.blocks:
        yield from _loose(document.text, at, block.start)
        yield block
        at = max(at, block.end)
    yield from _loose(document.text, at, len(document.text))


def _loose(text: str, start: int, end: int) -> Iterator[Block]:
    while start < end:
        stop = text.find("\n\n", start, end)
        stop = end if stop < 0 else stop + 2
        yield Block(start, stop, BlockKind.PARAGRAPH)
        start = stop


def _pieces(text: str, quotes: Sequence[Quote], start: int, end: int, begun: set[str]) -> Iterator[Piece]:
    cuts = {start, end} | {cut for quote in quotes for cut in (quote.start, quote.end) if start < cut < end}
    edges = sorted(cuts)
    for left, right in pairwise(edges):
        inside = [quote for quote in quotes if quote.start <= left and right <= quote.end]
        begins = tuple(quote.id for quote in inside if quote.id not in begun)
        begun.update(begins)
        yield Piece(text[left:right], tuple(quote.id for quote in inside), begins)
