"""The bytes of one document to its stored text, blocks and metadata: ``extract``.

The format is found by ``sniff``; one module reads each format into pieces; ``compose`` makes the text. Nothing
here reads a file or the network, so a text depends on bytes, name and content type alone and can be cached.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from research_agent.domain import Block, BlockKind, Standing
from research_agent.reading.charset import Decoded, decode
from research_agent.reading.compose import Piece, compose, fold, require_text
from research_agent.reading.dates import DATE_OF_UPDATE, parse_date
from research_agent.reading.head import head_fields, keep_field, split_head
from research_agent.reading.memo import memo_date
from research_agent.reading.naming import work_and_version
from research_agent.reading.records import line_of, parse, read_record
from research_agent.reading.sniff import name, sniff
from research_agent.reading.standing import find_standing
from research_agent.text.detect import detect_language

EXTRACTOR_VERSION = "7"
"""Part of every cache key. Raise it whenever a change can give another text for the same bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """What the reader makes of one document. ``blocks`` are in text order, disjoint and inside ``text``."""

    title: str
    text: str
    blocks: tuple[Block, ...]
    format: str
    """``html``, ``pdf``, ``markdown``, ``text``, ``rst``, ``asciidoc``, ``docx``, ``feed`` or ``json``."""
    pages: tuple[int, ...] = ()
    """For PDF: the offset at which each page starts."""
    published: date | None = None
    author: str = ""
    publisher: str = ""
    language: str = ""
    canonical: str = ""
    alternates: tuple[str, ...] = ()
    """Addresses of the document in other languages."""
    standing: Standing = ""
    standing_words: str = ""
    work: str = ""
    version: str = ""
    part_of: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """What a format's own module found, before a text is made of it."""

    pieces: Sequence[Piece]
    title: str = ""
    published: date | None = None
    author: str = ""
    publisher: str = ""
    language: str = ""
    canonical: str = ""
    version: str = ""
    part_of: str = ""
    alternates: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    first_piece: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    hint: str = ""
    """For the error, when there turns out to be no text."""


def extract(data: bytes, *, address: str, content_type: str | None = None) -> Extracted:
    """The text of a document.

    ``address`` is a web address, a ``file://`` address or a path. With ``#line=12`` it names one
    line of a JSON-lines file, and ``data`` is that line (``records.pick_line``).

    Raises:
        ReadError: kinds ``empty``, ``binary``, ``unsupported``, ``encrypted``, ``damaged``, ``too_large``.
    """
    if line_of(address) is not None:
        return _finish(_json(data, address, None), "json", address)
    kind = sniff(data, address=address, content_type=content_type)
    read = _READERS[kind](data, address, content_type)
    return _finish(read, "json" if kind == "jsonl" else kind, address)


def _finish(read: _Read, kind: str, address: str) -> Extracted:
    pieces, kept_before = _countable(read.pieces)
    text, blocks = compose(pieces)
    require_text(text, address, hint=read.hint)
    title = fold(read.title).replace("\n", " ") or _first_heading(text, blocks, kind) or name(address)
    work, version = work_and_version(address, title, read.version)
    standing, standing_words = find_standing(title, text, read.notices)
    return Extracted(
        title=title,
        text=text,
        blocks=blocks,
        format=kind,
        pages=_page_starts(read.first_piece, kept_before, blocks, len(text)),
        published=read.published or memo_date(text),
        author=read.author,
        publisher=read.publisher,
        language=_language(read.language, text),
        canonical=read.canonical,
        alternates=read.alternates,
        standing=standing,
        standing_words=standing_words,
        work=work,
        version=version,
        part_of="" if read.part_of.casefold() == title.casefold() else read.part_of,
        notes=read.notes,
    )


def _countable(pieces: Sequence[Piece]) -> tuple[list[Piece], list[int]]:
    """The pieces that become blocks, and for each original piece how many of those come before it."""
    kept: list[Piece] = []
    before: list[int] = []
    for piece in pieces:
        before.append(len(kept))
        if fold(piece.text):
            kept.append(piece)
    return kept, [*before, len(kept)]


def _page_starts(first: tuple[int, ...], before: list[int], blocks: Sequence[Block], length: int) -> tuple[int, ...]:
    starts = [*(block.start for block in blocks), length]
    return tuple(0 if page == 0 else starts[before[number]] for page, number in enumerate(first))


def _language(declared: str, text: str) -> str:
    """The declared language, unless the text is written in a script that it is not written in.

    Translations often keep the declaration of their original. Latin scripts are not told apart well enough to
    overrule it.
    """
    found = detect_language(text)
    return found if not declared or (found in _OWN_SCRIPT) != (declared in _OWN_SCRIPT) else declared


_OWN_SCRIPT = frozenset(
    {"zh", "ja", "ko", "ru", "uk", "bg", "sr", "el", "ar", "fa", "ur", "he", "hi", "bn", "ta", "th", "ka", "hy", "am"}
)


def _first_heading(text: str, blocks: Sequence[Block], kind: str) -> str:
    """The first heading of the highest level among the first blocks, or a short first line."""
    lead = next((block for block in blocks[:8] if block.kind is not BlockKind.ITEM), blocks[0])  # fields are items
    first = text[lead.start : lead.end].replace("\n", " ")
    if kind == "text" and len(first) <= 120 and lead.kind in (BlockKind.PARAGRAPH, BlockKind.HEADING):
        return first
    headings = [block for block in blocks[:40] if block.kind is BlockKind.HEADING]
    if headings:
        best = min(headings, key=lambda block: (block.level, block.start))
        return text[best.start : best.end][:300]
    return first if len(first) <= 120 else ""


# ---------------------------------------------------------------- one function a format


def _notes(decoded: Decoded) -> tuple[str, ...]:
    return (f"charset: {decoded.note}",) if decoded.note else ()


def _html(data: bytes, address: str, content_type: str | None) -> _Read:
    from research_agent.reading.html.page import read_page

    decoded = decode(data, content_type)
    page = read_page(decoded.text, address)
    if page is None:
        return _text(data, address, content_type)
    about = page.metadata
    return _Read(
        pieces=page.pieces,
        title=about.title,
        published=about.published,
        author=about.author,
        publisher=about.publisher,
        language=about.language,
        canonical=about.canonical,
        part_of=about.part_of,
        alternates=about.alternates,
        notices=about.notices,
        notes=(*_notes(decoded), *page.notes, *about.notes),
        hint=f' (its title is "{about.title}")' if about.title else "",
    )


def _pdf(data: bytes, address: str, content_type: str | None) -> _Read:
    from research_agent.reading.pdf.read import read_pdf

    found = read_pdf(data, address)
    return _Read(
        pieces=found.pieces,
        title=found.title,
        author=found.author,
        publisher=found.publisher,
        published=found.published,
        first_piece=found.first_piece,
        notes=found.notes,
        hint=": its pages hold no text, only images, as a scan does",
    )


def _docx(data: bytes, address: str, content_type: str | None) -> _Read:
    from research_agent.reading.docx import read_docx

    pieces, about = read_docx(data, address)
    return _described(pieces, {**head_fields(pieces), **_stated(about)})


def _feed(data: bytes, address: str, content_type: str | None) -> _Read:
    from research_agent.reading.feed import read_feed

    decoded = decode(data, content_type)
    pieces, about = read_feed(decoded.text, address)
    return _described(pieces, about, _notes(decoded))


def _described(pieces: Sequence[Piece], about: dict[str, str], notes: tuple[str, ...] = ()) -> _Read:
    """The pieces with what a document's own metadata says (keys named as the fields of ``Extracted``)."""
    tag = about.get("language", "").lower().partition("-")[0]
    published = parse_date(about.get("published", ""))
    updated = None if published else parse_date(about.get("updated", ""))
    canonical = about.get("canonical", "")
    return _Read(
        pieces=pieces,
        title=about.get("title", ""),
        author=fold(about.get("author", "")),
        publisher=fold(about.get("publisher", "")),
        canonical=canonical if canonical.startswith(("http://", "https://")) else "",
        published=published or updated,
        language=tag if 2 <= len(tag) <= 3 and tag.isalpha() else "",
        version=about.get("version", ""),
        notes=(*notes, DATE_OF_UPDATE) if updated else notes,
    )


def _headed(pieces: Sequence[Piece], about: dict[str, str], decoded: Decoded) -> _Read:
    """A line-based document: what it declares in its format's own way goes before the field lines at its head."""
    split, fields = split_head(pieces)
    return _described(split, {**fields, **_stated(about)}, _notes(decoded))


def _stated(about: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in about.items() if value}


def _text(data: bytes, address: str, content_type: str | None) -> _Read:
    from research_agent.reading.plain.text import read_text

    decoded = decode(data, content_type)
    return _headed(read_text(decoded.text), {}, decoded)


def _markdown(data: bytes, address: str, content_type: str | None) -> _Read:
    from research_agent.reading.plain.markdown import read_markdown

    decoded = decode(data, content_type)
    pieces, front = read_markdown(decoded.text)
    about: dict[str, str] = {}
    for label, value in front.items():
        keep_field(about, label, value)
    return _headed(pieces, about, decoded)


def _rst(data: bytes, address: str, content_type: str | None) -> _Read:
    from research_agent.reading.plain.rst import read_rst

    decoded = decode(data, content_type)
    return _headed(read_rst(decoded.text), {}, decoded)


def _asciidoc(data: bytes, address: str, content_type: str | None) -> _Read:
    from research_agent.reading.plain.asciidoc import read_asciidoc

    decoded = decode(data, content_type)
    pieces, attributes = read_asciidoc(decoded.text)
    names = {"author": "author", "published": "revdate", "version": "revnumber", "language": "lang"}
    about = {name: attributes.get(key, "") for name, key in names.items()}
    about["publisher"] = attributes.get("publisher", "") or attributes.get("organization", "")
    return _headed(pieces, about, decoded)


def _json(data: bytes, address: str, content_type: str | None) -> _Read:
    decoded = decode(data, content_type)
    pieces, about = read_record(parse(decoded.text, address))
    return _described(pieces, about, _notes(decoded))


def _jsonl(data: bytes, address: str, content_type: str | None) -> _Read:
    """A whole JSON-lines file as one text, a record after the other."""
    decoded = decode(data, content_type)
    lines = [line for line in decoded.text.split("\n") if line.strip()]
    pieces = [piece for line in lines for piece in read_record(parse(line, address))[0]]
    return _Read(pieces=pieces, notes=_notes(decoded))


_READERS: dict[str, Callable[[bytes, str, str | None], _Read]] = {
    "html": _html,
    "pdf": _pdf,
    "docx": _docx,
    "feed": _feed,
    "json": _json,
    "jsonl": _jsonl,
    "markdown": _markdown,
    "rst": _rst,
    "asciidoc": _asciidoc,
    "text": _text,
}
