"""Fragments in reading order to pieces: lines joined to paragraphs, headings, items and table rows told apart,
running headers and footers left out, words that were hyphenated at a line's end made whole."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median

from research_agent.domain import BlockKind
from research_agent.reading.compose import Piece, fold, join_cells
from research_agent.reading.pdf.order import find_gutter, in_reading_order
from research_agent.reading.pdf.pages import Page

_PAGE_NUMBER = re.compile(
    r"^\W*(?:(?:page|seite|p\.|第)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:of|/|von)\s*\d{1,4})?(?:\s*页)?\W*$",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")
_ITEM = re.compile(r"^(?:[•●▪◦‣·–—∙*]|\(?(?:\d{1,2}|[a-z])[.)])\s+\S")
_BULLET = re.compile(r"^[•●▪◦‣·∙*]\s*")
_ENDS = '.!?。！？:：;；”"’)）'
_SLIGHT, _FULL = 3, 0.97
_ENDS_PROSE = ".。；;，,"
_LONGEST_HEADING = 160
_COMMON = 0.12
"""A height in which so much of a document's text is set is one of running text, not of headings,"""
_MANY_LINES = 20
"""and stands in so many lines: the title of a single page may be a tenth of its text."""
_HYPHEN = re.compile(r"([^\W\d_]{2,})[-\u00ad\u2010]$")
_LEADERS = re.compile(r"(?:\s?[.·…]){5,}\s*")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


@dataclass
class _Line:
    text: str
    left: float
    right: float
    bottom: float
    height: float
    cells: tuple[str, ...] = ()


@dataclass
class _Open:
    """The paragraph that is being filled and where the pages that it runs over start in it."""

    lines: list[_Line] = field(default_factory=list)
    kind: BlockKind = BlockKind.PARAGRAPH
    level: int = 0


@dataclass(frozen=True, slots=True)
class PdfPieces:
    pieces: tuple[Piece, ...]
    first_piece: tuple[int, ...]
    """For each page: the number of the first piece that starts on it (or the count, when none follows)."""
    heading: str
    """The largest text of the first page: its title, for want of another."""


def to_pieces(pages: Sequence[Page]) -> PdfPieces:
    """The pieces of a document and where its pages start."""
    lined = [page_lines(page) for page in pages]
    repeated = running_lines(lined)
    body = body_height([line for lines in lined for line in lines])
    vocabulary = Counter(word for lines in lined for line in lines for word in _WORD.findall(line.text.lower()))
    pieces: list[Piece] = []
    firsts: list[int] = []
    opened = _Open()
    for lines in lined:
        kept = [line for line in lines if not _is_running(line, lines, repeated)]
        if opened.lines and not (kept and _continues_on_next_page(opened, kept[0], body)):
            _close(opened, pieces, vocabulary)
        firsts.append(len(pieces))
        pitch = _pitch(kept, body)
        right = _right_margin(kept)
        for line in kept:
            _add(line, opened, pieces, vocabulary, body, pitch, right)
    _close(opened, pieces, vocabulary)
    return PdfPieces(tuple(pieces), tuple(firsts), _largest(lined[0]) if lined else "")


def body_height(lines: Sequence[_Line]) -> float:
    """The height of running text. A manual with much code in small type has two such heights: prose is the larger."""
    weight: Counter[float] = Counter()
    count: Counter[float] = Counter()
    for line in lines:
        weight[round(2 * line.height) / 2] += len(line.text)
        count[round(2 * line.height) / 2] += 1
    if not weight:
        return 0.0
    heights = [line.height for line in lines for _ in range(len(line.text))]
    common = [one for one in weight if weight[one] >= _COMMON * weight.total() and count[one] >= _MANY_LINES]
    return max(median(heights), *common) if common else median(heights)


def page_lines(page: Page) -> list[_Line]:
    """Lines in reading order; on a page with one column, fragments side by side are the cells of a row."""
    columns = find_gutter(page) is not None
    lines: list[_Line] = []
    for one in in_reading_order(page):
        text = _LEADERS.sub(" ", fold(one.text))
        if not text:
            continue
        last = lines[-1] if lines else None
        beside = (
            last is not None
            and abs(last.bottom - one.bottom) < 0.5 * max(1.0, one.height)
            and one.left >= last.right - 1
        )
        if beside and last is not None and (not columns or one.left - last.right < 4 * one.height):
            last.cells = (*(last.cells or (last.text,)), text)
            last.text, last.right = f"{last.text} {text}", one.right
        else:
            lines.append(_Line(text, one.left, one.right, one.bottom, one.height))
    return _only_real_rows(lines)


def _only_real_rows(lines: list[_Line]) -> list[_Line]:
    """A wide gap in one line of a paragraph makes no table: a row has another row above or below it, or short cells."""
    rows = [bool(line.cells) for line in lines]
    for number, line in enumerate(lines):
        beside = rows[number - 1 : number] + rows[number + 1 : number + 2]
        if line.cells and not any(beside) and len(line.cells[0]) > 40:
            line.cells = ()
    return lines


def running_lines(lined: Sequence[Sequence[_Line]]) -> frozenset[str]:
    """Texts (digits aside) that stand first or last on at least three pages and on a quarter of all."""
    counts: Counter[str] = Counter()
    for lines in lined:
        counts.update({_DIGITS.sub("#", line.text) for line in _edges(lines)})
    least = max(3, 0.25 * len(lined))
    return frozenset(text for text, count in counts.items() if count >= least and len(text) < 150)


def _edges(lines: Sequence[_Line]) -> list[_Line]:
    """The highest and lowest lines of a page, where running heads stand: two at each end, one on a short page."""
    count = max(1, min(2, len(lines) // 4))
    by_height = sorted(lines, key=lambda line: -line.bottom)
    return [*by_height[:count], *by_height[len(lines) - count :]] if len(lines) > 1 else []


def _is_running(line: _Line, lines: Sequence[_Line], repeated: frozenset[str]) -> bool:
    at_edge = any(line is other for other in _edges(lines))
    return at_edge and (bool(_PAGE_NUMBER.match(line.text)) or _DIGITS.sub("#", line.text) in repeated)


def _pitch(lines: Sequence[_Line], body: float) -> float:
    """The usual distance from line to line."""
    steps = [before.bottom - after.bottom for before, after in itertools.pairwise(lines)]
    usual = [step for step in steps if 0.5 * body < step < 3 * body]
    return median(usual) if usual else 1.3 * body


def _right_margin(lines: Sequence[_Line]) -> float:
    return max((line.right for line in lines), default=0.0)


def _add(
    line: _Line, opened: _Open, pieces: list[Piece], words: Counter[str], body: float, pitch: float, right: float
) -> None:
    level = heading_level(line, body)
    if level == _SLIGHT and line.right > _FULL * right:
        level = 0  # a line as wide as the page's text, and hardly taller: prose with a tall sign in it
    kind = (
        BlockKind.HEADING
        if level
        else BlockKind.ROW
        if line.cells
        else BlockKind.ITEM
        if _ITEM.match(line.text)
        else None
    )
    starts = (
        not opened.lines
        or kind is not None
        or opened.kind in (BlockKind.ROW,)
        or _new_paragraph(opened, line, pitch, right)
    )
    if (
        kind is BlockKind.HEADING
        and opened.kind is kind
        and opened.lines
        and opened.level == level
        and not _apart(opened.lines[-1], line, pitch)
    ):
        starts = False
    if starts:
        _close(opened, pieces, words)
        opened.kind, opened.level = kind or BlockKind.PARAGRAPH, level or int(kind is BlockKind.ITEM)
    opened.lines.append(line)


def _apart(before: _Line, after: _Line, pitch: float) -> bool:
    step = before.bottom - after.bottom
    return step > 1.45 * max(pitch, 1.1 * before.height) or step < -2 * pitch


def _new_paragraph(opened: _Open, line: _Line, pitch: float, right: float) -> bool:
    before = opened.lines[-1]
    ended = before.text[-1:] in _ENDS
    if opened.kind is BlockKind.HEADING:
        return True
    if before.bottom - line.bottom < -2 * pitch:  # the next column
        return ended and not line.text[:1].islower()
    if _apart(before, line, pitch) or abs(before.height - line.height) > 0.25 * before.height:
        return True
    width = max(one.right for one in opened.lines) - min(one.left for one in opened.lines)
    short = (
        before.right < max(one.right for one in opened.lines) - 0.15 * width
        if len(opened.lines) > 1
        else before.right < 0.75 * right
    )
    indented = (
        line.left > min(one.left for one in opened.lines[-2:]) + line.height and opened.kind is not BlockKind.ITEM
    )
    return ended and (short or indented)


def _continues_on_next_page(opened: _Open, line: _Line, body: float) -> bool:
    if (
        opened.kind in (BlockKind.HEADING, BlockKind.ROW)
        or heading_level(line, body)
        or line.cells
        or _ITEM.match(line.text)
    ):
        return False
    return opened.lines[-1].text[-1:] not in _ENDS and abs(opened.lines[-1].height - line.height) < 0.25 * line.height


def heading_level(line: _Line, body: float) -> int:
    """From its size in relation to the running text: 1 for the largest, 0 for no heading."""
    if len(line.text) > 150 or not any(character.isalpha() for character in line.text) or body <= 0:
        return 0
    ratio = line.height / body
    return 1 if ratio > 1.6 else 2 if ratio > 1.3 else 3 if ratio > 1.12 else 0


def _is_prose(text: str) -> bool:
    """Whether words in large type are no heading: they are long, end as sentences do, or begin in the middle of one."""
    bare = text.strip()
    ends = bare[-1:] in _ENDS_PROSE and bool(re.search(r"[^\W\d_]{2}\W$", bare))
    return len(bare) > _LONGEST_HEADING or ends or bare[:1].islower() or bare[:1] in "(（，。；、)）"


def _largest(lines: Sequence[_Line]) -> str:
    tallest = max((line.height for line in lines if len(line.text) > 3), default=0.0)
    return " ".join(line.text for line in lines if line.height > 0.97 * tallest)[:300]


def _close(opened: _Open, pieces: list[Piece], words: Counter[str]) -> None:
    if opened.lines:
        row = opened.lines[0].cells if opened.kind is BlockKind.ROW else ()
        text = join_cells(row) if row else join_lines((line.text for line in opened.lines), words)
        if opened.kind is BlockKind.HEADING and _is_prose(text):
            opened.kind, opened.level = BlockKind.PARAGRAPH, 0
        pieces.append(
            Piece(opened.kind, _BULLET.sub("", text) if opened.kind is BlockKind.ITEM else text, opened.level)
        )
    opened.lines = []


def join_lines(lines: Iterable[str], words: Counter[str]) -> str:
    """One paragraph. A hyphen at a line's end goes unless the document writes the word with it elsewhere."""
    joined = ""
    for line in lines:
        cut = _HYPHEN.search(joined)
        if cut and line[:1].islower():
            tail = re.match(r"[^\W\d_]+", line)
            compound = f"{cut.group(1)}-{tail.group(0) if tail else ''}".lower()
            whole = compound.replace("-", "")
            keep = words[compound] > 0 and words[compound] >= words[whole]
            joined = (joined if keep else joined[:-1]) + line
        else:
            joined = f"{joined}\n{line}" if joined else line
    return joined
