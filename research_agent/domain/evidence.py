"""Quotes, claims and what engines propose of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Literal


class Stance(StrEnum):
    FOR = "for"
    AGAINST = "against"


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A verbatim span of one source: ``text`` is exactly ``source_text[start:end]``."""

    id: str
    source: str
    start: int
    end: int
    text: str
    stance: Stance = Stance.FOR
    page: int | None = None
    """1-based page, for PDF."""


class ClaimStatus(StrEnum):
    AGREED = "agreed"
    """Two or more independent sources say it."""
    SINGLE_SOURCE = "single-source"
    DISPUTED = "disputed"
    REFUTED = "refuted"
    DOUBTFUL = "doubtful"
    UNCHECKED = "unchecked"
    """A failure of ours: never a verdict on the claim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Qualifier:
    """What limits a claim: since when, for which version, for whom."""

    kind: Literal["since", "until", "version", "scope", "condition"]
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """One side of a dispute."""

    statement: str
    quotes: tuple[str, ...]
    """Quote ids."""
    since: date | None = None
    """When its side first said so: the earliest known date of its sources."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One atomic statement with the quotes for and against it."""

    id: str
    text: str
    quotes: tuple[str, ...]
    """Quote ids; never empty."""
    status: ClaimStatus
    reason: str
    """Why it has that status, in words for the reader."""
    confidence: float | None = None
    """0..1, or None where nothing was calibrated."""
    qualifiers: tuple[Qualifier, ...] = ()
    positions: tuple[Position, ...] = ()
    reading: str = ""
    """Of a dispute: which side this report takes, if any, and why, in words. Empty for other claims."""
    sub_questions: tuple[str, ...] = ()
    relevance: float = 0.0
    """How well it answers its sub-question, 0..1, as the engine that proposed it sees it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """What an engine thinks of two claims; the rules accept or refuse it (``evidence/relations.py``)."""

    first: str
    """A claim's id."""
    second: str
    kind: Literal["same", "contradicts"]
    what: str = ""
    """What they agree or part on, in words, for the record; no report prints it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceGroup:
    """Sources that count as one voice (design, rule 3), or that a user declared independent."""

    sources: tuple[str, ...]
    """Source ids; two or more."""
    reason: str
    """Why they are taken for one, or told apart, in words for the reader."""
    decided_by: Literal["rules", "user"] = "rules"
    independent: bool = False
    """True: two that the user told apart, whatever the rules say. They are no group at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteProposal:
    """A quote as an engine proposes it: a span it knows, or words that must be located."""

    source: str
    span: tuple[int, int] | None = None
    text: str = ""
    stance: Stance = Stance.FOR


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimProposal:
    """An engine proposes; the evidence rules dispose."""

    text: str
    quotes: tuple[QuoteProposal, ...]
    relevance: float = 0.0
    qualifiers: tuple[Qualifier, ...] = ()
