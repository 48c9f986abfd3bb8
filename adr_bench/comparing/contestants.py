"""The systems of a comparison: their rows on the common tasks, with budgets held."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from research_agent.adr_bench.batch import Batch
from research_agent.adr_bench.comparing.budgets import overspent, require_equal, unchecked
from research_agent.adr_bench.scoreboard.reckon import tell_apart
from research_agent.adr_bench.scoreboard.rows import Row, judge_keys, marks_by_task, rows
from research_agent.adr_bench.tasks import task_line
from research_agent.errors import ConfigError, RunError


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """One batch in a comparison."""

    name: str
    batch: Batch
    rows: Mapping[str, Row]
    """Task id -> row, of the common tasks, in their order; without verdicts where no judge is named. A report that
    cost too much has score 0."""
    overspent: Mapping[str, str] = field(default_factory=dict)
    """Task -> by how much its report cost more than it may."""
    unchecked: int = 0
    """Tasks whose cost is not told, so that a limit could not be checked."""
    judged_with: frozenset[tuple[str, str]] = frozenset()
    """Prompts of the judge with their hashes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """All of them."""

    contestants: tuple[Contestant, ...]
    tasks: tuple[str, ...]
    """Common tasks, in the order of the first batch."""
    key: str | None
    """The judge; None: no verdicts are compared."""
    notes: tuple[str, ...]


def gather(
    folders: Sequence[Path], *, key: str | None = None, allow_unequal: bool = False, needs_verdicts: bool = True
) -> Field:
    """The contestants.

    Args:
        key: the judge whose verdicts are compared; None: the one that all batches have.
        allow_unequal: compare though the limits of the tasks differ.
        needs_verdicts: without them there is nothing to compare.

    Raises:
        ConfigError: ``too_few``, ``unequal_budgets``, ``no_common_tasks``, ``which_judge``.
        RunError: no batch that can be read; ``not_judged``.
    """
    different = list(dict.fromkeys(folder.expanduser().absolute() for folder in folders))
    if len(different) < 2:
        raise ConfigError(
            "A comparison needs two batches.", kind="too_few", next_step="Name the folders of two or more."
        )
    batches = dict(zip(tell_apart(different), map(Batch.open, different), strict=True))
    if not allow_unequal:
        require_equal({name: batch.record.limits for name, batch in batches.items()})
    tasks, notes = common_tasks(batches)
    chosen = key or _common_key(batches, needs_verdicts)
    contestants = tuple(_contestant(name, batch, chosen, tasks) for name, batch in batches.items())
    if len({one.judged_with for one in contestants}) > 1:
        notes += ("The judge's prompts were not the same for all: judge the batches again with one release.",)
    return Field(contestants=contestants, tasks=tasks, key=chosen, notes=(*notes, *_differences(batches)))


def common_tasks(batches: Mapping[str, Batch]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Ids of the tasks that all batches have, word for word, and what to say of the others.

    Raises:
        ConfigError: kind ``no_common_tasks``.
    """
    first, *others = batches.values()
    if all(other.record.tasks_sha256 == first.record.tasks_sha256 for other in others):
        return tuple(task.id for task in first.tasks()), ()
    digests = [{task.id: _digest(task_line(task)) for task in batch.tasks()} for batch in batches.values()]
    shared = [id for id in digests[0] if all(id in each for each in digests[1:])]
    same = tuple(id for id in shared if all(each[id] == digests[0][id] for each in digests[1:]))
    if not same:
        raise ConfigError(
            f"{' and '.join(batches)} have no task in common.",
            kind="no_common_tasks",
            next_step="Compare batches of one suite.",
        )
    counts = ", ".join(f"{name} has {batch.record.tasks:,}" for name, batch in batches.items())
    note = f"The batches have different tasks ({counts}); only the common ones are compared, {len(same):,}."
    if len(shared) > len(same):
        note += f" {len(shared) - len(same):,} more have the same id, but other words."
    return same, (note,)


def _common_key(batches: Mapping[str, Batch], needed: bool) -> str | None:
    first, *others = [judge_keys(batch) for batch in batches.values()]
    common = [key for key in first if all(key in keys for keys in others)]
    if len(common) > 1:
        raise ConfigError(
            f"The batches have verdicts of several judges: {', '.join(common)}.",
            kind="which_judge",
            next_step="Name one with --judge.",
        )
    if not common and needed:
        told = "; ".join(f"{name}: {', '.join(judge_keys(batch)) or 'none'}" for name, batch in batches.items())
        raise RunError(
            f"No judge has judged all of them ({told}).",
            kind="not_judged",
            next_step="Run research bench judge on each, with the same judge.",
        )
    return common[0] if common else None


def _contestant(name: str, batch: Batch, key: str | None, tasks: Sequence[str]) -> Contestant:
    marks = marks_by_task(batch, key) if key is not None else {}
    wanted, limits, results = set(tasks), batch.record.limits, batch.latest()
    found = {row.task: row for row in rows(batch, marks) if row.task in wanted}
    over = {id: why for id in tasks if id in results and (why := overspent(results[id], limits))}
    held = {id: replace(found[id], score=0.0, ternary=0.0) if id in over else found[id] for id in tasks}
    untold = sum(id in results and unchecked(results[id], limits) for id in tasks)
    prompts = frozenset(pair for one in marks.values() for pair in one.prompts)
    return Contestant(name=name, batch=batch, rows=held, overspent=over, unchecked=untold, judged_with=prompts)


def _differences(batches: Mapping[str, Batch]) -> tuple[str, ...]:
    """What else is not the same, and may be why one is better."""
    records = {name: batch.record for name, batch in batches.items()}
    told = []
    if len({record.limits for record in records.values()}) > 1:
        told.append("The limits of each task are not the same: this comparison is not at equal budgets.")
    elif all(record.limits == type(record.limits)() for record in records.values()):
        told.append("The tasks had no limits, so the systems were free to spend: look at the costs.")
    models = {name: ", ".join(sorted(set(record.models.values()))) for name, record in records.items()}
    if len(set(models.values())) > 1:
        listed = "; ".join(f"{name}: {model or 'none told'}" for name, model in models.items())
        told.append(f"The models are not the same ({listed}).")
    if len({record.seed for record in records.values()}) > 1:
        told.append("The seeds are not the same.")
    return tuple(told)


def _digest(line: str) -> str:
    return hashlib.sha256(line.encode("utf-8", "backslashreplace")).hexdigest()
