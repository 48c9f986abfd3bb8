"""Pages of the web with their metadata, as the project's own extractor reads them."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from research_agent.domain import BlockKind, Document
from research_agent.reading.extract import extract
from research_agent.reading.reader import to_document

from .rendering import About, render
from .sources import Piece, Text, sentences

SITES = (
    ("Northfield Systems Review", "northfield-review.example"), ("Harbour Lane Press", "harbourlane.example"),
    ("The Open Shelf", "openshelf.example"), ("Quarry Hill Computing", "quarryhill.example"),
    ("Lantern Notes", "lantern-notes.example"), ("Beacon Technical Weekly", "beaconweekly.example"),
    ("Old Mill Documentation", "oldmill.example"), ("Riverside Admin Letters", "riverside-letters.example"),
)  # fmt: skip
PROSE = (BlockKind.PARAGRAPH, BlockKind.ITEM)


@dataclass(frozen=True, slots=True)
class Case:
    """Documents that are one voice (a copy) or one voice each (a control); the original comes first."""

    kind: str
    independent: bool
    documents: tuple[Document, ...]
    label: str
    """Which corpus documents they were made from."""


def stretch(text: Text, chance: random.Random) -> list[Piece]:
    """Prose of 20 to 60 sentences from a place in the document; empty where it holds less."""
    wanted, count, story = chance.randint(20, 60), 0, []
    starts = [at for at, piece in enumerate(text.pieces) if piece.kind is BlockKind.HEADING] or [0]
    for piece in text.pieces[chance.choice(starts[: max(1, len(starts) // 2)]) :]:
        if piece.kind in PROSE or piece.kind is BlockKind.HEADING:
            story.append(piece)
            count += len(sentences(piece.text)) if piece.kind in PROSE else 0
        if count >= wanted:
            break
    return story if count >= 20 else []


def page(
    title: str, story: Sequence[Piece] | str, site: tuple[str, str], chance: random.Random, language: str
) -> Document:
    """The page as the extractor reads it. A story may be HTML already."""
    address = address_of(site, title)
    day = f"{chance.randint(2019, 2025)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
    about = About(publisher=site[0], published=day, canonical=address)
    pieces = [] if isinstance(story, str) else story
    data = render(title, pieces, about, language, "html")
    if isinstance(story, str):
        data = data.replace(b"</article>", story.encode() + b"\n</article>")
    return to_document(extract(data, address=address), address=address, requested=address)


def address_of(site: tuple[str, str], title: str) -> str:
    """Where a page with this title stands on the site."""
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60] or "text"
    return f"https://www.{site[1]}/{slug}"


def paragraph(text: str) -> Piece:
    """A text as one paragraph."""
    return Piece(BlockKind.PARAGRAPH, text)


def subject_of(text: Text) -> str:
    """The title without the name of the site."""
    return re.split(r" [-—|–] ", text.title)[0]
