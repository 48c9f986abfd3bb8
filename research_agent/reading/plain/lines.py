"""What the line-based formats share: collecting lines into pieces, list markers, tables, rules."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from research_agent.domain import BlockKind
from research_agent.reading.compose import Piece, join_cells

BULLET = re.compile(r"^(\s*)(?:[-*+•●▪◦‣·–—]|o(?=\s{1,3}\S))\s+(?=\S)")
NUMBERED = re.compile(
    r"^(\s*)(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)]|#\.|[（(]?[一二三四五六七八九十]{1,3}[、.)）])\s*(?<=[\s、）)])(?=\S)"
)
RULE = re.compile(r"^\s*(?:([-=*_~#^+\".:])\s*){3,}$")
COLUMN_RULE = re.compile(
    r"^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$|^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$"
)


@dataclass
class Collector:
    """Pieces so far and the paragraph or item that is being filled."""

    pieces: list[Piece] = field(default_factory=list)
    _lines: list[str] = field(default_factory=list)
    _kind: BlockKind = BlockKind.PARAGRAPH
    _level: int = 0

    @property
    def filling(self) -> bool:
        return bool(self._lines)

    @property
    def kind(self) -> BlockKind:
        """The kind of the block that is being filled."""
        return self._kind if self._lines else BlockKind.PARAGRAPH

    @property
    def lines(self) -> list[str]:
        return self._lines

    def start(self, kind: BlockKind, line: str, level: int = 0) -> None:
        """Close what was being filled and start a block with ``line``."""
        self.flush()
        self._kind, self._level = kind, level
        self._lines = [line]

    def line(self, line: str) -> None:
        """One more line of the block that is being filled; a new paragraph where there is none."""
        if self._lines:
            self._lines.append(line)
        else:
            self.start(BlockKind.PARAGRAPH, line)

    def flush(self) -> None:
        if self._lines:
            self.pieces.append(Piece(self._kind, "\n".join(self._lines), self._level))
        self._lines = []

    def add(self, kind: BlockKind, text: str, level: int = 0) -> None:
        """A whole block."""
        self.flush()
        if text.strip():
            self.pieces.append(Piece(kind, text, level))

    def drop_last_line(self) -> str:
        """Take back the last line (it turned out to be a heading); empty when there is none."""
        return self._lines.pop() if self._lines else ""


def indent(line: str) -> int:
    """Columns of white space at the start of a line, tabs to multiples of eight."""
    return len(line.expandtabs(8)) - len(line.expandtabs(8).lstrip())


def table_row(line: str) -> str:
    """A ``| a | b |`` line as a row."""
    inner = line.strip().strip("|")
    cells = re.split(r"(?<!\\)\|", inner)
    return join_cells(cell.replace("\\|", "|") for cell in cells)


def list_level(spaces: int) -> int:
    """Nesting from indentation: two to four columns a level, as the formats allow."""
    return 1 + min(5, spaces // 3)


def split_lines(text: str) -> list[str]:
    """Lines by LF, CR LF, CR and form feed only (``str.splitlines`` also cuts at U+2028 and others)."""
    return re.split(r"\r\n|[\n\r\f]", text)
