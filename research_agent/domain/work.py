"""What came of one sub-question, and what went wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from research_agent.domain.evidence import ClaimProposal
from research_agent.domain.search import SearchAttempt


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something that went wrong and did not stop the run. Shown in the report."""

    stage: Literal["plan", "search", "read", "verify", "write", "judge"]
    subject: str
    """What it happened to: an address, a provider, a sub-question's id."""
    what: str
    """What happened and what it means for the report, in one or two sentences."""
    kind: str = ""
    """The error's machine-readable kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """All that one engine call took from the documents of one sub-question."""

    sub_question: str
    proposals: tuple[ClaimProposal, ...] = ()
    missing: tuple[str, ...] = ()
    """What the sub-question asks and the documents did not answer, in words."""
    other_words: tuple[str, ...] = ()
    """Queries in other words that might find what is missing."""
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """The outcome of one sub-question: what was tried, read, found, and what went wrong."""

    sub_question: str
    attempts: tuple[SearchAttempt, ...] = ()
    sources: tuple[str, ...] = ()
    """Source ids, best first."""
    reading: Reading | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def all_problems(self) -> tuple[Problem, ...]:
        """Its own problems and those of its reading."""
        return self.problems + (self.reading.problems if self.reading else ())
