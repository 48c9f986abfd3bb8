"""RSS 0.9-2.0 and Atom feeds: the channel's title, then each entry with title, date, link and text."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

from research_agent.domain import BlockKind
from research_agent.errors import ReadError
from research_agent.reading.compose import Piece, fold
from research_agent.reading.dates import parse_date

if TYPE_CHECKING:
    from lxml.etree import _Element

_TEXT = ("encoded", "content", "description", "summary")
_DATES = ("pubDate", "published", "updated", "date")


def read_feed(text: str, address: str) -> tuple[list[Piece], dict[str, str]]:
    """The pieces and what the feed says about itself: ``title``, ``author``, ``language``, and
    ``published``, the date of the newest entry.

    Raises:
        ReadError: kind ``damaged`` when it is not XML at all.
    """
    from lxml import etree

    parser = etree.XMLParser(
        recover=True, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True, encoding="utf-8"
    )
    root = etree.fromstring(_without_declaration(text).encode(), parser)
    if root is None:
        raise ReadError(
            f"{address} says it is a feed and is no XML.",
            kind="damaged",
            next_step="Open it in a browser to see what it holds.",
        )
    channel = next((child for child in root if _name(child) == "channel"), root)
    entries = [element for element in root.iter() if _name(element) in ("item", "entry")]
    pieces = [
        Piece(BlockKind.HEADING, _child(channel, "title"), 1),
        Piece(BlockKind.PARAGRAPH, _child(channel, "description", "subtitle")),
    ]
    for entry in entries:
        pieces.extend(_entry(entry))
    days = [day for entry in entries if (day := _entry_date(entry))]
    about = {
        "title": fold(_child(channel, "title")),
        "author": fold(_child(channel, "managingEditor", "creator", "author")),
        "language": fold(_child(channel, "language")),
        "published": max(days).isoformat() if days else "",
    }
    return pieces, about


def _without_declaration(text: str) -> str:
    start = text.find("?>") if text.lstrip().startswith("<?xml") else -1
    return text[start + 2 :].lstrip() if start >= 0 else text.lstrip("\ufeff \r\n\t")


def _name(element: _Element) -> str:
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _child(element: _Element, *names: str) -> str:
    """The text of the first child with one of ``names``, in the order of ``names``; its markup is rendered away."""
    for name in names:
        for child in element:
            if _name(child) == name:
                return " ".join(piece.text for piece in _markup(_inner(child)))
    return ""


def _inner(element: _Element) -> str:
    if len(element) == 0:
        return element.text or ""
    from lxml import etree

    return (element.text or "") + "".join(etree.tostring(child, encoding="unicode") for child in element)


def _markup(text: str) -> list[Piece]:
    """An entry's text, which is plain or HTML (as CDATA, escaped, or XHTML), as pieces."""
    if "<" not in text and "&" not in text:
        return [Piece(BlockKind.PARAGRAPH, text)] if text.strip() else []
    from research_agent.reading.html.parse import parse
    from research_agent.reading.html.walk import walk

    tree = parse(f"<div>{text}</div>")
    return [] if tree is None else [segment.piece for segment in walk(tree)]


def _entry(entry: _Element) -> Iterator[Piece]:
    yield Piece(BlockKind.HEADING, _child(entry, "title") or "(untitled entry)", 2)
    day, link = _entry_date(entry), _link(entry)
    line = ", ".join(filter(None, (day.isoformat() if day else "", _child(entry, "creator", "author", "name"))))
    if line:
        yield Piece(BlockKind.PARAGRAPH, line)
    if link:
        yield Piece(BlockKind.PARAGRAPH, link)
    for name in _TEXT:
        found = next((child for child in entry if _name(child) == name), None)
        if found is not None:
            yield from _markup(_inner(found))
            return


def _link(entry: _Element) -> str:
    links = [child for child in entry if _name(child) == "link"]
    best = next((link for link in links if link.get("rel", "alternate") == "alternate"), links[0] if links else None)
    if best is None:
        return ""
    return str(best.get("href") or best.text or "").strip()


def _entry_date(entry: _Element) -> date | None:
    stated = (child.text for name in _DATES for child in entry if _name(child) == name)
    return next((day for text in stated if text and (day := parse_date(text))), None)
