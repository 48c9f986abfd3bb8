"""What the HTML page shows, worked out from the report: the template only lays it out.

    Report -> Line (a sentence with its citations)  -> Card (what it rests on)
           -> Panel (a source: its cited passages in its text, and what it contributed)
           -> blocks of the manuscript (disagreements, gaps, checklist, method), as in Markdown and the exports

Element names: ``a-1`` and ``s2-5`` are sentences (of the answer, of section 2), ``e-s2-5`` is what one rests on,
``d-1`` a dispute, ``q-7`` a quote in its source's text, ``r-3`` a source. All are counted by code; nothing from a
source becomes a name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from research_agent.domain import ClaimStatus, Document, Quote, Report, Sentence, SentenceKind
from research_agent.reports.blocks import Back
from research_agent.reports.cards import Card, Cards
from research_agent.reports.judgement import judgement
from research_agent.reports.labels import Labels
from research_agent.reports.manuscript import Manuscript
from research_agent.reports.panels import Panel, panels

_WORST_FIRST = (
    ClaimStatus.REFUTED,
    ClaimStatus.DISPUTED,
    ClaimStatus.DOUBTFUL,
    ClaimStatus.UNCHECKED,
    ClaimStatus.SINGLE_SOURCE,
    ClaimStatus.AGREED,
)
UNVERIFIED = "unverified"
"""Beside the statuses, what a reader may want to see alone: sentences that broke a rule and are shown by setting."""


@dataclass(frozen=True, slots=True)
class Link:
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
    cites: tuple[Link, ...]
    status: ClaimStatus | None
    kinds: tuple[str, ...]
    """The statuses of all its claims, and ``unverified``: what the filters look for."""
    reasons: str
    verified: bool
    note: str
    card: Card | None


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
class Filter:
    """One choice of what to show: a status and the number of lines that have it."""

    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class Passage:
    """What stands below a quote in its source: where it is and which sentences cite it."""

    id: str
    name: str
    quote: Quote
    back: tuple[Back, ...]


class Page:
    """The page of one report."""

    def __init__(self, report: Report, documents: Mapping[str, Document]) -> None:
        self.report = report
        text = Manuscript(report)
        self.words: Labels = text.words
        self.citations, self.places = text.citations, text.places
        self._cards = Cards(report, documents, self.citations, self.places)
        self.answer = self._groups("a", self.words("answer"), report.answer, ())
        self.sections = tuple(
            PageSection(f"s{number}", one.title, self._groups(f"s{number}", one.title, one.sentences, one.columns))
            for number, one in enumerate(report.sections, 1)
        )
        self.disagreements = tuple(text.disagreements())
        self.missing = tuple(text.missing())
        self.judgement = tuple(judgement(report, self.words))
        self.method = tuple(text.method())
        self.panels: tuple[Panel, ...] = panels(report, documents, self.citations, list(self._sentences()))
        self.passages = {
            quote.id: Passage(self.places.name(quote), self.places.label(quote), quote, self.places.back(quote))
            for quote in report.quotes
        }

    @property
    def lines(self) -> Iterator[Line]:
        for groups in (self.answer, *(section.groups for section in self.sections)):
            for group in groups:
                yield from group.lines

    @property
    def statuses(self) -> tuple[ClaimStatus, ...]:
        """Those that some line has, best first."""
        shown = {line.status for line in self.lines}
        return tuple(status for status in reversed(_WORST_FIRST) if status in shown)

    @property
    def filters(self) -> tuple[Filter, ...]:
        """What may be shown alone; none where all lines are of one kind."""
        counts = Counter(kind for line in self.lines for kind in line.kinds)
        names = [*(status.value for status in reversed(_WORST_FIRST)), UNVERIFIED]
        found = tuple(Filter(name, counts[name]) for name in names if counts[name])
        return found if len(found) > 1 else ()

    def _sentences(self) -> Iterator[tuple[str, Sentence]]:
        """Every sentence with its element name."""
        yield from ((f"a-{number}", one) for number, one in enumerate(self.report.answer, 1))
        for at, section in enumerate(self.report.sections, 1):
            yield from ((f"s{at}-{number}", one) for number, one in enumerate(section.sentences, 1))

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
        claims = [self.citations.claims[one] for one in sentence.claims if one in self.citations.claims]
        statuses = {claim.status for claim in claims}
        kinds = [status.value for status in _WORST_FIRST if status in statuses]
        return Line(
            id=name,
            text=sentence.text,
            cells=sentence.cells,
            cites=self._links(sentence, name, title, number),
            status=next((status for status in _WORST_FIRST if status in statuses), None),
            kinds=(*kinds, *(() if sentence.verified else (UNVERIFIED,))),
            reasons=" ".join(dict.fromkeys(claim.reason for claim in claims if claim.reason)),
            verified=sentence.verified,
            note=sentence.note,
            card=self._cards.card(name, title, number, sentence),
        )

    def _links(self, sentence: Sentence, name: str, title: str, number: int) -> tuple[Link, ...]:
        return tuple(
            Link(target, label, cited.source.name)
            for cited in self.citations.of_sentence(sentence)
            for target, label in self.places.cite(cited, name, title, number)
        )


def _paragraph(sentence: Sentence) -> int:
    """Lists and tables hold together whatever paragraph their members are in."""
    return sentence.paragraph if sentence.kind is SentenceKind.TEXT else -1
