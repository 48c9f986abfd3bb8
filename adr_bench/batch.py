"""A batch: many tasks for one system, in a folder that can be gone on with at any time (docs/bench.md).

    batch.json  tasks.jsonl  results.jsonl [results-2-of-5.jsonl]  tasks/NAME/{report.md, log.txt, RUN/}

``batch.json`` says what the batch is, and is written last, so that a folder with one is whole. What the results depend
on is its identity: a folder takes no other tasks, system, options, limits, seed or prompts.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from research_agent.adr_bench.locks import one_at_a_time
from research_agent.adr_bench.names import folder_name
from research_agent.adr_bench.results import Result, latest
from research_agent.adr_bench.shards import WHOLE, Shard
from research_agent.adr_bench.systems.base import SystemSpec, TaskLimits
from research_agent.adr_bench.tasks import Task, task_line
from research_agent.codec import dump, load
from research_agent.errors import ConfigError, RunError
from research_agent.judges.rubric import parse_rubric
from research_agent.llm.prompting import load_prompt, prompt_names
from research_agent.runs.disk import writing
from research_agent.runs.record import now, release, versions

RECORD = "batch.json"
TASKS = "tasks.jsonl"
FOLDERS = "tasks"
LOCKS = ".locks"
LIMITS = ".limits"

FORMAT_VERSION = 1
"""Of the batch folder. A reader refuses any other one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchRecord:
    """``batch.json``."""

    suite: str
    tasks_sha256: str
    """Of ``tasks.jsonl``."""
    tasks: int
    """How many."""
    system: str
    options: Mapping[str, Any] = field(default_factory=dict)
    """Of the system; what its results depend on."""
    models: Mapping[str, str] = field(default_factory=dict)
    limits: TaskLimits = field(default_factory=TaskLimits)
    """Of each task."""
    budget_usd: float | None = None
    """Of the whole batch, as it was last set; not part of the identity: a batch may be resumed with a larger one."""
    seed: int = 0
    prompts: Mapping[str, str] = field(default_factory=dict)
    """Prompt name -> SHA-256 of its template."""
    release: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    """Python, platform and the libraries that may change what a run gives, when the batch was made."""
    created: str = ""
    resumed: Sequence[Mapping[str, Any]] = ()
    """Each later start: when, with which release and versions."""
    format_version: int = FORMAT_VERSION

    def changed_versions(self) -> tuple[str, ...]:
        """What is not as it was when the batch was made, at its last start: ``openai 3.57.0, now 3.58.1``."""
        if not self.resumed:
            return ()
        last = {**self.resumed[-1]["versions"], "release": self.resumed[-1]["release"]}
        first = {**self.versions, "release": self.release}
        names = sorted(name for name in first | last if first.get(name) != last.get(name))
        return tuple(f"{name} {first.get(name, 'none')}, now {last.get(name, 'none')}" for name in names)


_IDENTITY = {
    "tasks_sha256": "other tasks",
    "system": "another system",
    "options": "other options of the system",
    "limits": "other limits for each task",
    "seed": "another seed",
    "prompts": "other prompts",
}
"""What must be the same when a batch is gone on with, and what to say when it is not."""


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch folder. Make it with ``start`` (new, or to go on with) or ``open`` (to read)."""

    path: Path
    """Absolute."""
    record: BatchRecord
    private: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """Of the system's spec; only in a batch that was started."""

    @classmethod
    def start(
        cls,
        path: Path,
        *,
        suite: str,
        tasks: Iterable[Task],
        system: SystemSpec,
        limits: TaskLimits | None = None,
        budget_usd: float | None = None,
        seed: int = 0,
        allow_changed: bool = False,
    ) -> Batch:
        """A new batch, or the one that the folder holds, to go on with.

        Args:
            tasks: gone through once; not kept.
            budget_usd: of the whole batch, all that it cost so far included.
            allow_changed: go on though the prompts are no longer those that the batch was made with.

        Raises:
            ConfigError: kind ``other_batch``: the folder holds a batch of other tasks or settings, or other files.
                ``no_tasks``, ``repeated_task``.
            RunError: ``other_format``, ``tampered``, ``not_writable`` or ``disk_full``.
        """
        folder = path.absolute()
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / LOCKS).mkdir(exist_ok=True)
        with one_at_a_time(folder / LOCKS / "start"):
            known = _known(folder)
            count, digest = _freeze(folder, tasks, keep=known is None)
            wanted = BatchRecord(
                suite=suite,
                tasks_sha256=digest,
                tasks=count,
                system=system.name,
                options=json.loads(json.dumps(dict(system.options))),
                models=dict(system.models),
                limits=limits or TaskLimits(),
                budget_usd=budget_usd,
                seed=seed,
                prompts=_prompts(),
                release=release(),
                versions=versions(),
                created=now(),
            )
            record = wanted if known is None else _gone_on(folder, known, wanted, allow_changed)
            _write_json(folder / RECORD, dump(record))
        return cls(folder, record, system.private)

    @classmethod
    def open(cls, path: Path) -> Batch:
        """A batch, to read: nothing is written.

        Raises:
            RunError: ``missing``, ``other_format`` or ``tampered``.
        """
        return cls(path.absolute(), _read(path.absolute()))

    @property
    def system(self) -> SystemSpec:
        """The system as the workers are told of it."""
        return SystemSpec(
            name=self.record.system, options=self.record.options, models=self.record.models, private=self.private
        )

    def tasks(self, shard: Shard = WHOLE) -> Iterator[Task]:
        """The tasks, in order, one at a time from the disk.

        Raises:
            RunError: ``tampered``, the list is no longer the one that was frozen.
        """
        path, seen = self.path / TASKS, hashlib.sha256()
        try:
            with path.open("rb") as file:
                for place, line in enumerate(file):
                    seen.update(line)
                    if shard.has(place):
                        yield parse_rubric(line.decode("utf-8"), f"{path}, line {place + 1}")
        except (OSError, UnicodeDecodeError, ConfigError) as error:
            raise _tampered(path) from error
        if seen.hexdigest() != self.record.tasks_sha256:
            raise _tampered(path)

    def folder_of(self, task: str) -> Path:
        """The workspace of a task, by its id; it may not exist yet."""
        return self.path / FOLDERS / folder_name(task)

    def limits_folder(self) -> Path:
        """Through which the batch's workers on this machine share rate limits."""
        return machine_folder(self.path / LIMITS)

    def results_files(self) -> tuple[Path, ...]:
        """Those that are there, of all shards."""
        return tuple(sorted(self.path.glob("results*.jsonl")))

    def latest(self) -> dict[str, Result]:
        """Task id -> the result that counts, in no particular order, for the tasks that have one."""
        return latest(self.results_files())

    def results(self) -> Iterator[tuple[Task, Result | None]]:
        """Each task with the result that counts, in the order of the tasks; None: there is none yet."""
        found = self.latest()
        for task in self.tasks():
            yield task, found.get(task.id)


def machine_folder(limits: Path) -> Path:
    """The folder below a batch's ``.limits`` that this machine's workers share."""
    return limits / (re.sub(r"[^A-Za-z0-9-]", "-", platform.node())[:60] or "here")


# ---------------------------------------------------------------- batch.json


def _read(folder: Path) -> BatchRecord:
    path = folder / RECORD
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        version = data["format_version"] if isinstance(data, dict) else None
    except FileNotFoundError as error:
        raise RunError(
            f"There is no batch in {folder}: it has no {RECORD}.", kind="missing", next_step="Name a batch's folder."
        ) from error
    except (OSError, ValueError, KeyError) as error:
        raise _tampered(path) from error
    if version != FORMAT_VERSION:
        raise RunError(
            f"The batch {folder} has format {version}; this release reads format {FORMAT_VERSION}.",
            kind="other_format",
            next_step="Open it with the release that made it, or start the batch in another folder.",
        )
    try:
        return load(BatchRecord, data)
    except ValidationError as error:
        raise _tampered(path) from error


def _gone_on(folder: Path, known: BatchRecord, wanted: BatchRecord, allow_changed: bool) -> BatchRecord:
    """The record of a batch that is started again. Raises ConfigError when it is another one."""
    wanted_data, known_data = dump(wanted), dump(known)
    other = [says for name, says in _IDENTITY.items() if wanted_data[name] != known_data[name]]
    if other == [_IDENTITY["prompts"]] and allow_changed:
        other = []
    if other:
        raise ConfigError(
            f"The folder {folder} holds a batch with {', '.join(other)}.",
            kind="other_batch",
            next_step="Name another folder, or go on with the batch as it was made: its batch.json tells how.",
        )
    start = {"at": wanted.created, "release": wanted.release, "versions": wanted.versions}
    return replace(known, budget_usd=wanted.budget_usd, resumed=(*known.resumed, start))


def _known(folder: Path) -> BatchRecord | None:
    """The batch that a folder holds, or None. A folder without one may hold what a start that was killed left, and
    nothing else."""
    if (folder / RECORD).exists():
        return _read(folder)
    ours = {TASKS, LOCKS, LIMITS}
    foreign = sorted(each.name for each in folder.iterdir() if each.name not in ours and not each.name.startswith("."))
    if foreign:
        raise ConfigError(
            f"The folder {folder} holds no batch, but {', '.join(foreign[:3])}{' ...' if foreign[3:] else ''}.",
            kind="other_batch",
            next_step="Name an empty folder, or one that does not exist yet.",
        )
    return None


def _prompts() -> dict[str, str]:
    return {name: load_prompt(name).sha256 for name in prompt_names()}


# ---------------------------------------------------------------- files


def _freeze(folder: Path, tasks: Iterable[Task], *, keep: bool) -> tuple[int, str]:
    """How many tasks there are, and the hash of their lines; ``keep``: also write them.

    Raises:
        ConfigError: ``no_tasks``, ``repeated_task``.
    """
    digest, ids = hashlib.sha256(), set[str]()
    target = folder / TASKS if keep else Path(os.devnull)
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp") if keep else target
    with writing(target), temporary.open("wb") as file:
        for task in tasks:
            if task.id in ids:
                raise ConfigError(f"The task {task.id!r} is in the suite twice.", kind="repeated_task")
            ids.add(task.id)
            line = task_line(task).encode("utf-8", "backslashreplace") + b"\n"
            digest.update(line)
            file.write(line)
        if not ids:
            raise ConfigError("There are no tasks.", kind="no_tasks", next_step="Name a suite that has some.")
        if keep:
            file.flush()
            os.fsync(file.fileno())
            temporary.replace(target)
    return len(ids), digest.hexdigest()


def _write_json(path: Path, value: Any) -> None:
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    with writing(path), temporary.open("w", encoding="utf-8") as file:
        file.write(json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True) + "\n")
        file.flush()
        os.fsync(file.fileno())
        temporary.replace(path)


def _tampered(path: Path) -> RunError:
    return RunError(
        f"{path} is not as the batch wrote it.",
        kind="tampered",
        next_step="Restore it from a copy, or start the batch in another folder.",
    )
