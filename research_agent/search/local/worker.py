"""Reading documents in processes of their own.

Extraction is a library's C code on a stranger's file: in a process of its own a crash or an endless loop costs one
document, and two processes use two cores. A process is started with ``python -m`` and spoken to over pipes, one JSON
line a file: ``multiprocessing`` would import the host program's main module again.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from research_agent.codec import dump, load
from research_agent.search.local.intake import FileJob, FileReading, read_file

PATIENCE = 120.0
"""Seconds for one document, after which it counts as unreadable."""

LITTLE = 1_500_000
"""Bytes of files up to which they are read in this process: starting two others takes as long as reading so much."""


def read_files(
    jobs: list[FileJob], cache_dir: Path, *, workers: int = 2, little: int = LITTLE
) -> Iterator[FileReading]:
    """What each file holds, in the order of the jobs. Close the iterator to stop."""
    if sum(job.size for job in jobs) <= little:
        yield from (read_file(job, cache_dir) for job in jobs)
        return
    crew = _Crew(cache_dir)
    with ThreadPoolExecutor(workers, thread_name_prefix="read-documents") as threads:
        try:
            yield from threads.map(crew.read, jobs)
        finally:
            crew.dismiss()
            threads.shutdown(cancel_futures=True)


class _Crew:
    """As many processes as threads ask at once; one that fails is replaced when the next file needs it."""

    def __init__(self, cache_dir: Path) -> None:
        self._cache_dir = cache_dir
        self._idle: SimpleQueue[_Process] = SimpleQueue()
        self._all: list[_Process] = []
        self._dismissed = False

    def read(self, job: FileJob) -> FileReading:
        process = self._take()
        reading = process.ask(job)
        if reading is None:
            process.kill()
            return _lost(job)
        self._idle.put(process)
        return reading

    def dismiss(self) -> None:
        self._dismissed = True
        for process in self._all:
            process.kill()

    def _take(self) -> _Process:
        try:
            return self._idle.get_nowait()
        except Empty:
            process = _Process(self._cache_dir)
            self._all.append(process)
            if self._dismissed:
                process.kill()
            return process


def _lost(job: FileJob) -> FileReading:
    return FileReading(
        path=job.path,
        sha256="",
        kind="damaged",
        problem=f"{job.path} could not be read: its reader crashed or took more than {PATIENCE:.0f} seconds.",
    )


class _Process:
    def __init__(self, cache_dir: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "research_agent.search.local.worker", str(cache_dir)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )

    def ask(self, job: FileJob) -> FileReading | None:
        """The process's answer; None when it died or had to be killed."""
        assert self._process.stdin
        assert self._process.stdout
        timer = threading.Timer(PATIENCE, self._process.kill)
        timer.daemon = True
        timer.start()
        try:
            self._process.stdin.write(json.dumps(dump(job)) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except (OSError, ValueError):  # the pipe broke, or was closed by ``kill``
            return None
        finally:
            timer.cancel()
        return load(FileReading, json.loads(line)) if line.endswith("\n") else None

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):  # unsent bytes for a process that is gone
                    pipe.close()


def serve(cache_dir: Path, lines: Iterable[str], answer: Callable[[str], Any]) -> None:
    """Read each file that a line asks for; the loop of a process of the crew."""
    for line in lines:
        answer(json.dumps(dump(read_file(load(FileJob, json.loads(line)), cache_dir))) + "\n")


def _main() -> None:
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)  # what a library prints must not be taken for an answer
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    serve(Path(sys.argv[1]), sys.stdin, replies.write)


if __name__ == "__main__":
    _main()
