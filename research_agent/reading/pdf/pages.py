"""The line fragments of each page, from pdfium.

pdfium is not thread-safe, so one lock covers every call into it: two threads that read PDFs take turns, and a
process pool is the way to read several at once.
"""

from __future__ import annotations

import ctypes
import threading
from dataclasses import dataclass, replace
from typing import Any

from research_agent.errors import ReadError

_PDFIUM = threading.Lock()
MAX_PAGES = 5000
_COLUMN_GAP = 1.6
"""A gap within a line of more than this many line heights separates columns or cells; justified text stays below."""
_HYPHEN_MARKS = ("\x02", "\ufffe")
"""What pdfium writes for a hyphen at the end of a line; it then writes no line end."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """A run of characters on one line. Coordinates in points, y upwards."""

    text: str
    left: float
    bottom: float
    right: float
    top: float

    @property
    def height(self) -> float:
        return self.top - self.bottom


@dataclass(frozen=True, slots=True)
class Page:
    width: float
    height: float
    fragments: tuple[Fragment, ...]


@dataclass(frozen=True, slots=True)
class PdfContent:
    pages: tuple[Page, ...]
    metadata: dict[str, str]
    notes: tuple[str, ...] = ()


def read_pages(data: bytes, address: str) -> PdfContent:
    """All pages, in order.

    Raises:
        ReadError: kind ``encrypted`` or ``damaged``.
    """
    with _PDFIUM:
        document = _open(data, address)
        try:
            count = len(document)
            pages, unreadable = [], []
            for number in range(min(count, MAX_PAGES)):
                page = _page(document, number)
                if page is None:
                    unreadable.append(number + 1)
                pages.append(page or Page(0, 0, ()))
            notes = [f"pages not readable: {', '.join(map(str, unreadable[:20]))}"] if unreadable else []
            if count > MAX_PAGES:
                notes.append(f"cut after {MAX_PAGES} of {count} pages")
            return PdfContent(tuple(pages), document.get_metadata_dict(), tuple(notes))
        finally:
            document.close()


def _open(data: bytes, address: str) -> Any:
    import pypdfium2

    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower() or "security" in str(error).lower():
            raise ReadError(
                f"{address} is encrypted: the PDF cannot be read without its password.",
                kind="encrypted",
                next_step="Give a copy that is not encrypted (for example printed to a new PDF).",
            ) from error
        raise ReadError(
            f"{address} is a damaged PDF: {str(error).rstrip('.')}.",
            kind="damaged",
            next_step="Download it again or give another copy.",
        ) from error


def _page(document: Any, number: int) -> Page | None:
    """One page, or None when pdfium cannot load it."""
    import pypdfium2

    try:
        page = document[number]
    except pypdfium2.PdfiumError:
        return None
    try:
        textpage = page.get_textpage()
    except pypdfium2.PdfiumError:
        page.close()
        return None
    try:
        width, height = page.get_size()
        return Page(width, height, tuple(_fragments(textpage)))
    finally:
        textpage.close()
        page.close()


def _fragments(textpage: Any) -> list[Fragment]:
    """Lines as pdfium orders them (that of the content stream), cut at wide gaps."""
    text = _characters(textpage)
    found: list[Fragment] = []
    start = 0
    marks = ("\r", "\n", *_HYPHEN_MARKS)
    for end in [*(at for at, character in enumerate(text) if character in marks), len(text)]:
        hyphen = text[end : end + 1] in _HYPHEN_MARKS and end > start
        if end > start:
            found.extend(_line(textpage, text, start, end, "-" if hyphen else ""))
        start = end + 1
    return found


def _characters(textpage: Any) -> str:
    """One Python character for each pdfium index, so that a position in the text has a box."""
    import pypdfium2.raw as raw

    count = textpage.count_chars()
    text = textpage.get_text_range() if count else ""
    if len(text) != count:
        codes = (raw.FPDFText_GetUnicode(textpage, at) for at in range(count))
        text = "".join(chr(code) if code and not 0xD800 <= code <= 0xDFFF else " " for code in codes)
    return text


def _line(textpage: Any, text: str, start: int, end: int, ending: str) -> list[Fragment]:
    words = _words(text, start, end)
    if not words:
        return []
    boxes = [(_box(textpage, first), _box(textpage, last - 1)) for first, last in words]
    found: list[Fragment] = []
    opened = 0
    for number in range(1, len(words) + 1):
        height = max(1.0, boxes[opened][0][3] - boxes[opened][0][1])
        apart = number < len(words) and _apart(boxes[number - 1][1], boxes[number][0], height)
        if number == len(words) or apart:
            first, last = boxes[opened][0], boxes[number - 1][1]
            found.append(
                Fragment(
                    text[words[opened][0] : words[number - 1][1]],
                    first[0],
                    min(first[1], last[1]),
                    last[2],
                    max(first[3], last[3]),
                )
            )
            opened = number
    found[-1] = replace(found[-1], text=found[-1].text + ending)
    return found


def _apart(before: tuple[float, ...], after: tuple[float, ...], height: float) -> bool:
    """Two words that pdfium put on one line and that do not belong together."""
    return after[0] - before[2] > _COLUMN_GAP * height or after[2] < before[0] - height


def _words(text: str, start: int, end: int) -> list[tuple[int, int]]:
    words = []
    at = start
    while at < end:
        while at < end and text[at].isspace():
            at += 1
        first = at
        while at < end and not text[at].isspace():
            at += 1
        if at > first:
            words.append((first, at))
    return words


def _box(textpage: Any, index: int) -> tuple[float, float, float, float]:
    """Left, bottom, right, top of a character with the font's ascent and descent."""
    import pypdfium2.raw as raw

    rectangle = raw.FS_RECTF()
    if not raw.FPDFText_GetLooseCharBox(textpage, index, ctypes.byref(rectangle)):
        return (0.0, 0.0, 0.0, 0.0)
    return (rectangle.left, rectangle.bottom, rectangle.right, rectangle.top)
