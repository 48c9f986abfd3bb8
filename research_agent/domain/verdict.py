"""What a judge says of a report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemVerdict:
    """One checklist item, judged. An item that could not be decided has no value and no label of its own."""

    id: str
    label: Literal["satisfied", "partial", "not_satisfied", "undecided"]
    value: float | None
    weight: float
    reason: str
    sentence: str = ""
    """The report's own sentence that the label rests on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    judge: str
    score: float | None
    """0..1; None when no item was decided."""
    decided: int
    items: tuple[ItemVerdict, ...]
