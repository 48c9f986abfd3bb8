"""What a batch tells while it works: one small value whenever a task is started or ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from research_agent.adr_bench.results import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How the shard that is worked on stands."""

    total: int
    """Tasks of the shard."""
    done: int
    """With a report, earlier starts of the batch included; so are the other counts."""
    failed: int
    skipped: int
    running: tuple[str, ...]
    """Ids of the tasks under way, oldest first."""
    seconds: float
    """Since this start."""
    left: float | None
    """Seconds that the rest will take at the pace of this start; None before a task has ended."""
    usd: float
    """What all tasks of the batch's shard cost so far, as far as it is known."""
    usd_known: bool
    """Whether every task's cost is known."""
    started: str = ""
    """The task that was just started; empty for another reason to tell."""
    ended: Result | None = None
    """The task that just ended."""
    note: str = ""
    """Something that a person should know, such as versions that are not those of the batch's first start."""


Tell = Callable[[Progress], None]


def quiet(_: Progress) -> None:
    """A ``Tell`` for callers who do not listen."""
