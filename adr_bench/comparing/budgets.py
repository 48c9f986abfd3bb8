"""Equal budgets: a system that may spend more is not better for it."""

from __future__ import annotations

from collections.abc import Mapping

from research_agent.adr_bench.results import Result
from research_agent.adr_bench.runner.orders import GRACE
from research_agent.adr_bench.scoreboard.origins import limits_words
from research_agent.adr_bench.systems.base import TaskLimits
from research_agent.errors import ConfigError


def require_equal(limits: Mapping[str, TaskLimits]) -> None:
    """
    Args:
        limits: name of the batch -> the limits of each of its tasks.

    Raises:
        ConfigError: kind ``unequal_budgets``, saying what differs.
    """
    if len(set(limits.values())) <= 1:
        return
    told = "; ".join(f"{name}: {limits_words(each)}" for name, each in limits.items())
    raise ConfigError(
        f"The limits of each task are not the same: {told}.",
        kind="unequal_budgets",
        next_step="Run the systems with the same --task-usd, --task-tokens and --task-seconds, or say --allow-unequal.",
    )


def overspent(result: Result, limits: TaskLimits) -> str:
    """In words, by how much a task cost more than its limit; empty where it did not, or nobody can tell.

    Seconds have the grace that the runner gives every system to write down what it has.
    """
    usage = result.usage
    tokens = usage.prompt_tokens + usage.completion_tokens
    told = []
    if limits.usd is not None and (usage.usd or 0.0) > limits.usd:
        told.append(f"{usage.usd:.4g} of {limits.usd:g} US dollars")
    if limits.tokens is not None and tokens > limits.tokens:
        told.append(f"{tokens:,} of {limits.tokens:,} tokens")
    if limits.seconds is not None and result.seconds > limits.seconds + GRACE:
        told.append(f"{result.seconds:.0f} of {limits.seconds:g} seconds")
    return ", ".join(told)


def unchecked(result: Result, limits: TaskLimits) -> bool:
    """Whether a limit could not be checked, because the system did not tell what it cost."""
    usage = result.usage
    silent = usage.usd is None and not usage.prompt_tokens + usage.completion_tokens
    return (limits.usd is not None and usage.usd is None) or (limits.tokens is not None and silent)
