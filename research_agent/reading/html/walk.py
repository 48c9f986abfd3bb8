"""A page's tree to segments: every readable block once, in order, with its kind and how much of it is links.

One pass over the tree without recursion. A table is rows when it holds data and is walked into when it only lays
out a page. Superscript numbers keep their meaning: 10<sup>6</sup> reads 10^6.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from research_agent.domain import BlockKind
from research_agent.reading.compose import HARD_BREAK, Piece, join_cells
from research_agent.reading.html.parse import attribute
from research_agent.reading.html.prune import Pruner

if TYPE_CHECKING:
    from lxml.html import HtmlElement

BLOCKS_NAMES = """
address article aside blockquote body center caption dd details dir div dl dt fieldset figcaption figure
footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu ol p pre section summary
table tbody td tfoot th thead tr ul listing xmp plaintext optgroup option noframes html
"""
BLOCKS = frozenset(BLOCKS_NAMES.split())
_LISTS = frozenset(["ul", "ol", "dl", "dir", "menu"])
_ITEMS = frozenset(["li", "dt", "dd"])
_PRE = frozenset(["pre", "listing", "xmp", "plaintext"])
_HEADING = re.compile(r"h([1-6])$")
_POWER = re.compile(r"[-+−–]?\d{1,3}$|n$")
_BASE = re.compile(r"(?:\d|\)|(?<![A-Za-z])[A-Za-zµ]{1,2})$")


class Segment(NamedTuple):
    """A block of a page as it was found."""

    piece: Piece
    linked: int
    """How many of its characters are link text."""
    target: str
    """Where its last link leads, as written; empty without a link."""
    parent: HtmlElement
    """The element that holds the block's element: blocks with one parent are siblings."""


def walk(root: HtmlElement, *, keep_all: bool = False) -> list[Segment]:
    """The segments below ``root`` in document order; ``keep_all`` also reads what looks like navigation."""
    return _Walk(None if keep_all else Pruner(root)).run(root)


class _Walk:
    """The state of one pass: where we are (lists, quotes, code, links) and the block that is being filled."""

    def __init__(self, pruner: Pruner | None) -> None:
        self.pruner = pruner
        self.segments: list[Segment] = []
        self.buffer: list[str] = []
        self.linked = 0
        self.target = ""
        self.lists = self.items = self.quotes = self.pres = self.links = 0
        self.heading = 0
        self.home: HtmlElement | None = None

    def run(self, root: HtmlElement) -> list[Segment]:
        from lxml.etree import iterwalk

        self.home = root
        walker = iterwalk(root, events=("start", "end"))
        for event, element in walker:
            if event == "end":
                self._end(element, element is root)
            elif element is not root and self._skips(element):
                walker.skip_subtree()
                self._skipped = element
            elif element.tag == "table" and is_data_table(element):
                self._flush(element)
                self.segments.extend(_rows(element, self.pruner))
                walker.skip_subtree()
                self._skipped = element
            else:
                self._start(element)
        self._flush(root)
        return self.segments

    _skipped: HtmlElement | None = None

    def _skips(self, element: HtmlElement) -> bool:
        tag = element.tag
        if self.pruner is None:
            return not isinstance(tag, str) or tag in ("script", "style", "head", "template", "svg")
        return self.pruner.is_noise(element)

    def _start(self, element: HtmlElement) -> None:
        tag = element.tag
        if tag in BLOCKS:
            self._flush(element)
            self._enter(tag, 1)
        elif tag == "br":
            self.buffer.append("\n" if self.pres else HARD_BREAK)
        elif tag == "a" and element.get("href"):
            self.links += 1
            self.target = attribute(element, "href")
        elif tag == "sup":
            self.buffer.append(power_mark(element, self.buffer))
        elif tag == "img" and self.pres == 0 and "tex" in attribute(element, "class").lower():
            self._text(attribute(element, "alt"))  # formulas drawn as images carry their source
        self._text(element.text)

    def _end(self, element: HtmlElement, is_root: bool) -> None:
        tag = element.tag
        skipped = element is self._skipped
        if not skipped:
            if tag in BLOCKS:
                self._flush(element)
                self._enter(tag, -1)
            elif tag == "a" and element.get("href"):
                self.links -= 1
        elif tag in BLOCKS:
            self._flush(element)
        if not is_root:
            self._text(element.tail)

    def _enter(self, tag: str, step: int) -> None:
        if tag in _LISTS:
            self.lists += step
        elif tag in _ITEMS:
            self.items += step
        elif tag == "blockquote":
            self.quotes += step
        elif tag in _PRE:
            self.pres += step
        elif heading := _HEADING.match(tag):
            self.heading = int(heading.group(1)) if step > 0 else 0

    def _text(self, text: str | None) -> None:
        if text:
            self.buffer.append(text)
            if self.links:
                self.linked += len("".join(text.split()))

    def _flush(self, at: HtmlElement) -> None:
        """Close the block that was being filled. ``at`` is the element whose start or end closes it."""
        text = "".join(self.buffer)
        self.buffer.clear()
        if text.strip(f" \t\r\n{HARD_BREAK}"):
            parent = at.getparent()
            self.segments.append(Segment(self._piece(text), self.linked, self.target, at if parent is None else parent))
        self.linked = 0
        self.target = ""

    def _piece(self, text: str) -> Piece:
        if self.pres:
            return Piece(BlockKind.CODE, text)
        if self.heading:
            return Piece(BlockKind.HEADING, text, self.heading)
        if self.items:
            return Piece(BlockKind.ITEM, text, max(1, self.lists))
        return Piece(BlockKind.QUOTE if self.quotes else BlockKind.PARAGRAPH, text)


def power_mark(element: HtmlElement, before: list[str]) -> str:
    """``^`` before a superscript that is an exponent, so that 10 to the sixth is not read as 106."""
    if len(element) == 0 and _POWER.match((element.text or "").strip()) and before and _BASE.search(before[-1][-3:]):
        return "^"
    return ""


# ---------------------------------------------------------------- tables

_LONG_CELL = 700
"""Characters; a table with a longer cell that holds several blocks lays out a page."""
_CELL_BLOCKS = ("h4", "h5", "h6", "ul", "ol", "dl", "blockquote")


def is_data_table(table: HtmlElement) -> bool:
    """Rows and columns that mean something, not a page layout or a frame around a box."""
    if attribute(table, "role") in ("presentation", "none"):
        return False
    widest = rows = heads = 0
    for row in table_rows(table):
        cells = row_cells(row)
        rows += 1
        widest = max(widest, len(cells))
        heads += any(cell.tag == "th" for cell in cells)
        if any(_lays_out(cell) for cell in cells):
            return False
    return widest > 1 or (heads > 0 and rows > 2)


def _lays_out(cell: HtmlElement) -> bool:
    if next(cell.iterdescendants("table", "h1", "h2", "h3"), None) is not None:
        return True
    blocks = next(cell.iterdescendants(*_CELL_BLOCKS), None) is not None
    return blocks and len(cell.text_content()) > _LONG_CELL


def table_rows(table: HtmlElement) -> Iterator[HtmlElement]:
    """The rows of a table, not those of tables inside it."""
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in ("thead", "tbody", "tfoot"):
            yield from (row for row in child if row.tag == "tr")


def row_cells(row: HtmlElement) -> list[HtmlElement]:
    return [cell for cell in row if cell.tag in ("td", "th")]


def _rows(table: HtmlElement, pruner: Pruner | None) -> Iterator[Segment]:
    caption = table.find("caption")
    if caption is not None:
        yield Segment(Piece(BlockKind.PARAGRAPH, caption.text_content()), 0, "", table)
    for row in table_rows(table):
        if pruner is not None and pruner.is_noise(row):
            continue
        cells = row_cells(row)
        # The one cell of a one-column table holds what others put side by side (PostgreSQL's tables of functions).
        texts = [_cell_text(cell, pruner, " | " if len(cells) == 1 else " ") for cell in cells]
        line = join_cells(text for text, _ in texts)
        if line:
            header = bool(cells) and (all(cell.tag == "th" for cell in cells) or _parent_tag(row) == "thead")
            yield Segment(Piece(BlockKind.ROW, line, int(header)), sum(linked for _, linked in texts), "", table)


def _cell_text(cell: HtmlElement, pruner: Pruner | None, between: str) -> tuple[str, int]:
    if len(cell) == 0:  # most cells of a large table
        return cell.text or "", 0
    inner = _Walk(pruner).run(cell)
    return between.join(segment.piece.text for segment in inner), sum(segment.linked for segment in inner)


def _parent_tag(element: HtmlElement) -> str:
    parent = element.getparent()
    return "" if parent is None else str(parent.tag)
