"""What is asked, and the plan made of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What the user allows as evidence; enforced by code on hits and on sources."""

    only_sites: tuple[str, ...] = ()
    """Host names; a source's host must be one of them or below one of them."""
    exclude_sites: tuple[str, ...] = ()
    since: date | None = None
    """Earliest publication date, inclusive."""
    until: date | None = None
    """Latest publication date, inclusive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked, in which language, on which day."""

    text: str
    language: str
    """BCP-47 tag of the language that the report is written in, e.g. ``en`` or ``zh``."""
    asked: date
    limits: Limits = field(default_factory=Limits)
    urls: tuple[str, ...] = ()
    """Addresses that the user gave; each is read for the first sub-question whatever search finds."""


class Intent(StrEnum):
    """The shape of the answer that a question asks for."""

    FACT = "fact"
    COMPARISON = "comparison"
    DECISION = "decision"
    HOW_TO = "how-to"
    EXPLANATION = "explanation"
    TIMELINE = "timeline"
    SURVEY = "survey"
    CONTRADICTION = "contradiction"


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """Something that the question demands of the answer, e.g. a version, a period, a side to compare."""

    kind: Literal["entity", "side", "version", "time", "place", "quantity", "form", "other"]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SubQuestion:
    """One part of the question that can be searched for on its own."""

    id: str
    """From the plan position: ``1``, ``2`` ... in the plan, ``2.1`` for the first gap found under 2."""
    text: str
    queries: tuple[str, ...]
    """Search queries, best first; never empty."""
    round: int = 0
    """0 for the plan's own, n for those added after the n-th verification."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineSection:
    """A section that the report should have, and the sub-questions whose evidence feeds it."""

    title: str
    sub_questions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    intent: Intent
    sub_questions: tuple[SubQuestion, ...]
    """Never empty: the question itself is always a valid one-step plan."""
    outline: tuple[OutlineSection, ...]
    constraints: tuple[Constraint, ...] = ()
    origin: Literal["engine", "fallback", "edited"] = "engine"
    note: str = ""
    """Why a fallback was used, in words for the reader; empty otherwise."""
