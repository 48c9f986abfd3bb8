"""What a judge sees: a report as Markdown text, whatever tool wrote it, cut into sentences.

The text is the report as its reader has it, reference list and the sections that code prints included; only a verdict
that an earlier judge left in it is taken out, so that no judge reads another's. Sentences are spans of that text, so
what a judge points at can always be shown in its place. A heading, a list item's sentences, a table row, a table's
header and a line of code are sentences too: a demand on the form of a report may rest on one of them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from research_agent.domain import Report
from research_agent.reports.document import parse_report
from research_agent.reports.markdown import render_markdown
from research_agent.runs.folder import RunFolder
from research_agent.text.detect import detect_language
from research_agent.text.sentences import sentence_spans

SentenceKind = Literal["text", "item", "row", "heading", "code"]

_ITEM = re.compile(r"[ \t]*(?:[-*+•·‣▪–]|\d{1,3}[.)、])[ \t]+\S")
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+\S")
Span = tuple[int, int, SentenceKind]

_MARKS = re.compile(r"(?:\[\^?\d{1,4}(?:[,，\s–-]+\d{1,4})*\](?:\([^()\s]{0,2000}\))?|【[^【】\n]{1,40}】)+")
_WORD = re.compile(r"\w")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One sentence of a report, with its Markdown."""

    id: str
    """``s1``, ``s2`` ... in the order of the text."""
    text: str
    start: int
    end: int
    """``[start, end)``, in code points of the subject's text; ``text`` is that slice."""
    kind: SentenceKind = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A report to be judged."""

    question: str
    """What it answers; empty where nobody said."""
    language: str
    """BCP-47 tag."""
    text: str
    """Markdown, with line ends as ``\\n``."""
    sentences: tuple[Sentence, ...]
    run: Path | None = None
    """The run folder that it comes from, with its sources; None for a report of another tool."""

    def at(self, start: int, end: int) -> tuple[Sentence, ...]:
        """The sentences that share a character with ``[start, end)``, in order; none for a gap between sentences."""
        first = max(0, bisect_right(self.sentences, start, key=lambda one: one.start) - 1)
        reached = []
        for sentence in self.sentences[first:]:
            if sentence.start >= end:
                break
            if sentence.end > start:
                reached.append(sentence)
        return tuple(reached)


def subject_of_text(markdown: str, *, question: str = "", language: str = "", run: Path | None = None) -> Subject:
    """A report given as text. Never raises, whatever it holds; without a language, the text's own is taken."""
    text = markdown.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return Subject(
        question=question,
        language=language or detect_language(text),
        text=text,
        sentences=_sentences(text),
        run=run,
    )


def subject_of_run(folder: Path) -> Subject:
    """The report of a run.

    Raises:
        RunError: it is no run folder, has no report, or one of a later format.
    """
    run = RunFolder.open(folder)
    report = parse_report(run.read_json("report.json"), run=run.name)
    printed = run.read_text("report.md") if report.verdict is None else render_markdown(replace(report, verdict=None))
    return subject_of_text(printed, question=report.question.text, language=report.question.language, run=run.path)


def subject_of_report(report: Report, run: Path | None = None) -> Subject:
    """A report on its way through the graph, as it will be printed."""
    printed = render_markdown(replace(report, verdict=None))
    return subject_of_text(printed, question=report.question.text, language=report.question.language, run=run)


def _sentences(text: str) -> tuple[Sentence, ...]:
    found: list[Span] = list(_headings_and_code(text))
    found += [(start, end, _kind(text, start)) for start, end in sentence_spans(text)]
    return tuple(
        Sentence(id=f"s{number}", text=text[start:end], start=start, end=end, kind=kind)
        for number, (start, end, kind) in enumerate(_apart(text, sorted(found)), start=1)
    )


def _headings_and_code(text: str) -> Iterator[Span]:
    """The lines that ``sentence_spans`` leaves out: they are no evidence in a source, but a part of a report."""
    at, fenced = 0, False
    for line in text.split("\n"):
        start, end = at + len(line) - len(line.lstrip()), at + len(line.rstrip())
        at += len(line) + 1
        if _FENCE.match(line):
            fenced = not fenced
        elif start < end and (fenced or _HEADING.match(line)):
            yield start, end, "code" if fenced else "heading"


def _apart(text: str, spans: list[Span]) -> Iterator[Span]:
    """The spans without those that begin inside one before, and without rules and other lines of marks only.

    Citation marks directly behind a stop (``。[1]``) belong to the sentence that it ends.
    """
    reached = 0
    for start, end, kind in _with_their_marks(text, spans):
        if start >= reached and _WORD.search(text, start, end):
            yield start, end, kind
            reached = end


def _with_their_marks(text: str, spans: list[Span]) -> Iterator[Span]:
    held: Span | None = None
    for start, end, kind in spans:
        marks = _MARKS.match(text, start, end)
        if held is not None and marks and held[1] == start:
            held, start = (held[0], marks.end(), held[2]), marks.end()
            start += len(text[start:end]) - len(text[start:end].lstrip())
        if start < end:
            if held is not None:
                yield held
            held = (start, end, kind)
    if held is not None:
        yield held


def _kind(text: str, start: int) -> SentenceKind:
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", start)
    line = text[line_start : line_end if line_end >= 0 else len(text)]
    if line.lstrip().startswith("|") or line.count(" | ") >= 2:
        return "row"
    return "item" if _ITEM.match(line) else "text"
