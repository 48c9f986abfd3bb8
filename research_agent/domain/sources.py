"""Documents that were read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Literal


class BlockKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    ROW = "row"
    """One table row; cells are separated by `` | `` in the text."""
    CODE = "code"
    QUOTE = "quote"


@dataclass(frozen=True, slots=True)
class Block:
    """A structural unit of a source's text. Blocks are in text order and do not overlap."""

    start: int
    end: int
    kind: BlockKind
    level: int = 0
    """Heading level 1-6 for headings; nesting depth for items; 1 for a table's header row; else 0."""


class Authority(StrEnum):
    """Who speaks; breaks ties and never outvotes a direct contradiction."""

    OFFICIAL = "official"
    STANDARDS = "standards"
    ACADEMIC = "academic"
    PRESS = "press"
    VENDOR = "vendor"
    PERSONAL = "personal"
    UNKNOWN = "unknown"


Standing = Literal["", "retracted", "superseded", "outdated", "satire"]
"""What a document says against itself: it was withdrawn, another one replaces it, it is out of date, it is a joke."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One document that was read. Its text is ``sources/<id>.txt`` of the run, UTF-8 with LF."""

    id: str
    """``s`` and 8 hex digits of the SHA-256 of address and text."""
    address: str
    """Where the text came from: after redirects for the web, ``file://`` for a document."""
    title: str
    retrieved: str
    """ISO 8601, UTC."""
    sha256: str
    """Of the stored text, UTF-8."""
    length: int
    """Code points of the stored text."""
    format: str
    """``html``, ``pdf``, ``markdown``, ``text``, ``rst``, ``asciidoc``, ``docx``, ``feed``, ``json``."""
    requested: str = ""
    """The address that was asked for, where a redirect or a canonical link changed it."""
    path: str | None = None
    """The local path, for a document."""
    published: date | None = None
    author: str = ""
    publisher: str = ""
    language: str = ""
    work: str = ""
    """The work that this is a version of (title without version words), for files; empty when unknown."""
    version: str = ""
    part_of: str = ""
    """The book or manual that this is a chapter or page of, as the document itself names it."""
    canonical: str = ""
    """The address that the document names as its own (canonical link, ``og:url``, "saved from"); empty when it names
    none or names the one that it was read from."""
    alternates: tuple[str, ...] = ()
    """Addresses of the same document in other languages, as it names them (``hreflang``)."""
    standing: Standing = ""
    """What the document says against itself; empty when it says nothing of the kind."""
    standing_words: str = ""
    """The words of the document that say so, verbatim."""
    authority: Authority = Authority.UNKNOWN
    authority_reason: str = ""
    """Which rule of which table decided the authority, in words; empty before it is decided."""
    notes: tuple[str, ...] = ()
    """What a reader of the report should know: cut at the size limit, page 3 unreadable, fallback extractor..."""

    @property
    def name(self) -> str:
        """What a reader knows it by: its title and what it is a part of; the address where it has no title."""
        if not self.part_of or self.part_of.casefold() in self.title.casefold():
            return self.title or self.address
        return f"{self.title} ({self.part_of})" if self.title else self.part_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A source with its stored text and structure; lives in the run folder, not in the graph's state."""

    source: Source
    text: str
    blocks: tuple[Block, ...]
    pages: tuple[int, ...] = ()
    """For PDF: the offset at which each page starts, page 1 first."""
