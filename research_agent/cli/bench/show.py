"""``research bench show DIR...``: the scoreboard of one batch, or of several side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from research_agent.cli import options, streams
from research_agent.cli.exit_codes import ExitCode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from research_agent.adr_bench.pages.parts import Sheet
    from research_agent.adr_bench.scoreboard import Board

Folders = Annotated[list[Path], typer.Argument(metavar="DIR...", help="Folders of batches.")]
Key = Annotated[
    str | None,
    typer.Option("--judge", metavar="KEY", help="This judge's verdicts alone: embedded, or MODEL-TRIALS."),
]
Html = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Also write the page to this file.")]


def show(
    folders: Folders,
    judge: Key = None,
    html: Html = None,
    json: options.Json = False,
    debug: options.Debug = False,
) -> int:
    """Show scores, costs and doubt, with intervals; write scoreboard.md, .json and .html into each batch.

    Several batches stand side by side, whatever their tasks are; `bench compare` holds them to the same ones.
    """
    from research_agent.adr_bench.pages.html import render_html
    from research_agent.adr_bench.scoreboard import boards_of, tell_boards_apart
    from research_agent.adr_bench.scoreboard.files import as_json, write_text
    from research_agent.adr_bench.scoreboard.sheet import sheet_of

    different = list(dict.fromkeys(folder.expanduser().absolute() for folder in folders))
    found = {folder: boards_of(folder, judge) for folder in different}
    boards = tell_boards_apart(found)
    sheet = sheet_of(boards)
    if html is not None:
        write_text(html, render_html(sheet))
    print_sheet(sheet, as_json(boards) if json else None)
    written = keep(found)
    if not json:
        for path in [*written, *([html] if html else [])]:
            streams.tell(f"Written: {path}")
    return ExitCode.OK


def print_sheet(sheet: Sheet, data: Any = None) -> None:
    """For people, or ``data`` as one JSON object."""
    from research_agent.cli.bench.lines import sheet_lines

    if data is not None:
        streams.write_json(data)
    else:
        streams.write("".join(f"{line}\n" for line in sheet_lines(sheet)))


def keep(found: Mapping[Path, tuple[Board, ...]]) -> list[Path]:
    """Each batch's own scoreboard, in its folder; where that cannot be written, it is told."""
    from research_agent.adr_bench.scoreboard import write_scoreboard
    from research_agent.errors import RunError

    written: list[Path] = []
    for folder, boards in found.items():
        try:
            written += write_scoreboard(folder, boards)
        except RunError as error:
            streams.tell(f"research: the scoreboard is not kept: {error.message}")
    return written
