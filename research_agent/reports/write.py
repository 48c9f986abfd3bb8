"""The report into its folder, in the formats that are asked for."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from research_agent.domain import Document, Report
from research_agent.errors import ConfigError
from research_agent.reports.document import report_json
from research_agent.reports.html import render_html
from research_agent.reports.markdown import render_markdown

Render = Callable[[Report, Mapping[str, Document]], str]


class Folder(Protocol):
    """Where files are written in one step (``runs.folder.RunFolder``)."""

    def write(self, name: str, text: str) -> Path: ...


def report_text(report: Report) -> str:
    """The bytes of ``report.json`` as text: keys in the documented order, characters as they are."""
    return json.dumps(report_json(report), ensure_ascii=False, indent=1) + "\n"


FORMATS: dict[str, Render] = {
    "md": lambda report, _: render_markdown(report),
    "html": render_html,
    "json": lambda report, _: report_text(report),
}


def write_report(
    report: Report, folder: Folder, formats: Sequence[str], documents: Mapping[str, Document]
) -> tuple[Path, ...]:
    """Write ``report.md``, ``report.html`` and ``report.json``, those of them that ``formats`` names.

    Everything is rendered before anything is written, so that a failure leaves no mixture of old and new.

    Raises:
        ConfigError: an unknown format.
        RunError: the disk is full or the folder is not writable.
    """
    unknown = [name for name in formats if name not in FORMATS]
    if unknown:
        raise ConfigError(
            f"There is no report format {unknown[0]!r}.", kind="bad_setting", next_step="Use md, html and json."
        )
    rendered = [(f"report.{name}", FORMATS[name](report, documents)) for name in dict.fromkeys(formats)]
    return tuple(folder.write(name, text) for name, text in rendered)
