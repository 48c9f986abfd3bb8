"""Tasks: open research questions in the rubric format (``research_agent.judges.rubric``), one JSON object a line."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from research_agent.errors import ConfigError
from research_agent.judges.rubric import Rubric, load_rubrics

Task = Rubric
"""A task is its question and the checklist that judges the report."""


def load_tasks(path: Path, only: Collection[str] = ()) -> tuple[Task, ...]:
    """The tasks of a file, in order.

    Args:
        only: ids of the tasks that are wanted; none: all of them.

    Raises:
        ConfigError: the file does not fit the format, or a wanted id is not in it.
    """
    tasks = load_rubrics(path)
    unknown = sorted(set(only) - {task.id for task in tasks})
    if unknown:
        known = ", ".join(task.id for task in tasks)
        raise ConfigError(
            f"The file {path} has no task {', '.join(unknown)}.", kind="unknown_task", next_step=f"It has {known}."
        )
    return tuple(task for task in tasks if not only or task.id in only)
