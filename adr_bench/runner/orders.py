"""What goes between a supervisor and its workers: JSON lines over pipes, one order at a time, one outcome for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from research_agent.adr_bench.results import Kind, Status
from research_agent.adr_bench.systems.base import TaskLimits
from research_agent.adr_bench.tasks import Task
from research_agent.domain import Usage

LOG = "log.txt"
"""In a task's workspace: all that its worker and the libraries in it wrote to stderr and stdout."""
MOST_WORDS = 2_000
"""Characters of an error that a result keeps; the log has all of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """The first line that a worker gets."""

    system: str
    options: Mapping[str, Any]
    private: Mapping[str, Any] = field(repr=False)
    shared: str
    """Folder of the rate limits that the workers share."""
    memory_mb: int | None
    """What the worker may allocate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One task to be answered."""

    task: Task
    workspace: str
    limits: TaskLimits


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of an order."""

    status: Status
    kind: Kind = ""
    error: str = ""
    outcome: str = ""
    report: str = ""
    """Relative to the workspace, with ``/``; so is ``run``."""
    run: str = ""
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0
    figures: Mapping[str, float] = field(default_factory=dict)
    memory_mb: int = 0
    """What the worker holds after the task."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Isolation:
    """How workers are kept from each other, and from growing.

    The defaults of the two marks are round numbers, not measured ones: a worker's start costs about two seconds, which
    fifty tasks of research make small, and a worker of ours holds 200 to 400 MB.
    """

    kill_after: float | None = None
    """Seconds after which a task's worker is killed. None: ``GRACE`` more than the task's own limit, or an hour."""
    memory_mb: int | None = None
    """What one worker may allocate (RLIMIT_DATA); None: no limit but the machine's."""
    recycle_after: int = 50
    """Tasks that one worker answers before a new one takes its place."""
    recycle_above_mb: int = 1_000
    """A worker that holds more after a task is replaced before the next."""

    def patience(self, limits: TaskLimits) -> float:
        if self.kill_after is not None:
            return self.kill_after
        return HOUR if limits.seconds is None else limits.seconds + GRACE


GRACE = 60.0
"""Seconds that a system has, after its time limit, to write down what it has."""
HOUR = 3600.0
