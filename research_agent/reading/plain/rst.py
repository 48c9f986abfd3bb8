"""reStructuredText to pieces: sections, lists, literal blocks, directives, tables; roles and marks rendered away."""

from __future__ import annotations

import re

from research_agent.domain import BlockKind
from research_agent.reading.compose import Piece, join_cells
from research_agent.reading.plain.lines import BULLET, NUMBERED, Collector, indent, list_level, split_lines

_ADORNMENT = re.compile(r"^([!-/:-@\[-`{-~])\1{2,}\s*$")
_DIRECTIVE = re.compile(r"^(\s*)\.\.\s+(?:\|[^|]+\|\s+)?([\w:-]+?)::\s*(.*)$")
_COMMENT = re.compile(r"^(\s*)\.\.(?:\s|$)")
_OPTION = re.compile(r"^\s+:[\w-]+:.*$")
_FIELD = re.compile(r"^\s*:([^:`]+):\s+(.*)$")
_GRID = re.compile(r"^\s*\+[-=+]+\+\s*$")
_SIMPLE = re.compile(r"^\s*=+(?:\s+=+)+\s*$")
_CODE = frozenset(
    ["code", "code-block", "sourcecode", "parsed-literal", "highlight", "literalinclude", "console", "prompt", "math"]
)
_SILENT = frozenset(
    [
        "image",
        "figure",
        "toctree",
        "include",
        "index",
        "contents",
        "raw",
        "only",
        "highlight",
        "role",
        "default-role",
        "meta",
        "tabularcolumns",
    ]
)

_ROLE = re.compile(r":[\w:+.-]{1,60}:`([^`]{0,500})`")
_TARGET = re.compile(r"^(.*?)\s*<[^<>]*>$", re.DOTALL)
_LINK = re.compile(r"`([^`<]{1,500}?)\s*<[^<>`]{1,500}>`__?")
_LITERAL = re.compile(r"``(.{1,500}?)``", re.DOTALL)
_MARKED = re.compile(
    r"(?<![\w*])\*\*(\S[^*]{0,500}?\S|\S)\*\*|(?<![\w*])\*(\S[^*]{0,500}?\S|\S)\*(?!\w)|`([^`]{1,500})`(?:__?)?"
    r"|\|(\w[^|]{0,100}\w)\|_?|\[#?[\w-]{0,60}\]_",
    re.DOTALL,
)


def read_rst(text: str) -> list[Piece]:
    """The pieces of a reStructuredText document."""
    reader = _Reader(split_lines(text))
    reader.run()
    return [
        piece if piece.kind is BlockKind.CODE else piece._replace(text=inline(piece.text))
        for piece in reader.out.pieces
    ]


class _Reader:
    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.at = 0
        self.out = Collector()
        self.levels: list[str] = []
        self.literal = False

    def run(self) -> None:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not line.strip():
                self._blank()
            elif not self._structure(line):
                self._text(line)
                self.at += 1
        self.out.flush()

    def _blank(self) -> None:
        if self.out.filling and self.out.lines[-1].rstrip().endswith("::"):
            base = indent(self.out.lines[0])
            self._shorten_colons()
            self.out.flush()
            self.at += 1
            self._literal_block(base)
            return
        self.out.flush()
        self.at += 1

    def _shorten_colons(self) -> None:
        last = self.out.lines.pop().rstrip()
        if last.strip() != "::":
            self.out.lines.append(last[:-1] if not last.endswith(" ::") else last[:-3])

    def _literal_block(self, base: int) -> None:
        block = self._indented(base)
        self.out.add(BlockKind.CODE, "\n".join(block))

    def _indented(self, base: int) -> list[str]:
        """The following lines that are indented deeper than ``base``, without their common indentation."""
        block: list[str] = []
        while self.at < len(self.lines) and (not self.lines[self.at].strip() or indent(self.lines[self.at]) > base):
            block.append(self.lines[self.at].expandtabs(8))
            self.at += 1
        margin = min((indent(line) for line in block if line.strip()), default=0)
        return [line[margin:] for line in block]

    def _structure(self, line: str) -> bool:
        """Handle a line that is not running text; False when it is."""
        following = self.lines[self.at + 1] if self.at + 1 < len(self.lines) else ""
        third = self.lines[self.at + 2] if self.at + 2 < len(self.lines) else ""
        if (
            _ADORNMENT.match(line)
            and following.strip()
            and _ADORNMENT.match(third)
            and third.strip()[0] == line.strip()[0]
        ):
            self._heading(following, line[0] * 2, 3)
        elif _ADORNMENT.match(following) and not _ADORNMENT.match(line) and indent(line) == 0 and not self.out.filling:
            self._heading(line, following[0], 2)
        elif directive := _DIRECTIVE.match(line):
            self._directive(directive)
        elif _COMMENT.match(line):
            self.out.flush()
            self.at += 1
            self._indented(indent(line))
        elif _GRID.match(line):
            self._grid()
        elif _SIMPLE.match(line):
            self._simple(line)
        elif _ADORNMENT.match(line) and not self.out.filling:
            self.at += 1
        else:
            return False
        return True

    def _heading(self, title: str, style: str, lines: int) -> None:
        if style not in self.levels:
            self.levels.append(style)
        self.out.add(BlockKind.HEADING, title.strip(), min(6, self.levels.index(style) + 1))
        self.at += lines

    def _directive(self, found: re.Match[str]) -> None:
        name, argument = found.group(2), found.group(3)
        self.out.flush()
        self.at += 1
        while self.at < len(self.lines) and _OPTION.match(self.lines[self.at]):
            self.at += 1
        if name in _CODE:
            self.out.add(BlockKind.CODE, "\n".join(self._indented(len(found.group(1)))))
        elif name in _SILENT:
            self._indented(len(found.group(1)))
        elif argument.strip():
            # Admonitions and object descriptions: the argument is text, the body is read like any other.
            self.out.start(BlockKind.PARAGRAPH, argument)
            if name in ("note", "warning", "tip", "important", "caution", "seealso"):
                return
            self.out.flush()

    def _grid(self) -> None:
        """Rows between rules; the lines of one cell are joined."""
        self.out.flush()
        rows: list[list[list[str]]] = []
        header_at = -1
        current: list[list[str]] = []
        while (
            self.at < len(self.lines) and self.lines[self.at].strip()[:1] in ("+", "|") and self.lines[self.at].strip()
        ):
            line = self.lines[self.at].strip()
            self.at += 1
            if line.startswith("+"):
                if current:
                    rows.append(current)
                header_at = len(rows) if "=" in line else header_at
                current = []
                continue
            for number, cell in enumerate(line.strip("|").split("|")):
                if number == len(current):
                    current.append([])
                current[number].append(cell.strip())
        for number, row in enumerate([*rows, current] if current else rows):
            self.out.add(BlockKind.ROW, join_cells(" ".join(cell) for cell in row), int(number < header_at))

    def _simple(self, rule: str) -> None:
        """Columns under ``====  ====``; a line without a first cell continues the row before."""
        self.out.flush()
        starts = [match.start() for match in re.finditer(r"=+", rule)]
        bounds = list(zip(starts, [*starts[1:], None], strict=True))
        rows: list[list[str]] = []
        rules, self.at = 1, self.at + 1
        header = 0
        while self.at < len(self.lines) and rules < 3:
            line = self.lines[self.at]
            self.at += 1
            if _SIMPLE.match(line):
                rules += 1
                header = len(rows) if rules == 2 else header
                if not (self.at < len(self.lines) and self.lines[self.at].strip()):
                    break
                continue
            cells = [line[start:end].strip() for start, end in bounds]
            if rows and not cells[0] and any(cells):
                rows[-1] = [f"{old} {new}".strip() for old, new in zip(rows[-1], cells, strict=True)]
            elif any(cells):
                rows.append(cells)
        for number, row in enumerate(rows):
            self.out.add(BlockKind.ROW, join_cells(row), int(number < header))

    def _text(self, line: str) -> None:
        if marker := BULLET.match(line) or (None if self.out.filling else NUMBERED.match(line)):
            self.out.start(
                BlockKind.ITEM,
                line[marker.end() :] if BULLET.match(line) else line.strip(),
                list_level(len(marker.group(1))),
            )
        elif (fielded := _FIELD.match(line)) and (not self.out.filling or self.out.kind is BlockKind.ITEM):
            self.out.start(BlockKind.ITEM, f"{fielded.group(1)}: {fielded.group(2)}", 1)
        elif line.lstrip().startswith("| "):
            self.out.add(BlockKind.PARAGRAPH, line.strip()[2:])
        else:
            self.out.line(line)


def inline(text: str) -> str:
    """Roles, links and marks as the words that a reader of the built page sees."""
    spans: list[str] = []

    def keep(words: str) -> str:
        spans.append(words)
        return f"\ue000{len(spans) - 1}\ue001"

    def role(match: re.Match[str]) -> str:
        words = match.group(1)
        titled = _TARGET.match(words)
        return keep(titled.group(1) if titled and titled.group(1) else words.lstrip("~!"))

    text = _LITERAL.sub(lambda match: keep(match.group(1)), text)
    text = _LINK.sub(r"\1", _ROLE.sub(role, text))
    text = _MARKED.sub(lambda match: next((group for group in match.groups() if group), ""), text)
    text = re.sub(r"(?<=\w)__?(?=[\s.,;:)]|$)", "", re.sub(r"\\(\S)", r"\1", text).replace("\\ ", ""))
    return re.sub(
        "\ue000(\\d+)\ue001", lambda match: spans[int(match.group(1))] if int(match.group(1)) < len(spans) else "", text
    )
