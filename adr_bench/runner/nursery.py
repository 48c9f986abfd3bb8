"""A process that has imported everything once, and forks itself for each worker.

A worker that starts by itself spends seconds of processor time on imports, and a batch starts as many as tasks are at
work; forked ones start in milliseconds and share the memory of what was imported (docs/bench.md has the figures). A
nursery forks only while it has a single thread; where it has more, and where the system is not Linux, there is none.

    supervisor  --a socket and the name of a log-->  nursery  --fork-->  worker, which talks through that socket
        ^------------ pid, later its exit code ---------'
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import select
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path

from research_agent.adr_bench.runner.lifeline import die_with_parent, end_session, outlive_parent
from research_agent.adr_bench.runner.orders import Hello
from research_agent.adr_bench.runner.process import WorkerProcess
from research_agent.adr_bench.runner.worker import live, log_to
from research_agent.adr_bench.systems.base import SystemSpec, system_class
from research_agent.codec import dump, load

_BOOT = (
    "import sys; handle, parent, *sys.path[:] = sys.argv[1:];"
    "from research_agent.adr_bench.runner.nursery import tend; work = tend(int(handle), int(parent)); work and work()"
)
_LONGEST = 2**17
"""Bytes of one message."""


# ---------------------------------------------------------------- the supervisor's end


class Nursery:
    """Make it with ``start``."""

    def __init__(self, process: asyncio.subprocess.Process, ours: socket.socket) -> None:
        self._process = process
        self._socket = ours
        self._asking = asyncio.Lock()
        self._born: asyncio.Queue[int | None] = asyncio.Queue()
        self._ends: dict[int, asyncio.Future[int]] = {}
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, hello: Hello, handles: Sequence[int], log: Path) -> Nursery | None:
        """A nursery that has imported what the system needs; None where none can be had.

        Args:
            handles: file descriptors that every worker is to hold (``locks``).
            log: takes what the imports say.
        """
        if sys.platform != "linux":
            return None
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        with theirs, log.open("ab") as told:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", _BOOT, str(theirs.fileno()), str(os.getpid()), *sys.path),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=told,
                stderr=told,
                start_new_session=True,
                pass_fds=(*handles, theirs.fileno()),
            )
        nursery = cls(process, ours)
        try:
            await asyncio.get_running_loop().sock_sendall(ours, json.dumps(dump(hello)).encode())
            ready = await nursery._born.get() is not None
        except BaseException:
            await nursery.aclose()
            raise
        if ready:
            return nursery
        await nursery.aclose()
        return None

    @property
    def alive(self) -> bool:
        return not self._listening.done()

    async def worker(self, hello: Hello, log: Path) -> WorkerProcess | None:
        """A new worker; None when the nursery is gone."""
        async with self._asking:
            mine, theirs = socket.socketpair()
            with theirs:
                try:
                    socket.send_fds(self._socket, [os.fsencode(log)], [theirs.fileno()])
                except OSError:
                    mine.close()
                    return None
            pid = await self._born.get()
        if pid is None:
            mine.close()
            return None
        return await WorkerProcess.meet(pid, mine, self._ends[pid], hello)

    async def aclose(self) -> None:
        """End it; workers that are still there end with it."""
        self._listening.cancel()
        self._socket.close()
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()

    async def _listen(self) -> None:
        """Hear of births (the nursery's own readiness is the first one) and deaths until it is gone."""
        loop = asyncio.get_running_loop()
        try:
            with suppress(ConnectionError):  # it died before it had read what it was sent
                while told := (await loop.sock_recv(self._socket, 64)).decode():
                    what, pid, code = told.split()
                    if what == "born":
                        self._ends[int(pid)] = loop.create_future()
                        self._born.put_nowait(int(pid))
                    elif end := self._ends.pop(int(pid), None):
                        end.set_result(int(code))
        finally:  # whoever waits for it must not wait for ever
            self._born.put_nowait(None)
            for end in self._ends.values():
                if not end.done():
                    end.set_result(-signal.SIGKILL)  # by the lifeline


# ---------------------------------------------------------------- the nursery itself


def tend(handle: int, parent: int) -> Callable[[], None] | None:
    """Fork for as long as the supervisor asks; in a forked process, return what it has to do.

    So a worker's life begins outside this loop, and what it raises goes to the interpreter as in any other process.
    When the supervisor is gone, its end of the socket closes, and the nursery ends all workers with what they started:
    it has nothing else to do, so it always notices.
    """
    die_with_parent(parent)  # while it imports, it notices nothing
    told = socket.socket(fileno=handle)
    if not (greeting := told.recv(_LONGEST)):
        return None
    hello = load(Hello, json.loads(greeting))
    made = system_class(SystemSpec(name=hello.system))
    for name in getattr(made, "preload", lambda _: ())(hello.options):
        import_module(name)
    if threads() > 1:
        return None  # a lock that another thread holds would stay locked in a forked process
    wake, waked = os.pipe()
    os.set_blocking(waked, False)
    signal.set_wakeup_fd(waked)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    gc.collect()
    gc.freeze()  # the collector would write into every page that is shared
    outlive_parent()
    with suppress(BrokenPipeError):
        told.send(_message("born", os.getpid()))
    living: set[int] = set()
    both: list[socket.socket | int] = [told, wake]
    while True:
        ready, _, _ = select.select(both, [], [])
        if wake in ready:
            os.read(wake, 512)
            for pid, code in _ended():
                living.discard(pid)
                with suppress(BrokenPipeError):  # the supervisor is gone, as the next look will show
                    told.send(_message("died", pid, code))
        if told not in ready:
            continue
        log, handles, _, _ = socket.recv_fds(told, _LONGEST, 1)
        if not log:
            for pid in living:
                end_session(pid)
            return None
        here = os.getpid()
        if not (pid := os.fork()):
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for each in (wake, waked):
                os.close(each)
            told.close()
            return partial(_begin, Path(os.fsdecode(log)), handles[0], here)
        living.add(pid)
        os.close(handles[0])
        with suppress(BrokenPipeError):
            told.send(_message("born", pid))


def _begin(log: Path, handle: int, parent: int) -> None:
    os.setsid()
    log_to(log)
    live(handle, parent)


def _message(what: str, pid: int, code: int = 0) -> bytes:
    return f"{what} {pid} {code}".encode()


def _ended() -> Iterator[tuple[int, int]]:
    """Forked processes that are no more, with their exit codes (below 0: the signal)."""
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            yield found[0], os.waitstatus_to_exitcode(found[1])


def threads() -> int:
    """Of this process, those of libraries in C included."""
    return len(list(Path("/proc/self/task").iterdir()))
