"""Runs a coroutine of the library from the command line: one event loop, a first Ctrl-C that stops it gently.

The first SIGINT or SIGTERM cancels the work, so that the journal is closed and the run can be resumed; the second
ends the process at once. ``library`` is the seam at which tests put a fake in the place of the research itself.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine
from contextlib import suppress
from types import FrameType
from typing import Any, Protocol, TypeVar

from research_agent.cli import streams
from research_agent.cli.exit_codes import Interrupted

T = TypeVar("T")

TICK = 0.25
"""Seconds between two calls of a listener's ``tick``."""


class Library(Protocol):
    """What the command needs of ``research_agent.api``."""

    research: Callable[..., Coroutine[Any, Any, Any]]
    resume: Callable[..., Coroutine[Any, Any, Any]]
    replay: Callable[..., Coroutine[Any, Any, Any]]


def library() -> Library:
    """The research itself; imported late, because it loads the graph."""
    from research_agent import api

    return api


class Session:
    """One piece of work under way, and the means to stop it."""

    def __init__(self, tick: Callable[[], None] | None = None) -> None:
        self._tick = tick
        self._task: asyncio.Task[Any] | None = None
        self._signum = 0

    def run(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The work's result.

        Raises:
            Interrupted: a signal, or ``stop``, ended it.
        """
        try:
            return asyncio.run(self._main(work))
        except KeyboardInterrupt:
            raise Interrupted(self._signum or signal.SIGINT) from None

    def stop(self, signum: int, _frame: FrameType | None = None) -> None:
        """Cancel the work; the second time, end the process."""
        if self._signum:
            streams.show_cursor()
            os._exit(128 + signum)
        self._signum = signum
        if signum != signal.SIGPIPE:
            streams.tell("\nresearch: stopping; what is done is kept. Once more to stop at once.")
        if self._task is not None:
            self._task.cancel()

    async def _main(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        loop = asyncio.get_running_loop()
        for signum in (signal.SIGINT, signal.SIGTERM):
            # not in a thread that is not the main one, where an embedding program has the signals
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(signum, self.stop, signum)
        task = asyncio.create_task(work())
        self._task = task
        ticker = asyncio.ensure_future(self._tick_on())
        try:
            return await task
        except (asyncio.CancelledError, KeyboardInterrupt):
            if self._signum:
                raise Interrupted(self._signum) from None
            raise
        finally:
            ticker.cancel()

    async def _tick_on(self) -> None:
        while self._tick is not None:
            self._tick()
            await asyncio.sleep(TICK)
