"""Tasks: open research questions in the rubric format (``research_agent.judges.rubric``), one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from research_agent.errors import ConfigError
from research_agent.judges.rubric import Evidence, Item, Rubric, load_rubrics

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


def task_line(task: Task) -> str:
    """The task as a line of the format, without a line end; ``parse_rubric`` reads it back as the same task."""
    return json.dumps(_record(task), ensure_ascii=False)


def _record(task: Task) -> dict[str, Any]:
    told = {"id": task.id, "question": task.question, "language": task.language}
    more = {name: getattr(task, name) for name in ("domain", "track", "type", "date")}
    blocked = {"blocked": list(task.blocked)} if task.blocked else {}
    return told | {name: value for name, value in more.items() if value} | blocked | {"checklist": _items(task)}


def _items(task: Task) -> list[dict[str, Any]]:
    return [_item(item) for item in task.items]


def _item(item: Item) -> dict[str, Any]:
    record: dict[str, Any] = {"id": item.id, "text": item.text, "weight": item.weight, "kind": item.kind}
    if item.dimension:
        record["dimension"] = item.dimension
    if item.examples:
        record["examples"] = list(item.examples)
    if item.veto:
        record["veto"] = True
    if item.fact or item.evidence:
        record["gold"] = {"fact": item.fact, "evidence": [_evidence(each) for each in item.evidence]}
    return record


def _evidence(evidence: Evidence) -> dict[str, str]:
    place = {"file": evidence.file} if evidence.file else {"url": evidence.url}
    return place | {"quote": evidence.quote}
