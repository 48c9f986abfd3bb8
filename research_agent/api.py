"""The library: ask a question, go on with a run, play one back.

    report = await research("How high is Mount Everest?", Settings(documents=("notes/",)))

Each call is one run in a folder of its own (``settings.output``). Events can be streamed through ``emit``, or taken
from ``stream``. Cancelling a call closes the run so that ``resume`` can go on with it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from research_agent.codec import load
from research_agent.domain import Plan, Report
from research_agent.engines.base import Engine
from research_agent.errors import ConfigError
from research_agent.events import Emit, Event, ignore
from research_agent.graph import wire
from research_agent.judging import Judge
from research_agent.nodes.approve import AskApproval, to_decision
from research_agent.nodes.desk import Desk
from research_agent.nodes.desks import Desks
from research_agent.nodes.opening import open_new, open_replay, reopen
from research_agent.settings import Settings, load_settings


async def research(
    question: str,
    settings: Settings | None = None,
    *,
    emit: Emit = ignore,
    judge: Judge | None = None,
    approve: AskApproval | None = None,
    engine: Engine | None = None,
) -> Report:
    """Research a question; the report is also in the run's folder, in the formats that the settings name.

    Args:
        settings: read from the environment and the user's files when not given.
        emit: hears every event, in order (see ``research_agent.events``).
        judge: scores the report; without one the report says that it was not judged.
        approve: asked with the plan when ``settings.approve_plan`` is set.
        engine: does the thinking, instead of the one that the settings choose.

    Raises:
        ConfigError: the question, a setting or an answer of ``approve`` is unusable (kind ``plan_rejected``: no).
        ModelError: the model endpoint failed before anything was found; the run can be resumed.
        RunError: the run's folder cannot be written; the run can be resumed where it exists.
    """
    chosen = settings or load_settings()
    _require_approval(chosen, approve)
    return await _run(await open_new(question, chosen, emit, engine), judge, approve)


async def resume(
    folder: Path,
    settings: Settings | None = None,
    *,
    emit: Emit = ignore,
    judge: Judge | None = None,
    approve: AskApproval | None = None,
    engine: Engine | None = None,
) -> Report:
    """Go on with a run that was interrupted or failed. No recorded call is repeated.

    A run that ended with a report is gone through again as well: what had failed for a passing reason is tried again.
    """
    return await _run(await reopen(folder, settings, emit, engine), judge, approve)


async def replay(
    folder: Path,
    *,
    output: Path | None = None,
    allow_changed: bool = False,
    emit: Emit = ignore,
    judge: Judge | None = None,
    engine: Engine | None = None,
) -> Report:
    """Play a recorded run back into a new folder: offline, with the same report as its result.

    Args:
        output: where the new run folder is made; beside the old one when not given.
        allow_changed: answer from the recording though a request differs; the differences are told as events.

    Raises:
        RunError: kinds ``not_recorded`` and ``request_changed``: this release asks what that run did not.
    """
    return await _run(await open_replay(folder, output, allow_changed, emit, engine), judge, None)


def research_sync(question: str, settings: Settings | None = None, **options: Any) -> Report:
    """``research`` for programs without an event loop; takes the same options."""
    return asyncio.run(research(question, settings, **options))


async def stream(question: str, settings: Settings | None = None, **options: Any) -> AsyncIterator[Event]:
    """The events of a run as they happen; the last one, ``report``, holds the whole report.

    Raises:
        ResearchError: as ``research``, after the events before it.
    """
    events: asyncio.Queue[Event | None] = asyncio.Queue()
    running = asyncio.ensure_future(research(question, settings, emit=events.put_nowait, **options))
    running.add_done_callback(lambda _: events.put_nowait(None))
    try:
        while (told := await events.get()) is not None:
            yield told
        await running
    finally:
        running.cancel()


def _require_approval(settings: Settings, approve: AskApproval | None) -> None:
    if settings.approve_plan and approve is None:
        raise ConfigError(
            "The settings ask for approval of the plan, and nobody was named to give it.",
            kind="no_approver",
            next_step="Hand in `approve=`, or unset approve_plan.",
        )


async def _run(desk: Desk, judge: Judge | None, approve: AskApproval | None) -> Report:
    desks = Desks(desk.settings, ignore)
    desks.adopt(desk)
    try:
        with _untraced(desk.settings):
            final = await _to_the_end(desk, desks, judge, approve)
    except BaseException as error:
        desk.broke_off(error)
        raise
    finally:
        await asyncio.shield(desks.aclose())
    return load(Report, final["record"])


async def _to_the_end(desk: Desk, desks: Desks, judge: Judge | None, approve: AskApproval | None) -> dict[str, Any]:
    """Run the graph, asking for approval where it interrupts."""
    from langgraph.checkpoint.memory import InMemorySaver
    from langgraph.types import Command

    graph = wire(desks, checkpointer=InMemorySaver() if approve else None, judge=judge)
    config: Any = {"configurable": {"thread_id": desk.folder.name}} if approve else None
    given: Any = {"question": desk.question.text, "run": str(desk.folder.path)}
    while True:
        state: dict[str, Any] = await graph.ainvoke(given, config)
        waiting = state.get("__interrupt__")
        if not waiting or approve is None:
            return state
        decision = await approve(load(Plan, waiting[0].value["plan"]))
        given = Command(resume=to_decision(decision))


def _untraced(settings: Settings) -> Any:
    """An inherited LANGSMITH_TRACING would send the question away; only our own setting lets it."""
    if settings.tracing:
        return nullcontext()
    from langsmith import tracing_context

    return tracing_context(enabled=False)
