"""From settings to the judge that a run's graph is handed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from research_agent.judging import Judge
    from research_agent.settings import Settings


def judge_of(settings: Settings) -> Judge | None:
    """The judge that the settings ask for; None where they ask for none.

    Raises:
        ConfigError: the rubric file cannot be read or does not fit the format; nothing was started yet.
    """
    if not settings.judge and settings.rubric is None:
        return None
    from research_agent.judges.in_graph import ReportJudge
    from research_agent.judges.rubric import load_rubrics

    return ReportJudge(load_rubrics(settings.rubric) if settings.rubric else ())
