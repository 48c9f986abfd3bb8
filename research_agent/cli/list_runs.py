"""``research list``: the runs there are, newest first."""

from __future__ import annotations

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
        streams.write("".join(f"{_line(run)}\n" for run in runs))
    return ExitCode.OK


def _line(run: Any) -> str:
    how = run.outcome.value if run.outcome else run.status
    return f"{run.name}  {how:<13}  {streams.one_line(run.question, 80)}"
