"""Which desk a node works at: found by the run's folder, opened when this process has not opened it yet.

The graph's state names the run; everything else that a node needs (engine, search, reader, journal) cannot be kept by
a checkpointer and is opened from the folder. So a host application may resume a checkpointed graph in a new process,
and whatever was called before is answered by the journal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from research_agent.effort import EFFORT, Effort
from research_agent.engines.base import Engine
from research_agent.events import Emit
from research_agent.nodes.desk import Desk
from research_agent.nodes.opening import open_new, reopen
from research_agent.nodes.state import BranchState, ResearchState
from research_agent.settings import Settings

S = TypeVar("S", bound=ResearchState | BranchState)
S_contra = TypeVar("S_contra", bound=ResearchState | BranchState, contravariant=True)


class Node(Protocol[S_contra]):
    """What LangGraph takes as a node."""

    async def __call__(self, state: S_contra) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds that the nodes of a branch may take: the sum of the time-outs of the calls that they wait for."""

    search: float
    read: float


class Desks:
    """The desks of one graph.

    Args:
        engine: works at every desk of this graph, instead of the one that the settings choose.
    """

    def __init__(self, settings: Settings, emit: Emit, engine: Engine | None = None) -> None:
        self.settings = settings
        self.emit = emit
        self.engine = engine
        self._open: dict[str, asyncio.Task[Desk]] = {}

    @property
    def effort(self) -> Effort:
        return EFFORT[self.settings.depth]

    @property
    def patience(self) -> Patience:
        """Search: each query's time-out and its retries. Read: every download in turn, then one model call with its
        transport retries and two corrective ones, behind as many others as the concurrency lets queue up."""
        settings, effort = self.settings, self.effort
        tries = settings.model_retries + 1
        queue = 1 + effort.sub_questions / settings.concurrency
        return Patience(
            search=60 + 4 * 3 * settings.fetch_timeout,
            read=60 + effort.documents * 3 * settings.fetch_timeout + 3 * tries * settings.model_timeout * queue,
        )

    def adopt(self, desk: Desk) -> None:
        """Take over a desk that the caller opened; ``begin`` then opens none."""
        future: asyncio.Future[Desk] = asyncio.get_running_loop().create_future()
        future.set_result(desk)
        self._open[str(desk.folder.path)] = future  # type: ignore[assignment]

    async def begin(self, state: ResearchState) -> dict[str, Any]:
        if run := state.get("run"):
            await self.desk(run)
            return {}
        desk = await open_new(state["question"], self.settings, self.emit, self.engine)
        self.adopt(desk)
        return {"run": str(desk.folder.path)}

    async def desk(self, run: str) -> Desk:
        if run not in self._open:
            self._open[run] = asyncio.ensure_future(reopen(Path(run), self.settings, self.emit, self.engine))
        return await asyncio.shield(self._open[run])

    def at(self, work: Callable[[Desk, S], Awaitable[dict[str, Any]]]) -> Node[S]:
        """A graph node that does ``work`` at the run's desk."""

        async def node(state: S) -> dict[str, Any]:
            return await work(await self.desk(state["run"]), state)

        return node

    def alone(self, work: Callable[[Desk, S], Awaitable[dict[str, Any]]], *, last: bool = False) -> Node[S]:
        """A node that runs while no other does: when it fails for good, or is the last one, the desk is closed.

        An interrupt is no failure: the desk stays open for the answer.
        """

        async def node(state: S) -> dict[str, Any]:
            from langgraph.errors import GraphBubbleUp

            desk = await self.desk(state["run"])
            try:
                result = await work(desk, state)
            except GraphBubbleUp:
                raise
            except BaseException as error:
                desk.broke_off(error)
                await self.close(state["run"])
                raise
            if last:
                await self.close(state["run"])
            return result

        return node

    async def close(self, run: str) -> None:
        """Close the run's desk, if it is open."""
        opening = self._open.pop(run, None)
        if opening is not None:
            await asyncio.shield((await opening).aclose())

    async def aclose(self) -> None:
        """Close every desk that is open."""
        for run in list(self._open):
            await self.close(run)
