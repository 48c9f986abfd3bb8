"""From a RUN on the command line to its folder."""

from __future__ import annotations

from pathlib import Path

from research_agent.cli.failures import resume_line
from research_agent.errors import ConfigError, RunError
from research_agent.settings import Settings

_NO_SUCH_RUN = ("missing", "ambiguous")


def run_folder(run: str, settings: Settings) -> Path:
    """The folder that RUN names: a path, a unique beginning of a run's name, or ``last``.

    Raises:
        ConfigError: it names none, or several. A wrong argument is wrong usage (2), so that ``verify``'s 1 always
            means a violation or a failure.
    """
    from research_agent.runs.find import find_run

    try:
        return find_run(settings.output, run)
    except RunError as error:
        if error.kind not in _NO_SUCH_RUN:
            raise
        raise ConfigError(error.message, kind=error.kind, next_step=error.next_step) from error


def require_finished(folder: Path) -> None:
    """
    Raises:
        RunError: kind ``unfinished``: the run has not ended with a report, so there is nothing to check or to show.
    """
    from research_agent.runs.folder import RunFolder
    from research_agent.runs.record import read_record

    record = read_record(RunFolder.open(folder))
    if record.status == "finished" or (folder / "report.json").exists():
        return
    raise RunError(
        f"The run {folder.name} has no report: it was {record.status.replace('running', 'not ended')}.",
        kind="unfinished",
        next_step=f"To go on with it: {resume_line(folder)}",
    )
