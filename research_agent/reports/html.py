"""The report as one HTML page that needs nothing else: no script, no request, no font from elsewhere.

Everything from a report or a source is escaped by Jinja. Below that stands a content security policy that allows the
page's own style sheet, by its hash, and nothing else: a mistake in the first could still not run or load anything.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from research_agent.domain import Document, Report
from research_agent.reports.html_blocks import blocks_html
from research_agent.reports.joining import joiner
from research_agent.reports.page import Page
from research_agent.reports.plain import visible
from research_agent.reports.wording import engine_words, judged_words, outcome_words

if TYPE_CHECKING:
    from jinja2 import Template


def render_html(report: Report, documents: Mapping[str, Document]) -> str:
    """The report as a self-contained page.

    Args:
        report: the report.
        documents: the cited sources with their stored text, by source id; a source that is missing here is shown
            with its quotes alone, and the page says so.
    """
    page = Page(report, documents)
    style = _style() + _highlights(page)
    return _template().render(
        page=page,
        report=report,
        words=page.words,
        gap=joiner(report.question.language),
        style=style,
        policy=f"default-src 'none'; style-src 'sha256-{_digest(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'",
        outcome=outcome_words(report, page.words),
        engine=engine_words(report, page.words),
        judged=judged_words(report, page.words),
        blocks=lambda blocks: blocks_html(blocks, page.words),
    )


def _highlights(page: Page) -> str:
    """One rule a quote: a block's end or another quote may cut it into several marks, and all of them light up. One
    rule a card: the sentence whose evidence is open is marked."""
    names = [passage.id for passage in page.passages.values()]
    quotes = [f".source:has(#{name}:target) .{name}{{background:var(--hit)}}\n" for name in names]
    opened = [
        f"body:has(#{line.card.id}:target) #{line.id} :is(.sentence,td){{background:var(--mark)}}\n"
        for line in page.lines
        if line.card
    ]
    return "".join((*quotes, *opened))


def _digest(style: str) -> str:
    return base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode("ascii")


@cache
def _style() -> str:
    return files("research_agent.reports").joinpath("templates/report.css").read_text(encoding="utf-8")


@cache
def _template() -> Template:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("research_agent.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: visible(value) if type(value) is str else value,
    )
    return environment.get_template("report.html.j2")
