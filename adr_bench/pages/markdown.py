"""A page as Markdown: headings, paragraphs and tables. Charts are left out; the tables say the same."""

from __future__ import annotations

from collections.abc import Iterator

from research_agent.adr_bench.pages.parts import Part, Section, Sheet, Table, Words
from research_agent.reports.escaping import escape


def render_markdown(sheet: Sheet) -> str:
    return "\n".join(_lines(sheet)).rstrip() + "\n"


def _lines(sheet: Sheet) -> Iterator[str]:
    yield from (f"# {escape(sheet.title)}", "")
    for line in sheet.summary:
        yield from (escape(line), "")
    for section in sheet.sections:
        yield from _section(section)


def _section(section: Section) -> Iterator[str]:
    yield from (f"## {escape(section.title)}", "")
    for part in section.parts:
        yield from _part(part)


def _part(part: Part) -> Iterator[str]:
    if isinstance(part, Words):
        yield from (f"**{escape(part.text)}**" if part.strong else escape(part.text), "")
    elif isinstance(part, Table):
        if part.caption:
            yield from (f"{escape(part.caption)}:", "")
        yield _row(part.columns)
        yield "|" + "|".join(" --- " if at < part.words else " ---: " for at in range(len(part.columns))) + "|"
        yield from map(_row, part.rows)
        yield ""


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(escape(cell) for cell in cells) + " |"
