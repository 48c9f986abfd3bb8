"""Who works on a batch: advisory locks, which the system drops when the last process that holds one is gone.

The workers hold their supervisor's locks along with it. So after a supervisor was killed, its successor starts only
when the last of the workers is gone as well, and no orphan writes into a task's folder beside the new worker.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from research_agent.adr_bench.shards import Shard
from research_agent.errors import RunError
from research_agent.runs.disk import writing

PATIENCE = 15.0
"""Seconds to wait for the workers of a supervisor that was killed."""
_PAUSE = 0.05


class BatchLock:
    """Work on one shard, kept from others until ``release``.

    Shards of one number may be worked on side by side, those of different numbers not: they would share tasks.

    Args:
        folder: the batch's ``.locks``.
        shard: which part.
        patience: seconds to wait for a holder that is no longer alive.

    Raises:
        RunError: ``locked``, naming the process; ``not_writable``.
    """

    def __init__(self, folder: Path, shard: Shard, *, patience: float = PATIENCE) -> None:
        self._handles: list[int] = []
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        try:
            own = folder / f"of-{shard.of}"
            self._take(own, fcntl.LOCK_SH, patience)
            for other in sorted(folder.glob("of-*")):
                if other != own:
                    self._take(other, fcntl.LOCK_EX, patience)
                    os.close(self._handles.pop())
            self._take(folder / f"shard-{shard.index}-of-{shard.of}", fcntl.LOCK_EX, patience)
        except RunError:
            self.release()
            raise

    @property
    def handles(self) -> tuple[int, ...]:
        """File descriptors to hand on to the workers."""
        return tuple(self._handles)

    def release(self) -> None:
        while self._handles:
            os.close(self._handles.pop())

    def __enter__(self) -> BatchLock:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def _take(self, path: Path, how: int, patience: float) -> None:
        with writing(path):
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._handles.append(handle)
        until = time.monotonic() + patience
        while not _locked(handle, how):
            holder = os.pread(handle, 20, 0).decode("ascii", "replace").strip()
            if _alive(holder) or time.monotonic() > until:
                raise RunError(
                    f"The batch {path.parent.parent.name} is being worked on by process {holder or 'unknown'}.",
                    kind="locked",
                    next_step="Wait until it has ended, or end it; then start again.",
                )
            time.sleep(_PAUSE)
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)


@contextmanager
def one_at_a_time(path: Path) -> Iterator[None]:
    """Hold a lock while the body runs, after waiting for it."""
    with writing(path), path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _locked(handle: int, how: int) -> bool:
    try:
        fcntl.flock(handle, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _alive(holder: str) -> bool:
    """Whether the process that wrote its id may still be there."""
    if not holder.isdigit():
        return False
    try:
        os.kill(int(holder), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
