"""What became of each task, and the files that say so: one JSON line as each task ends, on the disk before the next.

A task may have several lines, one for each time that it was tried; ``latest`` gives the one that counts. Several files
of one batch (its shards) are read as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from research_agent.adr_bench.lines import read_lines
from research_agent.domain import Usage

Status = Literal["done", "failed", "skipped"]
"""``done``: there is a report. ``failed``: there is none, and there will be none unless failed tasks are tried again.
``skipped``: never started; a resumed batch starts it."""

Kind = Literal["", "crashed", "timed_out", "out_of_memory", "error", "budget"]
"""Why there is no report: the worker died; it took too long and was killed; it ran out of memory; the system said
so, or raised; the batch's budget left no room (the only kind of ``skipped``)."""

_RANK: Mapping[str, int] = {"skipped": 0, "failed": 1, "done": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One line of a results file."""

    task: str
    """The task's id."""
    status: Status
    kind: Kind = ""
    """Empty when done."""
    error: str = ""
    """In words, when not done."""
    outcome: str = ""
    """The report's outcome (``domain.Outcome``), when done."""
    seconds: float = 0.0
    """Wall time of this try, without waiting for a worker."""
    usage: Usage = field(default_factory=Usage)
    """All that the task cost, earlier tries included; ``usd`` None: not known."""
    folder: str = ""
    """The task's folder, relative to the batch, with ``/``; log.txt stands in it."""
    report: str = ""
    """The report, relative to the batch, with ``/``; empty when there is none."""
    run: str = ""
    """The run folder, relative to the batch; empty when there is none."""
    ended: str = ""
    """ISO 8601, UTC."""
    figures: Mapping[str, float] = field(default_factory=dict)
    """Whatever else the system counted."""


def read(path: Path) -> Iterator[Result]:
    """The lines of a results file, oldest first (see ``lines.read_lines``)."""
    return read_lines(path, Result)


def latest(paths: Iterable[Path]) -> dict[str, Result]:
    """Task id -> the result that counts: a report counts more than a failure, a failure more than not to have been
    started, and of equals the one that ended last."""
    found: dict[str, Result] = {}
    for path in paths:
        for result in read(path):
            if result.task not in found or counts_more(result, found[result.task]):
                found[result.task] = result
    return found


def counts_more(result: Result, than: Result) -> bool:
    return (_RANK[result.status], result.ended) >= (_RANK[than.status], than.ended)
