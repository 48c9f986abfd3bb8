"""One row a task: task, result and verdict joined, with what the figures need and no more.

Files are read a line at a time, and of a verdict only its marks are kept: ten thousand tasks take some tens of MB.
"""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from research_agent.adr_bench.batch import Batch
from research_agent.adr_bench.judging.judged import Judged, verdicts_name
from research_agent.adr_bench.judging.run import BARRED
from research_agent.adr_bench.lines import read_lines
from research_agent.adr_bench.results import Result
from research_agent.adr_bench.scoreboard.doubt import Case, cases_of
from research_agent.adr_bench.tasks import Task
from research_agent.domain import Usage
from research_agent.errors import RunError

Standing = Literal["scored", "undecided", "not_judged", "missing", "failed", "skipped", "open"]
"""``scored``: judged, with a score. ``undecided``: judged, nothing that earns weight could be decided. ``not_judged``:
there is a report and no verdict on it. ``missing``: the report is gone. ``open``: no result yet."""

WORTHLESS: frozenset[Standing] = frozenset({"failed", "missing"})
"""These count as 0."""

_PREFIX, _SUFFIX = verdicts_name("\0").split("\0")


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """What is kept of a verdict."""

    report: str
    """SHA-256 of the report that was judged."""
    judge: str = ""
    """Judge and model in words; empty where there is no verdict."""
    prompts: tuple[tuple[str, str], ...] = ()
    score: float | None = None
    ternary: float | None = None
    decided: int = 0
    items: int = 0
    dimensions: tuple[tuple[str, float | None], ...] = ()
    vetoes: tuple[str, ...] = ()
    """Without that of a barred source."""
    barred: tuple[str, ...] = ()
    supported: int = 0
    """Pairs of sentence and source."""
    pairs: int | None = None
    """None: the sources are not at hand."""
    cases: tuple[Case, ...] = ()
    usage: Usage = field(default_factory=Usage)
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One task."""

    task: str
    domain: str
    track: str
    type: str
    language: str
    standing: Standing
    score: float | None
    """Strict; 0 for a task that failed or whose report is missing, None for one that does not count."""
    ternary: float | None
    dimensions: tuple[tuple[str, float | None], ...]
    usage: Usage
    seconds: float
    kind: str = ""
    error: str = ""
    marks: Marks | None = None

    @property
    def tokens(self) -> int:
        return self.usage.prompt_tokens + self.usage.completion_tokens


def judge_keys(batch: Batch) -> tuple[str, ...]:
    """The judges that a batch has verdicts of, in alphabetical order."""
    names = (path.name for path in batch.path.glob(f"{_PREFIX}*{_SUFFIX}"))
    return tuple(sorted(name[len(_PREFIX) : -len(_SUFFIX)] for name in names))


def marks_by_task(batch: Batch, key: str) -> dict[str, Marks]:
    """Task id -> the marks of its last line.

    Raises:
        RunError: ``not_judged``, there is no verdict of this judge; ``tampered``.
    """
    path = batch.path / verdicts_name(key)
    if not path.exists():
        known, again = judge_keys(batch), f"research bench judge {shlex.quote(str(batch.path))}"
        raise RunError(
            f"The batch {batch.path.name} has no verdicts{f' of the judge {key!r}' if key else ''}.",
            kind="not_judged",
            next_step=f"It has those of {', '.join(known)}." if known else f"Run: {again}",
        )
    return {line.task: _marks(line) for line in read_lines(path, Judged)}


def _marks(judged: Judged) -> Marks:
    verdict, citations = judged.verdict, judged.citations
    known = Marks(report=judged.report, usage=judged.usage, barred=judged.barred, error=judged.error)
    if verdict is None:
        return known
    return replace(
        known,
        judge=" / ".join(filter(None, (verdict.judge, verdict.model))),
        prompts=tuple(sorted(verdict.prompts.items())),
        score=verdict.score,
        ternary=verdict.score_ternary,
        decided=sum(item.value is not None for item in verdict.items if item.id != BARRED),
        items=sum(item.id != BARRED for item in verdict.items),
        dimensions=tuple(sorted(verdict.dimensions.items())),
        vetoes=tuple(id for id in verdict.vetoes if id != BARRED),
        supported=citations.effective if citations else 0,
        pairs=citations.total if citations else None,
        cases=cases_of(verdict),
    )


def rows(batch: Batch, marks: Mapping[str, Marks]) -> Iterator[Row]:
    """A row for each task, in the order of the tasks."""
    for task, result in batch.results():
        yield _row(batch.path, task, result, marks.get(task.id))


def _row(folder: Path, task: Task, result: Result | None, marks: Marks | None) -> Row:
    standing = _standing(folder, result, marks)
    judged = marks if standing in ("scored", "undecided") else None
    worthless = standing in WORTHLESS
    return Row(
        task=task.id,
        domain=task.domain,
        track=task.track,
        type=task.type,
        language=task.language,
        standing=standing,
        score=0.0 if worthless else judged.score if judged else None,
        ternary=0.0 if worthless else judged.ternary if judged else None,
        dimensions=_earnable(task) if worthless else judged.dimensions if judged else (),
        usage=result.usage if result else Usage(),
        seconds=result.seconds if result else 0.0,
        kind=result.kind if result else "",
        error=(result.error if result else "") or (marks.error if marks and standing == "not_judged" else ""),
        marks=judged,
    )


def _standing(folder: Path, result: Result | None, marks: Marks | None) -> Standing:
    if result is None:
        return "open"
    if result.status != "done":
        return result.status
    digest = _digest(folder / result.report) if result.report else None
    if digest is None:
        return "missing"
    if marks is None or not marks.judge or marks.report != digest:
        return "not_judged"
    return "undecided" if marks.score is None else "scored"


def _earnable(task: Task) -> tuple[tuple[str, float | None], ...]:
    """0 in each dimension in which the task's checklist has something to earn."""
    names = {item.dimension for item in task.items if item.dimension and item.weight > 0}
    return tuple((name, 0.0) for name in sorted(names))


def _digest(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None
