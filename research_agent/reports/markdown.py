"""The report as Markdown. Structure comes from the manuscript, text from the report, and text is escaped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from research_agent.domain import Report
from research_agent.reports.blocks import (
    Address,
    Block,
    Bullets,
    Cite,
    Heading,
    Inline,
    Label,
    Line,
    Notice,
    Passage,
    Reference,
    Style,
    Table,
    Words,
)
from research_agent.reports.escaping import escape, link
from research_agent.reports.manuscript import manuscript

_STYLED = {Style.PLAIN: "", Style.STRONG: "**", Style.EMPHASIS: "*", Style.CODE: "`"}


def render_markdown(report: Report) -> str:
    """The report as one Markdown document, ending in a line end."""
    return "\n\n".join(filter(None, (_block(block) for block in manuscript(report)))) + "\n"


def _block(block: Block) -> str:
    if isinstance(block, Heading):
        return f"{'#' * block.level} {_line(block.line)}" if block.level < 3 else f"**{_line(block.line)}**"
    if isinstance(block, Notice):
        return "  \n".join(f"> {_line(line)}" for line in block.lines)
    if isinstance(block, Bullets):
        return "\n".join(f"- {_line(item)}" for item in block.items)
    if isinstance(block, Table):
        return _table(block)
    if isinstance(block, Reference):
        return "\n".join(_reference(block))
    return _line(block.line)


def _line(line: Line) -> str:
    return "".join(_inline(one) for one in line)


def _inline(one: Inline) -> str:
    if isinstance(one, Words | Label):
        text = escape(one.text) if isinstance(one, Words) else one.text
        mark = _STYLED[one.style] if text else ""
        return f"{mark}{text}{mark}"
    if isinstance(one, Cite):
        return f"[{one.number}]"
    return link(one.text) if isinstance(one, Address) else ""


def _table(table: Table) -> str:
    lines = [_cells(table.columns), ["---"] * len(table.columns), *(_cells(row) for row in table.rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _cells(row: Sequence[Line]) -> list[str]:
    return [_line(cell).strip() for cell in row]


def _reference(reference: Reference) -> Iterator[str]:
    indent = " " * (len(str(reference.number)) + 2)
    yield f"{reference.number}. {_line(reference.line)}"
    for note in reference.notes:
        yield f"{indent}*{escape(note)}*"
    for passage in reference.passages:
        yield from ("", f"{indent}> {_passage(passage)}")


def _passage(passage: Passage) -> str:
    return f"{escape(passage.text)} ({passage.where})"
