"""Plain text: paragraphs, headings, lists and figures drawn with characters.

Hard-wrapped lines are joined within a paragraph. What depends on its columns (code, tables, drawings) keeps
its lines and is a code block.
"""

from __future__ import annotations

import re

from research_agent.domain import BlockKind
from research_agent.reading.compose import HARD_BREAK, Piece
from research_agent.reading.plain.lines import BULLET, NUMBERED, RULE, Collector, indent, list_level, split_lines

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
        _read_block(_with_hard_breaks(block, width), out)
    out.flush()
    return out.pieces


def wrap_width(lines: list[str]) -> int:
    """The column at which a text was wrapped: that of its longest lines, a few outliers aside."""
    lengths = sorted(columns(line.rstrip()) for line in lines if line.strip())
    return max(40, min(120, lengths[int(len(lengths) * 0.95)])) if lengths else 72


def columns(text: str) -> int:
    """The width of a line on a terminal: Chinese and Japanese characters take two columns."""
    return len(text) + sum(character >= "\u2e80" for character in text)


def _with_hard_breaks(block: list[str], width: int) -> list[str]:
    """Lines that end early, so that the next word would have fitted, were ended on purpose: their break is kept."""
    marked = []
    for line, following in zip(block, [*block[1:], ""], strict=True):
        word = following.strip().split(" ", 1)[0]
        fits = bool(word) and columns(line) + 1 + columns(word) < 0.8 * width
        marked.append(line + HARD_BREAK if fits else line)
    return marked


def _blocks(lines: list[str]) -> list[list[str]]:
    """Runs of lines without a blank one between them."""
    blocks: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            blocks[-1].append(line.rstrip())
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def _read_block(lines: list[str], out: Collector) -> None:
    if len(lines) == 1 and (level := _heading_level(lines[0])):
        out.add(BlockKind.HEADING, lines[0].strip().lstrip("#").strip(), level)
        return
    if _is_drawing(lines):
        out.add(BlockKind.CODE, "\n".join(lines))
        return
    lines = _take_underlined_heading(lines, out)
    _read_prose(lines, out)


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


def _read_prose(lines: list[str], out: Collector) -> None:
    out.flush()
    previous = ""
    for line in lines:
        if RULE.match(line):
            out.flush()
        elif marker := BULLET.match(line) or _numbered(line, previous, out):
            out.start(
                BlockKind.ITEM,
                line[marker.end() :] if BULLET.match(line) else line.strip(),
                list_level(len(marker.group(1))),
            )
        elif out.filling and _starts_anew(line, previous):
            out.start(BlockKind.PARAGRAPH, line)
        elif out.filling:
            out.line(line)
        else:
            # A paragraph that is indented under an item belongs to the list.
            out.start(BlockKind.PARAGRAPH, line)
        previous = line
    out.flush()


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
    letters = [character for character in stripped if character.isalpha()]
    shouting = (
        len(letters) > 3
        and all(character.isupper() for character in letters if character.isascii())
        and letters[0].isascii()
    )
    return 2 if shouting and indent(line) < 4 and len(stripped.split()) <= 12 else 0


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
