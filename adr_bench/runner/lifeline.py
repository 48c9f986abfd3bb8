"""What ends a process of ours when the one that started it is gone, so that nothing works on unseen."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def die_with_parent(parent: int) -> None:
    """End this process when its parent dies, on Linux even while a library holds Python's lock.

    Args:
        parent: who it should be; when it is another one already, the end comes now.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        end_group()


def end_group() -> None:
    """End this process and all that it started, which are one process group."""
    if os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)
