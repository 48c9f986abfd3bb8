"""Rubrics: a task with the checklist that its report is judged by, one JSON object a line (docs/rubrics.md).

    {"id": "q1", "question": "...", "language": "en", "domain": "databases", "track": "general", "type": "decision",
     "date": "2026-12-01", "blocked": ["vendor.example"],
     "checklist": [
       {"id": "q1-r01", "text": "Names the three upgrade methods", "weight": 4, "kind": "explicit",
        "dimension": "information_completeness",
        "gold": {"fact": "dump, pg_upgrade, replication", "evidence": [{"file": "upgrading.html", "quote": "..."}]}},
       {"id": "q1-r02", "text": "Claims that no downtime is possible", "weight": -3, "kind": "negative", "veto": true,
        "examples": ["The upgrade can be done without any downtime."]}]}

``kind``: ``explicit`` (asked for), ``implicit`` (a good answer has it) or ``negative`` (a flaw). ``weight``: any number
but 0; below 0 for a flaw and only for a flaw. ``dimension``: what of the report it measures; ours are ``DIMENSIONS``.
``examples``: sentences of a report that would satisfy the item (of a flaw: that would show it). ``gold``: the fact, and
verbatim quotes that prove it (of a flaw: that prove it wrong), any one of which is enough; each names a ``file`` or a
``url``. ``veto``: this flaw makes the report unusable. ``blocked``: hosts and addresses that must not be used. Only
``id``, ``question``, ``language`` and the items' ``id``, ``text``, ``weight`` and ``kind`` must be there; fields with
other names are ignored.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date as calendar_date
from pathlib import Path
from typing import Any, Literal, cast

from research_agent.errors import ConfigError

Kind = Literal["explicit", "implicit", "negative"]
_KINDS = ("explicit", "implicit", "negative")

DIMENSIONS = ("information_completeness", "content_depth", "requirement_fitness", "readability")
"""The four of ADR-Bench (arXiv:2512.20491, section 6)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A verbatim quote of a document that proves a fact."""

    file: str = ""
    """Path in a folder of documents; empty for a page on the web."""
    url: str = ""
    quote: str

    @property
    def source(self) -> str:
        """Where it stands: the file, or the address."""
        return self.file or self.url


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One demand on the report, judged yes, partly or no."""

    id: str
    text: str
    weight: float
    kind: Kind
    dimension: str = ""
    examples: tuple[str, ...] = ()
    fact: str = ""
    evidence: tuple[Evidence, ...] = ()
    veto: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rubric:
    id: str
    question: str
    language: str
    items: tuple[Item, ...]
    domain: str = ""
    track: str = ""
    """``general`` or ``professional``."""
    type: str = ""
    """``survey``, ``comparison``, ``decision``, ``plan``, ``forecast``, ``fact-critical`` ..."""
    date: str = ""
    """ISO date on which the question is asked; empty: today."""
    blocked: tuple[str, ...] = ()
    """Hosts (``example.org``) and addresses (``https://example.org/page``) that must not be used."""


def load_rubrics(path: Path) -> tuple[Rubric, ...]:
    """All rubrics of a JSON-lines file, in order.

    Raises:
        ConfigError: the file cannot be read, or a line does not fit the format; the message names file, line and field.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The rubrics {path} cannot be read: {error}.", kind="bad_rubric") from error
    rubrics = [
        parse_rubric(line, f"{path}, line {number}") for number, line in enumerate(lines, start=1) if line.strip()
    ]
    if not rubrics:
        raise ConfigError(f"The file {path} holds no rubric.", kind="bad_rubric")
    _require_once([rubric.id for rubric in rubrics], f"The file {path}")
    return tuple(rubrics)


def parse_rubric(line: str, where: str) -> Rubric:
    """One line. ``where`` names it in errors.

    Raises:
        ConfigError: it does not fit the format.
    """
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _wrong(where, f"is no JSON: {error}") from error
    if not isinstance(data, dict):
        raise _wrong(where, "is not a JSON object")
    checklist = data.get("checklist")
    if not isinstance(checklist, list) or not checklist:
        raise _wrong(where, "has no `checklist` (a list of items)")
    items = tuple(_item(item, f"{where}, item {number}") for number, item in enumerate(checklist, start=1))
    _require_once([item.id for item in items], f"{where}: its checklist")
    return Rubric(
        id=_text(data, "id", where),
        question=_text(data, "question", where),
        language=_text(data, "language", where),
        domain=_optional(data, "domain", where),
        track=_optional(data, "track", where),
        type=_optional(data, "type", where),
        date=_date(data, where),
        blocked=_texts(data, "blocked", where),
        items=items,
    )


def _item(data: Any, where: str) -> Item:
    if not isinstance(data, dict):
        raise _wrong(where, "is not a JSON object")
    kind, weight, veto = data.get("kind"), data.get("weight"), data.get("veto", False)
    if kind not in _KINDS:
        raise _wrong(where, f"has the `kind` {kind!r}, not one of {', '.join(_KINDS)}")
    if isinstance(weight, bool) or not isinstance(weight, int | float) or weight == 0 or not math.isfinite(weight):
        raise _wrong(where, f"has the `weight` {weight!r}, not a number other than 0")
    if (weight < 0) != (kind == "negative"):
        raise _wrong(where, f"has the `kind` {kind} and the `weight` {weight}: flaws, and only they, weigh below 0")
    if not isinstance(veto, bool) or (veto and kind != "negative"):
        raise _wrong(where, f"has the `veto` {veto!r}: it is true or false, and only a flaw can be fatal")
    gold = data.get("gold") or {}
    if not isinstance(gold, dict):
        raise _wrong(where, "has a `gold` that is not a JSON object")
    return Item(
        id=_text(data, "id", where),
        text=_text(data, "text", where),
        weight=float(weight),
        kind=cast(Kind, kind),
        dimension=_optional(data, "dimension", where),
        examples=_texts(data, "examples", where),
        fact=_optional(gold, "fact", where),
        evidence=_evidence(gold.get("evidence", []), where),
        veto=veto,
    )


def _evidence(data: Any, where: str) -> tuple[Evidence, ...]:
    if not isinstance(data, list) or not all(isinstance(one, dict) for one in data):
        raise _wrong(where, "has `gold.evidence` that is not a list of objects")
    inside = f"{where}, evidence"
    found = tuple(
        Evidence(
            file=_optional(one, "file", inside), url=_optional(one, "url", inside), quote=_text(one, "quote", inside)
        )
        for one in data
    )
    if any(bool(one.file) == bool(one.url) for one in found):
        raise _wrong(inside, "names neither a `file` nor a `url`, or both")
    return found


def _text(data: Mapping[str, Any], field: str, where: str) -> str:
    value = data.get(field)
    if not isinstance(value, str) or not value.strip():
        raise _wrong(where, f"has no `{field}` (a text)")
    return value


def _optional(data: Mapping[str, Any], field: str, where: str) -> str:
    value = data.get(field)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise _wrong(where, f"has the `{field}` {value!r}, which is no text")
    return value


def _texts(data: Mapping[str, Any], field: str, where: str) -> tuple[str, ...]:
    value = data.get(field)
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
        raise _wrong(where, f"has a `{field}` that is not a list of texts")
    return tuple(value)


def _date(data: Mapping[str, Any], where: str) -> str:
    value = _optional(data, "date", where)
    try:
        return calendar_date.fromisoformat(value).isoformat() if value else ""
    except ValueError as error:
        raise _wrong(where, f"has the `date` {value!r}, not one like 2026-12-01") from error


def _require_once(ids: Sequence[str], whose: str) -> None:
    if len(set(ids)) < len(ids):
        twice = next(id for id in ids if ids.count(id) > 1)
        raise ConfigError(f"{whose} holds the id {twice!r} twice.", kind="bad_rubric", next_step="Rename one of them.")


def _wrong(where: str, what: str) -> ConfigError:
    return ConfigError(f"{where}: this {what}.", kind="bad_rubric", next_step="The format stands in docs/rubrics.md.")
