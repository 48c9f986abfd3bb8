"""The report into its folder, in the formats that are asked for.

Markdown, HTML and JSON are always possible; DOCX and PDF need an extra, and their libraries are loaded when they are
written.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from research_agent.domain import Document, Report
from research_agent.errors import ConfigError
from research_agent.reports.document import report_json
from research_agent.reports.extras import require
from research_agent.reports.html import render_html
from research_agent.reports.markdown import render_markdown

Render = Callable[[Report, Mapping[str, Document]], str | bytes]


class Folder(Protocol):
    """Where files are written in one step (``runs.folder.RunFolder``)."""

    def write(self, name: str, text: str | bytes) -> Path: ...


def report_text(report: Report) -> str:
    """The bytes of ``report.json`` as text: keys in the documented order, characters as they are."""
    return json.dumps(report_json(report), ensure_ascii=False, indent=1) + "\n"


def _docx(report: Report, _: Mapping[str, Document]) -> bytes:
    from research_agent.reports.docx.writer import render_docx

    return render_docx(report)


def _pdf(report: Report, _: Mapping[str, Document]) -> bytes:
    from research_agent.reports.pdf.writer import render_pdf

    return render_pdf(report)


FORMATS: dict[str, Render] = {
    "md": lambda report, _: render_markdown(report),
    "html": render_html,
    "json": lambda report, _: report_text(report),
    "docx": _docx,
    "pdf": _pdf,
}


def require_formats(formats: Sequence[str]) -> None:
    """Refuse formats that cannot be written here; asked before a run begins, not when it ends.

    Raises:
        ConfigError: ``bad_setting``: there is no such format; ``extra_missing``: its library is not installed.
    """
    unknown = [name for name in formats if name not in FORMATS]
    if unknown:
        *others, last = FORMATS
        raise ConfigError(
            f"There is no report format {unknown[0]!r}.",
            kind="bad_setting",
            next_step=f"Use {', '.join(others)} and {last}.",
        )
    require(tuple(formats))


def write_report(
    report: Report, folder: Folder, formats: Sequence[str], documents: Mapping[str, Document]
) -> tuple[Path, ...]:
    """Write ``report.md``, ``report.html`` and so on, those that ``formats`` names.

    Everything is rendered before anything is written, so that a failure leaves no mixture of old and new.

    Raises:
        ConfigError: as ``require_formats``; ``no_font``: no font on this machine can show the report as PDF.
        RunError: the disk is full or the folder is not writable.
    """
    require_formats(formats)
    rendered = [(f"report.{name}", FORMATS[name](report, documents)) for name in dict.fromkeys(formats)]
    return tuple(folder.write(name, text) for name, text in rendered)
