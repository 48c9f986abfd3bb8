"""Markdown (CommonMark with tables and front matter) to pieces; inline marks are rendered away."""

from __future__ import annotations

import re
from html import unescape
from itertools import count

from research_agent.domain import BlockKind
from research_agent.reading.compose import Piece
from research_agent.reading.plain.lines import (
    BULLET,
    COLUMN_RULE,
    RULE,
    Collector,
    indent,
    list_level,
    split_lines,
    table_row,
)

_ATX = re.compile(r"^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_FENCE = re.compile(r"^(\s*)(`{3,}|~{3,})([^`]*)$")
_ORDERED = re.compile(r"^(\s*)\d{1,9}[.)]\s+(?=\S)")
_SETEXT = re.compile(r"^ {0,3}(=+|-+)\s*$")
_REFERENCE = re.compile(r"^ {0,3}\[[^\]^]+\]:\s*\S+.*$")
_FRONT_KEY = re.compile(r"^[\"']?([\w-]+)[\"']?\s*(?::(?=\s|$)|=)\s*(.*)$")
_FRONT_LINE = re.compile(
    r"^(?:\s*|\s+\S.*|#.*|-\s.*|[\"']?[\w-]+[\"']?\s*(?::(?:\s.*)?|=.*)|\[[\w.\[\]\" -]+\]|[\]}],?)$"
)

# Every inner part is bounded: an opening mark that is never closed must not be looked for to the end of the text.
_LINK = re.compile(
    r"!?\[((?:[^\[\]]|\[[^\[\]]{0,200}\]){0,500})\]"
    r"\((?:[^()\s]|\([^()]{0,200}\)){0,2000}(?:\s{1,20}(?:\"[^\"]{0,500}\"|'[^']{0,500}'))?\)"
)
_REFERENCE_LINK = re.compile(r"!?\[([^\[\]]{1,500})\]\[[^\[\]]{0,200}\]")
_AUTO = re.compile(r"<((?:https?|ftp|mailto):[^<>\s]{1,2000})>")
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,2000}>|<!--.{0,2000}?-->", re.DOTALL)
_CODE_SPAN = re.compile(r"(?<!`)(`{1,20})(?!`)(.{1,1000}?)(?<!`)\1(?!`)", re.DOTALL)
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.{1,1000}?)(?<=\S)\1", re.DOTALL)
_EMPHASIS = re.compile(
    r"(?<![\w*\\])\*(?=[^\s*])([^*]{1,500}?)(?<=[^\s*])\*(?!\*)|(?<![\w\\])_(?=\S)([^_]{1,500}?)(?<=\S)_(?!\w)",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\([!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~])")


def read_markdown(text: str) -> tuple[list[Piece], dict[str, str]]:
    """The pieces and the front matter (lower-case keys)."""
    lines = split_lines(text)
    front, start = front_matter(lines)
    reader = _Reader(Collector())
    for line in lines[start:]:
        reader.read(line)
    reader.close()
    return reader.out.pieces, front


def front_matter(lines: list[str]) -> tuple[dict[str, str], int]:
    """The fields between two ``---`` (or ``+++``) at the start, and the number of the first line after them.

    A subset of YAML and TOML, without their types: scalars, lists (joined by a comma) and folded texts of the outermost
    level. Lines of any other form say that the rule was a rule: then all is text.
    """
    fence = lines[0].strip() if lines else ""
    if fence not in ("---", "+++"):
        return {}, 0
    end = next((number for number, line in enumerate(lines[1:200], 1) if line.rstrip() in (fence, "...")), 0)
    first = next((line for line in lines[1:end] if line.strip() and not line.startswith("#")), "")
    if not _FRONT_KEY.match(first) or not all(_FRONT_LINE.match(line) for line in lines[1:end]):
        return {}, 0
    found: dict[str, str] = {}
    key = ""
    for line in lines[1:end]:
        if match := _FRONT_KEY.match(line):
            key = match[1].lower()
            found.setdefault(key, _scalar(match[2]))
        elif key and (more := _more(line)):
            listed = line.lstrip().startswith("- ")
            found[key] = f"{found[key]}{', ' if listed else ' '}{more}" if found[key] else more
    return {key: value for key, value in found.items() if value}, end + 1


def _more(line: str) -> str:
    """What an inner line adds to its key: text, a member of a list, the name of a person; nothing else of a mapping."""
    inner = re.sub(r"^\s*(?:-\s+)?(?:name:\s+)?", "", line)
    return "" if inner.startswith(("#", "[", "]", "}")) or _FRONT_KEY.match(inner) else _scalar(inner.rstrip(","))


def _scalar(value: str) -> str:
    """A value without quotation marks, comment, block mark, or the brackets of a list."""
    value = value.strip()
    if value.startswith(("'", '"')) and value[1:].find(value[:1]) >= 0:
        return value[1 : value.index(value[0], 1)]
    value = re.sub(r"(?:^|\s)#.*$", "", value).strip()
    if value.startswith("[") and value.endswith("]"):
        return ", ".join(_scalar(part) for part in value[1:-1].split(",") if part.strip())
    return "" if re.fullmatch(r"[|>][+-]?\d?|null|~", value) else value


class _Reader:
    """Line by line; the only state is the collector, the open fence and whether a table is going on."""

    def __init__(self, out: Collector) -> None:
        self.out = out
        self.fence = ""
        self.code: list[str] = []
        self.after_blank = True
        self.in_table = False
        self.in_comment = False

    def read(self, line: str) -> None:
        if self.fence:
            self._in_fence(line)
        elif self.in_comment or line.lstrip().startswith("<!--"):
            self.in_comment = "-->" not in line
        elif opened := _FENCE.match(line):
            self._end_code()
            self.out.flush()
            self.fence = opened.group(2)
        elif not line.strip():
            self._blank()
        elif self.code or (
            indent(line) >= 4 and self.after_blank and self.out.kind is not BlockKind.ITEM and not self.out.filling
        ):
            self._indented(line)
        else:
            self._line(line)
        self.after_blank = not line.strip()

    def close(self) -> None:
        self._end_code()
        self.out.flush()
        self.out.pieces[:] = [
            piece if piece.kind is BlockKind.CODE else piece._replace(text=inline(piece.text))
            for piece in self.out.pieces
        ]

    def _in_fence(self, line: str) -> None:
        if line.strip().startswith(self.fence) and not line.strip().strip(self.fence[0]):
            self._end_code()
            self.fence = ""
        else:
            self.code.append(line)

    def _end_code(self) -> None:
        if self.code:
            self.out.add(BlockKind.CODE, "\n".join(self.code))
            self.code = []

    def _blank(self) -> None:
        if self.code:
            self.code.append("")
        else:
            self.out.flush()
        self.in_table = False

    def _indented(self, line: str) -> None:
        """An indented code line; the end of the code when the line is not indented. Indented list text is text."""
        last = self.out.pieces[-1].kind if self.out.pieces else None
        if indent(line) >= 4 and (self.code or last is not BlockKind.ITEM):
            self.code.append(line[4:] if line.startswith("    ") else line.lstrip("\t"))
            return
        self._end_code()
        self._line(line)

    def _line(self, line: str) -> None:
        out = self.out
        if heading := _ATX.match(line):
            out.add(BlockKind.HEADING, heading.group(2) or "", len(heading.group(1)))
        elif (setext := _SETEXT.match(line)) and out.filling and out.kind is BlockKind.PARAGRAPH:
            title = "\n".join(out.lines)
            out.lines.clear()
            out.add(BlockKind.HEADING, title, 1 if setext.group(1)[0] == "=" else 2)
        elif COLUMN_RULE.match(line) and (out.filling or self.in_table):
            self._table_head()
        elif self.in_table and "|" in line:
            out.add(BlockKind.ROW, table_row(line))
        elif (RULE.match(line) and not BULLET.match(line)) or _REFERENCE.match(line):
            out.flush()
        elif marker := BULLET.match(line) or _ORDERED.match(line):
            out.start(
                BlockKind.ITEM,
                line[marker.end() :] if BULLET.match(line) else line.strip(),
                list_level(len(marker.group(1))),
            )
        elif line.lstrip().startswith(">"):
            self._quote(line)
        else:
            out.line(line.strip() + ("\x1e" if line.endswith("  ") else ""))

    def _table_head(self) -> None:
        self.in_table = True
        header = self.out.drop_last_line()
        self.out.flush()
        if header:
            self.out.add(BlockKind.ROW, table_row(header), 1)

    def _quote(self, line: str) -> None:
        text = re.sub(r"^\s*(?:>\s?)+", "", line)
        if self.out.kind is BlockKind.QUOTE and self.out.filling and text.strip():
            self.out.line(text)
        elif text.strip():
            self.out.start(BlockKind.QUOTE, text)
        else:
            self.out.flush()


def inline(text: str) -> str:
    """Inline marks rendered: links as their text, no emphasis, code or HTML marks."""
    spans: list[str] = []
    number = count()

    def keep(match: re.Match[str]) -> str:
        spans.append(match.group(2).strip())
        return f"\ue000{next(number)}\ue001"

    text = _CODE_SPAN.sub(keep, text)
    text = _AUTO.sub(r"\1", text)
    text = _LINK.sub(r"\1", _REFERENCE_LINK.sub(r"\1", _LINK.sub(r"\1", text)))
    text = _TAG.sub("", text)
    text = _STRONG.sub(r"\2", text)
    text = _EMPHASIS.sub(lambda match: match.group(1) or match.group(2), text)
    text = unescape(_ESCAPE.sub(r"\1", text))
    return re.sub(
        "\ue000(\\d+)\ue001", lambda match: spans[int(match.group(1))] if int(match.group(1)) < len(spans) else "", text
    )
