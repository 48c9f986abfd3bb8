"""Which source a sentence cites, under which number: the one place where citations are counted.

Sources are numbered in the order of the report's reference list, which is the order of first citation. Within
one source its cited passages are lettered in the order in which they stand in its text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from research_agent.domain import Claim, Quote, Report, Sentence, Source, Stance
from research_agent.evidence.polarity import denies
from research_agent.reports.sides import quotes_behind


@dataclass(frozen=True, slots=True)
class CitedSource:
    """A source that a sentence rests on, and the passages of it that say so."""

    number: int
    source: Source
    quotes: tuple[Quote, ...]


class Citations:
    """The citations of one report."""

    def __init__(self, report: Report) -> None:
        self.claims: dict[str, Claim] = {claim.id: claim for claim in report.claims}
        self.quotes: dict[str, Quote] = {quote.id: quote for quote in report.quotes}
        self.sources: dict[str, Source] = {source.id: source for source in report.sources}
        self.numbers: dict[str, int] = {source.id: number for number, source in enumerate(report.sources, 1)}
        self._sides = {quote for claim in report.claims for side in claim.positions for quote in side.quotes}
        self._letters = _letters(report.quotes)

    def of_sentence(self, sentence: Sentence) -> tuple[CitedSource, ...]:
        """The sources behind a sentence, by number. A quote that speaks against a claim does not support it."""
        claims = [self.claims[claim] for claim in sentence.claims if claim in self.claims]
        ids = [quote for claim in claims for quote in quotes_behind(sentence, claim) if quote in self.quotes]
        text = " ".join((sentence.text or " ".join(sentence.cells)).split())
        return self.of_quotes(self.quotes[quote] for quote in ids if self._supports(self.quotes[quote], text))

    def _supports(self, quote: Quote, text: str) -> bool:
        """A quote against a claim supports a sentence that denies the claim, or that tells the quote itself: the side
        of a dispute that its first statement does not take. What is told to be denied supports nobody else."""
        if quote.stance is Stance.FOR:
            return True
        return quote.id in self._sides and (denies(text) or " ".join(quote.text.split()) in text)

    def of_quotes(self, quotes: Iterable[Quote]) -> tuple[CitedSource, ...]:
        """The sources of some quotes, by number, each with its quotes in text order."""
        by_source: dict[str, dict[str, Quote]] = {}
        for quote in quotes:
            by_source.setdefault(quote.source, {})[quote.id] = quote
        cited = [
            CitedSource(self.numbers[source], self.sources[source], tuple(sorted(found.values(), key=_place)))
            for source, found in by_source.items()
            if source in self.numbers
        ]
        return tuple(sorted(cited, key=lambda one: one.number))

    def letter(self, quote: Quote) -> str:
        """``a``, ``b`` ... ``z``, ``aa`` among the cited passages of its source."""
        return self._letters[quote.id]

    def of_source(self, source: Source) -> tuple[Quote, ...]:
        """The cited passages of a source in text order."""
        return tuple(sorted((q for q in self.quotes.values() if q.source == source.id), key=_place))


def _place(quote: Quote) -> tuple[int, int, str]:
    return quote.start, quote.end, quote.id


def _letters(quotes: Iterable[Quote]) -> dict[str, str]:
    counts: dict[str, int] = {}
    letters = {}
    for quote in sorted(quotes, key=_place):
        counts[quote.source] = position = counts.get(quote.source, 0) + 1
        letters[quote.id] = _letter(position)
    return letters


def _letter(position: int) -> str:
    name = ""
    while position > 0:
        position, rest = divmod(position - 1, 26)
        name = chr(ord("a") + rest) + name
    return name
