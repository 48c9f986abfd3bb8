"""Plain text: paragraphs, headings, lists and figures drawn with characters.

Hard-wrapped lines are joined within a paragraph (``wrapping`` tells which are). What depends on its
columns (code, tables, drawings) keeps its lines and is a code block.
"""

from __future__ import annotations

import re

from research_agent.domain import BlockKind
from research_agent.reading.compose import HARD_BREAK, Piece
from research_agent.reading.head import as_field
from research_agent.reading.plain.lines import BULLET, NUMBERED, RULE, Collector, indent, list_level, split_lines
from research_agent.reading.plain.wrapping import Break, breaks, is_entry, is_shouting, wrap_width

_NUMBERED_HEADING = re.compile(
    r"^\s{0,3}(?:(?:Chapter|Section|Appendix|Part|Article)\s+)?\d{1,2}(?:\.\d{1,3})*\.?\s+\S.{0,90}$", re.IGNORECASE
)
_HASH_HEADING = re.compile(r"^(#{1,6})\s+(\S.*?)\s*#*$")
_CHINESE_HEADING = re.compile(r"^\s*第[一二三四五六七八九十百\d]{1,4}[章节篇部条]\s*\S{0,30}$")
_CODE_LINE = re.compile(
    r"^\s*(?:[$%#>]\s|[\w./-]+\s*=\s*\S|[{}<]|(?:sudo|apt|cd|ls|cat|mkdir|git|sh|make|echo|export|mount|dd)\s)|[{}\\]\s*$|\w\(.*\);\s*$|\s{3,}\S+\s{3,}|--\w"
)
_UNDERLINES = '=-~^"*#+'


def read_text(text: str) -> list[Piece]:
    """The pieces of a plain text."""
    lines = split_lines(text)
    out = Collector()
    width = wrap_width(lines)
    for block in _blocks(lines):
        _read_block(block, width, out)
    out.flush()
    return out.pieces


def _blocks(lines: list[str]) -> list[list[str]]:
    """Runs of lines without a blank one between them."""
    blocks: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            blocks[-1].append(line.rstrip())
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def _read_block(lines: list[str], width: int, out: Collector) -> None:
    if len(lines) == 1 and (level := _heading_level(lines[0])):
        out.add(BlockKind.HEADING, lines[0].strip().lstrip("#").strip(), level)
        return
    if _is_drawing(lines):
        out.add(BlockKind.CODE, "\n".join(lines))
        return
    lines = _take_underlined_heading(lines, out)
    _read_prose(lines, width, out)


def _take_underlined_heading(lines: list[str], out: Collector) -> list[str]:
    """A first line with a rule below (or above and below) it is a heading; the rest is returned."""
    if lines and RULE.match(lines[0]) and len(lines) > 2 and RULE.match(lines[2]) and not RULE.match(lines[1]):
        out.add(BlockKind.HEADING, lines[1].strip(), 1)
        return lines[3:]
    if len(lines) > 1 and RULE.match(lines[1]) and not RULE.match(lines[0]) and len(lines[0].strip()) < 120:
        mark = lines[1].strip()[0]
        out.add(BlockKind.HEADING, lines[0].strip(), 1 + max(0, _UNDERLINES.find(mark)) % 6)
        return lines[2:]
    if lines and _HASH_HEADING.match(lines[0]):
        out.add(BlockKind.HEADING, lines[0].strip("# "), 2)
        return lines[1:]
    return lines


def _read_prose(lines: list[str], width: int, out: Collector) -> None:
    out.flush()
    before = breaks(lines, width)
    previous = ""
    margin = -1  # where the marker of the item stands that is being filled
    for number, line in enumerate(lines):
        alone = before[number] is Break.BLOCK and before[number + 1 : number + 2] in ([], [Break.BLOCK])
        if RULE.match(line):
            out.flush()
        elif marker := BULLET.match(line) or _numbered(line, previous, out):
            margin = indent(line)
            out.start(
                BlockKind.ITEM,
                line[marker.end() :] if BULLET.match(line) else line.strip(),
                list_level(len(marker.group(1))),
            )
        elif number == 0 and len(lines) > 1 and alone and is_shouting(line):
            out.add(BlockKind.HEADING, line.strip(), 2)
        elif before[number] is not Break.BLOCK and (0 <= margin < indent(line) or not _starts_anew(line, previous)):
            out.line(line if before[number] is Break.WRAP else HARD_BREAK + line)
        else:
            # A paragraph that is indented under an item belongs to the list.
            margin = -1
            out.start(*_kind(line, alone and len(lines) > 1))
        previous = line
    out.flush()


def _kind(line: str, alone: bool) -> tuple[BlockKind, str, int]:
    """An entry of a list or a field that stands on a line of its own is an item."""
    item = alone and (is_entry(line) or as_field(line) is not None)
    return BlockKind.ITEM if item else BlockKind.PARAGRAPH, line, int(item)


def _numbered(line: str, previous: str, out: Collector) -> re.Match[str] | None:
    """A numbered item, but not a wrapped line that happens to start with a number and a full stop."""
    found = NUMBERED.match(line)
    wrapped = (
        out.filling and out.kind is BlockKind.PARAGRAPH and indent(line) == indent(previous) and len(previous) > 55
    )
    return None if wrapped else found


def _starts_anew(line: str, previous: str) -> bool:
    """An indented first line after a short or finished line starts a paragraph (no blank line between)."""
    return (
        indent(line) > indent(previous) + 1 and previous.rstrip()[-1:] in ".。:：!?！？" and line.strip()[:1].isupper()
    )


def _heading_level(line: str) -> int:
    """0 for no heading. Upper case, numbered or chapter lines that stand alone and do not end like a sentence."""
    stripped = line.strip()
    if hashes := _HASH_HEADING.match(stripped):
        return len(hashes.group(1))
    if len(stripped) > 90 or stripped[-1:] in ".,;:。，；" or BULLET.match(line):
        return 0
    if _CHINESE_HEADING.match(line):
        return 2
    if (
        _NUMBERED_HEADING.match(line)
        and len(stripped.split()) <= 16
        and any(character.isupper() for character in stripped)
    ):
        return 2 + min(3, stripped.split()[0].strip(".").count("."))
    return 2 if is_shouting(line) else 0


def _is_drawing(lines: list[str]) -> bool:
    """Most lines are code, columns or frames, and they are indented or drawn."""
    if len(lines) == 1 and indent(lines[0]) < 4:
        return False
    telling = sum(bool(_CODE_LINE.search(line)) or _framed(line) for line in lines)
    indented = all(indent(line) >= 2 for line in lines)
    return telling >= (0.5 if indented else 0.8) * len(lines)


def _framed(line: str) -> bool:
    stripped = line.strip()
    return stripped[:1] in "|+" and stripped[-1:] in "|+" and len(stripped) > 2
