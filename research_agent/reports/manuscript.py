"""The walk over a report: every part of it, in reading order, as blocks that Markdown, DOCX and PDF write out.

A part that a report gains is added here, once (and in the HTML page, which is laid out for checking rather than
reading). Citations, the reference list and every number in them are printed from the record, never taken from an
engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from research_agent.domain import (
    Claim,
    ClaimStatus,
    NotFound,
    Quote,
    Report,
    SearchAttempt,
    Section,
    Sentence,
    SentenceKind,
    Source,
    Stance,
)
from research_agent.reports.blocks import (
    Address,
    Anchor,
    Block,
    Bullets,
    Cite,
    Heading,
    Inline,
    Label,
    Line,
    Notice,
    Paragraph,
    Passage,
    Reference,
    Style,
    Table,
    Words,
    label,
    words,
)
from research_agent.reports.citations import Citations, CitedSource
from research_agent.reports.disagreements import disagreement_table
from research_agent.reports.joining import joiner
from research_agent.reports.judgement import judgement
from research_agent.reports.labels import Labels, labels
from research_agent.reports.places import Places
from research_agent.reports.process import Process
from research_agent.reports.wording import (
    attempt_words,
    cost_words,
    engine_words,
    evidence_words,
    judged_words,
    outcome_words,
)


def manuscript(report: Report) -> tuple[Block, ...]:
    """The report's parts in reading order."""
    return tuple(Manuscript(report).blocks())


class Manuscript:
    def __init__(self, report: Report) -> None:
        self.report = report
        self.words: Labels = labels(report.question.language)
        self.citations = Citations(report)
        self.places = Places(self.citations)
        self.process = Process(report, self.citations, self.words)
        self.gap = Label(joiner(report.question.language))

    def blocks(self) -> Iterator[Block]:
        yield from self.head()
        yield from self.answer()
        for number, section in enumerate(self.report.sections, 1):
            yield from self.section(f"s{number}", section)
        yield from self.disagreements()
        yield from self.missing()
        yield from judgement(self.report, self.words)
        yield from self.method()
        yield from self.references()

    # ------------------------------------------------------------ head and body

    def head(self) -> Iterator[Block]:
        report = self.report
        yield Heading(1, words(report.title))
        judged = judged_words(report, self.words)
        yield Notice(
            (
                words(outcome_words(report, self.words), Style.STRONG),
                words(engine_words(report, self.words)),
                words(judged),
            )
        )
        asked = Label(self.words("question"), Style.EMPHASIS)
        yield Paragraph((asked, self.colon, Words(report.question.text)))

    @property
    def colon(self) -> Label:
        return Label(self.words("colon"))

    def heading(self, key: str, level: int = 2) -> Heading:
        return Heading(level, label(self.words(key)))

    def answer(self) -> Iterator[Block]:
        yield self.heading("answer")
        if self.report.answer:
            yield from self.body("a", self.words("answer"), self.report.answer, ())
        else:
            yield Paragraph(label(self.words("nothing_to_report")))

    def section(self, name: str, section: Section) -> Iterator[Block]:
        yield Heading(2, words(section.title))
        yield from self.body(name, section.title, section.sentences, section.columns)

    def body(self, name: str, title: str, sentences: Iterable[Sentence], columns: tuple[str, ...]) -> Iterator[Block]:
        """Neighbours of one kind stand together: sentences in paragraphs, items in a list, rows in a table."""
        numbered = [(f"{name}-{number}", number, one) for number, one in enumerate(sentences, 1)]
        for kind, group in groupby(numbered, key=lambda one: one[2].kind):
            if kind is SentenceKind.ROW:
                yield _table(columns, [(one.cells, place, self.marks(place, title, n, one)) for place, n, one in group])
            elif kind is SentenceKind.ITEM:
                yield Bullets(tuple(self.sentence(place, title, n, one) for place, n, one in group))
            else:
                for _, paragraph in groupby(group, key=lambda one: one[2].paragraph):
                    yield Paragraph(self.running(self.sentence(place, title, n, one) for place, n, one in paragraph))

    def sentence(self, anchor: str, title: str, number: int, sentence: Sentence) -> Line:
        return (Anchor(anchor), Words(sentence.text), *self.marks(anchor, title, number, sentence))

    def running(self, lines: Iterable[Line]) -> Line:
        """Sentences as running text."""
        joined: list[Inline] = []
        for line in lines:
            joined += [*([self.gap] if joined else []), *line]
        return tuple(joined)

    def marks(self, anchor: str, title: str, number: int, sentence: Sentence) -> Line:
        """The citations behind a sentence, and a warning where it is not verified or nobody should rely on it."""
        cites = self.cites(self.citations.of_sentence(sentence), anchor, title, number)
        told = [] if sentence.verified else [(self.words("unverified"), sentence.note)]
        told += [(self.words(f"status_{claim.status.value}"), claim.reason) for claim in self.weak(sentence)]
        warnings = (f"{status}{self.words('colon')}{why}" if why else status for status, why in told)
        marked = ((Label(" ("), Words(warning, Style.EMPHASIS), Label(")")) for warning in warnings)
        return (*cites, *(inline for warning in marked for inline in warning))

    def weak(self, sentence: Sentence) -> list[Claim]:
        """The refuted and doubtful claims of a sentence that rests on no better one."""
        claims = [self.citations.claims[id] for id in sentence.claims if id in self.citations.claims]
        weak = [claim for claim in claims if claim.status in (ClaimStatus.REFUTED, ClaimStatus.DOUBTFUL)]
        return weak if len(weak) == len(claims) else []

    def cites(self, cited: Iterable[CitedSource], anchor: str, title: str, number: int) -> Line:
        return tuple(Cite(one.number, self.places.cite(one, anchor, title, number)) for one in cited)

    # ------------------------------------------------------------ disputes and gaps

    def disagreements(self) -> Iterator[Block]:
        table = disagreement_table(self.report, self.citations, self.words, self.cites)
        if table:
            yield self.heading("disagreements")
            yield table

    def quotes(self, ids: Iterable[str]) -> list[Quote]:
        return [self.citations.quotes[one] for one in ids if one in self.citations.quotes]

    def missing(self) -> Iterator[Block]:
        if self.report.not_found:
            yield self.heading("not_found")
            yield Bullets(tuple(self.gap_item(one) for one in self.report.not_found))

    def gap_item(self, missing: NotFound) -> Line:
        why = self.words("missing_why", why=self.words(f"why_{missing.why}"))
        line = (Words(missing.text, Style.STRONG), Label(why))
        if not missing.searched:
            return (*line, Label(self.words("nothing_tried")))
        return (*line, Label(self.words("tried")), self.colon, *self.process.tried(missing))

    # ------------------------------------------------------------ method

    def method(self) -> Iterator[Block]:
        report = self.report
        yield self.heading("method")
        yield from self.process.demands()
        yield from self.plan()
        yield from self.process.reflections()
        yield from self.process.groups()
        if report.attempts:
            yield self.heading("searches", 3)
            yield self.searches(report.attempts)
        yield Bullets(tuple(self.facts()))
        if report.problems:
            yield self.heading("problems", 3)
            yield Bullets(tuple(_problem(one.subject, one.what) for one in report.problems))

    def plan(self) -> Iterator[Block]:
        plan = self.report.plan
        yield self.heading("sub_questions", 3)
        if self.report.todo:
            yield from self.process.todo()
        else:
            yield Bullets(tuple(words(one.text) for one in plan.sub_questions))
        if plan.origin != "engine":
            note = f"{self.words('colon')}{plan.note}" if plan.note else ""
            yield Paragraph(words(f"{self.words(f'plan_{plan.origin}')}{note}", Style.EMPHASIS))

    def searches(self, attempts: Sequence[SearchAttempt]) -> Table:
        head = tuple(label(self.words(key)) for key in ("query", "provider", "result"))
        rows = [(words(a.query), words(a.provider), words(attempt_words(a, self.words))) for a in attempts]
        return Table(head, tuple(rows))

    def facts(self) -> Iterator[Line]:
        said, report = self.words, self.report
        reason = f" — {report.engine.reason}" if report.engine.reason else ""
        yield self.fact("engine", f"{said(f'engine_{report.engine.name}')}{reason}")
        yield self.fact("evidence", evidence_words(report, said))
        if support := self.process.support():
            yield self.fact("sentences", support)
        yield self.fact("cost", cost_words(report.usage, said))

    def fact(self, key: str, text: str) -> Line:
        return (Label(self.words(key), Style.STRONG), self.colon, Words(text))

    # ------------------------------------------------------------ references

    def references(self) -> Iterator[Block]:
        if not self.report.sources:
            return
        yield self.heading("references")
        yield Paragraph(_with_code(self.words("verify_hint")))
        for number, source in enumerate(self.report.sources, 1):
            yield self.reference(number, source)

    def reference(self, number: int, source: Source) -> Reference:
        line: list[Inline] = [Words(source.name, Style.STRONG), Label(" — ")]
        for rank, fact in enumerate(self.source_facts(source)):
            line += [*([Label(" · ")] if rank else []), fact]
        passages = tuple(self.passage(quote) for quote in self.citations.of_source(source))
        return Reference(number, f"r-{number}", tuple(line), source.notes, passages)

    def source_facts(self, source: Source) -> Iterator[Inline]:
        said = self.words
        for name in dict.fromkeys(name for name in (source.author, source.publisher) if name):
            yield Words(name)
        yield Words(source.path) if source.path else Address(source.address)
        yield Label(said("published", date=source.published.isoformat()) if source.published else said("undated"))
        yield Words(said("read_on", date=source.retrieved[:10]))
        if authority := said(f"authority_{source.authority.value}"):
            yield Words(
                f"{authority}{said('because', why=source.authority_reason)}" if source.authority_reason else authority
            )

    def passage(self, quote: Quote) -> Passage:
        said = self.words
        page = f"{said('page', page=quote.page)}, " if quote.page else ""
        against = f", {said('against')}" if quote.stance is Stance.AGAINST else ""
        where = f"{page}{said('characters', start=quote.start, end=quote.end)}{against}"
        text = f"{said('quote_open')}{quote.text}{said('quote_close')}"
        name, letter = self.places.name(quote), self.places.label(quote)
        return Passage(name, letter, text, where, self.places.back(quote))


def _table(columns: tuple[str, ...], rows: list[tuple[tuple[str, ...], str, Line]]) -> Table:
    """Cells filled up to the widest row; its anchor stands in the first, its citations in the last."""
    width = max([len(columns), *(len(cells) for cells, _, _ in rows), 1])
    filled = []
    for cells, anchor, marks in rows:
        line = [words(cell) for cell in cells] + [()] * (width - len(cells))
        line[0] = (Anchor(anchor), *line[0])
        filled.append((*line[:-1], (*line[-1], *marks)))
    return Table((*(words(cell) for cell in columns), *[()] * (width - len(columns))), tuple(filled))


def _with_code(text: str) -> Line:
    """A label's text, in which commands stand between backticks."""
    return tuple(Label(part, Style.CODE if n % 2 else Style.PLAIN) for n, part in enumerate(text.split("`")) if part)


def _problem(subject: str, what: str) -> Line:
    return (Words(subject), Label(": "), Words(what)) if subject else (Words(what),)
