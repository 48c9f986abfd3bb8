"""``research show RUN``: the report of a finished run, from its folder; printed, or exported to a file beside it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from research_agent.cli import options, streams
from research_agent.cli.exit_codes import ExitCode
from research_agent.errors import RunError

if TYPE_CHECKING:
    from research_agent.domain import Report
    from research_agent.runs.folder import RunFolder

ShowFormat = Annotated[
    Literal["md", "json"] | None, typer.Option("--format", help="Markdown, or the whole report.json. [default: md]")
]

Export = Annotated[
    str | None,
    typer.Option(
        "--export",
        metavar="LIST",
        help="Write report.docx or report.pdf (docx,pdf for both) into the run's folder and print where, "
        "instead of the report.",
    ),
]


def show(
    run: options.Run,
    format: ShowFormat = None,
    export: Export = None,
    output: options.Output = None,
    json: options.Json = False,
    debug: options.Debug = False,
) -> int:
    """Print the report of a finished run, or export it."""
    from research_agent.cli.closing import print_report
    from research_agent.cli.locate import require_finished, run_folder
    from research_agent.reports.document import parse_report
    from research_agent.runs.folder import RunFolder
    from research_agent.settings import load_settings

    folder = RunFolder.open(run_folder(run, load_settings(output=output)))
    require_finished(folder.path)
    document = folder.read_json("report.json")
    _refuse_changed(folder.path)
    if export is not None:
        _export(folder, parse_report(document, run=folder.name), options.exports(export), as_json=json)
    elif json or format == "json":
        streams.write_json(document)
    else:
        print_report(parse_report(document, run=folder.name))
    return ExitCode.OK


def _export(folder: RunFolder, report: Report, formats: tuple[str, ...], *, as_json: bool) -> None:
    """
    Raises:
        ConfigError: a library or a font is missing.
        RunError: ``locked``: a process works on the run; or its folder cannot be written.
    """
    from research_agent.reports.write import write_report
    from research_agent.runs.integrity import take_over

    with folder.lock():
        paths = write_report(report, folder, formats, {})
        take_over(folder, [path.name for path in paths])
    if as_json:
        streams.write_json({"run": folder.name, "files": [str(path) for path in paths]})
    else:
        streams.write("".join(f"{path}\n" for path in paths))


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
