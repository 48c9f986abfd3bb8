"""A report as flowing text: what Markdown, DOCX and PDF have in common, before any of them is written.

Foreign text (``Words``) and text that code prints (``Label``) are told apart, so that each format escapes what it must.
An anchor's name is counted by code (``a-1``, ``s2-5``, ``q-7``, ``r-3``): nothing from a source becomes a name.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Style(StrEnum):
    PLAIN = "plain"
    STRONG = "strong"
    EMPHASIS = "emphasis"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Words:
    """Text from a question, an engine or a source: never markup."""

    text: str
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class Label:
    """Text that this program prints, spaces at its ends included."""

    text: str
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class Anchor:
    """The place of a sentence, to which its quotes lead back."""

    name: str


@dataclass(frozen=True, slots=True)
class Cite:
    """One cited source, and the passages of it that are cited: name of the passage's anchor, and its label (``3b``)."""

    number: int
    passages: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Address:
    """Where a source is: a link to itself where that is an address of the web, else plain text."""

    text: str


Inline = Words | Label | Anchor | Cite | Address
Line = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """Level 1 is the report's title, of which there is one; 2 a section; 3 a part of one."""

    level: int
    line: Line


@dataclass(frozen=True, slots=True)
class Notice:
    """What must be known before anything is read; a line each."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    line: Line


@dataclass(frozen=True, slots=True)
class Bullets:
    items: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Header and rows are equally wide."""

    columns: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]


@dataclass(frozen=True, slots=True)
class Back:
    """A section that cites a passage: its title, and anchor and number of each sentence."""

    title: str
    places: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A cited passage of a source, word for word, with its place in the stored text."""

    anchor: str
    label: str
    text: str
    where: str
    back: tuple[Back, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """An entry of the reference list, its notes and its passages in text order."""

    number: int
    anchor: str
    line: Line
    notes: tuple[str, ...]
    passages: tuple[Passage, ...]


Block = Heading | Notice | Paragraph | Bullets | Table | Reference


def words(text: str, style: Style = Style.PLAIN) -> Line:
    """A line of foreign text alone."""
    return (Words(text, style),)


def label(text: str, style: Style = Style.PLAIN) -> Line:
    """A line of code's own text alone."""
    return (Label(text, style),)
