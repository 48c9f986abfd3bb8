"""Judging a finished report outside a run: which judge, with its calls in a journal of their own.

The journal (``judge.sqlite`` beside the verdict) is resumed, so that a judgement that broke off is gone on with, and
judging the same report again by the same items costs nothing.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from research_agent.domain import Constraint, Verdict
from research_agent.errors import ConfigError
from research_agent.events import Emit, ignore
from research_agent.judges.checklist import ChecklistJudge
from research_agent.judges.derive import derive_rubric
from research_agent.judges.embedded import EmbeddedJudge
from research_agent.judges.rubric import Rubric
from research_agent.judges.subject import Subject
from research_agent.llm.models import Models
from research_agent.runs.journal import SqliteJournal
from research_agent.settings import EngineChoice, Settings

JOURNAL = "judge.sqlite"


class SubjectJudge(Protocol):
    """Judges a report, whatever tool wrote it."""

    async def judge(self, subject: Subject, rubric: Rubric) -> Verdict: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Court:
    """A judge at work, with the model that it asks; None for the embedded one."""

    judge_for: Callable[[str], SubjectJudge]
    """The judge, given the name under which its calls are recorded: several reports need several. Empty for one."""
    models: Models | None

    @property
    def judge(self) -> SubjectJudge:
        return self.judge_for("")

    async def rubric_for(self, subject: Subject, constraints: Sequence[Constraint] = ()) -> Rubric:
        """A checklist derived from the report's question, where none is given.

        Raises:
            ConfigError: nobody said what the question is.
        """
        if not subject.question:
            raise ConfigError(
                "There is no rubric, and no question to derive one from.",
                kind="no_rubric",
                next_step="Name a rubric file with --rubric, or the question with --question.",
            )
        return await derive_rubric(subject.question, subject.language, constraints, self.models)


def asks_a_model(settings: Settings) -> bool:
    """Whether the settings make a model the judge.

    Raises:
        ConfigError: kind ``no_key``: a model is asked for, and no server is named.
    """
    if settings.engine is EngineChoice.EXTRACTIVE:
        return False
    wanted = settings.engine is EngineChoice.LLM or settings.judge_model is not None
    if wanted and not settings.model_set_by:
        raise ConfigError(
            "A model is asked for as the judge, and no key or endpoint is set.",
            kind="no_key",
            next_step="Set OPENAI_API_KEY, or OPENAI_BASE_URL for another OpenAI-compatible server.",
        )
    return bool(settings.model_set_by)


@asynccontextmanager
async def court(
    settings: Settings, folder: Path, *, trials: int = 1, batched: bool = True, emit: Emit = ignore
) -> AsyncIterator[Court]:
    """A judge as the settings choose it; a model's calls are kept in ``folder``.

    Raises:
        ConfigError: see ``asks_a_model``.
        RunError: the journal cannot be written, or another process is at it.
    """
    if not asks_a_model(settings):
        yield Court(judge_for=lambda _: EmbeddedJudge(), models=None)
        return
    journal = SqliteJournal(folder / JOURNAL, mode="resume", emit=emit)
    models = Models(settings, journal, emit)

    def judge_for(scope: str) -> SubjectJudge:
        return ChecklistJudge(models, trials=trials, batched=batched, scope=scope)

    try:
        yield Court(judge_for=judge_for, models=models)
    finally:
        await models.aclose()
        await journal.aclose()
