"""Systems under test that do what a task's question tells them: answer, fail, crash, hang, grow."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from research_agent.adr_bench.systems.base import Answer, SystemSpec, TaskLimits
from research_agent.adr_bench.tasks import Task
from research_agent.domain import Usage
from research_agent.errors import ModelError
from research_agent.judges.rubric import Item

SPEC = SystemSpec(name=f"{__name__}:TellingSystem")


def task(id: str, question: str = "answer") -> Task:
    return Task(id=id, question=question, language="en", items=(Item(id="i", text="t", weight=1, kind="explicit"),))


class TellingSystem:
    """The question's first word is what to do, the rest its argument. Each try adds a line to ``tries``."""

    def __init__(self, options: Mapping[str, Any], private: Mapping[str, Any], shared: Path | None) -> None:
        self._usd = options.get("usd", 0.0)

    async def answer(self, task: Task, workspace: Path, limits: TaskLimits) -> Answer:
        with (workspace / "tries").open("a") as tries:
            tries.write(f"{os.getpid()}\n")
        does, _, argument = task.question.partition(" ")
        made = DOES[does](argument, workspace)
        if asyncio.iscoroutine(made):
            await made
        report = workspace / "report.md"
        report.write_text(f"# {task.id}\n")
        return Answer(report=report, outcome="complete", usage=Usage(calls=1, usd=self._usd))

    def spent(self, workspace: Path) -> Usage:
        return Usage(usd=self._usd)

    async def aclose(self) -> None:
        """Nothing to close."""


def _fail(argument: str, workspace: Path) -> None:
    raise ModelError("The model said no.", kind="refused")


def _bug(argument: str, workspace: Path) -> None:
    raise KeyError(argument)


def _crash(argument: str, workspace: Path) -> None:
    sys.stderr.write("about to abort\n")
    sys.stderr.flush()
    os.abort()


def _leave(argument: str, workspace: Path) -> None:
    os._exit(int(argument))


def _killed(argument: str, workspace: Path) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _parent(argument: str, workspace: Path) -> None:
    """Kill the process that started the one that this worker was forked from."""
    fields = Path(f"/proc/{os.getppid()}/stat").read_text().rsplit(")", 1)[1].split()
    os.kill(int(fields[1]), signal.SIGKILL)
    time.sleep(600)


def _hang(argument: str, workspace: Path) -> None:
    """In C, with Python's lock held: neither a thread nor a signal handler of the process gets to run."""
    re.match(r"(a+)+$", "a" * 60 + "b")


def _hold(argument: str, workspace: Path) -> None:
    """Grow to so many MB, or fail to."""
    bytearray(int(argument) * 2**20)


def _keep(argument: str, workspace: Path) -> None:
    KEPT.append(b"x" * (int(argument) * 2**20))


async def _once(argument: str, workspace: Path) -> None:
    """Fail at the first try only."""
    if len((workspace / "tries").read_text().splitlines()) == 1:
        raise ModelError("Not the first time.", kind="unavailable")


async def _wait(argument: str, workspace: Path) -> None:
    await asyncio.sleep(float(argument))


async def _until(argument: str, workspace: Path) -> None:
    """Go on when a file is there, and say that it is waited for."""
    (workspace / "waiting").touch()
    while not Path(argument).exists():  # noqa: ASYNC110 - another process makes it
        await asyncio.sleep(0.02)


def _start(argument: str, workspace: Path) -> None:
    """Start a program in a process group of its own, which works on for long, and wait for it."""
    with (workspace / "started").open("w") as told:
        started = subprocess.Popen(["sleep", "600"], process_group=0)
        told.write(str(started.pid))
    started.wait()


def _print(argument: str, workspace: Path) -> None:
    os.write(1, b"printed\n")
    os.write(2, b"complained\n")


KEPT: list[bytes] = []
DOES: Mapping[str, Callable[[str, Path], Any]] = {
    "answer": lambda argument, workspace: None,
    "fail": _fail,
    "bug": _bug,
    "crash": _crash,
    "leave": _leave,
    "killed": _killed,
    "parent": _parent,
    "hang": _hang,
    "hold": _hold,
    "keep": _keep,
    "once": _once,
    "wait": _wait,
    "until": _until,
    "start": _start,
    "print": _print,
}
