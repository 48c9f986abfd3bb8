"""A page as one HTML file that needs nothing else: no script, no request, no font from elsewhere.

Jinja escapes all text, and the charts escape theirs; below that stands a content security policy that allows the page's
own style sheet, by its hash, and nothing else, as on the page of a report.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from itertools import count
from typing import TYPE_CHECKING

from research_agent.adr_bench.pages.charts import draw, legend
from research_agent.adr_bench.pages.parts import Bars, Part, Sheet, Stacks, Table, Words
from research_agent.reports.plain import visible

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup


def render_html(sheet: Sheet) -> str:
    """The page."""
    style = _style()
    digest = base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode("ascii")
    numbers = count(1)

    def chart(part: Part) -> Markup:
        from markupsafe import Markup

        assert not isinstance(part, Words | Table)
        return Markup(draw(part, f"c{next(numbers)}"))

    return _template().render(
        sheet=sheet,
        style=style,
        policy=f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'",
        kind=lambda part: type(part).__name__.lower(),
        chart=chart,
        keys=_keys,
    )


def _keys(part: Part) -> list[tuple[str, str]]:
    """The chart's legend: class and name."""
    if isinstance(part, Bars) and len(part.series) > 1:
        return legend(part.series, "s")
    return legend(part.names, "w") if isinstance(part, Stacks) else []


@cache
def _style() -> str:
    return files("research_agent.adr_bench").joinpath("templates/page.css").read_text(encoding="utf-8")


@cache
def _template() -> Template:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("research_agent.adr_bench"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: visible(value) if type(value) is str else value,
    )
    return environment.get_template("page.html.j2")
