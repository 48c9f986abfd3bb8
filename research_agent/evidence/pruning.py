"""Which quotes carry a text: a citation must support what it stands at, so quotes that add nothing are not cited.

Greedy set cover over what the text says (figures, names, content terms): the quote that covers most comes first, then
each that covers something which those before it do not. A quote that by itself holds a fair share of what the best
one holds is kept as well: it corroborates, or states a part in words that others share.
"""

from __future__ import annotations

from collections.abc import Sequence

from research_agent.domain import Quote
from research_agent.evidence.content import content_terms, figures_of
from research_agent.evidence.names import Wording, is_latin, names
from research_agent.text.figures import covers

FAIR_SHARE = 0.6
"""Share of what the best quote covers that a quote must cover to be kept by itself (``benchmarks/pruning.py``: above it
gold quotes begin to be lost)."""
_ENOUGH_TERMS = 2
"""Content terms that a further quote must add, where it adds neither a figure nor a name."""

_Cover = frozenset[tuple[str, str]]


def carrying(text: str, quotes: Sequence[Quote], *, fair_share: float = FAIR_SHARE) -> tuple[Quote, ...]:
    """The quotes that carry ``text``, in the order given; never empty unless ``quotes`` is.

    Quotes in another script than the text cannot be compared by words, so they are all kept.
    """
    foreign = {quote.id for quote in quotes if is_latin(quote.text) != is_latin(text)}
    comparable = [quote for quote in quotes if quote.id not in foreign]
    if len(comparable) < 2:
        return tuple(quotes)
    cover = {quote.id: _covered(text, quote.text) for quote in comparable}
    kept = _cover_greedily(comparable, cover)
    best = max(len(cover[name]) for name in kept)
    kept |= {quote.id for quote in comparable if len(cover[quote.id]) >= max(1, fair_share * best)}
    return tuple(quote for quote in quotes if quote.id in kept or quote.id in foreign)


def _cover_greedily(quotes: Sequence[Quote], cover: dict[str, _Cover]) -> set[str]:
    kept: set[str] = set()
    covered: _Cover = frozenset()
    while True:
        left = [quote for quote in quotes if quote.id not in kept]
        if not left:
            return kept
        following = max(left, key=lambda quote: _worth(cover[quote.id] - covered))  # the first of equals
        gain = cover[following.id] - covered
        if kept and not _adds(gain):
            return kept
        kept.add(following.id)
        covered |= cover[following.id]


def _worth(gain: _Cover) -> int:
    return sum(3 if kind != "term" else 1 for kind, _ in gain)


def _adds(gain: _Cover) -> bool:
    return any(kind != "term" for kind, _ in gain) or len(gain) >= _ENOUGH_TERMS


def _covered(text: str, quote: str) -> _Cover:
    """What of the text the quote holds: ``(kind, value)`` pairs."""
    stated = figures_of(quote)
    wording = Wording(quote)
    figures = {("figure", figure.raw) for figure in figures_of(text) if any(covers(figure, other) for other in stated)}
    named = {("name", name.text) for name in names(text) if wording.names(name.text)}
    terms = {("term", term) for term in content_terms(text) & content_terms(quote)}
    return frozenset(figures | named | terms)
