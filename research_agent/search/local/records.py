"""What the index keeps of a document: its passages as terms, ready to be added without the document."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from research_agent.domain import Block, BlockKind
from research_agent.text.passages import Passage, split_passages
from research_agent.text.tokens import terms


@dataclass(frozen=True, slots=True)
class PassageRecord:
    start: int
    end: int
    text: str
    own: str
    """Its terms, separated by blanks."""
    above: str
    """Terms of the title and the headings that it stands under and does not show."""
    headings: str
    """Terms of the whole path of headings."""


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    address: str
    path: str
    """The file that it is in: removing the file removes its documents."""
    shown: str
    """The path as seen from what the user gave."""
    title: str
    title_terms: str
    published: date | None
    passages: tuple[PassageRecord, ...]


def record(
    *,
    address: str,
    path: str,
    shown: str,
    title: str,
    text: str,
    blocks: tuple[Block, ...],
    published: date | None,
) -> DocumentRecord:
    """Cut a document into passages and take their terms.

    A passage is indexed together with the title and the headings that it stands under: a paragraph of a page on
    one program rarely repeats the program's name.
    """
    passages = split_passages(address, text, blocks)
    body = [passage for passage in passages if passage.kind is not BlockKind.HEADING] or passages
    return DocumentRecord(
        address=address,
        path=path,
        shown=shown,
        title=title,
        title_terms=_joined(terms(title)),
        published=published,
        passages=tuple(_passage_record(passage, title) for passage in body),
    )


def _passage_record(passage: Passage, title: str) -> PassageRecord:
    """Each of title, headings and text once: a page's title is often its first heading, which opens the text."""
    above = [line for line in dict.fromkeys((title, *passage.headings)) if not passage.text.startswith(line)]
    headings = [line for line in passage.headings if line != title]
    return PassageRecord(
        start=passage.start,
        end=passage.end,
        text=passage.text,
        own=_joined(terms(passage.text)),
        above=_joined(terms("\n".join(above))),
        headings=_joined(terms("\n".join(headings))),
    )


def _joined(found: list[str]) -> str:
    return " ".join(found)
