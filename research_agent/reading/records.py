"""JSON documents and JSON lines: the fields that hold a title, a text, an address and a date, as they are found.

In a JSON-lines file each line is a document of its own with the address ``file:///x.jsonl#line=12`` (1-based).
"""

from __future__ import annotations

import json
import re
from typing import Any

from research_agent.domain import BlockKind
from research_agent.errors import ReadError
from research_agent.reading.compose import Piece

_LINE = re.compile(r"#line=(\d+)$")
_TEXT = ("text", "content", "body", "article", "abstract", "passage", "contents", "description", "summary")
_TITLE = ("title", "headline", "name", "subject")
_ABOUT = {
    "published": ("date", "published", "published_at", "publish_date", "datePublished", "created", "timestamp"),
    "author": ("author", "authors", "byline", "creator"),
    "canonical": ("url", "link", "source_url", "canonical"),
    "publisher": ("publisher", "site", "sitename", "site_name"),
    "language": ("language", "lang"),
}
MAX_LEAVES = 20_000


def line_of(address: str) -> int | None:
    """12 for ``...#line=12``; None for an address of a whole file."""
    found = _LINE.search(address)
    return int(found.group(1)) if found else None


def with_line(address: str, line: int) -> str:
    """The address of one line (1-based) of a JSON-lines file."""
    return f"{_LINE.sub('', address)}#line={line}"


def pick_line(data: bytes, address: str) -> bytes:
    """The bytes of the line that the address names.

    Raises:
        ReadError: kind ``not_found`` when the file has no such line.
    """
    line = line_of(address)
    lines = data.split(b"\n", line or 1)
    if line is None or not 1 <= line <= len(lines) or not lines[line - 1].strip():
        raise ReadError(
            f"There is no line {line} in {_LINE.sub('', address)}.",
            kind="not_found",
            next_step="Index the documents again.",
        )
    return lines[line - 1]


def parse(text: str, address: str) -> Any:
    """The value.

    Raises:
        ReadError: kind ``damaged``, with line and column.
    """
    try:
        return json.loads(text, strict=False)
    except ValueError as error:
        raise ReadError(
            f"{address} is not valid JSON: {error}.", kind="damaged", next_step="Mend the file or convert it again."
        ) from error
    except RecursionError as error:
        raise ReadError(
            f"{address} is nested too deeply for JSON.", kind="damaged", next_step="Convert it to a flat form."
        ) from error


def read_record(value: Any) -> tuple[list[Piece], dict[str, str]]:
    """The pieces and what the record says about itself."""
    if not isinstance(value, dict):
        return _leaves(value), {}
    about = {name: _string(value, keys) for name, keys in _ABOUT.items()}
    about["title"] = _string(value, _TITLE)
    body = next((value[key] for key in _TEXT if isinstance(value.get(key), str) and value[key].strip()), None)
    if body is None:
        return _leaves(value), about
    pieces = [Piece(BlockKind.HEADING, about["title"], 1)] if about["title"] else []
    return pieces + _paragraphs(body), about


def _paragraphs(body: str) -> list[Piece]:
    """A text field as paragraphs; one that is a page's HTML is read as a page."""
    if re.search(r"</(?:p|div|body|h\d|li|table)>", body):
        from research_agent.reading.html.parse import parse as parse_page
        from research_agent.reading.html.walk import walk

        tree = parse_page(body)
        if tree is not None:
            return [segment.piece for segment in walk(tree)]
    from research_agent.reading.plain.text import read_text

    return read_text(body)


def _string(value: dict[str, Any], keys: tuple[str, ...]) -> str:
    for key in keys:
        found = value.get(key)
        if isinstance(found, (str, int, float)) and str(found).strip():
            return str(found).strip()
        if isinstance(found, list) and found and all(isinstance(item, str) for item in found):
            return ", ".join(found)
    return ""


def _leaves(value: Any) -> list[Piece]:
    """Every value with the path to it, a row each: ``versions | 0 | released: 2024-05-01``. No recursion."""
    pieces: list[Piece] = []
    stack: list[tuple[str, Any]] = [("", value)]
    while stack and len(pieces) < MAX_LEAVES:
        path, item = stack.pop()
        children = item.items() if isinstance(item, dict) else enumerate(item) if isinstance(item, list) else None
        if children is not None:
            stack.extend(reversed([(f"{path}.{key}" if path else str(key), child) for key, child in children]))
        elif item not in (None, ""):
            pieces.append(Piece(BlockKind.ROW, f"{path} | {item}" if path else str(item)))
    return pieces
