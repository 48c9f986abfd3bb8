"""AsciiDoc to pieces: sections, lists, delimited blocks, tables; attributes and inline marks rendered away."""

from __future__ import annotations

import re

from research_agent.domain import BlockKind
from research_agent.reading.compose import Piece, join_cells
from research_agent.reading.plain.lines import Collector, split_lines

_HEADING = re.compile(r"^(={1,6}|#{1,6})\s+(\S.*?)(?:\s+=+)?$")
_ATTRIBUTE = re.compile(r"^:!?([\w-]+)!?:(?:\s+(.*))?$")
_DELIMITER = re.compile(r"^(-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|--|```\w*)$")
_TABLE = re.compile(r"^[|,:!]={3,}$")
_ATTRIBUTES = re.compile(r"^\[[^\]]*\]$")
_TITLE = re.compile(r"^\.[A-Za-z\u4e00-\u9fff].*$")
_UNORDERED = re.compile(r"^\s*(\*{1,5}|-)\s+(\S.*)$")
_ORDERED = re.compile(r"^\s*(\.{1,5}|\d{1,3}\.)\s+(\S.*)$")
_TERM = re.compile(r"^(\S.*?)(:{2,4}|;;)(?:\s+(.*))?$")
_MACRO = re.compile(r"^(?:include|image|toc|ifdef|ifndef|endif|ifeval|video|audio)::\S*\[.*\]$|^(?:toc|endif)::\[\]$")
_ADMONITION = re.compile(r"^(NOTE|TIP|IMPORTANT|WARNING|CAUTION):\s+")
_VERBATIM = frozenset("-.+`")

_LINK = re.compile(r"(?:link:|xref:|mailto:)?((?:https?|ftp|irc)://[^\s\[\]]+|[\w./#-]{1,200})\[([^\[\]]{0,500})\]")
_XREF = re.compile(r"<<([^,<>]{1,200})(?:,\s*([^<>]{1,500}))?>>")
_INLINE_MACRO = re.compile(
    r"\b(?:kbd|btn|menu|footnote|pass|stem|icon|image|anchor):[^\s\[]{0,200}\[([^\[\]]{0,500})\]"
)
_PASS = re.compile(r"\+\+\+?(.{1,500}?)\+?\+\+|\$\$(.{1,500}?)\$\$", re.DOTALL)
_MARKS = re.compile(r"(?<![\w`*_#])([`*_#+]{1,2})(?=\S)(.{1,500}?)(?<=\S)\1(?![\w`*_#])", re.DOTALL)
_AUTHOR_LINE = re.compile(r"^(?:[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,2}(?: <[^<>\s]+>)?(?:; (?=\S)|$))+$")
_REVISION_LINE = re.compile(
    r"^(?:[vV](?P<only>\d[\w.-]*)|(?:[vV]?(?P<number>\d[\w.]*), ?)?(?P<date>[^:]*\d{4}[^:]*))(?::.*)?$"
)
_REFERENCE = re.compile(r"\{([\w-]+)\}")


def read_asciidoc(text: str) -> tuple[list[Piece], dict[str, str]]:
    """The pieces and the document's attributes (``revdate``, ``author``, ...)."""
    reader = _Reader(split_lines(text))
    reader.run()
    pieces = [
        piece if piece.kind is BlockKind.CODE else piece._replace(text=inline(piece.text, reader.attributes))
        for piece in reader.out.pieces
    ]
    return pieces, reader.attributes


class _Reader:
    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.at = 0
        self.out = Collector()
        self.attributes: dict[str, str] = {}

    def run(self) -> None:
        while self.at < len(self.lines):
            line = self.lines[self.at].rstrip()
            self.at += 1
            if not line.strip():
                self.out.flush()
            elif not self._structure(line):
                self._text(line)
        self.out.flush()

    def _structure(self, line: str) -> bool:
        if (attribute := _ATTRIBUTE.match(line)) and not self.out.filling:
            self.attributes[attribute.group(1).lower()] = attribute.group(2) or ""
        elif line.startswith("//") and not line.startswith("////"):
            pass
        elif heading := _HEADING.match(line):
            first = not self.out.pieces and len(heading.group(1)) == 1
            self.out.add(BlockKind.HEADING, heading.group(2), len(heading.group(1)))
            if first:
                self._header()
        elif _TABLE.match(line):
            self._table(line)
        elif delimiter := _DELIMITER.match(line):
            self._delimited(delimiter.group(1))
        elif _MACRO.match(line) or (_ATTRIBUTES.match(line) and not self.out.filling) or line in ("+", "'''", "<<<"):
            self.out.flush()
        elif _TITLE.match(line) and not self.out.filling:
            self.out.add(BlockKind.PARAGRAPH, line[1:])
        elif line.startswith(" ") and not self.out.filling and not (_UNORDERED.match(line) or _ORDERED.match(line)):
            self._literal(line)
        else:
            return self._underlined(line)
        return True

    def _header(self) -> None:
        """The author line and the revision line below the document's title, each an item."""
        for pattern in (_AUTHOR_LINE, _REVISION_LINE):
            line = self.lines[self.at].strip() if self.at < len(self.lines) else ""
            found = pattern.match(line)
            if found is None or len(line) > 200:
                return
            self.at += 1
            self.out.add(BlockKind.ITEM, line, 1)
            if pattern is _AUTHOR_LINE:
                self.attributes["author"] = ", ".join(re.sub(r" <[^<>]*>", "", line).split("; "))
            else:
                self.attributes["revnumber"] = found["only"] or found["number"] or ""
                self.attributes["revdate"] = (found["date"] or "").strip()

    def _underlined(self, line: str) -> bool:
        """The old two-line section title."""
        if (
            len(self.out.lines) == 1
            and re.fullmatch(r"([=\-~^+])\1{2,}", line)
            and abs(len(line) - len(self.out.lines[0])) <= 2
        ):
            title = self.out.drop_last_line()
            self.out.add(BlockKind.HEADING, title, 1 + "=-~^+".index(line[0]))
            return True
        return False

    def _delimited(self, mark: str) -> None:
        """Verbatim blocks are code, comments are dropped, others are read like any text (the mark is skipped)."""
        if (
            len(self.out.lines) == 1
            and len(mark) >= 4
            and mark[0] in "-=~"
            and abs(len(mark) - len(self.out.lines[0])) <= 2
        ):
            self._underlined(mark)
            return
        self.out.flush()
        if (mark[0] not in _VERBATIM and mark[0] != "/") or mark == "--":
            return
        end = mark if mark[0] != "`" else "```"
        block = []
        while self.at < len(self.lines) and self.lines[self.at].rstrip() != end:
            block.append(self.lines[self.at])
            self.at += 1
        self.at += 1
        if mark[0] != "/":
            self.out.add(BlockKind.CODE, "\n".join(block))

    def _literal(self, line: str) -> None:
        block = [line]
        while self.at < len(self.lines) and self.lines[self.at].strip():
            block.append(self.lines[self.at])
            self.at += 1
        self.out.add(BlockKind.CODE, "\n".join(block))

    def _table(self, end: str) -> None:
        """Rows of as many cells as the first line of cells has."""
        self.out.flush()
        cells: list[str] = []
        width = 0
        while self.at < len(self.lines) and self.lines[self.at].rstrip() != end:
            line = self.lines[self.at].strip()
            self.at += 1
            found = (
                [cell.strip() for cell in re.split(r"(?<!\\)(?:\d*\.?\d*\+?[<^>.]*[aehlmsv]?)\|", line)]
                if "|" in line
                else [line]
            )
            if "|" not in line:
                if line and cells:
                    cells[-1] = f"{cells[-1]} {line}"
                continue
            if found[0] and cells:
                cells[-1] = f"{cells[-1]} {found[0]}"
            cells.extend(found[1:])
            width = width or len(found) - 1
        self.at += 1
        for start in range(0, len(cells), max(1, width)):
            self.out.add(BlockKind.ROW, join_cells(cells[start : start + max(1, width)]))

    @property
    def _may_start(self) -> bool:
        """A term may follow an item without a blank line, but stands in no paragraph."""
        return not self.out.filling or self.out.kind is BlockKind.ITEM

    def _text(self, line: str) -> None:
        if item := _UNORDERED.match(line):
            self.out.start(BlockKind.ITEM, item.group(2), len(item.group(1)))
        elif item := _ORDERED.match(line):
            number = item.group(1)
            self.out.start(
                BlockKind.ITEM,
                item.group(2) if number[0] == "." else line.strip(),
                len(number) if number[0] == "." else 1,
            )
        elif (term := _TERM.match(line)) and not line.startswith(("http", "include")) and self._may_start:
            self.out.add(BlockKind.ITEM, term.group(1), len(term.group(2)) - 1)
            if term.group(3):
                self.out.start(BlockKind.ITEM, term.group(3), len(term.group(2)) - 1)
        else:
            self.out.line(_ADMONITION.sub(lambda match: f"{match.group(1).capitalize()}: ", line.removesuffix(" +")))


def inline(text: str, attributes: dict[str, str]) -> str:
    """Links, cross references, attributes and marks as the words that a reader of the built page sees."""
    text = _REFERENCE.sub(lambda match: attributes.get(match.group(1).lower(), match.group(0)), text)
    text = _PASS.sub(lambda match: match.group(1) or match.group(2), text)
    text = _INLINE_MACRO.sub(r"\1", text)
    text = _LINK.sub(lambda match: match.group(2).rstrip("^") or match.group(1), text)
    text = _XREF.sub(lambda match: match.group(2) or match.group(1), text)
    return _MARKS.sub(r"\2", _MARKS.sub(r"\2", text))
