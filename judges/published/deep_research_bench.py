"""DeepResearch Bench (arXiv:2506.11763): ``query.jsonl`` and ``criteria.jsonl`` of the repository.

    {"id": 1, "topic": "Finance & Business", "language": "zh", "prompt": "..."}
    {"id": 1, "prompt": "...", "dimension_weight": {"insight": 0.36, ...},
     "criterions": {"insight": [{"criterion": "...", "explanation": "...", "weight": 0.25}], ...}}

The published judge scores each criterion from 0 to 10 beside a reference report (``formulas.race``). As a checklist,
each criterion is an item whose text is the criterion with its explanation, and whose weight is the product of the
dimension's weight and its own, so that a report that satisfies everything scores 1 and each dimension counts as there.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from research_agent.errors import ConfigError
from research_agent.judges.published.lines import Published, Record, records, require_once
from research_agent.judges.rubric import Item, Rubric

QUERIES, CRITERIA = "query.jsonl", "criteria.jsonl"

DIMENSIONS = {
    "comprehensiveness": "information_completeness",
    "insight": "content_depth",
    "instruction_following": "requirement_fitness",
    "readability": "readability",
}
"""Theirs -> ours."""


def load(queries: Path, criteria: Path) -> Published:
    """All tasks, in the order of the queries.

    Raises:
        ConfigError: a file does not fit the published format, or the two do not belong together.
    """
    asked = {line.text("id"): line for line in _once(queries)}
    judged = {line.text("id"): line for line in _once(criteria)}
    for missing, path in ((asked.keys() - judged.keys(), criteria), (judged.keys() - asked.keys(), queries)):
        if missing:
            raise ConfigError(f"The file {path} has no line for the id {min(missing)}.", kind="bad_benchmark")
    notes: list[str] = []
    tasks = tuple(_task(line, judged[id], notes) for id, line in asked.items())
    return Published(tasks=tasks, notes=tuple(notes))


def _once(path: Path) -> tuple[Record, ...]:
    lines = records(path)
    require_once((line.text("id") for line in lines), path)
    return lines


def _task(asked: Record, judged: Record, notes: list[str]) -> Rubric:
    id, prompt = f"drb-{asked.text('id')}", asked.text("prompt")
    if judged.text("prompt") != prompt:
        raise judged.wrong(f"has another `prompt` than the query of the same id ({asked.where})")
    items = tuple(_items(id, judged, notes))
    if not items:
        raise judged.wrong("has no criterion with a weight other than 0")
    return Rubric(
        id=id, question=prompt, language=asked.text("language"), items=items, domain=asked.text("topic", default="")
    )


def _items(task: str, judged: Record, notes: list[str]) -> Iterator[Item]:
    weights, criteria = judged.inner("dimension_weight"), judged.inner("criterions")
    if weights.data.keys() != criteria.data.keys():
        raise judged.wrong("names other dimensions in `dimension_weight` than in `criterions`")
    for dimension in criteria.data:
        for number, criterion in enumerate(criteria.records(dimension), start=1):
            weight = _share(weights, dimension) * _share(criterion, "weight")
            if not weight:
                notes.append(f"{criterion.where}: this criterion has the weight 0 and is left out.")
                continue
            yield Item(
                id=f"{task}-{dimension}-{number:02d}",
                text=_text(criterion),
                weight=weight,
                kind="explicit" if dimension == "instruction_following" else "implicit",
                dimension=DIMENSIONS.get(dimension, dimension),
            )


def _share(record: Record, field: str) -> float:
    share = record.number(field)
    if share < 0:
        raise record.wrong(f"has the negative `{field}` {share:g}")
    return share


def _text(criterion: Record) -> str:
    name, explanation = criterion.text("criterion"), criterion.text("explanation", default="")
    colon = ": " if name.isascii() else "："
    return f"{name}{colon}{explanation}" if explanation else name
