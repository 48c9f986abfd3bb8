"""Cutting a source's text into passages: the unit that is indexed, ranked and shown to a model.

A passage never crosses a heading, is cut at block bounds wherever blocks are small enough, and carries the path of
headings that it stands under.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from research_agent.domain import Block, BlockKind

SIZE = 800
"""Code points of a passage at most (a quarter more where a small rest would be left)."""

_SENTENCE_END = re.compile(r"[.!?…][\"'”’»)\]]*(?=\s)|[。！？；][”’」』）]*|\n")
_SPACE = re.compile(r"\s+")
_PARAGRAPH = re.compile(r"\S(?:.*?\S)??(?=\s*\n\s*\n|\s*\Z)", re.DOTALL)
_TOGETHER = frozenset({BlockKind.CODE, BlockKind.ROW})

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Passage:
    """``text`` is exactly ``source_text[start:end]``."""

    source: str
    start: int
    end: int
    text: str
    headings: tuple[str, ...]
    """The path of headings, outermost first; a heading that opens the passage is its last."""
    kind: BlockKind
    """Of its blocks where they agree (headings aside), else ``paragraph``; ``heading`` when it is headings only."""


def split_passages(source_id: str, text: str, blocks: Sequence[Block], size: int = SIZE) -> tuple[Passage, ...]:
    """Disjoint passages in text order that together cover every block.

    Args:
        source_id: kept in every passage.
        text: the source's stored text.
        blocks: its structure, in text order and disjoint; none: paragraphs are found by blank lines.
        size: code points of a passage at most; the last of a section may be up to ``size * 5 / 4``.
    """
    if size < 1:
        raise ValueError("size must be positive")
    found: list[Passage] = []
    for path, section in _sections(text, [block for block in blocks or _paragraphs(text) if block.start < block.end]):
        for start, end in _cut_section(text, section, size):
            found.append(Passage(source_id, start, end, text[start:end], path, _kind(section, start, end)))
    return tuple(found)


def _paragraphs(text: str) -> list[Block]:
    return [Block(match.start(), match.end(), BlockKind.PARAGRAPH) for match in _PARAGRAPH.finditer(text)]


def _sections(text: str, blocks: Sequence[Block]) -> Iterator[tuple[tuple[str, ...], list[Block]]]:
    """Runs of blocks under one heading, with its path. A heading directly below another one joins its run."""
    open_headings: list[Block] = []
    run: list[Block] = []
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            deeper = bool(run) and all(b.kind is BlockKind.HEADING for b in run) and block.level > run[-1].level
            if run and not deeper:
                yield _path(text, open_headings), run
                run = []
            open_headings = [heading for heading in open_headings if heading.level < block.level] + [block]
        run.append(block)
    if run:
        yield _path(text, open_headings), run


def _path(text: str, headings: Sequence[Block]) -> tuple[str, ...]:
    return tuple(_SPACE.sub(" ", text[heading.start : heading.end]).strip() for heading in headings)


def _cut_section(text: str, section: Sequence[Block], size: int) -> list[Span]:
    """Fill passages one after another with what belongs together."""
    spans: list[Span] = []
    for start, end in _units(text, section, size):
        if spans and end - spans[-1][0] <= size:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return _join_small(spans, size)


def _join_small(spans: list[Span], size: int) -> list[Span]:
    """Join a small passage (a heading alone, a last line) with its neighbour where both stay within bounds."""
    joined: list[Span] = []
    for start, end in spans:
        small = min(end - start, joined[-1][1] - joined[-1][0]) if joined else 0
        if joined and small < size // 4 and end - joined[-1][0] <= size * 5 // 4:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _units(text: str, section: Sequence[Block], size: int) -> Iterator[Span]:
    """What should not be parted: a run of code or table rows that fits, a block that fits, else pieces of it."""
    run: list[Block] = []
    for block in section:
        if run and (block.kind is not run[-1].kind or block.kind not in _TOGETHER or block.end - run[0].start > size):
            yield from _pieces(text, run[0].start, run[-1].end, size)
            run = []
        run.append(block)
    if run:
        yield from _pieces(text, run[0].start, run[-1].end, size)


def _pieces(text: str, start: int, end: int, size: int) -> Iterator[Span]:
    """The span whole, or cut at the last sentence end, else white space, of the second half of each ``size``."""
    while end - start > size:
        window = text[start : start + size]
        half = size // 2
        cut = max((m.end() for m in _SENTENCE_END.finditer(window, half)), default=0)
        cut = cut or max((m.end() for m in _SPACE.finditer(window, half)), default=0) or size
        yield start, start + cut
        start += cut
    yield start, end


def _kind(section: Sequence[Block], start: int, end: int) -> BlockKind:
    inside = {block.kind for block in section if block.start < end and block.end > start}
    body = inside - {BlockKind.HEADING}
    if not body:
        return BlockKind.HEADING
    return body.pop() if len(body) == 1 else BlockKind.PARAGRAPH
