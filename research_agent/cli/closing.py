"""What is printed when a run has ended: the report on standard output, and on standard error where it lies."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from research_agent.cli import streams
from research_agent.cli.board import count, duration
from research_agent.cli.failures import resume_line

if TYPE_CHECKING:
    from research_agent.domain import NotFound, Report

_FILES = ("report.html", "report.md", "report.pdf", "report.docx", "report.json")
_NOT_FOUND_SHOWN = 8

_OUTCOMES = {
    "complete": "Complete.",
    "partial": "Partial: some of the question could not be answered.",
    "no_evidence": "Nothing found: no source that was read answers the question.",
    "search_failed": "Search failed: nothing could be searched, so nothing is known about the answer.",
    "budget_spent": "The budget is spent; the report holds what was found until then.",
    "interrupted": "Interrupted.",
}

_WHY = {
    "nothing_found": "nothing found",
    "search_failed": "search failed",
    "reading_failed": "sources could not be read",
    "budget_spent": "budget spent",
    "not_in_sources": "not in the sources that were read",
}


def print_report(report: Report) -> None:
    """The report on standard output: rendered on a terminal, Markdown elsewhere.

    Raises:
        OutputClosed: nobody reads it.
    """
    if sys.stdout is not None and sys.stdout.isatty():
        from research_agent.reports.terminal import render_terminal

        render_terminal(report, streams.stdout_console())
        return
    from research_agent.reports.markdown import render_markdown

    streams.write(render_markdown(report))


def closing_lines(report: Report, folder: Path | None, seconds: float) -> list[str]:
    """The outcome, what is missing, what it cost (``seconds`` as the user waited) and where the files are."""
    lines = [f"{_OUTCOMES[report.outcome.value]} {_summary(report, seconds)}"]
    shown = report.not_found[:_NOT_FOUND_SHOWN]
    lines += [f"  not found: {_missing(one)}" for one in shown]
    if len(report.not_found) > len(shown):
        lines.append(f"  and {len(report.not_found) - len(shown)} more; see the report")
    if folder is not None:
        lines += [f"{folder / name}" for name in _FILES if (folder / name).is_file()]
        if report.outcome.value == "budget_spent":
            lines.append(f"To go on with a higher budget: {resume_line(folder)}")
    return lines


def _missing(one: NotFound) -> str:
    return f"{streams.one_line(one.text, 160)} ({_WHY.get(one.why, one.why)})"


def _summary(report: Report, seconds: float) -> str:
    usage = report.usage
    parts = [count(len(report.claims), "claim"), f"{count(report.sources_read, 'source')} read"]
    if usage.calls:
        price = f", ${usage.usd:.4f}" if usage.usd is not None else ""
        tokens = usage.prompt_tokens + usage.completion_tokens
        parts.append(f"{count(usage.calls, 'model call')}, {tokens:,} tokens{price}")
    parts.append(duration(seconds))
    return ", ".join(parts) + "."
