"""The report as Markdown. Structure comes from here, text from the report, and text is escaped.

Citations, the reference list and every number in them are printed from the record, never taken from an engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from research_agent.domain import (
    Claim,
    ClaimStatus,
    NotFound,
    Position,
    Quote,
    Report,
    SearchAttempt,
    Section,
    Sentence,
    SentenceKind,
    Source,
)
from research_agent.reports.citations import Citations, CitedSource
from research_agent.reports.escaping import escape, link
from research_agent.reports.joining import joiner
from research_agent.reports.labels import Labels, labels
from research_agent.reports.sides import restates_its_sides
from research_agent.reports.wording import attempt_words, cost_words, engine_words, evidence_words, outcome_words


def render_markdown(report: Report) -> str:
    """The report as one Markdown document, ending in a line end."""
    return _Markdown(report).document()


class _Markdown:
    def __init__(self, report: Report) -> None:
        self.report = report
        self.words: Labels = labels(report.question.language)
        self.citations = Citations(report)
        self.gap = joiner(report.question.language)

    def document(self) -> str:
        parts = [
            self.head(),
            *self.answer(),
            *(self.section(section) for section in self.report.sections),
            *self.disagreements(),
            *self.missing(),
            self.method(),
            *self.references(),
        ]
        return "\n\n".join(part for part in parts if part) + "\n"

    # ------------------------------------------------------------ head and body

    def head(self) -> str:
        words, report = self.words, self.report
        lines = [f"# {escape(report.title)}", ""]
        lines += [f"> **{escape(outcome_words(report, words))}**  "]
        lines += [f"> {escape(engine_words(report, words))}  "]
        lines += [f"> {escape(words('judged' if report.judged else 'not_judged'))}"]
        lines += ["", f"*{words('question')}*{words('colon')}{escape(report.question.text)}"]
        return "\n".join(lines)

    def answer(self) -> Iterator[str]:
        yield f"## {self.words('answer')}"
        yield self.body(self.report.answer, ()) if self.report.answer else self.words("nothing_to_report")

    def section(self, section: Section) -> str:
        return f"## {escape(section.title)}\n\n{self.body(section.sentences, section.columns)}"

    def body(self, sentences: Iterable[Sentence], columns: tuple[str, ...]) -> str:
        """Neighbours of one kind stand together: sentences in paragraphs, items in a list, rows in a table."""
        blocks = []
        for kind, group in groupby(sentences, key=lambda one: one.kind):
            if kind is SentenceKind.ROW:
                blocks.append(self.table(list(group), columns))
            elif kind is SentenceKind.ITEM:
                blocks.append("\n".join(f"- {self.sentence(one)}" for one in group))
            else:
                blocks += [
                    self.gap.join(self.sentence(one) for one in paragraph)
                    for _, paragraph in groupby(group, key=lambda one: one.paragraph)
                ]
        return "\n\n".join(blocks)

    def sentence(self, sentence: Sentence) -> str:
        return f"{escape(sentence.text)}{self.marks(sentence)}"

    def table(self, rows: list[Sentence], columns: tuple[str, ...]) -> str:
        width = max([len(columns), *(len(row.cells) for row in rows)])
        head = [escape(cell) for cell in columns] + [""] * (width - len(columns))
        lines = [head, ["---"] * width]
        for row in rows:
            cells = [escape(cell) for cell in row.cells] + [""] * (width - len(row.cells))
            lines.append([*cells[:-1], f"{cells[-1]}{self.marks(row)}".strip()])
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    def marks(self, sentence: Sentence) -> str:
        """The citations behind a sentence, and a warning where it is not verified."""
        numbers = _numbers(self.citations.of_sentence(sentence))
        if sentence.verified:
            return numbers
        note = f"{self.words('colon')}{escape(sentence.note)}" if sentence.note else ""
        return f"{numbers} *({self.words('unverified')}{note})*"

    # ------------------------------------------------------------ disputes and gaps

    def disagreements(self) -> Iterator[str]:
        disputed = [claim for claim in self.report.claims if claim.status is ClaimStatus.DISPUTED]
        if disputed:
            yield f"## {self.words('disagreements')}"
        for claim in disputed:
            yield self.dispute(claim)

    def dispute(self, claim: Claim) -> str:
        own = () if claim.positions else self.citations.of_quotes(self.quotes(claim.quotes))
        lines = [f"**{escape(claim.text)}**{_numbers(own)}", ""]
        lines += [self.position(position) for position in claim.positions]
        if claim.reason and not restates_its_sides(claim):
            lines += ["", f"{self.words('reason')}{self.words('colon')}{escape(claim.reason)}"]
        return "\n".join(lines).replace("\n\n\n", "\n\n")

    def position(self, position: Position) -> str:
        cited = self.citations.of_quotes(self.quotes(position.quotes))
        who = self.words("separator").join(f"{self.who(one.source)}[{one.number}]" for one in cited)
        return f"- {escape(position.statement)} — {who}"

    def who(self, source: Source) -> str:
        date = source.published.isoformat() if source.published else self.words("undated")
        return self.words("position_by", who=escape(source.publisher or source.author or source.title), date=date)

    def quotes(self, ids: Iterable[str]) -> list[Quote]:
        return [self.citations.quotes[one] for one in ids if one in self.citations.quotes]

    def missing(self) -> Iterator[str]:
        if self.report.not_found:
            yield f"## {self.words('not_found')}"
            yield "\n".join(self.gap_item(one) for one in self.report.not_found)

    def gap_item(self, missing: NotFound) -> str:
        tried = self.words("separator").join(escape(query) for query in missing.searched)
        tail = f"{self.words('tried')}{self.words('colon')}{tried}" if tried else self.words("nothing_tried")
        why = self.words(f"why_{missing.why}")
        return f"- {self.words('missing_line', text=escape(missing.text), why=why, tried=tail)}"

    # ------------------------------------------------------------ method

    def method(self) -> str:
        words, report = self.words, self.report
        blocks = [f"## {words('method')}", f"**{words('sub_questions')}**", self.plan()]
        if report.attempts:
            blocks += [f"**{words('searches')}**", self.searches(report.attempts)]
        blocks.append("\n".join(f"- {self.fact(name, text)}" for name, text in self.facts()))
        if report.problems:
            blocks += [
                f"**{words('problems')}**",
                "\n".join(f"- {_problem(one.subject, one.what)}" for one in report.problems),
            ]
        return "\n\n".join(blocks)

    def plan(self) -> str:
        plan, words = self.report.plan, self.words
        lines = [
            f"- {escape(one.text)}" + (f" *({words('added_round', round=one.round)})*" if one.round else "")
            for one in plan.sub_questions
        ]
        if plan.origin != "engine":
            note = f"{words('colon')}{escape(plan.note)}" if plan.note else ""
            lines += ["", f"*{words(f'plan_{plan.origin}')}{note}*"]
        return "\n".join(lines)

    def searches(self, attempts: tuple[SearchAttempt, ...]) -> str:
        head = [self.words("query"), self.words("provider"), self.words("result")]
        rows = [[escape(a.query), escape(a.provider), escape(attempt_words(a, self.words))] for a in attempts]
        return "\n".join(f"| {' | '.join(cells)} |" for cells in [head, ["---"] * 3, *rows])

    def facts(self) -> Iterator[tuple[str, str]]:
        words, report = self.words, self.report
        reason = f" — {report.engine.reason}" if report.engine.reason else ""
        yield words("engine"), f"{words(f'engine_{report.engine.name}')}{reason}"
        yield words("evidence"), evidence_words(report, words)
        yield words("cost"), cost_words(report.usage, words)

    def fact(self, name: str, text: str) -> str:
        return f"**{name}**{self.words('colon')}{escape(text)}"

    # ------------------------------------------------------------ references

    def references(self) -> Iterator[str]:
        if not self.report.sources:
            return
        yield f"## {self.words('references')}"
        yield self.words("verify_hint")
        for number, source in enumerate(self.report.sources, 1):
            yield self.reference(number, source)

    def reference(self, number: int, source: Source) -> str:
        words = self.words
        who = " · ".join(dict.fromkeys(escape(name) for name in (source.author, source.publisher) if name))
        dates = [
            words("published", date=source.published.isoformat()) if source.published else words("undated"),
            words("read_on", date=source.retrieved[:10]),
        ]
        place = escape(source.path) if source.path else link(source.address)
        facts = [who, place, *dates, words(f"authority_{source.authority.value}")]
        indent = " " * (len(str(number)) + 2)
        lines = [
            f"{number}. **{escape(source.title or source.address)}** — {' · '.join(fact for fact in facts if fact)}"
        ]
        for note in source.notes:
            lines += [f"{indent}*{escape(note)}*"]
        for quote in self.citations.of_source(source):
            lines += ["", f"{indent}> {self.passage(quote)}"]
        return "\n".join(lines)

    def passage(self, quote: Quote) -> str:
        words = self.words
        page = f"{words('page', page=quote.page)}, " if quote.page else ""
        where = f"{page}{words('characters', start=quote.start, end=quote.end)}"
        return f"{words('quote_open')}{escape(quote.text)}{words('quote_close')} ({where})"


def _numbers(cited: Iterable[CitedSource]) -> str:
    return "".join(f"[{one.number}]" for one in cited)


def _problem(subject: str, what: str) -> str:
    return f"{escape(subject)}: {escape(what)}" if subject else escape(what)
