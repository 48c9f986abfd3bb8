"""ResearchRubrics (arXiv:2511.07685): ``processed_data.jsonl`` of the data set ScaleAI/researchrubrics.

    {"prompt": "...", "sample_id": "...", "domain": "AI & ML", "conceptual_breadth": "Moderate",
     "logical_nesting": "Intermediate", "exploration": "Medium",
     "rubrics": [{"criterion": "...", "weight": 4.0, "axis": "Explicit Criteria"}]}

A criterion with a negative weight is a flaw. The axes are six in the paper; four have a dimension of ours, the other
two keep their name. An item of weight 0 counts in neither part of the published score, and our format
has no such items: it is left out and named in a note.
"""

from __future__ import annotations

import re
from pathlib import Path

from research_agent.judges.published.lines import Published, Record, records, require_once
from research_agent.judges.rubric import Item, Kind, Rubric
from research_agent.text.detect import detect_language

_DIMENSIONS = {
    "explicit criteria": "information_completeness",
    "implicit criteria": "information_completeness",
    "synthesis of information": "content_depth",
    "instruction following": "requirement_fitness",
    "communication quality": "readability",
}
_EXPLICIT = frozenset({"explicit criteria", "instruction following"})


def load(path: Path) -> Published:
    """All tasks of a file. Raises ConfigError when it does not fit the published format."""
    lines = records(path)
    loaded = [_task(line) for line in lines]
    require_once((task.id for task, _ in loaded), path)
    return Published(
        tasks=tuple(task for task, _ in loaded), notes=tuple(note for _, notes in loaded for note in notes)
    )


def _task(line: Record) -> tuple[Rubric, list[str]]:
    id, prompt = line.text("sample_id"), line.text("prompt")
    items, notes = [], []
    for number, criterion in enumerate(line.records("rubrics"), start=1):
        weight = criterion.number("weight")
        if weight:
            items.append(_item(f"{id}-r{number:02d}", criterion, weight))
        else:
            notes.append(
                f"{criterion.where}: this item has the weight 0 and is left out: “{criterion.text('criterion')}”"
            )
    if not items:
        raise line.wrong("has no item with a weight other than 0")
    task = Rubric(
        id=id,
        question=prompt,
        language=detect_language(prompt),
        items=tuple(items),
        domain=line.text("domain", default=""),
    )
    return task, notes


def _item(id: str, criterion: Record, weight: float) -> Item:
    axis = criterion.text("axis", default="").strip().casefold()
    kind: Kind = "negative" if weight < 0 else "explicit" if axis in _EXPLICIT else "implicit"
    named = re.sub(r"\W+", "_", axis).strip("_")
    return Item(
        id=id, text=criterion.text("criterion"), weight=weight, kind=kind, dimension=_DIMENSIONS.get(axis, named)
    )
