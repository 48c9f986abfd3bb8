"""Rubrics: a question with the checklist that its report is judged by, one JSON object a line.

    {"id": "q1", "question": "...", "language": "en", "domain": "databases", "type": "decision",
     "checklist": [
       {"id": "q1-r01", "text": "Names the three upgrade methods", "weight": 4, "kind": "explicit",
        "gold": {"fact": "dump, pg_upgrade, replication", "evidence": [{"file": "upgrading.html", "quote": "..."}]}},
       {"id": "q1-r02", "text": "Claims that no downtime is possible", "weight": -3, "kind": "negative"}]}

``kind``: ``explicit`` (asked for), ``implicit`` (a good answer has it) or ``negative`` (a flaw). ``weight``: 1 to 5,
below 0 for a flaw and only for a flaw. ``gold`` is optional: the fact, and verbatim quotes that prove it, any one of
which is enough. ``domain`` and ``type`` are free text and may be left out. Other fields are ignored.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

from research_agent.errors import ConfigError

Kind = Literal["explicit", "implicit", "negative"]
_KINDS = ("explicit", "implicit", "negative")


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A verbatim quote of a document that proves a fact."""

    file: str
    quote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One demand on the report, judged yes or no."""

    id: str
    text: str
    weight: float
    kind: Kind
    fact: str = ""
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rubric:
    id: str
    question: str
    language: str
    items: tuple[Item, ...]
    domain: str = ""
    type: str = ""


def load_rubrics(path: Path) -> tuple[Rubric, ...]:
    """All rubrics of a JSON-lines file, in order.

    Raises:
        ConfigError: the file cannot be read, or a line does not fit the format; the message names file, line and field.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The rubrics {path} cannot be read: {error}.", kind="bad_rubric") from error
    rubrics = [
        parse_rubric(line, f"{path}, line {number}") for number, line in enumerate(lines, start=1) if line.strip()
    ]
    if not rubrics:
        raise ConfigError(f"The file {path} holds no rubric.", kind="bad_rubric")
    ids = [rubric.id for rubric in rubrics]
    if len(set(ids)) < len(ids):
        twice = next(id for id in ids if ids.count(id) > 1)
        raise ConfigError(f"The file {path} holds the id {twice!r} twice.", kind="bad_rubric")
    return tuple(rubrics)


def parse_rubric(line: str, where: str) -> Rubric:
    """One line. ``where`` names it in errors.

    Raises:
        ConfigError: it does not fit the format.
    """
    try:
        data = json.loads(line)
    except json.JSONDecodeError as error:
        raise _wrong(where, f"is no JSON: {error.msg}") from error
    if not isinstance(data, dict):
        raise _wrong(where, "is not a JSON object")
    checklist = data.get("checklist")
    if not isinstance(checklist, list) or not checklist:
        raise _wrong(where, "has no `checklist` (a list of items)")
    return Rubric(
        id=_text(data, "id", where),
        question=_text(data, "question", where),
        language=_text(data, "language", where),
        domain=str(data.get("domain", "")),
        type=str(data.get("type", "")),
        items=tuple(_item(item, f"{where}, item {number}") for number, item in enumerate(checklist, start=1)),
    )


def _item(data: Any, where: str) -> Item:
    if not isinstance(data, dict):
        raise _wrong(where, "is not a JSON object")
    kind, weight = data.get("kind"), data.get("weight")
    if kind not in _KINDS:
        raise _wrong(where, f"has the `kind` {kind!r}, not one of {', '.join(_KINDS)}")
    if isinstance(weight, bool) or not isinstance(weight, int | float) or weight == 0:
        raise _wrong(where, f"has the `weight` {weight!r}, not a number other than 0")
    if (weight < 0) != (kind == "negative"):
        raise _wrong(where, f"has the `kind` {kind} and the `weight` {weight}: flaws, and only they, weigh below 0")
    gold = data.get("gold") or {}
    if not isinstance(gold, dict):
        raise _wrong(where, "has a `gold` that is not a JSON object")
    return Item(
        id=_text(data, "id", where),
        text=_text(data, "text", where),
        weight=float(weight),
        kind=cast(Kind, kind),
        fact=str(gold.get("fact", "")),
        evidence=_evidence(gold.get("evidence", []), where),
    )


def _evidence(data: Any, where: str) -> tuple[Evidence, ...]:
    if not isinstance(data, list) or not all(isinstance(one, dict) for one in data):
        raise _wrong(where, "has `gold.evidence` that is not a list of objects")
    return tuple(
        Evidence(file=_text(one, "file", f"{where}, evidence"), quote=_text(one, "quote", f"{where}, evidence"))
        for one in data
    )


def _text(data: Mapping[str, Any], field: str, where: str) -> str:
    value = data.get(field)
    if not isinstance(value, str) or not value.strip():
        raise _wrong(where, f"has no `{field}` (a text)")
    return value


def _wrong(where: str, what: str) -> ConfigError:
    return ConfigError(
        f"{where}: this {what}.", kind="bad_rubric", next_step="The format is described in judges/rubric.py."
    )
