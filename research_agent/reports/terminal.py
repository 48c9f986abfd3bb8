"""The report rendered for a terminal: rich's Markdown, and nothing in it that acts on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from research_agent.domain import Report
from research_agent.reports.markdown import render_markdown
from research_agent.reports.plain import visible

if TYPE_CHECKING:
    from rich.console import Console


def render_terminal(report: Report, console: Console) -> None:
    """Print the report on ``console``. Links are shown in full, not hidden behind words."""
    from rich.markdown import Markdown

    console.print(Markdown(visible(render_markdown(report)), hyperlinks=False))
