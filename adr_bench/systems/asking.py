"""How a task is put to a system of this project: as settings and a question."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from research_agent.adr_bench.barred import as_site
from research_agent.adr_bench.systems.base import TaskLimits
from research_agent.adr_bench.tasks import Task
from research_agent.domain import Limits, Question
from research_agent.settings import Settings, load_settings


def settings_of(options: Mapping[str, Any], private: Mapping[str, Any], shared: Path | None) -> Settings:
    """The settings that a system's spec amounts to: its options and what is private, over the environment's.

    Raises:
        ConfigError: a value does not fit.
    """
    return load_settings(**{**private, **options, "shared_limits": shared})


def for_task(settings: Settings, task: Task, workspace: Path, limits: TaskLimits) -> Settings:
    """The settings for one task: its day, its language, the sites that it bars, what it may cost."""
    return settings.model_copy(
        update={
            "output": workspace,
            "language": settings.language or task.language,
            "asked": task.date or settings.asked,
            "exclude_sites": tuple(dict.fromkeys((*settings.exclude_sites, *map(as_site, task.blocked)))),
            "budget_usd": limits.usd,
            "budget_tokens": limits.tokens,
            "budget_seconds": limits.seconds,
        }
    )


def asked_of(settings: Settings, task: Task, workspace: Path, limits: TaskLimits) -> tuple[Settings, Question]:
    """Settings and question for a system that does not go through ``api.research``."""
    chosen = for_task(settings, task, workspace, limits)
    today = datetime.now(UTC).astimezone().date()
    day = date.fromisoformat(chosen.asked) if chosen.asked else today
    barred = Limits(only_sites=chosen.only_sites, exclude_sites=chosen.exclude_sites)
    return chosen, Question(
        text=task.question, language=chosen.language or task.language, asked=day, limits=barred, urls=chosen.urls
    )
