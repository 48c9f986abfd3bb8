"""One process at a time may bring an index up to date; the others wait for it."""

from __future__ import annotations

import fcntl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

_PAUSE = 0.1


@contextmanager
def locked(path: Path, *, waiting: Callable[[], None], pause: Callable[[float], None] = time.sleep) -> Iterator[None]:
    """Hold the lock file ``path``; the kernel frees it when its process dies, however that happens.

    Args:
        path: made if missing.
        waiting: called once, when another process holds the lock.
        pause: sleeps; may raise to give up.
    """
    with path.open("ab") as file:
        told = False
        while not _try(file.fileno()):
            if not told:
                waiting()
                told = True
            pause(_PAUSE)
        yield


def _try(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
