"""Pairs of reports, and the lines of a pairs file."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from research_agent.adr_bench.barred import cited_although_barred
from research_agent.adr_bench.comparing.contestants import Contestant
from research_agent.adr_bench.judging.judged import key_of
from research_agent.adr_bench.results import Result
from research_agent.adr_bench.tasks import Task
from research_agent.domain import Usage
from research_agent.judges.pair_verdict import PairVerdict
from research_agent.judges.subject import Subject, subject_of_text
from research_agent.settings import Settings

Identity = tuple[str, str, str]
"""Task, and the hashes of the two reports: a pair is the same whatever its batches are called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairJudged:
    """One line of a pairs file."""

    task: str
    left: str
    """Name of the batch, when it was judged."""
    right: str
    left_report: str
    """SHA-256 of the report's text; so is the other."""
    right_report: str
    verdict: PairVerdict | None = None
    usage: Usage = field(default_factory=Usage)
    error: str = ""
    """Why there is no verdict."""

    @property
    def decided(self) -> bool:
        """Whether both orders were judged; what is not is tried again at the next start."""
        return self.verdict is not None and self.verdict.outcome is not None

    @property
    def identity(self) -> Identity:
        return (self.task, self.left_report, self.right_report)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two reports to be compared."""

    left: Contestant
    right: Contestant
    texts: tuple[str, str]

    def of(self, task: str) -> PairJudged:
        """The pair's line, without a verdict."""
        left, right = map(digest, self.texts)
        return PairJudged(task=task, left=self.left.name, right=self.right.name, left_report=left, right_report=right)


def pairs_name(settings: Settings) -> str:
    model = key_of(settings.judge_model or settings.model or "model", 2).removesuffix("-2")
    return f"pairs-{model}.jsonl"


def report_text(contestant: Contestant, result: Result | None, task: Task) -> str | None:
    """The report; empty where it is worth nothing, None where the task was never tried."""
    if result is None or result.status == "skipped":
        return None
    if result.status == "failed" or not result.report or task.id in contestant.overspent:
        return ""
    try:
        text = (contestant.batch.path / result.report).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return "" if cited_although_barred(text, task) else text


def subject(text: str, task: Task) -> Subject:
    """The report as a judge sees it."""
    return subject_of_text(text, question=task.question, language=task.language)


def digest(text: str) -> str:
    """SHA-256."""
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()
