"""What code counts of a report for the judge, because models cannot count: length, headings, tables, lists, sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from research_agent.checking.lines import TextBlock, blocks_of, heading_of, text_lines
from research_agent.checking.markup import plain_markup
from research_agent.checking.references import find_references
from research_agent.checking.statements import extract_statements
from research_agent.reports.labels import in_all_languages
from research_agent.text.tokens import UNSPACED

MOST_HEADINGS = 80
MOST_TABLES = 15
"""More are counted and not listed."""

_CHARACTER = re.compile(rf"[{UNSPACED}]")
_WORD = re.compile(rf"[^\W{UNSPACED}]+(?:[.,'’-][^\W{UNSPACED}]+)*")
_HIDDEN = re.compile(
    r"\]\([^()\s]{0,2000}\)|<?https?://[^\s<>()]+>?|\[\^?\d{1,4}(?:[,;\s–-]+\d{1,4})*\]|^[ \t]*\d{1,3}[.)、][ \t]",
    re.MULTILINE,
)
"""What a reader does not count as words: addresses, citation marks, the numbers of a list."""


@dataclass(frozen=True, slots=True)
class Facts:
    counts: str
    """Lines of counts; code's own words only."""
    outline: str
    """The report's headings and tables, with their sizes: the report's words."""


@lru_cache(maxsize=16)
def facts_of(text: str) -> Facts:
    """The counts and the outline of a Markdown report. Never raises, whatever the text holds."""
    lines = text_lines(plain_markup(text))
    references = find_references(lines)
    body = list(references.body)
    blocks = list(blocks_of(lines))
    counts = [f"- whole report: {_length(text)}"]
    main = _without_method(body)
    if main != lines:
        counts.append(
            f"- without its list of references{' and its account of how it was made' if main != body else ''}: "
            f"{_length(chr(10).join(main))}"
        )
    counts += [
        f"- headings: {sum(block.kind == 'heading' for block in blocks)}; "
        f"tables: {len(_tables(blocks))}; list items: {sum(block.kind == 'item' for block in blocks_of(body))}",
        f"- {_cited(text)}; entries in its list of references: {len(references.entries)}",
    ]
    return Facts("\n".join(counts), "\n".join(_outline(blocks)) or "(no headings, no tables)")


def _without_method(lines: Sequence[str]) -> list[str]:
    """The lines without the section in which a report of ours tells how it came about."""
    titles = frozenset(in_all_languages("method"))
    kept: list[str] = []
    inside = 0
    for line in lines:
        heading = heading_of(line)
        if heading and heading[1] in titles:
            inside = heading[0]
        elif heading and heading[0] <= inside:
            inside = 0
        kept.append("" if inside else line)
    return kept


def _length(text: str) -> str:
    """In the two ways in which lengths are demanded: by words, each Chinese character one, and by characters."""
    shown = _HIDDEN.sub(" ", text)
    characters, spaced = len(_CHARACTER.findall(shown)), len(_WORD.findall(shown))
    letters = sum(not character.isspace() for character in shown)
    if not characters:
        return f"{spaced} words ({letters} characters with punctuation, without spaces)"
    return (
        f"{characters + spaced} words or 字 ({characters} Chinese, Japanese or Korean characters and {spaced} other "
        f"words or numbers; {letters} characters with punctuation, without spaces)"
    )


def _cited(text: str) -> str:
    statements = extract_statements(text).statements
    cited = {citation.address for each in statements for citation in each.citations}
    return f"sentences, items and table rows with a citation: {len(statements)}; different sources cited: {len(cited)}"


def _tables(blocks: Sequence[TextBlock]) -> list[tuple[tuple[str, ...], int]]:
    """(header cells, rows) of each table."""
    found: list[tuple[tuple[str, ...], int]] = []
    before: TextBlock | None = None
    for block in blocks:
        if block.kind == "row":
            if before is not None and before.kind == "row" and before.line == block.line - 1:
                found[-1] = (found[-1][0], found[-1][1] + 1)
            else:
                found.append((block.header or block.cells, 1))
        before = block
    return found


def _outline(blocks: Sequence[TextBlock]) -> Iterator[str]:
    headings = [at for at, block in enumerate(blocks) if block.kind == "heading"]
    for place, at in enumerate(headings[:MOST_HEADINGS]):
        end = headings[place + 1] if place + 1 < len(headings) else len(blocks)
        inside = " ".join(block.text for block in blocks[at + 1 : end])
        count = len(_CHARACTER.findall(shown := _HIDDEN.sub(" ", inside))) + len(_WORD.findall(shown))
        yield f"{'#' * min(blocks[at].level, 6)} {blocks[at].text[:200]} ({count} words directly below it)"
    if len(headings) > MOST_HEADINGS:
        yield f"... and {len(headings) - MOST_HEADINGS} more headings"
    tables = _tables(blocks)
    for number, (header, rows) in enumerate(tables[:MOST_TABLES], start=1):
        yield f"table {number}: {len(header)} columns ({' | '.join(cell[:40] for cell in header)[:300]}), {rows} rows"
    if len(tables) > MOST_TABLES:
        yield f"... and {len(tables) - MOST_TABLES} more tables"
