"""DOCX by zipfile and lxml: headings, paragraphs, list items, tables and core properties.

A part is read only when its stated and real size stay under ``MAX_PART`` bytes, and XML is parsed without
entities and network: a zip bomb or an entity bomb is refused.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING

from research_agent.domain import BlockKind
from research_agent.errors import ReadError
from research_agent.reading.compose import HARD_BREAK, Piece, join_cells

if TYPE_CHECKING:
    from lxml.etree import _Element

MAX_PART = 100_000_000
"""Bytes of one part, unpacked; the text of a book of 2,000 pages is about 20 MB of this XML."""
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_TERMS = "{http://purl.org/dc/terms/}"
_HEADING = re.compile(r"heading\s*([1-6])", re.IGNORECASE)


def read_docx(data: bytes, address: str) -> tuple[list[Piece], dict[str, str]]:
    """The pieces and the core properties: ``title``, ``author``, ``published`` (its creation date), ``language``.

    Raises:
        ReadError: kind ``damaged``, ``encrypted`` or ``too_large``.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            body = _parse(_part(archive, "word/document.xml", address), address)
            styles = _style_names(archive, address)
            properties = _properties(archive, address)
    except (zipfile.BadZipFile, KeyError, EOFError, NotImplementedError) as error:
        raise _damaged(address, str(error)) from error
    except RuntimeError as error:  # zipfile's word for a password
        raise ReadError(
            f"{address} is encrypted: it needs a password.",
            kind="encrypted",
            next_step="Save a copy without a password.",
        ) from error
    return list(_pieces(body, styles)), properties


def _damaged(address: str, why: str) -> ReadError:
    return ReadError(
        f"{address} is a damaged DOCX file: {why}.",
        kind="damaged",
        next_step="Open it in a word processor and save it again.",
    )


def _part(archive: zipfile.ZipFile, name: str, address: str) -> bytes:
    with archive.open(name) as part:
        data = part.read(MAX_PART + 1)
    if len(data) > MAX_PART:
        raise ReadError(
            f"{address} unpacks to more than {MAX_PART // 1_000_000} MB.",
            kind="too_large",
            next_step="Split it into smaller documents.",
        )
    return data


def _parse(data: bytes, address: str) -> _Element:
    from lxml import etree

    if b"<!DOCTYPE" in data[:2000] or b"<!ENTITY" in data[:10_000]:
        raise _damaged(address, "its XML declares entities, which no word processor writes")
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True)
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise _damaged(address, str(error)) from error


def _style_names(archive: zipfile.ZipFile, address: str) -> dict[str, str]:
    """Style id to its name ("heading 1", whatever the id's language)."""
    if "word/styles.xml" not in archive.namelist():
        return {}
    root = _parse(_part(archive, "word/styles.xml", address), address)
    names = ((style.get(f"{_W}styleId"), style.find(f"{_W}name")) for style in root.iter(f"{_W}style"))
    return {str(ident): str(name.get(f"{_W}val")) for ident, name in names if ident and name is not None}


def _properties(archive: zipfile.ZipFile, address: str) -> dict[str, str]:
    if "docProps/core.xml" not in archive.namelist():
        return {}
    root = _parse(_part(archive, "docProps/core.xml", address), address)
    wanted = {
        "title": f"{_DC}title",
        "author": f"{_DC}creator",
        "published": f"{_TERMS}created",
        "language": f"{_DC}language",
    }
    return {name: (root.findtext(tag) or "").strip() for name, tag in wanted.items()}


def _pieces(root: _Element, styles: dict[str, str]) -> Iterator[Piece]:
    """Paragraphs and table rows in document order; a table's paragraphs belong to its rows."""
    from lxml.etree import iterwalk

    walker = iterwalk(root, events=("start",), tag=(f"{_W}p", f"{_W}tbl"))
    for _, element in walker:
        walker.skip_subtree()
        if element.tag == f"{_W}tbl":
            yield from _rows(element)
        else:
            yield _paragraph(element, styles)


def _rows(table: _Element) -> Iterator[Piece]:
    for number, row in enumerate(table.findall(f"{_W}tr")):
        header = row.find(f"{_W}trPr/{_W}tblHeader") is not None
        cells = [" ".join(_text(paragraph) for paragraph in cell.iter(f"{_W}p")) for cell in row.findall(f"{_W}tc")]
        yield Piece(BlockKind.ROW, join_cells(cells), int(header and number < 3))


def _paragraph(element: _Element, styles: dict[str, str]) -> Piece:
    properties = element.find(f"{_W}pPr")
    style = properties.find(f"{_W}pStyle") if properties is not None else None
    name = styles.get(str(style.get(f"{_W}val")), str(style.get(f"{_W}val"))) if style is not None else ""
    text = _text(element)
    if heading := _HEADING.match(name):
        return Piece(BlockKind.HEADING, text, int(heading.group(1)))
    if name.lower() in ("title", "subtitle"):
        return Piece(BlockKind.HEADING, text, 1 if name.lower() == "title" else 2)
    if properties is not None and properties.find(f"{_W}numPr") is not None:
        level = properties.find(f"{_W}numPr/{_W}ilvl")
        return Piece(BlockKind.ITEM, text, 1 + _number(level))
    if "quote" in name.lower():
        return Piece(BlockKind.QUOTE, text)
    return Piece(BlockKind.CODE if "code" in name.lower() else BlockKind.PARAGRAPH, text)


def _number(element: _Element | None) -> int:
    value = str(element.get(f"{_W}val")) if element is not None else "0"
    return min(5, int(value)) if value.isdigit() else 0


def _text(paragraph: _Element) -> str:
    """The text as shown: deleted passages (tracked changes) are ``w:delText`` and so left out."""
    parts = []
    for element in paragraph.iter(f"{_W}t", f"{_W}tab", f"{_W}br", f"{_W}cr", f"{_W}noBreakHyphen"):
        tag = str(element.tag)[len(_W) :]
        parts.append(
            {"tab": "\t", "br": HARD_BREAK, "cr": HARD_BREAK, "noBreakHyphen": "-"}.get(tag) or element.text or ""
        )
    return "".join(parts)
