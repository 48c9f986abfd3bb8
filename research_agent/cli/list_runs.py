"""``research list``: the runs there are, newest first."""

from __future__ import annotations

import shutil
import sys
from typing import Any

from research_agent.cli import options, streams
from research_agent.cli.exit_codes import ExitCode


def list_runs(output: options.Output = None, json: options.Json = False, debug: options.Debug = False) -> int:
    """List the runs, newest first."""
    from research_agent.codec import dump
    from research_agent.runs.find import list_runs as runs_in
    from research_agent.settings import load_settings

    folder = load_settings(output=output).output
    runs = runs_in(folder)
    if json:
        streams.write_json({"output": str(folder), "runs": [dump(run) for run in runs]})
    elif not runs:
        streams.tell(f"There are no runs in {folder}.")
    else:
        width = max(len(run.name) for run in runs)
        room = _columns()
        streams.write("".join(f"{_line(run, width, room)}\n" for run in runs))
    return ExitCode.OK


def _columns() -> int | None:
    """How wide the terminal is; None where the list goes elsewhere and need not fit."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def _line(run: Any, width: int, room: int | None) -> str:
    how = run.outcome.value if run.outcome else run.status
    line = f"{run.name:<{width}}  {how:<13}  {streams.one_line(run.question, 80)}"
    return line if room is None else _cut(line, room)


def _cut(line: str, room: int) -> str:
    """What of the line fits in ``room`` columns; a Chinese character takes two."""
    from rich.cells import cell_len, set_cell_size

    return line if cell_len(line) <= room else set_cell_size(line, room - 3).rstrip() + "..."
