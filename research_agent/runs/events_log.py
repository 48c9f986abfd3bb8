"""events.jsonl: what happened in a run, one JSON object a line, written as it happens."""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType

from research_agent.events import Event
from research_agent.runs.disk import writing


class EventLog:
    """Appends events to a file. An instance is an ``events.Emit``. Each line reaches the system before the next
    event, so a crash can tear at most the last one; no fsync, since events are not needed to resume."""

    def __init__(self, path: Path) -> None:
        """Open for appending; what stands there stays, and a torn last line is ended.

        Raises:
            RunError: ``not_writable`` or ``disk_full``.
        """
        self._path = path
        with writing(path):
            torn = path.exists() and not path.read_bytes().endswith(b"\n") and path.stat().st_size > 0
            self._file = path.open("ab", buffering=0)
        if torn:
            self._append(b"\n")

    def __call__(self, event: Event) -> None:
        """Append one event.

        Raises:
            RunError: ``disk_full`` or ``not_writable``.
        """
        line = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
        self._append(line.encode("utf-8", "backslashreplace") + b"\n")

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> EventLog:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _append(self, data: bytes) -> None:
        with writing(self._path):
            while data:
                data = data[self._file.write(data) :]


def read_events(path: Path) -> tuple[Event, ...]:
    """The events of a run, in order. Lines that a crash or a full disk tore are left out; no file, no events."""
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return ()
    return tuple(event for line in lines if (event := _parsed(line)) is not None)


def _parsed(line: bytes) -> Event | None:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
