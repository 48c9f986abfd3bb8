"""What a side of a dispute says: an engine's words where rule 2 holds for them, else the source's own.

A side is printed, like a sentence of the report, and so it is held to its own quotes alone. Without their documents:
what only a heading says is not enough, and the quote's own words then take the place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from research_agent.domain import DraftSentence, Quote, Source
from research_agent.evidence.content import content_terms, share_in
from research_agent.evidence.support import check_support


def stated(text: str, ids: Sequence[str], quotes: Mapping[str, Quote], sources: Mapping[str, Source]) -> str:
    """``text`` where the quotes ``ids`` support it; else the words of the quote that comes closest to it."""
    backing = [quotes[id] for id in ids]
    if not backing or not check_support(DraftSentence(text=text), backing, sources):
        return text
    wanted = content_terms(text)
    closest = min(backing, key=lambda quote: (-share_in(wanted, content_terms(quote.text)), len(quote.text), quote.id))
    return " ".join(closest.text.split())
