"""One PDF to pieces, page starts and what it says about itself (XMP, lines at its head, information dictionary)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from research_agent.reading.compose import Piece, fold
from research_agent.reading.dates import parse_date
from research_agent.reading.head import head_fields
from research_agent.reading.pdf.pages import read_pages
from research_agent.reading.pdf.paragraphs import to_pieces
from research_agent.reading.pdf.xmp import read_xmp

_NO_TITLE = re.compile(
    r"^(?:untitled|\(?(?:anonymous|unspecified)\)?|microsoft word.*|.*\.(?:docx?|dvi|tex|pdf|indd|rtf|ps)"
    r"|document\d*|无标题)?$",
    re.IGNORECASE,
)
DATE_OF_FILE = "date: the day on which the PDF was made; its properties name no day of publication"
_NOBODY = re.compile(r"^\(?(?:anonymous|unspecified|unknown|root|user|admin|administrator)\)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PdfText:
    pieces: tuple[Piece, ...]
    first_piece: tuple[int, ...]
    title: str
    author: str
    publisher: str
    published: date | None
    notes: tuple[str, ...]


def read_pdf(data: bytes, address: str) -> PdfText:
    """See the module.

    Raises:
        ReadError: kind ``encrypted`` or ``damaged``. A PDF without a text layer has no pieces.
    """
    content = read_pages(data, address)
    made = to_pieces(content.pages)
    about = {**head_fields(made.pieces), **read_xmp(data)}
    title = fold(content.metadata.get("Title", "") or about.get("title", ""))
    author = fold(content.metadata.get("Author", ""))
    author = about.get("author", "") if not author or _NOBODY.match(author) else author
    published = parse_date(about.get("published", ""))
    of_file = None if published else parse_date(content.metadata.get("CreationDate", ""))
    return PdfText(
        pieces=made.pieces,
        first_piece=made.first_piece,
        title=made.heading if _NO_TITLE.match(title) else title,
        author="" if _NOBODY.match(author) else fold(author),
        publisher=fold(about.get("publisher", "")),
        published=published or of_file,
        notes=(*content.notes, DATE_OF_FILE) if of_file else content.notes,
    )
