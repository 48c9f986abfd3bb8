"""Small documents, quotes and claims for the tests of the evidence rules."""

from __future__ import annotations

import hashlib
from datetime import date

from research_agent.domain import Claim, ClaimProposal, ClaimStatus, Document, Quote, QuoteProposal, Reading, Source


def document(
    id: str,
    text: str,
    address: str | None = None,
    *,
    pages: tuple[int, ...] = (),
    published: date | None = None,
    **facts: str,
) -> Document:
    """A web page of its own domain, or whatever ``facts`` say."""
    address = address or f"https://{id}.example-{id}.org/page"
    source = Source(
        id=id,
        address=address,
        title=facts.pop("title", f"Title of {id}"),
        retrieved="2026-11-30T00:00:00Z",
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        length=len(text),
        format="html",
        published=published,
        path=facts.pop("path", None),
        **facts,
    )
    return Document(source=source, text=text, blocks=(), pages=pages)


def file_document(id: str, text: str, path: str, *, published: date | None = None, **facts: str) -> Document:
    return document(id, text, f"file://{path}", path=path, published=published, **facts)


def by_id(*documents: Document) -> dict[str, Document]:
    return {document.source.id: document for document in documents}


def quote(text: str, source: str = "s1", id: str = "") -> Quote:
    return Quote(id=id or f"q{abs(hash((source, text))):x}", source=source, start=0, end=len(text), text=text)


def proposal(text: str, *cited: tuple[str, str], relevance: float = 0.5) -> ClaimProposal:
    """A claim with the words of its quotes as ``(source, words)``."""
    quotes = tuple(QuoteProposal(source=source, text=words) for source, words in cited)
    return ClaimProposal(text=text, quotes=quotes, relevance=relevance)


def reading(*proposals: ClaimProposal, sub_question: str = "1") -> Reading:
    return Reading(sub_question=sub_question, proposals=proposals)


def said(*statements: tuple[str, str], sub_question: str = "1") -> Reading:
    """A reading in which each ``(source, sentence)`` is a claim that quotes itself."""
    return reading(*(proposal(words, (source, words)) for source, words in statements), sub_question=sub_question)


def claim(id: str, text: str) -> Claim:
    return Claim(id=id, text=text, quotes=(f"q{id}",), status=ClaimStatus.UNCHECKED, reason="")
