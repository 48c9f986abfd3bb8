"""From what a user types to a run's folder, and the runs there are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from research_agent.domain import Outcome
from research_agent.errors import RunError
from research_agent.runs.folder import RECORD, RunFolder
from research_agent.runs.record import RunStatus, read_record

_SHOWN = 8
"""Candidates named in a message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSummary:
    """One line of ``research list``."""

    name: str
    path: Path
    question: str
    status: RunStatus | Literal["damaged"]
    """``interrupted`` also where a run says that it is running and no process holds its folder."""
    outcome: Outcome | None
    engine: str
    started: str
    """ISO 8601, UTC; empty when damaged."""


def list_runs(output: Path) -> tuple[RunSummary, ...]:
    """The runs below ``output``, the newest first. A folder without a record is no run; one whose record cannot be
    read is listed as damaged."""
    if not output.is_dir():
        return ()
    found = [_summary(path) for path in output.iterdir() if (path / RECORD).is_file()]
    return tuple(sorted(found, key=lambda run: (run.started or run.name, run.name), reverse=True))


def find_run(output: Path, name: str) -> Path:
    """The folder that ``name`` means: a path, a run's name or a unique prefix of it, or ``last``.

    Raises:
        RunError: ``missing`` or ``ambiguous``, naming the candidates.
    """
    runs = list_runs(output)
    if name == "last":
        return _newest(output, runs)
    by_name = {run.name: run.path for run in runs}
    if name in by_name:
        return by_name[name]
    path = Path(name).expanduser()
    if (path / RECORD).is_file():
        return path.resolve()
    matching = [run.name for run in runs if name and run.name.startswith(name)]
    if len(matching) == 1:
        return by_name[matching[0]]
    if matching:
        raise RunError(
            f"{name!r} begins the names of {len(matching)} runs: {_named(matching)}.",
            kind="ambiguous",
            next_step="Type more of the name.",
        )
    raise _missing(output, name, path, [run.name for run in runs])


def _summary(path: Path) -> RunSummary:
    folder = RunFolder(path.resolve())
    try:
        record = read_record(folder)
    except RunError:
        return RunSummary(
            name=path.name, path=folder.path, question="", status="damaged", outcome=None, engine="", started=""
        )
    left_running = record.status == "running" and not folder.in_use()
    return RunSummary(
        name=path.name,
        path=folder.path,
        question=record.question.text,
        status="interrupted" if left_running else record.status,
        outcome=record.outcome,
        engine=record.engine.name if record.engine else "",
        started=record.started,
    )


def _newest(output: Path, runs: tuple[RunSummary, ...]) -> Path:
    if not runs:
        raise RunError(
            f"There are no runs in {output}.", kind="missing", next_step="Name the folder of your runs with --output."
        )
    return runs[0].path


def _missing(output: Path, name: str, path: Path, names: list[str]) -> RunError:
    if path.is_dir() and name not in {"", "."}:
        return RunError(f"{path} is not the folder of a run: it has no {RECORD}.", kind="missing")
    there = f"There are: {_named(names)}." if names else "There are none."
    return RunError(
        f"There is no run {name!r} in {output}.",
        kind="missing",
        next_step=f"{there} Name another folder of runs with --output.",
    )


def _named(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
