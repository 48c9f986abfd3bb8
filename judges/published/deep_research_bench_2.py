"""DeepResearch Bench II (github.com/imlrz/DeepResearch-Bench-II): ``tasks_and_rubrics.jsonl``.

    {"id": "task52", "language": "en", "theme": "Health", "prompt": "...",
     "content": {"task": "...", "rubric": {"info_recall": ["..."], "analysis": ["..."], "presentation": ["..."]},
                 "blocked": {"title": "...", "authors": ["..."], "urls": ["https://..."]}}}

Every rubric is judged yes or no and counts the same, so each is an item of weight 1. The question is ``prompt``, as
the benchmark puts it: it also names the article that must not be used, for systems that nobody can hold to it. Its
addresses are ``blocked``; its title is in the question only, since our format blocks addresses.
"""

from __future__ import annotations

from pathlib import Path

from research_agent.judges.published.lines import Published, Record, records, require_once
from research_agent.judges.rubric import Item, Rubric

DIMENSIONS = {
    "info_recall": "information_completeness",
    "analysis": "content_depth",
    "presentation": "readability",
}
"""Theirs -> ours."""


def load(path: Path) -> Published:
    """All tasks of a file. Raises ConfigError when it does not fit the published format."""
    lines = records(path)
    tasks = tuple(_task(line) for line in lines)
    require_once((task.id for task in tasks), path)
    return Published(tasks=tasks)


def _task(line: Record) -> Rubric:
    id, content = line.text("id"), line.inner("content")
    rubric = content.inner("rubric")
    items = tuple(
        Item(
            id=f"{id}-{dimension}-{number:02d}",
            text=text,
            weight=1.0,
            kind="explicit",
            dimension=DIMENSIONS.get(dimension, dimension),
        )
        for dimension in rubric.data
        for number, text in enumerate(rubric.texts(dimension), start=1)
    )
    if not items:
        raise line.wrong("has no rubric")
    return Rubric(
        id=id,
        question=line.text("prompt"),
        language=line.text("language"),
        items=items,
        domain=line.text("theme", default=""),
        blocked=_blocked(content),
    )


def _blocked(content: Record) -> tuple[str, ...]:
    if content.data.get("blocked") is None:
        return ()
    blocked = content.inner("blocked")
    return () if blocked.data.get("urls") is None else tuple(dict.fromkeys(blocked.texts("urls")))
