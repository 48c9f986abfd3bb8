"""How a run ended, from what its branches did. Five ways, never mixed up."""

from __future__ import annotations

from collections.abc import Sequence

from research_agent.domain import Branch, Outcome, Problem, Report
from research_agent.errors import BUDGET_KINDS, UNUSABLE, ModelError
from research_agent.reports.demands import matters, unmet


def outcome_of(report: Report, branches: Sequence[Branch], problems: Sequence[Problem]) -> Outcome:
    """The outcome of a run whose report is written.

    ``partial``: a demand of the question is not met, something is missing that matters for one (``demands.matters``: a
    surplus of the planner's own wishes does not), or a stage fell short.
    """
    if budget_spent(branches, problems):
        return Outcome.BUDGET_SPENT
    if not report.answer and not report.sections:
        return Outcome.SEARCH_FAILED if search_failed(branches) else Outcome.NO_EVIDENCE
    degraded = any(problem.stage in {"plan", "verify", "write"} and problem.kind not in REMARKS for problem in problems)
    lacking = any(matters(missing, report) for missing in report.not_found) or bool(unmet(report))
    return Outcome.PARTIAL if lacking or degraded else Outcome.COMPLETE


def budget_spent(branches: Sequence[Branch], problems: Sequence[Problem]) -> bool:
    """Whether a limit that the user set stopped anything."""
    return any(problem.kind in BUDGET_KINDS for problem in (*problems, *branch_problems(branches)))


def search_failed(branches: Sequence[Branch]) -> bool:
    """Whether nothing was found because searching failed: no provider found anything, and at least one failed."""
    attempts = [attempt for branch in branches for attempt in branch.attempts]
    stages = {problem.stage for branch in branches for problem in branch.problems}
    if any(attempt.status == "found" for attempt in attempts):
        return False
    return any(attempt.status == "failed" for attempt in attempts) or (not attempts and "search" in stages)


def unread_failure(branches: Sequence[Branch]) -> ModelError | None:
    """The model's failure, where it is the reason that there is no claim at all: never a finding about the world."""
    for problem in branch_problems(branches):
        if problem.stage == "read" and problem.kind in MODEL_KINDS:
            return ModelError(
                f"No passage could be read by the model. {problem.what}",
                kind=problem.kind,
                next_step=_ANOTHER_MODEL if problem.kind in UNUSABLE else _MEND,
                retryable=True,
            )
    return None


_MEND = "Mend the endpoint, then resume the run: what was searched and downloaded is kept."
_ANOTHER_MODEL = "Resume the run with another model for reading: what was searched and downloaded is kept."
REMARKS = frozenset({"dropped", "by_section", "left_out", "repeated", "unmatched", "unchecked", "unrelated"})
"""Kinds of problem that the report mentions and that take nothing from its answer."""
MODEL_KINDS = frozenset(
    {
        "auth",
        "model_not_found",
        "unavailable",
        "timeout",
        "rate_limited",
        "bad_request",
        "not_json",
        "bad_reply",
        "refused",
        "truncated",
        "no_endpoint",
    }
)


def branch_problems(branches: Sequence[Branch]) -> tuple[Problem, ...]:
    """What went wrong in the branches, each problem once: two of them may have failed to read one address."""
    return tuple(dict.fromkeys(problem for branch in branches for problem in branch.all_problems))
