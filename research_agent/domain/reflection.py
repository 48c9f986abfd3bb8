"""What the verifier thinks after a round, and what is left to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class NextStep:
    """A search that would change the answer, as the verifier proposes it; the planner decides whether it is made."""

    sub_question: str
    """Id of the sub-question that it follows up."""
    text: str
    """What is asked, standing alone."""
    queries: tuple[str, ...]
    """Best first; never empty."""
    way: Literal["new", "narrower", "broader", "other-language", "other-term"]
    """How it differs from what was searched before."""
    gain: float
    """How much of the answer it is expected to change, 0..1."""
    expects: str = ""
    """What it would change, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflection:
    """What the verifier thinks after a round (Step-DeepResearch, section 3.2: reflection and cross-validation)."""

    round: int
    """The round that was just verified; 0 is the plan's own."""
    known: tuple[str, ...] = ()
    """What is established, in short statements."""
    missing: tuple[str, ...] = ()
    """What is asked and not established."""
    contradicts: tuple[str, ...] = ()
    """Ids of the disputed claims."""
    next: tuple[NextStep, ...] = ()
    """Proposals, highest gain first."""
    chosen: tuple[str, ...] = ()
    """Ids of the sub-questions that the planner made of them; empty: the search stops here."""
    why: str = ""
    """Why the search goes on or stops, in words for the reader."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TodoItem:
    """A sub-question as a thing to be done."""

    sub_question: str
    text: str
    status: Literal["open", "done", "given-up"]
    why: str = ""
    """What closed it (``4 claims from 3 sources``) or why it was given up; empty while it is open."""
