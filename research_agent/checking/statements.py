"""The cited sentences of a report, with what each of them cites.

- A citation belongs to the sentence in which it stands; one behind a full stop to the sentence before it. So one at the
  end of a paragraph counts for the paragraph's last sentence only.
- Of several citations within one sentence each stands for the words since the one before it (``segment``).
- A table's row is one statement where one of its cells holds all citations; else each cell with a citation is one, read
  with the row's first cell and its column's header.
- Code, headings and the reference list hold no statements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from research_agent.checking.inline import Mark, read_inline
from research_agent.checking.labels import Notation
from research_agent.checking.lines import TextBlock, blocks_of, text_lines
from research_agent.checking.loose import find_loose
from research_agent.checking.markup import plain_markup
from research_agent.checking.references import Entry, References, find_references
from research_agent.evidence.content import content_terms, figures_of
from research_agent.text.sentences import sentence_spans

_ATTRIBUTION = re.compile(r"\s*[—–-]{1,2}\s*\S")
_ESCAPED = re.compile(r"(?<!\\)\[\^?\d{1,4}(?:[,\s–-]+\d{1,4})*\]")
_SOURCE_COLUMN = re.compile(
    r"(?:sources?|ref(?:erence)?s?\.?|citations?|links?|urls?|来源|出处|参考(?:文献)?|引用|链接|quellen?|fuentes?|fonti?)\Z",
    re.I,
)
_STOPS = ".!?。！？…"
_FULL_STOPS = frozenset(".!?。！？")
_COUNTS_ROWS = re.compile(r"(?:no\.?|nr\.?|#|№|id|rank|序号|编号|号)?\Z", re.IGNORECASE)
_FEWEST_TERMS = 3
"""Content terms below which words between two citations (``According to``) are not read on their own."""
_SHORTEST = 2
"""Letters or digits below which there is no statement."""


@dataclass(frozen=True, slots=True)
class Citation:
    """One thing that a statement cites."""

    raw: str
    """As the report prints it: ``[3]``, an address."""
    candidates: tuple[str, ...]
    """What may be its address, likeliest first; empty when the list has no such entry."""
    segment: str
    """The words of the statement that it stands for."""
    problem: str = ""
    """Why it leads nowhere, in words."""

    @property
    def address(self) -> str:
        """As it is shown."""
        return self.candidates[0] if self.candidates else self.raw


@dataclass(frozen=True, slots=True)
class Statement:
    """One cited sentence, item or table row."""

    text: str
    """Without marks and Markdown; the cells of a row are separated by `` | ``."""
    citations: tuple[Citation, ...]
    kind: Literal["text", "item", "row"] = "text"


@dataclass(frozen=True, slots=True)
class Extracted:
    """What was found in a report."""

    statements: tuple[Statement, ...]
    entries: tuple[Entry, ...]
    """Of its reference list, cited or not."""


def extract_statements(text: str, names_source: Notation | None = None) -> Extracted:
    """The cited statements of a Markdown report, in order. Never raises, whatever the text holds.

    Args:
        text: the report.
        names_source: tells which words in brackets name a document; without it only paths do.
    """
    references = find_references(text_lines(plain_markup(text)))
    escaped = not any(_ESCAPED.search(line) for line in references.body)
    notation = Notation(
        known=lambda label: bool(references.at(label, 0)),
        names_source=names_source.names_source if names_source else lambda words: False,
        escaped=escaped,
    )
    blocks = [block for block in blocks_of(references.body) if block.kind != "heading"]
    read = [_Block(block, *read_inline(block.text, notation)) for block in blocks if block.kind != "row"]
    rows = [block for block in blocks if block.kind == "row"]
    if not any(each.marks for each in read) and not _rows_cite(rows, notation):
        read = [
            replace(each, text=said, marks=marks)
            for each in read
            for said, marks in [find_loose(each.text, references)]
        ]
    found = [(each.block.line, statement) for each in read for statement in _of_block(each, references)]
    found += [(row.line, statement) for row in rows for statement in _of_row(row, references, notation)]
    found.sort(key=lambda pair: pair[0])
    return Extracted(tuple(statement for _, statement in found), references.entries)


@dataclass(frozen=True, slots=True)
class _Block:
    block: TextBlock
    text: str
    marks: tuple[Mark, ...]


def _rows_cite(rows: Sequence[TextBlock], notation: Notation) -> bool:
    return any(read_inline(row.text, notation)[1] for row in rows)


def _of_block(read: _Block, references: References) -> Iterator[Statement]:
    if not read.marks or _only_links(read):
        return
    spans = _sentences(read.text, [mark.at for mark in read.marks])
    owned: dict[int, list[Mark]] = {}
    for mark in read.marks:
        owner = max((at for at, (start, _) in enumerate(spans) if start < mark.at), default=0)
        owned.setdefault(owner, []).append(mark)
    for at, (start, end) in enumerate(spans):
        if at in owned:
            said = read.text[start:end]
            marks = [replace(mark, at=min(max(mark.at - start, 0), end - start)) for mark in owned[at]]
            if sum(map(str.isalnum, said)) >= _SHORTEST:
                kind: Literal["text", "item"] = "item" if read.block.kind == "item" else "text"
                yield Statement(said, _citations(said, marks, references, read.block.line), kind)


def _sentences(text: str, places: Sequence[int]) -> list[tuple[int, int]]:
    """Sentences; a citation behind a stop ends one, whatever follows; what only says who said the one before it
    (``— Example Times``) is no sentence of its own."""
    ends = {at for at in places if 0 < at < len(text) and text[at - 1] in _STOPS and not _goes_on(text, at)}
    ends |= {at + 1 for at in places if text[at : at + 1] in _FULL_STOPS and text[at + 1 : at + 2].isspace()}
    bounds = [0, *sorted(ends), len(text)]
    spans = [
        (first + start, first + end)
        for first, last in pairwise(bounds)
        for start, end in sentence_spans(text[first:last])
    ] or [(0, len(text))]
    while len(spans) > 1 and _ATTRIBUTION.match(text, spans[-1][0]):
        spans.pop()
    return spans


def _goes_on(text: str, at: int) -> bool:
    """Whether the sentence goes on in lower case: the stop was an abbreviation's."""
    return text[at:].lstrip()[:1].islower()


def _only_links(read: _Block) -> bool:
    """An item of links and nothing else: it lists sources and states nothing."""
    without = re.sub(r"!?\[[^\[\]\n]*\]\([^()\n]*\)|<?https?://\S+|\*\*|[-–—:,;|·•\s]", "", read.block.text)
    return not without and not read.text.endswith((".", "。", "!", "！")) and not re.search(r"\d", read.text)


def _citations(said: str, marks: Sequence[Mark], references: References, line: int) -> tuple[Citation, ...]:
    found: dict[tuple[str, ...], Citation] = {}
    places = sorted({mark.at for mark in marks})
    for mark in marks:
        segment = _segment(said, mark.at, places)
        for citation in _resolved(mark, segment, references, line):
            found.setdefault((citation.raw if citation.problem else "", *citation.candidates[:1], segment), citation)
    return tuple(found.values())


def _segment(said: str, at: int, places: Sequence[int]) -> str:
    """From the place of the citations before to this one's; the last one's reaches to the end."""
    inner = [place for place in places if said[:place].strip() and said[place:].strip(" .。!！?？,，;；:：")]
    if len(places) < 2 or not inner:
        return said
    before = max((place for place in places if place < at and said[:place].strip()), default=0)
    after = at if any(place > at for place in places) else len(said)
    segment = said[before:after].strip(" ,，;；、")
    return segment if len(content_terms(segment)) >= _FEWEST_TERMS or figures_of(segment) else said


def _resolved(mark: Mark, segment: str, references: References, line: int) -> Iterator[Citation]:
    if mark.address:
        yield Citation(mark.raw, (mark.address,), segment)
        return
    entries = references.at(mark.label, line)
    for entry in entries:
        problem = "" if entry.addresses else f"the entry {mark.raw} of the report's list gives no address"
        yield Citation(mark.raw, entry.addresses, segment, problem)
    if not entries:
        listed = "the report's list has no entry" if references.entries else "the report has no reference list for"
        yield Citation(mark.raw, (), segment, f"{listed} {mark.raw}")


def _of_row(row: TextBlock, references: References, notation: Notation) -> Iterator[Statement]:
    counted = 1 if len(row.cells) > 2 and row.cells[0].isdigit() and _counts_rows(row) else 0
    row = replace(row, cells=row.cells[counted:], header=row.header[counted:])
    read = [read_inline(cell, notation) for cell in row.cells]
    cited = [at for at, (_, marks) in enumerate(read) if marks]
    if not cited:
        return
    header = [read_inline(cell, notation)[0] for cell in row.header]
    if len(cited) == 1 or all(_lists_sources(at, header, read[at][0]) for at in cited):
        cells = [text for at, (text, _) in enumerate(read) if text and not _lists_sources(at, header, text)]
        said = " | ".join(cells) or read[cited[0]][0]
        marks = [replace(mark, at=len(said)) for at in cited for mark in read[at][1]]
        if said:
            yield Statement(said, _citations(said, marks, references, row.line), "row")
        return
    for at in cited:
        column = header[at] if at < len(header) else ""
        subject = read[0][0] if at else ""
        said = " | ".join(part for part in (subject, column, read[at][0]) if part)
        marks = [replace(mark, at=len(said)) for mark in read[at][1]]
        if read[at][0]:
            yield Statement(said, _citations(said, marks, references, row.line), "row")


def _counts_rows(row: TextBlock) -> bool:
    """Whether the first column only numbers the rows."""
    return bool(row.header) and bool(_COUNTS_ROWS.match(row.header[0].strip()))


def _lists_sources(at: int, header: Sequence[str], text: str) -> bool:
    """Whether a cell only says where the row is from."""
    return not text or (at < len(header) and bool(_SOURCE_COLUMN.match(header[at].strip())))
