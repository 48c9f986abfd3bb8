"""The supervisor's end of a worker process."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from research_agent.adr_bench.runner.orders import LOG, Hello, Order, Outcome
from research_agent.adr_bench.runner.worker import END, READY
from research_agent.codec import dump, load

_BOOT = "import sys; sys.path[:] = sys.argv[1:]; from research_agent.adr_bench.runner.worker import main; main()"
"""``python -m`` would look for the package in the working folder first."""
PATIENCE = 5.0
"""Seconds that a worker has to stop what it does when it is asked to."""
_LONGEST_LINE = 2**22


class WorkerProcess:
    """One worker: a process in a session of its own, so that a signal to it reaches all that it started."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._started = False
        self.answered = 0
        """Tasks so far."""
        self.killed = False
        """By us."""

    @classmethod
    async def start(cls, hello: Hello, handles: Sequence[int], log: Path) -> WorkerProcess:
        """A worker that waits for orders.

        Args:
            handles: file descriptors to hold for as long as it lives (``locks``).
            log: takes what it says before its first task.
        """
        with log.open("ab") as told:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", _BOOT, *sys.path),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=told,
                start_new_session=True,
                pass_fds=handles,
                limit=_LONGEST_LINE,
            )
        worker = cls(process)
        await worker._send(json.dumps(dump(hello)) + "\n")
        return worker

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    async def ask(self, order: Order) -> Outcome | None:
        """The outcome; None when the worker died instead. ``ended_how`` then says how."""
        await self._send(json.dumps(dump(order)) + "\n")
        if not (line := await self._heard()):
            return None
        self.answered += 1
        return load(Outcome, json.loads(line))

    async def ready(self) -> bool:
        """Wait until it has started; False when it died instead."""
        if not self._started:
            self._started = await self._heard() == READY
        return self._started

    def ended_how(self) -> tuple[str, int]:
        """The name of the signal that ended it, or an empty one, and its exit code."""
        code = self._process.returncode or 0
        return (signal.Signals(-code).name if code < 0 else "", code)

    async def kill(self) -> None:
        self.killed = True
        self._kill_group()
        await self._process.wait()

    async def stop(self) -> None:
        """Ask it to leave its task so that it can be gone on with, and to end; after ``PATIENCE``, kill it."""
        await self._send(END)
        try:
            async with asyncio.timeout(PATIENCE):
                await self._process.wait()
        except TimeoutError:
            pass
        finally:
            await self.kill()

    async def _heard(self) -> str:
        """The next line that it says; empty when it died."""
        assert self._process.stdout
        line = await self._process.stdout.readline()
        if line.endswith(b"\n"):
            return line.decode().rstrip("\n")
        self._kill_group()  # children of a dead worker must not work on
        await self._process.wait()
        return ""

    async def _send(self, line: str) -> None:
        assert self._process.stdin
        with suppress(ConnectionError):  # it died: reading says so
            self._process.stdin.write(line.encode())
            await self._process.stdin.drain()

    def _kill_group(self) -> None:
        with suppress(ProcessLookupError, PermissionError):  # all gone already
            os.killpg(self._process.pid, signal.SIGKILL)


def last_words(workspace: Path) -> str:
    """The last line of a task's log that says anything; empty when none does."""
    try:
        with (workspace / LOG).open("rb") as log:
            log.seek(max(0, os.fstat(log.fileno()).st_size - 4_096))
            lines = log.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return ""
    return next((line.strip()[:300] for line in reversed(lines) if line.strip()), "")
