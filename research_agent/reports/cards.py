"""What one sentence rests on: its claims, each with status, reason, and quotes in their context.

A card shows the quotes that the sentence is printed with; what else its claims have is counted, and stands in the
source's text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from research_agent.domain import Claim, ClaimStatus, Document, Quote, Report, Sentence, Source, Stance
from research_agent.reports.citations import Citations
from research_agent.reports.places import Places

AROUND = 160
"""Characters of the stored text that a card shows before and after a quote."""


@dataclass(frozen=True, slots=True)
class CardQuote:
    """A quote between the text that surrounds it, and who says it."""

    target: str
    """The quote in its source's text."""
    label: str
    before: str
    text: str
    after: str
    page: int | None
    against: bool
    panel: str
    source: Source


@dataclass(frozen=True, slots=True)
class CardClaim:
    claim: Claim
    said: bool
    """The claim has other words than the sentence, so they are shown."""
    quotes: tuple[CardQuote, ...]
    others: int
    """Quotes of the claim that the sentence is not printed with."""
    dispute: str
    """The element where its sides stand side by side; empty where it is not disputed."""


@dataclass(frozen=True, slots=True)
class Card:
    id: str
    line: str
    """The element of the sentence."""
    section: str
    number: int
    text: str
    claims: tuple[CardClaim, ...]


class Cards:
    """Makes the cards of one report."""

    def __init__(self, report: Report, documents: Mapping[str, Document], citations: Citations, places: Places) -> None:
        self._documents = documents
        self._citations = citations
        self._places = places
        disputed = [claim.id for claim in report.claims if claim.status is ClaimStatus.DISPUTED]
        self._disputes = {claim: f"d-{number}" for number, claim in enumerate(disputed, 1)}

    def card(self, line: str, section: str, number: int, sentence: Sentence) -> Card | None:
        """The card of one sentence; None where it carries no claim on record."""
        claims = [self._citations.claims[one] for one in sentence.claims if one in self._citations.claims]
        if not claims:
            return None
        text = sentence.text or " | ".join(sentence.cells)
        printed = [quote for cited in self._citations.of_sentence(sentence) for quote in cited.quotes]
        shown = tuple(self._claim(claim, text, printed) for claim in claims)
        return Card(f"e-{line}", line, section, number, text, shown)

    def _claim(self, claim: Claim, text: str, printed: Sequence[Quote]) -> CardClaim:
        mine = [quote for quote in printed if quote.id in claim.quotes]
        against = [one for one in self._known(claim) if one.stance is Stance.AGAINST and one not in mine]
        shown = tuple(self._quote(quote) for quote in (*mine, *against))
        return CardClaim(
            claim=claim,
            said=_plain(claim.text) != _plain(text),
            quotes=shown,
            others=len(claim.quotes) - len(shown),
            dispute=self._disputes.get(claim.id, ""),
        )

    def _known(self, claim: Claim) -> list[Quote]:
        return [self._citations.quotes[one] for one in claim.quotes if one in self._citations.quotes]

    def _quote(self, quote: Quote) -> CardQuote:
        before, after = self._surroundings(quote)
        return CardQuote(
            target=self._places.name(quote),
            label=self._places.label(quote),
            before=before,
            text=quote.text,
            after=after,
            page=quote.page,
            against=quote.stance is Stance.AGAINST,
            panel=f"r-{self._citations.numbers[quote.source]}",
            source=self._citations.sources[quote.source],
        )

    def _surroundings(self, quote: Quote) -> tuple[str, str]:
        """The stored text on both sides, cut between words; empty where it is not at hand."""
        document = self._documents.get(quote.source)
        if document is None:
            return "", ""
        before = document.text[max(0, quote.start - AROUND) : quote.start]
        after = document.text[quote.end : quote.end + AROUND]
        if quote.start > AROUND:
            before = "… " + before.partition(" ")[2]
        if quote.end + AROUND < len(document.text):
            after = after.rpartition(" ")[0] + " …"
        return before, after


def _plain(text: str) -> str:
    return " ".join(text.lower().split()).rstrip(".。")
