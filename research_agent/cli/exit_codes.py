"""The exit codes, in one table; ``research --help`` and docs/cli.md print it."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from research_agent.domain import Report


class ExitCode(IntEnum):
    OK = 0
    FAILURE = 1
    USAGE = 2
    NOTHING_FOUND = 3
    BUDGET_SPENT = 4
    INTERRUPTED = 130
    OUTPUT_CLOSED = 141
    TERMINATED = 143


class Interrupted(Exception):
    """The work was stopped by a signal and has cleaned up after itself."""

    def __init__(self, signum: int) -> None:
        super().__init__(f"stopped by signal {signum}")
        self.exit_code = ExitCode(128 + signum)


MEANINGS = {
    ExitCode.OK: "report written: complete, partial, or budget spent with claims",
    ExitCode.FAILURE: "failure, plan rejected, or verification violated",
    ExitCode.USAGE: "wrong usage or wrong setting; nothing was started",
    ExitCode.NOTHING_FOUND: "nothing found, or search failed (the report says which)",
    ExitCode.BUDGET_SPENT: "budget spent before any claim was found",
    ExitCode.INTERRUPTED: "interrupted by Ctrl-C; the run can be resumed",
    ExitCode.OUTPUT_CLOSED: "the reader of --json's events went away; can be resumed",
    ExitCode.TERMINATED: "ended by SIGTERM; the run can be resumed",
}


def of_report(report: Report) -> ExitCode:
    """The exit code that a report's outcome asks for."""
    from research_agent.domain import Outcome

    if report.outcome is Outcome.BUDGET_SPENT:
        return ExitCode.OK if report.claims else ExitCode.BUDGET_SPENT
    return {
        Outcome.COMPLETE: ExitCode.OK,
        Outcome.PARTIAL: ExitCode.OK,
        Outcome.NO_EVIDENCE: ExitCode.NOTHING_FOUND,
        Outcome.SEARCH_FAILED: ExitCode.NOTHING_FOUND,
        Outcome.INTERRUPTED: ExitCode.INTERRUPTED,
    }[report.outcome]


def of_error(error: BaseException) -> ExitCode:
    """The exit code that an error asks for, by who must act."""
    from research_agent.errors import BudgetError, ConfigError, ResearchError, SearchError

    if not isinstance(error, ResearchError):
        return ExitCode.FAILURE
    if isinstance(error, ConfigError):
        return ExitCode.FAILURE if error.kind == "plan_rejected" else ExitCode.USAGE
    if isinstance(error, SearchError) and error.kind != "cache":  # a full disk says nothing about what there is
        return ExitCode.NOTHING_FOUND
    return ExitCode.BUDGET_SPENT if isinstance(error, BudgetError) else ExitCode.FAILURE
