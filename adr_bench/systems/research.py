"""Our own system: a run of research for each task, in the task's workspace.

A workspace that holds a run already is gone on with: what its journal has recorded is not paid for again.
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from research_agent.adr_bench.systems.asking import for_task, settings_of
from research_agent.adr_bench.systems.base import REPORT, Answer, SystemSpec, TaskLimits
from research_agent.adr_bench.tasks import Task
from research_agent.domain import Report, Usage
from research_agent.llm.roles import named_models
from research_agent.runs.find import list_runs
from research_agent.runs.folder import JOURNAL, RECORD, SOURCES
from research_agent.runs.journal import journal_usage
from research_agent.runs.record import GOES_ON_WITH, public_settings
from research_agent.settings import EngineChoice, Settings

FORMATS = ("md", "json")
PRELOAD = (
    "research_agent.api",
    "research_agent.search.local.documents",
    "research_agent.search.local.worker",
    "langgraph.checkpoint.memory",
    "tantivy",
    "tld",
    "h2.connection",
    "socksio",
)
"""Modules that a run imports when it needs them, which in a batch is always."""
PRELOAD_MODEL = ("research_agent.engines.llm.engine", "openai.resources.chat.completions", "json_repair")
_DECIDES = GOES_ON_WITH | {"sources_file", "same_sources", "independent_sources"}
"""Settings that the results depend on."""
_NOT_OURS = frozenset({"output", "formats", "approve_plan", "shared_limits", "asked", "judge", "rubric"})
"""Settings that a batch, or its task, decides on."""
_OF_THE_BATCH = frozenset({"budget_usd", "budget_tokens", "budget_seconds"})


def research_spec(settings: Settings) -> SystemSpec:
    """Research with these settings, as a batch records it.

    The engine is settled now: a batch that was begun with a model is not gone on with without one. Budgets are none of
    the system's; a batch has ``TaskLimits``.
    """
    engine = settings.engine
    if engine is EngineChoice.AUTO:
        engine = EngineChoice.LLM if settings.model_set_by else EngineChoice.EXTRACTIVE
    shown = public_settings(settings)
    options = {name: shown[name] for name in sorted(_DECIDES - _NOT_OURS - _OF_THE_BATCH)} | {"engine": str(engine)}
    models = {str(role): name for role, name in named_models(settings).items()} if engine is EngineChoice.LLM else {}
    return SystemSpec(name="research", options=options, models=models, private=_private(settings))


def _private(settings: Settings) -> dict[str, Any]:
    """What else was set: endpoint, keys, fetching, caches."""
    left = set(type(settings).model_fields) - _DECIDES - _NOT_OURS - _OF_THE_BATCH
    told = settings.model_dump(mode="json", include=left, exclude_defaults=True)
    return {
        name: value.get_secret_value() if isinstance(value := getattr(settings, name), SecretStr) else told[name]
        for name in sorted(told)
    }


class ResearchSystem:
    """See ``systems.base.System``."""

    def __init__(self, options: Mapping[str, Any], private: Mapping[str, Any], shared: Path | None) -> None:
        self.settings = settings_of({**options, "formats": FORMATS}, private, shared)

    @staticmethod
    def preload(options: Mapping[str, Any]) -> tuple[str, ...]:
        return PRELOAD_MODEL + PRELOAD if options.get("engine") != "extractive" else PRELOAD

    async def answer(self, task: Task, workspace: Path, limits: TaskLimits) -> Answer:
        from research_agent.api import research, resume

        settings = for_task(self.settings, task, workspace, limits)
        _discard_stillborn(workspace)
        if runs := list_runs(workspace):
            report = await resume(runs[0].path, settings)
        else:
            report = await research(task.question, settings)
        run = workspace / report.run
        copy_report(run / REPORT, workspace / REPORT)
        return Answer(
            report=workspace / REPORT,
            outcome=report.outcome.value,
            usage=self.spent(workspace),
            run=run,
            figures=_figures(report),
        )

    def spent(self, workspace: Path) -> Usage:
        runs = list_runs(workspace)
        if not runs or not (runs[0].path / JOURNAL).exists():
            return Usage(usd=0.0)
        return journal_usage(runs[0].path / JOURNAL)

    async def aclose(self) -> None:
        """Nothing outlives a task."""


def copy_report(source: Path, target: Path) -> None:
    """Copy a report in one step: a reader sees all of it or none."""
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    shutil.copyfile(source, temporary)
    os.replace(temporary, target)


def _discard_stillborn(workspace: Path) -> None:
    """Remove run folders whose record was never written: their run was killed before it asked for anything."""
    for folder in workspace.iterdir():
        if (folder / SOURCES).is_dir() and not (folder / RECORD).exists():
            shutil.rmtree(folder)


def _figures(report: Report) -> dict[str, float]:
    return {
        "sources_read": report.sources_read,
        "sources_cited": len(report.sources),
        "quotes": len(report.quotes),
        "claims": len(report.claims),
    }
