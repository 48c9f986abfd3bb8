"""Documents as the reader makes them, from text or from the example folder, without a run around them."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from research_agent.domain import Document, Source
from research_agent.reading.extract import extract

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "documents"


def document_from(data: bytes, name: str, *, version: str = "") -> Document:
    """One document, extracted; its id comes from name and text."""
    found = extract(data, address=f"file:///{name}")
    source = Source(
        id="s" + hashlib.sha256(f"{name}{found.text}".encode()).hexdigest()[:8],
        address=f"file:///{name}",
        title=found.title or name,
        retrieved="2026-11-30T00:00:00Z",
        sha256=hashlib.sha256(found.text.encode()).hexdigest(),
        length=len(found.text),
        format=found.format,
        path=f"/{name}",
        published=found.published,
        version=version or found.version,
    )
    return Document(source=source, text=found.text, blocks=found.blocks, pages=found.pages)


def markdown(name: str, text: str, *, version: str = "") -> Document:
    """A Markdown document."""
    return document_from(text.encode(), f"{name}.md", version=version)


@cache
def example_documents() -> tuple[Document, ...]:
    """The documents of ``examples/documents``, read once."""
    files = sorted(path for path in EXAMPLES.rglob("*") if path.is_file())
    return tuple(document_from(path.read_bytes(), path.name) for path in files)
