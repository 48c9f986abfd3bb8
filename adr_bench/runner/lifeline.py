"""What ends processes when the one that started them is gone: nothing works on, and is paid for, unseen.

A worker and all that it starts are one session (setsid), whatever process groups they form in it. A program that opens
a session of its own, as daemons do, escapes.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_PASSES = 5
"""Times that a session is looked through: a process may start another one between two looks."""


def die_with_parent(parent: int) -> None:
    """End this process when its parent dies, on Linux even while a library holds Python's lock.

    Args:
        parent: who it should be; when it is another one already, the end comes now.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        end_own_session()


def outlive_parent() -> None:
    """Take ``die_with_parent`` back."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, 0, 0, 0, 0)


def end_own_session() -> None:
    """End this process and all that it started; where it leads no session, only itself."""
    if os.getsid(0) == os.getpid():
        end_session(os.getpid())
    os._exit(1)


def end_session(leader: int) -> None:
    """Kill all processes of the session that ``leader`` opened, itself last; those that are gone already are no error.
    Without /proc, its process group."""
    for _ in range(_PASSES):
        members = [pid for pid in _members(leader) if pid != leader]
        if not members:
            break
        for pid in members:
            _kill(pid)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
    _kill(leader)


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)


def _members(session: int) -> Iterator[int]:
    """Living processes of a session."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, its_session, *_ = stat.read_text().rsplit(")", 1)[1].split()
        except (OSError, ValueError):  # it has just ended
            continue
        if int(its_session) == session and state not in "ZX":
            yield int(stat.parent.name)
