"""The sub-commands of ``research bench``, and how they stand in the program."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import typer

from research_agent.cli.bench.compare import compare
from research_agent.cli.bench.judge import judge
from research_agent.cli.bench.run import run
from research_agent.cli.bench.show import show

_ABOUT = """Benchmark a system: run it on a suite of tasks, judge its reports, compare it with others.

\b
  research bench run adr-bench --system research --output mine
  research bench run adr-bench --system 'othertool {question}' --output other
  research bench judge mine
  research bench judge other
  research bench compare mine other

A batch is a folder; the same command again goes on with it. See docs/bench.md."""

COMMANDS: Mapping[str, tuple[str, Callable[..., int]]] = {
    "run": ("Put every task of a suite to a system.", run),
    "judge": ("Score the reports of a batch.", judge),
    "show": ("Show the scoreboard of judged batches.", show),
    "compare": ("Compare systems on the same tasks, at equal budgets.", compare),
}


def bench_app(help_names: list[str]) -> typer.Typer:
    """The group as typer takes it."""
    app = typer.Typer(
        help=_ABOUT,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": help_names, "max_content_width": 100},
    )
    for name, (short, function) in COMMANDS.items():
        app.command(name, short_help=short)(function)
    return app
