"""The figures of one batch under one judge, as values (``reckon`` works them out)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from research_agent.adr_bench.batch import BatchRecord
from research_agent.adr_bench.estimates import Estimate
from research_agent.adr_bench.scoreboard.costs import Cost, Quality
from research_agent.adr_bench.scoreboard.doubt import Doubt
from research_agent.domain import Usage

FACETS = ("domain", "track", "type", "language")
DIMENSION = "dimension"
NAMELESS = "(none)"
"""Group of the tasks that say nothing of a facet of which others do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Tasks, each in one of the groups."""

    tasks: int
    scored: int
    undecided: int
    """Judged, and nothing that earns weight could be decided: left out of the means."""
    not_judged: int
    """Left out of the means."""
    failed: int
    """Counted as 0."""
    missing: int
    """The report is gone: counted as 0."""
    skipped: int
    """Never started, because the batch's budget was spent: left out."""
    open: int
    """Without a result yet: left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Citations:
    accuracy: Estimate
    """Supported pairs of sentence and source, of all pairs of all reports."""
    effective: Estimate
    """Supported pairs a report."""
    supported: int
    pairs: int
    reports: int
    """Judged reports whose sources are at hand."""
    without_sources: int
    """Judged reports whose sources are not: left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judging:
    """What judged, and what that cost."""

    key: str
    judges: Mapping[str, int]
    """Judge and model -> verdicts."""
    prompts: Mapping[str, tuple[str, ...]]
    """Prompt -> its hashes; more than one: the prompt was changed between verdicts."""
    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    task: str
    kind: str
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskScore:
    """One task in scoreboard.json."""

    task: str
    standing: str
    score: float | None
    ternary: float | None
    decided: int
    items: int
    usd: float | None
    tokens: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """Everything that a scoreboard shows of one batch and one judge."""

    name: str
    """The folder's."""
    batch: BatchRecord
    judging: Judging
    counts: Counts
    score: Estimate
    """Mean strict score, 0..1."""
    ternary: Estimate
    decided: int
    """Items that were decided, of ``items``, in the judged reports."""
    items: int
    groups: Mapping[str, Mapping[str, Estimate]]
    """Facet (``domain``, ``track``, ``type``, ``language``, ``dimension``) -> value -> mean strict score."""
    quality: Quality
    cost: Cost
    citations: Citations
    vetoes: Mapping[str, tuple[str, ...]]
    """Task -> ids of the fatal flaws that were found."""
    barred: Mapping[str, tuple[str, ...]]
    """Task -> addresses that its report cites although the task bars them."""
    doubt: Doubt
    failures: tuple[Failure, ...]
    """Tasks that failed, whose report is missing, or whose judging failed."""
    tasks: tuple[TaskScore, ...]

    @property
    def label(self) -> str:
        """Name and judge, for a page with several boards."""
        return f"{self.name} ({self.judging.key})"
