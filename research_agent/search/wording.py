"""A query in the words that web search engines understand: short, with sites as operators."""

from __future__ import annotations

from datetime import UTC, date, datetime

from research_agent.domain import Limits


def shortened(text: str, characters: int) -> str:
    """The text on one line, cut between words to what a service accepts."""
    line = " ".join(text.split())
    if len(line) <= characters:
        return line
    cut = line.rfind(" ", 0, characters + 1)
    return line[: cut if cut > characters // 2 else characters]


def with_sites(text: str, limits: Limits, characters: int) -> str:
    """The query with ``site:`` operators for the site limits, as far as there is room; code enforces them anyway."""
    only = " OR ".join(f"site:{site}" for site in limits.only_sites)
    without = " ".join(f"-site:{site}" for site in limits.exclude_sites)
    operators = " ".join(part for part in (only, without) if part)
    if not operators or len(operators) > characters // 2:
        return shortened(text, characters)
    return f"{shortened(text, characters - len(operators) - 1)} {operators}"


def period(limits: Limits) -> tuple[date, date] | None:
    """Both ends of the period that the limits allow; None without one. An open end is 1990, or today."""
    if limits.since is None and limits.until is None:
        return None
    return limits.since or date(1990, 1, 1), limits.until or datetime.now(UTC).date()
