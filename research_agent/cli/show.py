"""``research show RUN``: the report of a finished run, from its folder."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated, Literal

import typer

from research_agent.cli import options, streams
from research_agent.cli.exit_codes import ExitCode
from research_agent.errors import RunError

ShowFormat = Annotated[
    Literal["md", "json"] | None, typer.Option("--format", help="Markdown, or the whole report.json. [default: md]")
]


def show(
    run: options.Run,
    format: ShowFormat = None,
    output: options.Output = None,
    json: options.Json = False,
    debug: options.Debug = False,
) -> int:
    """Print the report of a finished run."""
    from research_agent.cli.closing import print_report
    from research_agent.cli.locate import require_finished, run_folder
    from research_agent.reports.document import parse_report
    from research_agent.runs.folder import RunFolder
    from research_agent.settings import load_settings

    folder = RunFolder.open(run_folder(run, load_settings(output=output)))
    require_finished(folder.path)
    document = folder.read_json("report.json")
    _refuse_changed(folder.path)
    if json or format == "json":
        streams.write_json(document)
    else:
        print_report(parse_report(document, run=folder.name))
    return ExitCode.OK


def _refuse_changed(folder: Path) -> None:
    """
    Raises:
        RunError: kind ``tampered``: this is not the report that the run wrote.
    """
    from research_agent.runs.integrity import check_integrity

    if any(damage.file == "report.json" for damage in check_integrity(folder)):
        run = shlex.quote(str(folder))
        raise RunError(
            f"{folder / 'report.json'} was changed after the run had finished, so it is not shown.",
            kind="tampered",
            next_step=f"What was changed: research verify {run}. The report as it was: research replay {run}",
        )
