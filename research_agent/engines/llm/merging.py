"""Claims that several readers report in nearly the same words are shown to the writer once.

Two claims count as one when one says nothing in figures or names that the other does not, shares most of its words, and
both rest on the same sentences: the same spans, or spans that are word for word alike (a manual in three versions).
Claims that rest on different sentences stay apart, however alike they sound: a third source is worth a cite.
"""

from __future__ import annotations

from collections.abc import Sequence

from research_agent.domain import Claim
from research_agent.evidence.ledger import Ledger
from research_agent.text.figures import figures
from research_agent.text.tokens import terms

WORDS = 0.7
"""Share of the shorter claim's index terms that stand in the other one."""
SENTENCES = 0.8
"""Share of the shorter quotes' index terms that stand in the other claim's quotes."""


def without_repeats(claims: Sequence[str], ledger: Ledger) -> tuple[str, ...]:
    """``claims`` in their order, without those that repeat an earlier one."""
    kept: list[_Said] = []
    for name in claims:
        said = _Said(ledger.claims[name], ledger)
        if not any(said.repeats(other) for other in kept):
            kept.append(said)
    return tuple(said.claim.id for said in kept)


class _Said:
    """What a claim says and rests on, as sets."""

    def __init__(self, claim: Claim, ledger: Ledger) -> None:
        quotes = [ledger.quotes[quote] for quote in claim.quotes]
        self.claim = claim
        self.words = frozenset(terms(claim.text))
        self.quoted = frozenset(terms(" ".join(quote.text for quote in quotes)))
        versions = {ledger.sources[quote.source].version for quote in quotes}
        self.figures = frozenset(f.raw for f in figures(claim.text) if not any(f.raw in v for v in versions if v))

    def repeats(self, other: _Said) -> bool:
        """Whether ``other`` says all that this claim says, from the same sentences."""
        if self.claim.positions or self.claim.status is not other.claim.status or not self.figures <= other.figures:
            return False
        return _inside(self.words, other.words, WORDS) and _inside(self.quoted, other.quoted, SENTENCES)


def _inside(one: frozenset[str], other: frozenset[str], share: float) -> bool:
    return bool(one) and len(one & other) >= share * len(one)
