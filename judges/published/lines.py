"""Files of JSON objects, one a line, with errors that name file, line and field."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from research_agent.errors import ConfigError
from research_agent.judges.rubric import Rubric


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """What a published file holds, in our format."""

    tasks: tuple[Rubric, ...]
    """In the order of the file."""
    notes: tuple[str, ...] = ()
    """What our format cannot hold, one sentence each: where it stands, what it is, what became of it."""


@dataclass(frozen=True, slots=True)
class Record:
    """A JSON object and where it stands."""

    where: str
    data: dict[str, Any]

    def text(self, field: str, default: str | None = None) -> str:
        """A text that is not blank, as it stands; a whole number (an id) counts as one."""
        value = self.data.get(field)
        if default is not None and value in (None, ""):
            return default
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(f"has no `{field}` (a text)")
        return value

    def number(self, field: str) -> float:
        value = self.data.get(field)
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise self.wrong(f"has the `{field}` {value!r}, which is no number")
        return float(value)

    def inner(self, field: str) -> Record:
        """The object that a field holds."""
        value = self.data.get(field)
        if not isinstance(value, dict):
            raise self.wrong(f"has no `{field}` (an object)")
        return Record(f"{self.where}, `{field}`", value)

    def list(self, field: str) -> list[Any]:
        value = self.data.get(field)
        if not isinstance(value, list):
            raise self.wrong(f"has no `{field}` (a list)")
        return value

    def records(self, field: str) -> tuple[Record, ...]:
        """The objects of a list, each with its place."""
        return tuple(
            Record(f"{self.where}, `{field}`, number {number}", self._object(one, field, number))
            for number, one in enumerate(self.list(field), start=1)
        )

    def texts(self, field: str) -> tuple[str, ...]:
        values = self.list(field)
        if not all(isinstance(one, str) and one.strip() for one in values):
            raise self.wrong(f"has a `{field}` that is not a list of texts")
        return tuple(values)

    def wrong(self, what: str) -> ConfigError:
        return ConfigError(f"{self.where}: this {what}.", kind="bad_benchmark")

    def _object(self, one: Any, field: str, number: int) -> dict[str, Any]:
        if not isinstance(one, dict):
            raise self.wrong(f"has in `{field}` as number {number} no object")
        return one


def records(path: Path) -> tuple[Record, ...]:
    """Every line of a file that is not blank.

    Raises:
        ConfigError: the file cannot be read or holds nothing, or a line is no JSON object.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The file {path} cannot be read: {error}.", kind="bad_benchmark") from error
    found = tuple(_record(path, number, line) for number, line in enumerate(lines, start=1) if line.strip())
    if not found:
        raise ConfigError(f"The file {path} is empty.", kind="bad_benchmark")
    return found


def require_once(ids: Iterable[str], path: Path) -> None:
    """Raises ConfigError for an id that a file holds twice: results are kept under it."""
    twice = next((id for id, count in Counter(ids).items() if count > 1), None)
    if twice is not None:
        raise ConfigError(f"The file {path} holds the id {twice!r} twice.", kind="bad_benchmark")


def _record(path: Path, number: int, line: str) -> Record:
    where = f"{path}, line {number}"
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{where}: this is no JSON: {error}.", kind="bad_benchmark") from error
    if not isinstance(data, dict):
        raise ConfigError(f"{where}: this is no JSON object.", kind="bad_benchmark")
    return Record(where, data)
