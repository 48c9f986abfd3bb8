"""From a proposed quote to a verbatim one, or to the reason why not."""

from __future__ import annotations

import bisect
import hashlib
import re
from dataclasses import dataclass

from research_agent.domain import Document, Quote, QuoteProposal, Stance
from research_agent.evidence.locate import Located, locate

LONGEST = 1200
"""Characters: a quote is a passage that a reader checks at a glance, not a page."""
_ELISION = re.compile(r"\s*(?:\[\s*(?:…|\.\.\.)\s*\]|\(\s*(?:…|\.\.\.)\s*\)|…+|\.{3,})\s*")
_SHORTEST_PART = 20


@dataclass(frozen=True, slots=True)
class Refusal:
    reason: str


def resolve(document: Document, proposal: QuoteProposal) -> tuple[Quote, ...] | Refusal:
    """The verbatim quotes that ``proposal`` stands for: one, or several where its text leaves words out (``...``).

    A span is taken as it is, less the white space around it. Words are located (rule 1); a span beside
    words says which of several equal places is meant.
    """
    if proposal.text.strip():
        places = _located(document.text, proposal)
        if not places:
            return _refusal(document, proposal.text, "is not in its text")
    elif proposal.span is not None:
        start, end = proposal.span
        if not 0 <= start <= end <= len(document.text):
            return Refusal(f"The span {start}–{end} lies outside the text of {document.source.id}.")
        places = [_trimmed(document.text, start, end)]
    else:
        return Refusal(f"A quote of {document.source.id} has neither words nor a span.")
    if not all(any(map(str.isalnum, document.text[start:end])) for start, end in places):
        return Refusal(f"A quote of {document.source.id} is empty.")
    if any(end - start > LONGEST for start, end in places):
        return _refusal(document, document.text[places[0][0] : places[0][1]], f"is longer than {LONGEST} characters")
    return tuple(make_quote(document, start, end, proposal.stance) for start, end in places)


def make_quote(document: Document, start: int, end: int, stance: Stance = Stance.FOR) -> Quote:
    """The quote of a span; its id comes from source and span (and stance, where it speaks against)."""
    key = f"{document.source.id}:{start}:{end}" + (":against" if stance is Stance.AGAINST else "")
    return Quote(
        id="q" + hashlib.sha256(key.encode()).hexdigest()[:10],
        source=document.source.id,
        start=start,
        end=end,
        text=document.text[start:end],
        stance=stance,
        page=page_at(document, start),
    )


def page_at(document: Document, offset: int) -> int | None:
    """The 1-based page on which the offset lies; None for documents without pages."""
    return max(1, bisect.bisect_right(document.pages, offset)) if document.pages else None


def _located(text: str, proposal: QuoteProposal) -> list[tuple[int, int]]:
    near = proposal.span[0] if proposal.span else None
    whole = locate(text, proposal.text, near)
    if whole:
        return [_span(whole)]
    parts = [part for part in _ELISION.split(proposal.text) if part.strip()]
    if len(parts) < 2 or any(len(part) < _SHORTEST_PART for part in parts):
        return []
    found = [locate(text, part, near) for part in parts]
    spans = [_span(place) for place in found if place]
    return spans if len(spans) == len(parts) and spans == sorted(spans) else []


def _span(place: Located) -> tuple[int, int]:
    return place.start, place.end


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - (
        len(piece) - len(piece.rstrip())
    ) if piece.strip() else start


def _refusal(document: Document, text: str, why: str) -> Refusal:
    shown = " ".join(text.split())
    shown = shown if len(shown) <= 80 else shown[:77] + "..."
    return Refusal(f"The quote “{shown}” of {document.source.id} {why}.")
