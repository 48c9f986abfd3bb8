"""The bytes decide first, then the content type, then the name."""

from __future__ import annotations

import pytest

from research_agent.errors import ReadError
from research_agent.reading.sniff import sniff

HTML = b"<!DOCTYPE html><html><body><p>x</p></body></html>"


@pytest.mark.parametrize(
    ("data", "name", "content_type", "kind"),
    [
        (HTML, "report.pdf", "application/pdf", "html"),
        (b"%PDF-1.7 ...", "page.html", "text/html", "pdf"),
        (b"\n\n  <!-- note --><html>", "x", None, "html"),
        (b'<?xml version="1.0"?><rss version="2.0">', "x.html", "text/html", "feed"),
        (b'<?xml version="1.0"?>\n<feed xmlns="http://www.w3.org/2005/Atom">', "x", None, "feed"),
        (b"# Title\n\ntext", "readme.md", None, "markdown"),
        (b"# Title\n\ntext", "readme.md", "text/plain", "markdown"),
        (b"Title\n=====\n", "x.rst", None, "rst"),
        (b"= Title\n", "x.adoc", None, "asciidoc"),
        (b"plain words", "FAQ", None, "text"),
        (b"plain words", "x.html", "text/html", "text"),
        (b'{"text": "x"}', "x", None, "json"),
        (b'{"text": "x"}\n{"text": "y"}\n', "x", None, "jsonl"),
        (b'{"text": "x"}', "x.jsonl", None, "jsonl"),
        ("<html>".encode("utf-16"), "x", None, "html"),
        (b"# A\n\n```\ncode\n```\n\n## B\n", "NOTES", None, "markdown"),
        (b"Title\n=====\n\n.. note::\n\n   text\n", "guide.txt", None, "rst"),
    ],
)
def test_kinds(data: bytes, name: str, content_type: str | None, kind: str) -> None:
    assert sniff(data, address=name, content_type=content_type) == kind


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", "empty"),
        (b" \n\x00", "empty"),
        (b"\x89PNG\r\n\x1a\n....", "unsupported"),
        (b"PK\x03\x04....xl/workbook.xml", "unsupported"),
        (b"\x1f\x8b\x08\x00....", "unsupported"),
        (b"\x00\x00\x00\x18ftypmp42....", "unsupported"),
        (bytes(range(256)) * 8, "binary"),
        (b"\x00\x01\x02text\x00\x05" * 100, "binary"),
    ],
)
def test_what_is_not_read_says_so_and_names_the_file(data: bytes, kind: str) -> None:
    with pytest.raises(ReadError) as caught:
        sniff(data, address="/docs/thing.html", content_type="text/html")
    assert caught.value.kind == kind
    assert "/docs/thing.html" in str(caught.value)
    assert caught.value.next_step
