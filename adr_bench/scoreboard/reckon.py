"""From a batch's rows to its board."""

from __future__ import annotations

import os
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from research_agent.adr_bench.batch import Batch
from research_agent.adr_bench.estimates import Estimate, mean, ratio
from research_agent.adr_bench.scoreboard.board import (
    DIMENSION,
    FACETS,
    NAMELESS,
    Board,
    Citations,
    Counts,
    Failure,
    Judging,
    TaskScore,
)
from research_agent.adr_bench.scoreboard.costs import cost, quality
from research_agent.adr_bench.scoreboard.doubt import calibration
from research_agent.adr_bench.scoreboard.rows import Marks, Row, judge_keys, marks_by_task, rows
from research_agent.domain import Usage
from research_agent.errors import RunError


def boards_of(folder: Path, key: str | None = None) -> tuple[Board, ...]:
    """A batch's boards, one for each judge.

    Args:
        key: this judge alone.

    Raises:
        RunError: ``missing``, ``other_format``, ``tampered``: no batch that can be read; ``not_judged``.
    """
    batch = Batch.open(folder)
    keys = [key] if key is not None else judge_keys(batch) or [""]
    return tuple(board_of(batch, one) for one in keys)


def tell_boards_apart(found: Mapping[Path, Sequence[Board]]) -> tuple[Board, ...]:
    """The boards of several batches, named so that no two batches have one name."""
    names = tell_apart(list(found))
    return tuple(
        replace(board, name=name) for name, boards in zip(names, found.values(), strict=True) for board in boards
    )


def tell_apart(folders: Sequence[Path]) -> tuple[str, ...]:
    """The folders' names; where two are the same, what their paths have not in common."""
    names = [folder.name for folder in folders]
    if len(set(names)) == len(names):
        return tuple(names)
    common = os.path.commonpath(list(folders))
    return tuple(os.path.relpath(folder, common) for folder in folders)


def board_of(batch: Batch, key: str) -> Board:
    """The figures.

    Raises:
        RunError: ``not_judged``: no report has a verdict of this judge, or there are no reports.
    """
    marks = marks_by_task(batch, key)
    found = tuple(rows(batch, marks))
    _require_judged(batch, key, found)
    counts = Counter(row.standing for row in found)
    judged = [row.marks for row in found if row.marks is not None]
    return Board(
        name=batch.path.name,
        batch=batch.record,
        judging=_judging(key, marks.values()),
        counts=Counts(
            tasks=len(found),
            scored=counts["scored"],
            undecided=counts["undecided"],
            not_judged=counts["not_judged"],
            failed=counts["failed"],
            missing=counts["missing"],
            skipped=counts["skipped"],
            open=counts["open"],
        ),
        score=_mean(found, lambda row: row.score),
        ternary=_mean(found, lambda row: row.ternary),
        decided=sum(one.decided for one in judged),
        items=sum(one.items for one in judged),
        groups=_groups(found),
        quality=quality(found),
        cost=cost(found),
        citations=_citations(judged),
        vetoes={row.task: row.marks.vetoes for row in found if row.marks and row.marks.vetoes},
        barred={row.task: row.marks.barred for row in found if row.marks and row.marks.barred},
        doubt=calibration(case for one in judged for case in one.cases),
        failures=tuple(
            Failure(task=row.task, kind=row.kind or row.standing, error=row.error)
            for row in found
            if row.standing in ("failed", "missing") or (row.standing == "not_judged" and row.error)
        ),
        tasks=tuple(map(_task_score, found)),
    )


def _require_judged(batch: Batch, key: str, found: Sequence[Row]) -> None:
    if any(row.standing in ("scored", "undecided", "failed", "missing") for row in found):
        return
    counts = Counter(row.standing for row in found)
    told = ", ".join(f"{number} {standing.replace('_', ' ')}" for standing, number in sorted(counts.items()))
    raise RunError(
        f"The batch {batch.path.name} has nothing that the judge {key!r} gave a verdict on: {told}.",
        kind="not_judged",
        next_step=f"Run the batch, then: research bench judge {shlex.quote(str(batch.path))}",
    )


def _mean(found: Iterable[Row], value: Callable[[Row], float | None]) -> Estimate:
    return mean([number for row in found if (number := value(row)) is not None])


def _groups(found: Sequence[Row]) -> dict[str, dict[str, Estimate]]:
    groups: dict[str, dict[str, Estimate]] = {}
    for facet in FACETS:
        scores: dict[str, list[float]] = {}
        for row in found:
            if row.score is not None:
                scores.setdefault(getattr(row, facet), []).append(row.score)
        if any(scores):
            groups[facet] = {name or NAMELESS: mean(scores[name]) for name in sorted(scores)}
    dimensions: dict[str, list[float]] = {}
    for row in found:
        for name, score in row.dimensions:
            if score is not None:
                dimensions.setdefault(name, []).append(score)
    if dimensions:
        groups[DIMENSION] = {name: mean(dimensions[name]) for name in sorted(dimensions)}
    return groups


def _citations(judged: Sequence[Marks]) -> Citations:
    known = [(float(one.supported), float(one.pairs)) for one in judged if one.pairs is not None]
    return Citations(
        accuracy=ratio(known),
        effective=mean([supported for supported, _ in known]),
        supported=int(sum(supported for supported, _ in known)),
        pairs=int(sum(pairs for _, pairs in known)),
        reports=len(known),
        without_sources=len(judged) - len(known),
    )


def _judging(key: str, marks: Iterable[Marks]) -> Judging:
    judges: Counter[str] = Counter()
    prompts: dict[str, set[str]] = {}
    calls = prompt = completion = 0
    usd: float | None = 0.0
    seconds = 0.0
    for one in marks:
        if one.judge:
            judges[one.judge] += 1
        for name, digest in one.prompts:
            prompts.setdefault(name, set()).add(digest)
        calls, prompt = calls + one.usage.calls, prompt + one.usage.prompt_tokens
        completion, seconds = completion + one.usage.completion_tokens, seconds + one.usage.seconds
        usd = None if usd is None or (one.usage.usd is None and one.usage.calls) else usd + (one.usage.usd or 0.0)
    return Judging(
        key=key,
        judges=dict(sorted(judges.items())),
        prompts={name: tuple(sorted(prompts[name])) for name in sorted(prompts)},
        usage=Usage(calls=calls, prompt_tokens=prompt, completion_tokens=completion, usd=usd, seconds=seconds),
    )


def _task_score(row: Row) -> TaskScore:
    return TaskScore(
        task=row.task,
        standing=row.standing,
        score=row.score,
        ternary=row.ternary,
        decided=row.marks.decided if row.marks else 0,
        items=row.marks.items if row.marks else 0,
        usd=row.usage.usd,
        tokens=row.tokens,
        seconds=row.seconds,
    )
