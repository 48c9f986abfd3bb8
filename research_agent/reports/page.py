"""What the HTML page shows, worked out from the report: the template only lays it out.

Element names: ``a-1`` and ``s2-5`` are sentences (of the answer, of section 2), ``d-1`` is a dispute, ``q-7`` a quote
in its source's text, ``r-3`` a source. All are counted by code; nothing from a source becomes a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import urlsplit

from research_agent.domain import (
    Claim,
    ClaimStatus,
    Document,
    Quote,
    Report,
    Sentence,
    SentenceKind,
    Source,
)
from research_agent.reports.citations import Citations
from research_agent.reports.excerpts import Excerpt, excerpts
from research_agent.reports.labels import Labels, labels
from research_agent.reports.sides import restates_its_sides

FOLDED = 400_000
"""Characters of uncited text that one page may carry, folded away; the run's folder has the rest."""

_WORST_FIRST = (
    ClaimStatus.REFUTED,
    ClaimStatus.DISPUTED,
    ClaimStatus.DOUBTFUL,
    ClaimStatus.UNCHECKED,
    ClaimStatus.SINGLE_SOURCE,
    ClaimStatus.AGREED,
)


@dataclass(frozen=True, slots=True)
class Cite:
    """A link to one quote."""

    target: str
    text: str
    title: str


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, item or row with its citations and the weakest status of its claims."""

    id: str
    text: str
    cells: tuple[str, ...]
    cites: tuple[Cite, ...]
    status: ClaimStatus | None
    reasons: str
    verified: bool
    note: str


@dataclass(frozen=True, slots=True)
class Group:
    """Lines of one kind that stand together: a paragraph, a list, a table."""

    kind: SentenceKind
    lines: tuple[Line, ...]
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageSection:
    id: str
    title: str
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One position of a dispute."""

    statement: str
    voices: tuple[tuple[str, str, tuple[Cite, ...]], ...]
    """Who says it, when, and where."""


@dataclass(frozen=True, slots=True)
class Dispute:
    id: str
    text: str
    cites: tuple[Cite, ...]
    sides: tuple[Side, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Passage:
    """What stands below a quote in its source: where it is and which sentences cite it."""

    id: str
    name: str
    quote: Quote
    back: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
    """The sections that cite it; of each the title, and element and number of the sentences."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A source with the part of its text that matters."""

    id: str
    number: int
    source: Source
    link: str
    """The live address if it is http(s); else empty."""
    excerpts: tuple[Excerpt, ...]
    """Empty where the stored text was not at hand."""
    loose: tuple[str, ...]
    """Quotes that cannot be shown in their place, because the stored text is not at hand."""


class Page:
    """The page of one report."""

    def __init__(self, report: Report, documents: Mapping[str, Document]) -> None:
        self.report = report
        self.words: Labels = labels(report.question.language)
        self.citations = Citations(report)
        self._names = {quote.id: f"q-{number}" for number, quote in enumerate(report.quotes, 1)}
        self._back: dict[str, dict[str, dict[str, int]]] = {quote.id: {} for quote in report.quotes}
        self.answer = self._groups("a", self.words("answer"), report.answer, ())
        self.sections = tuple(
            PageSection(f"s{number}", one.title, self._groups(f"s{number}", one.title, one.sentences, one.columns))
            for number, one in enumerate(report.sections, 1)
        )
        disputed = [claim for claim in report.claims if claim.status is ClaimStatus.DISPUTED]
        self.disputes = tuple(self._dispute(f"d-{number}", claim) for number, claim in enumerate(disputed, 1))
        self.panels = tuple(self._panels(documents))
        self.passages = {quote.id: self._passage(quote) for quote in report.quotes}
        self.statuses = tuple(status for status in reversed(_WORST_FIRST) if status in self._shown_statuses())

    # ------------------------------------------------------------ body

    def _groups(
        self, prefix: str, title: str, sentences: Sequence[Sentence], columns: tuple[str, ...]
    ) -> tuple[Group, ...]:
        numbered = list(enumerate(sentences, 1))
        groups = []
        for (kind, _), members in groupby(numbered, key=lambda one: (one[1].kind, _paragraph(one[1]))):
            lines = tuple(self._line(f"{prefix}-{number}", title, number, sentence) for number, sentence in members)
            groups.append(Group(kind, lines, columns if kind is SentenceKind.ROW else ()))
        return tuple(groups)

    def _line(self, name: str, title: str, number: int, sentence: Sentence) -> Line:
        quotes = [quote for cited in self.citations.of_sentence(sentence) for quote in cited.quotes]
        claims = [self.citations.claims[one] for one in sentence.claims if one in self.citations.claims]
        return Line(
            id=name,
            text=sentence.text,
            cells=sentence.cells,
            cites=self._cites(quotes, name, title, number),
            status=next((status for status in _WORST_FIRST if any(one.status is status for one in claims)), None),
            reasons=" ".join(dict.fromkeys(claim.reason for claim in claims if claim.reason)),
            verified=sentence.verified,
            note=sentence.note,
        )

    def _cites(self, quotes: Iterable[Quote], name: str, title: str, number: int) -> tuple[Cite, ...]:
        cites = []
        for quote in quotes:
            self._back[quote.id].setdefault(title, {})[name] = number
            source = self.citations.sources[quote.source]
            cites.append(Cite(self._names[quote.id], self._label(quote), source.title or source.address))
        return tuple(cites)

    def _label(self, quote: Quote) -> str:
        """``3``, or ``3b`` where more than one passage of source 3 is cited."""
        number = self.citations.numbers[quote.source]
        several = len(self.citations.of_source(self.citations.sources[quote.source])) > 1
        return f"{number}{self.citations.letter(quote) if several else ''}"

    def _shown_statuses(self) -> set[ClaimStatus]:
        bodies = [self.answer, *(section.groups for section in self.sections)]
        return {line.status for groups in bodies for group in groups for line in group.lines if line.status}

    # ------------------------------------------------------------ disputes

    def _dispute(self, name: str, claim: Claim) -> Dispute:
        place = (name, self.words("disagreements"), int(name[2:]))
        sides = tuple(Side(one.statement, tuple(self._voices(one.quotes, place))) for one in claim.positions)
        own = () if sides else self._cites(self._known(claim.quotes), *place)
        return Dispute(
            id=name, text=claim.text, cites=own, sides=sides, reason="" if restates_its_sides(claim) else claim.reason
        )

    def _voices(
        self, quotes: Iterable[str], place: tuple[str, str, int]
    ) -> Iterator[tuple[str, str, tuple[Cite, ...]]]:
        for cited in self.citations.of_quotes(self._known(quotes)):
            source = cited.source
            date = source.published.isoformat() if source.published else self.words("undated")
            who = source.publisher or source.author or source.title
            yield who, date, self._cites(cited.quotes, *place)

    def _known(self, quotes: Iterable[str]) -> list[Quote]:
        return [self.citations.quotes[one] for one in quotes if one in self.citations.quotes]

    # ------------------------------------------------------------ sources

    def _panels(self, documents: Mapping[str, Document]) -> Iterator[Panel]:
        rest = FOLDED
        for source in self.report.sources:
            quotes = self.citations.of_source(source)
            document = documents.get(source.id)
            parts = excerpts(document, quotes, rest=rest) if document else ()
            rest -= sum(part.count for part in parts if part.units and not part.shown)
            yield Panel(
                id=f"r-{self.citations.numbers[source.id]}",
                number=self.citations.numbers[source.id],
                source=source,
                link=_web_address(source.address),
                excerpts=parts,
                loose=_loose(quotes, parts),
            )

    def _passage(self, quote: Quote) -> Passage:
        back = tuple((title, tuple(places.items())) for title, places in self._back[quote.id].items())
        return Passage(self._names[quote.id], self._label(quote), quote, back)


def _paragraph(sentence: Sentence) -> int:
    """Lists and tables hold together whatever paragraph their members are in."""
    return sentence.paragraph if sentence.kind is SentenceKind.TEXT else -1


def _loose(quotes: Iterable[Quote], parts: Iterable[Excerpt]) -> tuple[str, ...]:
    placed = {quote for part in parts for unit in part.units for piece in unit.pieces for quote in piece.begins}
    return tuple(quote.id for quote in quotes if quote.id not in placed)


def _web_address(address: str) -> str:
    """The address if a browser may be sent there. javascript:, data: and file: are dead."""
    try:
        parts = urlsplit(address)
    except ValueError:  # e.g. an unclosed bracket in the host
        return ""
    return address if parts.scheme.lower() in {"http", "https"} and parts.netloc else ""
