"""Which rubric of a file is meant for a report."""

from __future__ import annotations

from collections.abc import Sequence

from research_agent.errors import ConfigError
from research_agent.judges.rubric import Rubric

SHOWN = 8


def pick(rubrics: Sequence[Rubric], *, task: str | None = None, question: str = "") -> Rubric:
    """The rubric named ``task``; else the only one; else the one whose question the report answers.

    Raises:
        ConfigError: kind ``unknown_task``: there is no such task, or several and nothing tells which.
    """
    if task is not None:
        found = [one for one in rubrics if one.id == task]
    elif len(rubrics) == 1:
        found = list(rubrics)
    else:
        found = [one for one in rubrics if _plain(one.question) == _plain(question)]
    if len(found) == 1:
        return found[0]
    raise _unknown(rubrics, task)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _unknown(rubrics: Sequence[Rubric], task: str | None) -> ConfigError:
    ids = ", ".join(one.id for one in rubrics[:SHOWN]) + (", ..." if len(rubrics) > SHOWN else "")
    if task is not None:
        return ConfigError(f"The rubrics have no task {task!r}.", kind="unknown_task", next_step=f"They have {ids}.")
    return ConfigError(
        f"There are {len(rubrics)} rubrics, and none has the report's question.",
        kind="unknown_task",
        next_step=f"Name one with --task: {ids}.",
    )
