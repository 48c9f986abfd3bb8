"""From a sentence to its quotes and back: names, labels and the places that cite a passage."""

from __future__ import annotations

from research_agent.domain import Quote
from research_agent.reports.blocks import Back
from research_agent.reports.citations import Citations, CitedSource


class Places:
    """Collects who cites what while a report is walked through; the reference list, which comes last, asks for it."""

    def __init__(self, citations: Citations) -> None:
        self._citations = citations
        self._names = {quote: f"q-{number}" for number, quote in enumerate(citations.quotes, 1)}
        self._back: dict[str, dict[str, dict[str, int]]] = {quote: {} for quote in citations.quotes}

    def cite(self, cited: CitedSource, anchor: str, title: str, number: int) -> tuple[tuple[str, str], ...]:
        """Name and label of each cited passage; remembers that the sentence at ``anchor`` cites it."""
        for quote in cited.quotes:
            self._back[quote.id].setdefault(title, {})[anchor] = number
        return tuple((self.name(quote), self.label(quote)) for quote in cited.quotes)

    def name(self, quote: Quote) -> str:
        return self._names[quote.id]

    def label(self, quote: Quote) -> str:
        """``3``, or ``3b`` where more than one passage of source 3 is cited."""
        number = self._citations.numbers[quote.source]
        several = len(self._citations.of_source(self._citations.sources[quote.source])) > 1
        return f"{number}{self._citations.letter(quote) if several else ''}"

    def back(self, quote: Quote) -> tuple[Back, ...]:
        return tuple(Back(title, tuple(places.items())) for title, places in self._back[quote.id].items())
