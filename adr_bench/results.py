"""What one task gave, and the file that results are written to: one JSON line as each task ends."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from research_agent.codec import dump, load
from research_agent.domain import Verdict
from research_agent.errors import RunError


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One line of a results file."""

    task: str
    status: str
    """``done`` or ``failed``."""
    seconds: float
    outcome: str = ""
    """The report's outcome, when done."""
    quotes: int = 0
    characters: int = 0
    """Code points of all cited quotes together."""
    verdict: Verdict | None = None
    run: str = ""
    """Name of the run folder."""
    error: str = ""
    """What went wrong, when failed."""
    figures: Mapping[str, float] = field(default_factory=dict)
    """Whatever else the caller measured."""


def append(path: Path, result: Result) -> None:
    """Add one line; the file and its folder are made when they are not there.

    Raises:
        RunError: the file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(dump(result), ensure_ascii=False, sort_keys=True) + "\n")
    except OSError as error:
        raise RunError(f"The results cannot be written to {path}: {error}.", kind="not_writable") from error


def read(path: Path) -> tuple[Result, ...]:
    """The results of a file, oldest first; none when there is no file. A last line that broke off is left out.

    Raises:
        RunError: kind ``damaged``, a line before the last does not fit.
    """
    if not path.exists():
        return ()
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    results: list[Result] = []
    for number, line in enumerate(lines, start=1):
        try:
            data: Any = json.loads(line)
            results.append(load(Result, data))
        except ValueError as error:  # json.JSONDecodeError and pydantic.ValidationError both are
            if number < len(lines):
                raise RunError(f"{path}, line {number}, is no result: {error}", kind="damaged") from error
    return tuple(results)
