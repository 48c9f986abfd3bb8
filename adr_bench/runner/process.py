"""The supervisor's end of a worker process."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from research_agent.adr_bench.runner.lifeline import end_session
from research_agent.adr_bench.runner.orders import LOG, Hello, Order, Outcome
from research_agent.adr_bench.runner.worker import END, READY
from research_agent.codec import dump, load

_BOOT = (
    "import sys; handle, parent, *sys.path[:] = sys.argv[1:];"
    "from research_agent.adr_bench.runner.worker import live; live(int(handle), int(parent))"
)
"""``python -m`` would look for the package in the working folder first."""
PATIENCE = 5.0
"""Seconds that a worker has to stop what it does when it is asked to."""
_LONGEST_LINE = 2**22


class WorkerProcess:
    """One worker: a process in a session of its own, so that a signal to it reaches all that it started."""

    def __init__(
        self, pid: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, ended: asyncio.Future[int]
    ) -> None:
        self.pid = pid
        self.answered = 0
        """Tasks so far."""
        self.killed = False
        """By us."""
        self._reader = reader
        self._writer = writer
        self._ended = ended
        self._started = False

    @classmethod
    async def meet(cls, pid: int, channel: socket.socket, ended: asyncio.Future[int], hello: Hello) -> WorkerProcess:
        """A worker that was just started, greeted.

        Args:
            channel: our end of the socket that it listens to.
            ended: gets its exit code (below 0: the signal).
        """
        reader, writer = await asyncio.open_connection(sock=channel, limit=_LONGEST_LINE)
        worker = cls(pid, reader, writer, ended)
        await worker._send(json.dumps(dump(hello)) + "\n")
        return worker

    @classmethod
    async def spawn(cls, hello: Hello, handles: Sequence[int], log: Path) -> WorkerProcess:
        """A worker that starts from nothing.

        Args:
            handles: file descriptors to hold for as long as it lives (``locks``).
            log: takes what it says before its first task.
        """
        ours, theirs = socket.socketpair()
        with theirs, log.open("ab") as told:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", _BOOT, str(theirs.fileno()), str(os.getpid()), *sys.path),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=told,
                stderr=told,
                start_new_session=True,
                pass_fds=(*handles, theirs.fileno()),
            )
        return await cls.meet(process.pid, ours, asyncio.ensure_future(process.wait()), hello)

    @property
    def alive(self) -> bool:
        return not self._ended.done()

    async def ready(self) -> bool:
        """Wait until it has started; False when it died instead."""
        if not self._started:
            self._started = await self._heard() == READY
        return self._started

    async def ask(self, order: Order) -> Outcome | None:
        """The outcome; None when the worker died instead. ``ended_how`` then says how."""
        await self._send(json.dumps(dump(order)) + "\n")
        if not (line := await self._heard()):
            return None
        self.answered += 1
        return load(Outcome, json.loads(line))

    def ended_how(self) -> tuple[str, int]:
        """The name of the signal that ended it, or an empty one, and its exit code."""
        code = self._ended.result()
        return (signal.Signals(-code).name if code < 0 else "", code)

    async def kill(self) -> None:
        """End it and all that it started."""
        self.killed = True
        await self._bury()

    async def stop(self) -> None:
        """Ask it to leave its task so that it can be gone on with, and to end; after ``PATIENCE``, kill it."""
        await self._send(END)
        try:
            await asyncio.wait({self._ended}, timeout=PATIENCE)
        finally:
            await self.kill()

    async def _heard(self) -> str:
        """The next line that it says; empty when it died."""
        line = b""
        with suppress(ConnectionError):
            line = await self._reader.readline()
        if line.endswith(b"\n"):
            return line.decode().rstrip("\n")
        await self._bury()
        return ""

    async def _send(self, line: str) -> None:
        with suppress(ConnectionError):  # it died: reading says so
            self._writer.write(line.encode())
            await self._writer.drain()

    async def _bury(self) -> None:
        """Children of a dead worker must not work on, and a living one that closed its end is of no more use."""
        if self.alive:
            await asyncio.wait({self._ended}, timeout=0 if self.killed else _LAST_BREATH)
        await asyncio.to_thread(end_session, self.pid)
        await asyncio.wait({self._ended})
        self._writer.close()


_LAST_BREATH = 1.0
"""Seconds between the end of what a worker says and its own end, so that its exit code is its own."""


def last_words(workspace: Path) -> str:
    """The last line of a task's log that says anything; empty when none does."""
    try:
        with (workspace / LOG).open("rb") as log:
            log.seek(max(0, os.fstat(log.fileno()).st_size - 4_096))
            lines = log.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return ""
    return next((line.strip()[:300] for line in reversed(lines) if line.strip()), "")
