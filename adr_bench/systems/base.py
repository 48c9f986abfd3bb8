"""What a system under test is: something that answers one task at a time, built in a worker process from plain data.

A batch names its system by a ``SystemSpec``; each worker builds its own copy (``build``) and hands it one task after
another. Whatever a system writes goes into the task's workspace, a folder of the task's own that is still there, with
all that an earlier try left in it, when the task is tried again after a kill: a system that has paid for half a
report should go on with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from research_agent.adr_bench.tasks import Task
from research_agent.domain import Usage
from research_agent.errors import ConfigError

REPORT = "report.md"
"""The report's name in the workspace, for a system that has no reason to choose another."""

SYSTEMS: Mapping[str, str] = {
    "research": "research_agent.adr_bench.systems.research:ResearchSystem",
    "single-pass": "research_agent.adr_bench.systems.single_pass:SinglePassSystem",
    "command": "research_agent.adr_bench.systems.command:CommandSystem",
}
"""Name -> ``module:class``. A spec may also name any other ``module:class``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemSpec:
    """A system as plain data."""

    name: str
    """A key of ``SYSTEMS``, or ``module:class``."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """JSON. What the results depend on: models, depth, documents, the command. Recorded in ``batch.json``; a batch can
    only be resumed with the same ones."""
    models: Mapping[str, str] = field(default_factory=dict)
    """Role -> model name, as far as it is known beforehand; recorded."""
    private: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """JSON. What only this machine and this moment know: endpoint, keys, caches. Handed to the workers through a pipe;
    neither recorded nor compared, so that nobody's batch folder can send a key elsewhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskLimits:
    """What one task may cost. None: no limit."""

    usd: float | None = None
    tokens: int | None = None
    """Prompt and completion tokens together."""
    seconds: float | None = None
    """Of wall time. The system should end by itself; a worker that is far over it is killed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a system made of a task."""

    report: Path
    """The report in Markdown; in the workspace."""
    outcome: str
    """``complete``, ``partial``, ... (``domain.Outcome``); a system that does not know says ``complete``."""
    usage: Usage = field(default_factory=Usage)
    """All calls for this task, those of earlier tries that it went on from included. ``usd`` None: not known."""
    run: Path | None = None
    """The run folder, where there is one; in the workspace."""
    figures: Mapping[str, float] = field(default_factory=dict)
    """Whatever else the system counts: sources read, quotes."""


class System(Protocol):
    """Answers tasks. Made with ``Class(options, private, shared)``: the two mappings of its spec, and a folder through
    which all workers of this machine share rate limits (``Settings.shared_limits``); importing and making it is cheap
    and has no effects.

    A class may have a static method ``preload(options)`` with the names of the modules that answering needs: they are
    imported once, in the process that the workers are forked from. They must not start threads.
    """

    async def answer(self, task: Task, workspace: Path, limits: TaskLimits) -> Answer:
        """The task's report, in ``workspace``, which exists.

        Being cancelled means that the batch is being stopped: leave the workspace so that it can be gone on with.

        Raises:
            ResearchError: there is no report; the task failed. Any other exception is a failure as well, kept with its
                traceback in the task's log.
        """
        ...

    def spent(self, workspace: Path) -> Usage:
        """What a task whose worker died has cost so far, from what it left in its workspace; zeros when nothing says.
        Called in the supervisor: reads files, starts nothing."""
        ...

    async def aclose(self) -> None:
        """Called once, when the worker is given up."""
        ...


def build(spec: SystemSpec, shared: Path | None = None) -> System:
    """The system that a spec names.

    Raises:
        ConfigError: kind ``unknown_system``, or the class refuses the options.
    """
    return cast(System, system_class(spec)(spec.options, spec.private, shared))


def system_class(spec: SystemSpec) -> Callable[..., Any]:
    """The class that a spec names. Raises ConfigError as ``build`` does."""
    place = SYSTEMS.get(spec.name, spec.name)
    module, colon, name = place.partition(":")
    try:
        made = getattr(import_module(module), name) if colon else None
    except (ImportError, AttributeError) as error:
        raise _unknown(spec.name, f" ({error})") from error
    if made is None:
        raise _unknown(spec.name)
    return cast("Callable[..., Any]", made)


def _unknown(name: str, why: str = "") -> ConfigError:
    return ConfigError(
        f"There is no system {name!r}{why}.",
        kind="unknown_system",
        next_step=f"Name one of {', '.join(SYSTEMS)}, or a class as package.module:Class.",
    )
