"""A worker: a process that answers one task after another, started and spoken to by ``process``.

It dies with its supervisor: the socket that it reads from closes, and the worker ends its whole session, children
included; where a library holds Python's lock and no thread can notice, the lifeline does.
"""

from __future__ import annotations

import asyncio
import faulthandler
import json
import os
import resource
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from research_agent.adr_bench.results import Kind
from research_agent.adr_bench.runner.lifeline import die_with_parent, end_own_session
from research_agent.adr_bench.runner.orders import LOG, MOST_WORDS, Hello, Order, Outcome
from research_agent.adr_bench.systems.base import Answer, System, SystemSpec, build
from research_agent.codec import dump, load
from research_agent.errors import ResearchError

READY = "ready"
"""The first line that a worker says: its start is no part of a task's time."""
END = "\n"
"""The line that asks a worker to stop what it does and end."""


def live(handle: int, parent: int) -> None:
    """The whole life of a worker.

    Args:
        handle: the socket that it hears and speaks through: a ``Hello``, then one ``Order`` after another.
        parent: the process that started it, which it does not outlive.
    """
    die_with_parent(parent)
    faulthandler.enable()
    lines = _lines(handle)
    hello = load(Hello, json.loads(next(lines)))
    if hello.memory_mb is not None:
        most = hello.memory_mb * 2**20
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    spec = SystemSpec(name=hello.system, options=hello.options, private=hello.private)
    with os.fdopen(os.dup(handle), "w", encoding="utf-8") as replies:
        asyncio.run(_serve(build(spec, Path(hello.shared)), lines, replies))


def _lines(handle: int) -> Iterator[bytes]:
    """The lines that arrive, until the other end closes. Not through a buffered file: its lock, held by the thread that
    waits, would break this process's ordinary end."""
    rest = b""
    while block := os.read(handle, 65_536):
        *whole, rest = (rest + block).split(b"\n")
        yield from whole


async def _serve(system: System, lines: Iterator[bytes], replies: TextIO) -> None:
    orders: asyncio.Queue[Order | None] = asyncio.Queue()
    stopping = asyncio.Event()
    _say(replies, READY)
    _listen(lines, asyncio.get_running_loop(), orders, stopping)
    try:
        while not stopping.is_set() and (order := await orders.get()) is not None:
            outcome = await _perform(system, order, stopping)
            if outcome is None:
                break
            _say(replies, json.dumps(dump(outcome)))
            if outcome.kind == "out_of_memory":
                break  # nobody knows what else could not be had
    finally:
        await system.aclose()


def _say(replies: TextIO, line: str) -> None:
    replies.write(line + "\n")
    replies.flush()


def _listen(
    lines: Iterator[bytes],
    loop: asyncio.AbstractEventLoop,
    orders: asyncio.Queue[Order | None],
    stopping: asyncio.Event,
) -> None:
    """Take orders in a thread, so that the end of the supervisor is noticed in the middle of a task."""

    def stop() -> None:
        stopping.set()
        orders.put_nowait(None)

    def listen() -> None:
        for line in lines:
            if line.strip():
                loop.call_soon_threadsafe(orders.put_nowait, load(Order, json.loads(line)))
            else:
                with suppress(RuntimeError):  # the loop has ended already
                    loop.call_soon_threadsafe(stop)
        end_own_session()

    threading.Thread(target=listen, name="orders", daemon=True).start()


async def _perform(system: System, order: Order, stopping: asyncio.Event) -> Outcome | None:
    """What became of the order; None when it was stopped."""
    workspace = Path(order.workspace)
    log_to(workspace / LOG)
    started = time.monotonic()
    work = asyncio.create_task(system.answer(order.task, workspace, order.limits))
    stop = asyncio.create_task(stopping.wait())
    await asyncio.wait({work, stop}, return_when=asyncio.FIRST_COMPLETED)
    stop.cancel()
    if not work.done():
        work.cancel()
        await asyncio.wait({work})
        return None
    outcome = _outcome(system, work, workspace)
    return replace(outcome, seconds=round(time.monotonic() - started, 3), memory_mb=memory_mb())


def _outcome(system: System, work: asyncio.Task[Answer], workspace: Path) -> Outcome:
    failure = asyncio.CancelledError("it cancelled itself") if work.cancelled() else work.exception()
    if failure is None:
        return _answered(work.result(), workspace)
    traceback.print_exception(failure)  # to stderr, which is the log
    sys.stderr.flush()
    kind: Kind = "out_of_memory" if isinstance(failure, MemoryError) else "error"
    words = str(failure) if isinstance(failure, ResearchError) else f"{type(failure).__name__}: {failure}"
    return Outcome(status="failed", kind=kind, error=words[:MOST_WORDS], usage=system.spent(workspace))


def _answered(answer: Answer, workspace: Path) -> Outcome:
    if not answer.report.is_file():
        why = f"There is no report {answer.report.name}."
        return Outcome(status="failed", kind="error", error=why, usage=answer.usage, figures=answer.figures)
    return Outcome(
        status="done",
        outcome=answer.outcome,
        report=_inside(answer.report, workspace),
        run=_inside(answer.run, workspace) if answer.run else "",
        usage=answer.usage,
        figures=answer.figures,
    )


def _inside(path: Path, workspace: Path) -> str:
    """The path relative to the workspace. Raises ValueError when it is elsewhere."""
    return path.resolve().relative_to(workspace.resolve()).as_posix()


def log_to(path: Path) -> None:
    """Send stderr and stdout of this process, and of what it starts, to a file from now on."""
    sys.stderr.flush()
    sys.stdout.flush()
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(handle, 2)
    os.dup2(handle, 1)
    os.close(handle)


def memory_mb() -> int:
    """What this process holds in memory now; at its largest, where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * resource.getpagesize() // 2**20
    except (OSError, IndexError, ValueError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
