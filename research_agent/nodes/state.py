"""The graph's state: primitives and JSON only, so that any checkpointer can keep it.

Domain values travel as what ``codec.dump`` makes of them. Source texts never enter the state; they lie in the run
folder and are named by source id. ``run`` is the folder: with it and the journal in it, any process can go on.
"""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

Json = Any


def by_sub_question(old: list[Json], new: list[Json]) -> list[Json]:
    """Branches, one for each sub-question, in the order of their ids, whatever order they ended in."""
    merged = {branch["sub_question"]: branch for branch in [*old, *new]}
    return [merged[name] for name in sorted(merged, key=_position)]


def _position(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in name.split("."))


class ResearchState(TypedDict, total=False):
    """In: ``question``. Out: ``report`` (the documented report.json), ``verdict`` and ``run``."""

    question: str
    run: str
    plan: Json
    """``domain.Plan``, sub-questions of all rounds so far."""
    open: list[str]
    """Ids of the sub-questions that the next fan-out investigates."""
    round: int
    branches: Annotated[list[Json], by_sub_question]
    """``domain.Branch`` values."""
    ledger: Json
    """``evidence.ledger.Ledger``."""
    reflections: list[Json]
    """``domain.Reflection`` values, one a round."""
    problems: list[Json]
    """``domain.Problem`` values of the run itself; those of a sub-question stand in its branch."""
    record: Json
    """``domain.Report``, from the writer to the last node."""
    report: Json
    verdict: Json


class BranchState(TypedDict, total=False):
    """State of the sub-graph that investigates one sub-question."""

    run: str
    sub_question: Json
    earlier: list[str]
    """Ids of the sources that any sub-question of an earlier round read."""
    hits: list[Json]
    attempts: list[Json]
    branches: list[Json]


class BranchResult(TypedDict):
    """What the sub-graph gives back."""

    branches: list[Json]
    """The one branch."""
