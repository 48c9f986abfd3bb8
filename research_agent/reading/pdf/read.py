"""One PDF to pieces, page starts and what its information dictionary says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from research_agent.reading.compose import Piece, fold
from research_agent.reading.dates import parse_date
from research_agent.reading.pdf.pages import read_pages
from research_agent.reading.pdf.paragraphs import to_pieces

_NO_TITLE = re.compile(
    r"^(?:untitled|\(?(?:anonymous|unspecified)\)?|microsoft word.*|.*\.(?:docx?|dvi|tex|pdf|indd|rtf|ps)"
    r"|document\d*|无标题)?$",
    re.IGNORECASE,
)
_NOBODY = re.compile(r"^\(?(?:anonymous|unspecified|unknown|root|user|admin|administrator)\)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PdfText:
    pieces: tuple[Piece, ...]
    first_piece: tuple[int, ...]
    title: str
    author: str
    published: date | None
    notes: tuple[str, ...]


def read_pdf(data: bytes, address: str) -> PdfText:
    """See the module.

    Raises:
        ReadError: kind ``encrypted`` or ``damaged``. A PDF without a text layer has no pieces.
    """
    content = read_pages(data, address)
    made = to_pieces(content.pages)
    title = fold(content.metadata.get("Title", ""))
    author = fold(content.metadata.get("Author", ""))
    return PdfText(
        pieces=made.pieces,
        first_piece=made.first_piece,
        title=made.heading if _NO_TITLE.match(title) else title,
        author="" if _NOBODY.match(author) else author,
        published=parse_date(content.metadata.get("CreationDate", "")),
        notes=content.notes,
    )
