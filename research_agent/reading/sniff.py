"""Which format some bytes are: the bytes decide first, then the content type, then the name."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from research_agent.errors import ReadError

_BY_TYPE = {
    "text/html": "html", "application/xhtml+xml": "html", "application/pdf": "pdf", "text/markdown": "markdown",
    "text/x-markdown": "markdown", "text/x-rst": "rst", "text/prs.fallenstein.rst": "rst", "text/asciidoc": "asciidoc",
    "application/rss+xml": "feed", "application/atom+xml": "feed", "application/json": "json",
    "application/ld+json": "json", "application/x-ndjson": "jsonl", "application/jsonl": "jsonl",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx", "text/plain": "text",
}  # fmt: skip
_BY_SUFFIX = {
    ".html": "html", ".htm": "html", ".xhtml": "html", ".pdf": "pdf", ".md": "markdown", ".markdown": "markdown",
    ".mdown": "markdown", ".rst": "rst", ".adoc": "asciidoc", ".asciidoc": "asciidoc", ".asc": "asciidoc",
    ".docx": "docx", ".rss": "feed", ".atom": "feed", ".json": "json", ".jsonl": "jsonl", ".ndjson": "jsonl",
    ".txt": "text", ".text": "text", ".log": "text",
}  # fmt: skip
_MAGIC = (
    (b"\x89PNG", "a PNG image"), (b"\xff\xd8\xff", "a JPEG image"), (b"GIF8", "a GIF image"),
    (b"RIFF", "audio, video or an image"),
    (b"\x1f\x8b", "gzip data"), (b"BZh", "bzip2 data"), (b"\xfd7zXZ", "xz data"), (b"7z\xbc\xaf", "a 7z archive"),
    (b"Rar!", "a RAR archive"), (b"\x7fELF", "a program"), (b"MZ\x90", "a program"), (b"\xca\xfe\xba\xbe", "a program"),
    (b"OggS", "audio or video"), (b"ID3", "audio"), (b"fLaC", "audio"), (b"\x1aE\xdf\xa3", "video"),
    (b"SQLite format 3\x00", "an SQLite database"), (b"\x28\xb5\x2f\xfd", "zstd data"), (b"wOF", "a font"),
    (b"\xd0\xcf\x11\xe0", "an old Office file"), (b"%!PS", "PostScript"), (b"{\\rtf", "RTF"),
)  # fmt: skip
_HTML = re.compile(
    rb"<(?:!doctype\s+html|html|head|body|title|meta|h1|h2|p|div|table|article|script|link)\b", re.IGNORECASE
)
_FEED = re.compile(rb"<(?:\w+:)?(?:rss|feed|RDF)\b")
_XML_START = re.compile(
    rb"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*(?:<!doctype[^>]*>\s*)?", re.IGNORECASE | re.DOTALL
)
_MARKDOWN_LINE = re.compile(r"^(?:#{1,6} \S|```|\[[^\]]+\]: |!\[|\|[-: |]+\|$)", re.MULTILINE)
_RST_LINE = re.compile(r"^\.\. (?:[\w-]+::|_[^:]+:)", re.MULTILINE)

TEXT_FORMATS = frozenset({"markdown", "rst", "asciidoc", "text", "json", "jsonl"})


def suffix(address: str) -> str:
    """The lower-case suffix of an address's or a path's name; empty when there is none."""
    return PurePosixPath(name(address)).suffix.lower()


def name(address: str) -> str:
    """The last part of an address's or a path's path, decoded, without query and fragment."""
    path = urlsplit(address).path if "://" in address else address
    return PurePosixPath(unquote(path)).name


def sniff(data: bytes, *, address: str, content_type: str | None = None) -> str:
    """``html``, ``pdf``, ``docx``, ``feed``, ``json``, ``jsonl``, ``markdown``, ``rst``, ``asciidoc`` or ``text``.

    Raises:
        ReadError: kind ``empty`` for no bytes, ``unsupported`` for a format that is recognised and not read,
            ``binary`` for bytes that are no text.
    """
    if not data.strip(b"\x00 \t\r\n\xef\xbb\xbf"):
        raise ReadError(
            f"{address} is empty: there is no readable text.", kind="empty", next_step="Give another address or file."
        )
    head = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n\x0c")
    if b"%PDF-" in data[:1024]:
        return "pdf"
    if head.startswith(b"PK\x03\x04"):
        return _zip_kind(data, address)
    _refuse_known_binary(data, head, address)
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\x00<\x00" in data[:64] or b"<\x00" in data[:64]
    if not wide and _looks_binary(data):
        raise ReadError(
            f"{address} is a binary file: its bytes are no text.",
            kind="binary",
            next_step="Give the document as HTML, PDF or text.",
        )
    return _markup_kind(data, head) or _declared_kind(data, address, content_type)


def _zip_kind(data: bytes, address: str) -> str:
    if b"word/" in data:
        return "docx"
    raise ReadError(
        f"{address} is a zip archive (or another Office format), which is not read.",
        kind="unsupported",
        next_step="Unpack it, or save it as PDF, HTML or DOCX.",
    )


def _refuse_known_binary(data: bytes, head: bytes, address: str) -> None:
    known = next((what for magic, what in _MAGIC if head.startswith(magic)), None)
    known = (
        known or ("video" if data[4:8] == b"ftyp" else None) or ("a tar archive" if data[257:262] == b"ustar" else None)
    )
    if known:
        raise ReadError(
            f"{address} is {known}, which is not read.",
            kind="unsupported",
            next_step="Give the document as HTML, PDF, DOCX or text.",
        )


def _looks_binary(data: bytes) -> bool:
    """Zero bytes or many control bytes in the first 8 kB; UTF-16 without a mark has zeros in a regular place."""
    sample = data[:8192]
    zeros = sample.count(0)
    if zeros > 0.002 * len(sample) + 1:
        even, odd = sample[0::2].count(0), sample[1::2].count(0)
        return not (max(even, odd) > 0.3 * len(sample) and min(even, odd) < 0.02 * len(sample))
    return sum(byte < 9 or 13 < byte < 27 or 27 < byte < 32 for byte in sample) > 0.02 * len(sample)


def _markup_kind(data: bytes, head: bytes) -> str | None:
    plain = head.replace(b"\x00", b"").lstrip(b"\xff\xfe \r\n\t") if b"\x00" in head else head
    start = plain[_XML_START.match(plain).end() :]  # type: ignore[union-attr]
    if _FEED.match(start[:200]):
        return "feed"
    if plain[:1] != b"<":
        return None
    if _HTML.match(start) or _HTML.search(plain[:1024]):
        return "html"
    return "html" if plain.startswith(b"<?xml") else None


def _declared_kind(data: bytes, address: str, content_type: str | None) -> str:
    """The content type, unless it is a catch-all, then the name, then the look of the text."""
    media = (content_type or "").partition(";")[0].strip().lower()
    by_type, by_name = _BY_TYPE.get(media), _BY_SUFFIX.get(suffix(address))
    if by_name == "asciidoc" and suffix(address) == ".asc" and data.startswith(b"-----BEGIN"):
        by_name = "text"
    for kind in (by_name, by_type) if by_type == "text" else (by_type, by_name):
        if kind in TEXT_FORMATS and kind != "text":
            return kind
        if kind == "html" and _HTML.search(data[:65536]):
            return "html"
    return _text_kind(data)


def _text_kind(data: bytes) -> str:
    """Plain text unless two lines in the first 4 kB are written as only Markdown writes them."""
    head = data[:4096].decode("utf-8", "replace")
    if head.lstrip()[:1] in ("{", "[") and re.match(r'\s*[\[{]\s*["{\]}\[]', head):
        return "jsonl" if re.match(r"\s*\{[^\n]*\}\s*\n\s*\{", data[:65536].decode("utf-8", "replace")) else "json"
    if _RST_LINE.search(head) and re.search(r"^([=\-~^*])\1{3,}\s*$", head, re.MULTILINE):
        return "rst"
    return "markdown" if len(_MARKDOWN_LINE.findall(head)) >= 3 and not head.startswith("#!") else "text"
