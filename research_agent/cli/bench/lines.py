"""A page of figures for the terminal: paragraphs and tables, no wider than it is; charts and reference are left out."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from typing import TYPE_CHECKING

from research_agent.cli import streams
from research_agent.cli.wrapping import width, wrapped

if TYPE_CHECKING:
    from research_agent.adr_bench.pages.parts import Part, Sheet, Table

_CELL = 160
"""Characters of a cell that are shown; the files have all of it."""


def sheet_lines(sheet: Sheet) -> Iterator[str]:
    """The page, line by line."""
    wide = width()
    yield from wrapped(sheet.title, wide, "", "")
    for line in sheet.summary:
        yield from wrapped(line, wide, "", "  ")
    for section in sheet.sections:
        lines = [] if section.reference else [line for part in section.parts for line in _part(part, wide)]
        if lines:
            yield from ("", section.title.upper(), *lines)


def _part(part: Part, wide: int) -> list[str]:
    from research_agent.adr_bench.pages.parts import Table, Words

    if isinstance(part, Words):
        return ["", *wrapped(part.text, wide, "", "")]
    return ["", *_table(part, wide)] if isinstance(part, Table) and not part.folded else []


def _table(table: Table, wide: int) -> Iterator[str]:
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    if table.caption:
        yield from wrapped(f"{table.caption}:", wide, "", "")
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_edge=False)
    for at, name in enumerate(table.columns):
        figure = at >= table.words
        grid.add_column(Text(_cell(name)), justify="right" if figure else "left", overflow="fold", vertical="top")
    for row in table.rows:
        grid.add_row(*(Text(_cell(cell)) for cell in row))
    drawn = StringIO()
    Console(file=drawn, width=wide - 2, color_system=None, force_terminal=False, legacy_windows=False).print(grid)
    yield from (f"  {line}".rstrip() for line in drawn.getvalue().splitlines())


def _cell(text: str) -> str:
    return streams.one_line(text, _CELL)
