"""The checked report."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from research_agent.domain.draft import Derived, SentenceKind
from research_agent.domain.evidence import Claim, Quote, SourceGroup
from research_agent.domain.question import Constraint, Plan, Question
from research_agent.domain.reflection import Reflection, TodoItem
from research_agent.domain.search import SearchAttempt
from research_agent.domain.sources import Source
from research_agent.domain.verdict import Verdict
from research_agent.domain.work import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence, item or table row of the report, with the claims it rests on."""

    text: str = ""
    kind: SentenceKind = SentenceKind.TEXT
    cells: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    """Claim ids; never empty for a sentence that an engine wrote."""
    quotes: tuple[str, ...] = ()
    """Ids of those of its claims' quotes that carry it: the citations that are printed. Empty: all of them."""
    derived: tuple[Derived, ...] = ()
    paragraph: int = 0
    confirmed: bool = False
    """As in the draft."""
    verified: bool = True
    """False: it failed a rule and is shown, marked, because the settings ask for it."""
    note: str = ""
    """Why it is not verified."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    title: str
    sentences: tuple[Sentence, ...]
    columns: tuple[str, ...] = ()


MissingReason = Literal["nothing_found", "search_failed", "reading_failed", "budget_spent", "not_in_sources"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotFound:
    """What the report could not establish, and what was tried."""

    sub_question: str
    text: str
    """What is missing, in words."""
    searched: tuple[str, ...] = ()
    """The queries that were tried."""
    why: Literal["nothing_found", "search_failed", "reading_failed", "budget_spent", "not_in_sources"] = (
        "not_in_sources"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DemandCheck:
    """One demand of the question, held against the finished report."""

    demand: Constraint
    met: Literal["met", "partly", "not_met", "unchecked"]
    """``unchecked``: code cannot tell."""
    sentences: tuple[str, ...] = ()
    """Where it is met: ``answer/0``, ``2/5`` (section 2, sentence 5)."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportSummary:
    """How the report's sentences were checked against their quotes."""

    checked: int = 0
    """Sentences of the draft."""
    verbatim: int = 0
    """Of these, word for word quotes."""
    by_model: int = 0
    """Of these, also judged by a model, each with its own quotes only."""
    unchecked: int = 0
    """Of these, left unjudged because the model failed; the rules in code hold for them all the same."""
    joint: int = 0
    """Printed sentences that no source states alone: each of several states a part."""
    pruned: int = 0
    """Quotes that were cited, carried nothing of their sentence, and are not printed with it."""
    repaired: int = 0
    dropped: int = 0
    marked: int = 0


class Outcome(StrEnum):
    """How a run ended; stands in the exit code, the JSON and the head of the report."""

    COMPLETE = "complete"
    PARTIAL = "partial"
    NO_EVIDENCE = "no_evidence"
    SEARCH_FAILED = "search_failed"
    BUDGET_SPENT = "budget_spent"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineInfo:
    """Which engine did the thinking, and why it was chosen."""

    name: Literal["llm", "extractive", "fake"]
    reason: str
    models: dict[str, str] = field(default_factory=dict)
    """Role -> model name; empty without a model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What a run cost. ``usd`` is None where a model's price is unknown."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usd: float | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The checked report. Everything that it prints can be walked back to a place in a source."""

    outcome: Outcome
    question: Question
    engine: EngineInfo
    plan: Plan
    title: str
    answer: tuple[Sentence, ...]
    sections: tuple[Section, ...]
    claims: tuple[Claim, ...]
    """Every claim that a sentence carries or that is disputed; ids in first use order."""
    quotes: tuple[Quote, ...]
    sources: tuple[Source, ...]
    """Sources that are cited, in order of first citation: the reference list."""
    not_found: tuple[NotFound, ...] = ()
    problems: tuple[Problem, ...] = ()
    attempts: tuple[SearchAttempt, ...] = ()
    sources_read: int = 0
    usage: Usage = field(default_factory=Usage)
    verdict: Verdict | None = None
    """What a judge says of it; None: it was not judged."""
    groups: tuple[SourceGroup, ...] = ()
    """Cited sources that were taken for one voice."""
    todo: tuple[TodoItem, ...] = ()
    reflections: tuple[Reflection, ...] = ()
    demands: tuple[DemandCheck, ...] = ()
    support: SupportSummary = field(default_factory=SupportSummary)
    run: str = ""
    """The run's name."""
