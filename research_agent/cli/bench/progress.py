"""Shows a batch under way on standard error: two lines redrawn on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING

from research_agent.cli import streams
from research_agent.cli.board import count, duration

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live

    from research_agent.adr_bench.results import Result
    from research_agent.adr_bench.runner.progress import Progress

EVERY = 10.0
"""Seconds between two lines that say how the batch stands, where there is no terminal."""
SHOWN = 4
"""Tasks under way that are named."""


class BatchDisplay:
    """Hears of each task that starts or ends. ``open`` before, ``close`` after."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._last: Progress | None = None
        self._heard = self._told = monotonic()
        self._live: Live | None = None

    def open(self) -> None:
        if self._quiet or not sys.stderr.isatty() or streams.stderr_console().is_dumb_terminal:
            return
        from rich.live import Live

        self._live = Live(
            console=streams.stderr_console(), auto_refresh=False, transient=True, get_renderable=self._draw
        )
        self._live.start(refresh=True)

    def close(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def hear(self, progress: Progress) -> None:
        """A ``Tell`` of the runner."""
        self._last, self._heard = progress, monotonic()
        if self._quiet:
            return
        if progress.note:
            self._say(streams.one_line(progress.note, 300))
        if progress.ended is not None and progress.ended.status != "done":
            self._say(ended_line(progress.ended))
        over = progress.ended is not None and not progress.running
        if self._live is None and (over or monotonic() - self._told >= EVERY):
            self._say(standing_line(progress))

    def tick(self) -> None:
        if self._live is not None:
            self._live.refresh()
        elif not self._quiet and self._last is not None and monotonic() - self._told >= 3 * EVERY:
            self._say(standing_line(self._last, monotonic() - self._heard))

    def _say(self, line: str) -> None:
        self._told = monotonic()
        if self._live is not None:
            self._live.console.print(streams.plain(line), soft_wrap=True)
        else:
            streams.tell(line)

    def _draw(self) -> RenderableType:
        from rich.console import Group
        from rich.text import Text

        if self._last is None:
            return Text("starting")
        lines = [standing_line(self._last, monotonic() - self._heard), running_line(self._last)]
        return Group(*(Text(line, no_wrap=True, overflow="ellipsis") for line in lines if line))


def ended_line(result: Result) -> str:
    """``t7 failed (timed out): ...``."""
    why = f" ({result.kind.replace('_', ' ')})" if result.kind else ""
    return f"{streams.one_line(result.task, 60)} {result.status}{why}: {streams.one_line(result.error, 300)}"


def standing_line(progress: Progress, since: float = 0.0) -> str:
    """``12 of 110 done, 1 failed, 4 running | 4 min 05 s, about 30 min left | $0.43 so far``.

    ``since``: seconds since it was told.
    """
    counts = [f"{progress.done:,} of {count(progress.total, 'task')} done"]
    counts += [
        f"{number:,} {name}"
        for number, name in (
            (progress.failed, "failed"),
            (progress.skipped, "skipped"),
            (len(progress.running), "running"),
        )
        if number
    ]
    left = None if progress.left is None else max(0.0, progress.left - since)
    over = progress.done + progress.failed + progress.skipped >= progress.total
    time = duration(progress.seconds + since)
    if not over:
        time += ", time left not known yet" if left is None else f", about {duration(left)} left"
    cost = f"${progress.usd:,.2f} so far" + ("" if progress.usd_known else ", and what is not known")
    return " | ".join([", ".join(counts), time, cost])


def running_line(progress: Progress) -> str:
    """The tasks under way, those that have been longest at it first."""
    if not progress.running:
        return ""
    named = ", ".join(streams.one_line(id, 24) for id in progress.running[:SHOWN])
    more = len(progress.running) - SHOWN
    return f"at work: {named}" + (f" and {more} more" if more > 0 else "")
