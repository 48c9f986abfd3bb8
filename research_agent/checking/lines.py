"""The lines of a Markdown report, and the blocks that they make: paragraphs, items, table rows, headings.

Tolerant on purpose: reports are printed by many tools, and few of them keep to one dialect. Code is no text: an index
in brackets cites nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

_FENCE = re.compile(r"\s{0,9}(?:[-*+]\s+)?(`{3,}|~{3,})")
_HEADING = re.compile(r"\s{0,3}(#{1,6})\s*(\S.*?)\s*#*\s*$")
_BOLD_HEADING = re.compile(r"\s{0,3}(?:\*\*|__)([^*_\n]{1,80}?)[:：]?(?:\*\*|__)[:：]?\s*$")
_RULE = re.compile(r"\s{0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}|={3,})$")
_UNDERLINE = re.compile(r"\s{0,3}(?:=+|-{2,})\s*$")
_ITEM = re.compile(r"(\s*)(?:[-*+•·‣▪◦–]|\d{1,3}[.)、]|\(?[a-z]\)|（[一二三四五六七八九十\d]{1,3}）)\s+(?=\S)")
_QUOTE = re.compile(r"\s{0,3}(?:>\s?)+")
_SEPARATOR = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$")
_PIPE = re.compile(r"(?<!\\)\|")

BlockKind = Literal["text", "item", "row", "heading"]


@dataclass(frozen=True, slots=True)
class TextBlock:
    """One block, still with its inline Markdown."""

    kind: BlockKind
    text: str
    line: int
    """0-based, of the report after ``plain_markup``."""
    level: int = 0
    """Of a heading."""
    cells: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    """The header cells of a row's table."""


def text_lines(text: str) -> list[str]:
    """The lines of a report; those of code and of the front matter are empty, so that line numbers stay."""
    lines = text.split("\n")
    fence = ""
    start = _after_front_matter(lines)
    kept = [""] * start
    for at in range(start, len(lines)):
        line = lines[at]
        found = _FENCE.match(line)
        if fence:
            if found and found[1].startswith(fence) and not line[found.end() :].strip():
                fence = ""
            kept.append("")
        elif found and "`" not in line[found.end() :]:
            fence = found[1]
            kept.append("")
        else:
            kept.append("" if _is_indented_code(line, lines[at - 1] if at else "", kept) else line)
    return kept


def _after_front_matter(lines: Sequence[str]) -> int:
    if not lines or lines[0].strip() != "---":
        return 0
    end = next((at for at, line in enumerate(lines[1:60], 1) if line.strip() in ("---", "...")), 0)
    return end + 1 if end and all(":" in line or line.startswith((" ", "-")) for line in lines[1:end]) else 0


def _is_indented_code(line: str, before: str, kept: Sequence[str]) -> bool:
    """Four spaces after a blank line, outside a list."""
    if not line.startswith(("    ", "\t")) or before.strip():
        return False
    last = next((each for each in reversed(kept[-20:]) if each.strip()), "")
    return not _ITEM.match(last) and not last.startswith((" ", "\t"))


def heading_of(line: str, following: str = "") -> tuple[int, str] | None:
    """Level and title of a heading; 7 for a line in bold that stands as one."""
    if found := _HEADING.match(line):
        return len(found[1]), found[2]
    if found := _BOLD_HEADING.match(line):
        return 7, found[1]
    if following and _UNDERLINE.match(following) and line.strip() and "|" not in line and not _RULE.match(line):
        return (1 if following.strip()[0] == "=" else 2), line.strip()
    return None


def blocks_of(lines: Sequence[str]) -> Iterator[TextBlock]:
    """The blocks, in order."""
    open_block: list[str] = []
    kind: BlockKind = "text"
    start = at = 0
    while at < len(lines):
        line = _QUOTE.sub("", lines[at], count=1) if lines[at].lstrip().startswith(">") else lines[at]
        following = lines[at + 1] if at + 1 < len(lines) else ""
        table = _table_at(lines, at)
        heading = heading_of(line, following)
        item = _ITEM.match(line)
        if open_block and (table or heading or item or not line.strip() or _RULE.match(line)):
            yield TextBlock(kind, " ".join(open_block), start)
            open_block, kind = [], "text"
        if table:
            yield from table
            at += len(table) + (2 if table[0].header else 0)
            continue
        if heading:
            yield TextBlock("heading", heading[1], at, level=heading[0])
            at += 2 if heading[0] <= 2 and not line.lstrip().startswith("#") else 1
            continue
        if line.strip() and not _RULE.match(line):
            if not open_block:
                start, kind = at, "item" if item else "text"
            open_block.append((line[item.end() :] if item else line).strip())
        at += 1
    if open_block:
        yield TextBlock(kind, " ".join(open_block), start)


def _table_at(lines: Sequence[str], at: int) -> list[TextBlock]:
    """The rows of a table that begins here, its header and the line below left out; empty where none does."""
    header: tuple[str, ...] = ()
    first = at
    if "|" in lines[at] and at + 1 < len(lines) and "|" in lines[at + 1] and _SEPARATOR.match(lines[at + 1]):
        header, first = cells_of(lines[at]), at + 2
    elif not lines[at].lstrip().startswith("|") or _SEPARATOR.match(lines[at]):
        return []
    rows = []
    for number in range(first, len(lines)):
        if "|" not in lines[number] or not lines[number].strip() or (not header and lines[number].strip()[0] != "|"):
            break
        rows.append(TextBlock("row", lines[number].strip(), number, cells=cells_of(lines[number]), header=header))
    return rows


def cells_of(line: str) -> tuple[str, ...]:
    """The cells of a table's line."""
    bare = line.strip()
    bare = bare.removeprefix("|")
    bare = bare[:-1] if bare.endswith("|") and not bare.endswith("\\|") else bare
    return tuple(cell.strip().replace("\\|", "|") for cell in _PIPE.split(bare))
