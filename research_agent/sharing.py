"""Limits that several processes of one machine keep together, through files in a folder that they share.

A place is a file with an advisory lock: the system frees it when its holder dies, however it dies. A pause is a file
with the time of day before which nobody may start, so that it outlives whoever was told to wait.
"""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import json
import os
import random
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

LONGEST_PAUSE = 300.0
"""Seconds; a longer one comes from a clock that was set, and is not kept."""
_FIRST_LOOK, _LATER_LOOK = 0.005, 0.05
"""Seconds between two looks for a free place: at first, and at most."""


def place_name(what: str) -> str:
    """A file name for an endpoint, a host or whatever else is shared."""
    return hashlib.sha256(what.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Width:
    """How many places may be held now, and what changes that."""

    allowed: int
    good: int = 0
    """Successes since the width last changed."""
    not_before: float = 0.0
    """Seconds since the epoch."""


class SharedPlaces:
    """As many places as files; made anew by whoever names the same folder.

    Args:
        folder: made when it is not there.
        most: places.
    """

    def __init__(self, folder: Path, most: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.most = most
        self._folder = folder
        self._own: set[int] = set()
        """Places that this process holds."""

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Hold one of the places while the body runs, after waiting for it and for the end of a pause."""
        number, handle = await self._taken()
        try:
            yield
        finally:
            self._own.discard(number)
            os.close(handle)

    async def _taken(self) -> tuple[int, int]:
        look = _FIRST_LOOK
        while True:
            width = self.width()
            pause = min(width.not_before - time.time(), LONGEST_PAUSE)
            if pause > 0:
                await asyncio.sleep(pause)
            elif (found := self._free_place(width.allowed)) is not None:
                return found
            else:
                await asyncio.sleep(look * random.uniform(0.5, 1.0))
                look = min(look * 2, _LATER_LOOK)

    def _free_place(self, allowed: int) -> tuple[int, int] | None:
        for number in range(allowed):
            if number in self._own:
                continue
            handle = os.open(self._folder / f"place-{number}", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            if _locked(handle):
                self._own.add(number)
                return number, handle
            os.close(handle)
        return None

    def width(self) -> Width:
        """As it is now; all places where nothing was ever refused."""
        try:
            data = json.loads((self._folder / "width").read_text(encoding="utf-8"))
            return Width(min(self.most, max(1, int(data["allowed"]))), int(data["good"]), float(data["not_before"]))
        except FileNotFoundError:
            return Width(self.most)
        except (ValueError, KeyError, TypeError):  # its writer was killed between two bytes
            return Width(self.most)

    @contextmanager
    def changing(self) -> Iterator[list[Width]]:
        """The width in a list, to be changed there while no other process changes it."""
        with (self._folder / "width.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            box = [self.width()]
            before = box[0]
            yield box
            if box[0] != before:
                self._write(box[0])

    def _write(self, width: Width) -> None:
        temporary = self._folder / f".width.{os.getpid()}"
        told = {"allowed": width.allowed, "good": width.good, "not_before": width.not_before}
        temporary.write_text(json.dumps(told), encoding="utf-8")
        temporary.replace(self._folder / "width")


@asynccontextmanager
async def turn_at(path: Path, delay: float) -> AsyncIterator[None]:
    """Hold a file that other processes wait for, ``delay`` seconds after the last holder let go."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        look = _FIRST_LOOK
        while not _locked(handle):
            await asyncio.sleep(look * random.uniform(0.5, 1.0))
            look = min(look * 2, _LATER_LOOK)
        pause = min(_told(handle) - time.time(), LONGEST_PAUSE)
        if pause > 0:
            await asyncio.sleep(pause)
        try:
            yield
        finally:
            os.ftruncate(handle, 0)
            os.pwrite(handle, str(time.time() + delay).encode(), 0)
    finally:
        os.close(handle)


def _told(handle: int) -> float:
    with suppress(ValueError):
        return float(os.pread(handle, 40, 0) or b"0")
    return 0.0


def _locked(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
