"""The wiring, and nothing else.

    begin -> plan -> approve -> [search -> read] per sub-question, in parallel -> verify -> write -> judge -> finish
                                      ^                                              |
                                      +------- new sub-questions, as planned again --+

The pair search -> read is one compiled sub-graph, sent once for each sub-question: as two plain nodes all reading
would wait for the slowest search. Its nodes have time-outs and an error handler, so that a branch that fails is a
value. ``begin`` opens the run (folder, journal, engine) or finds the one that the caller opened.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from langgraph.graph import END, START, StateGraph
from langgraph.types import Send, TimeoutPolicy

from research_agent.engines.base import Engine
from research_agent.events import Emit, ignore
from research_agent.judging import Judge
from research_agent.nodes.approve import approve
from research_agent.nodes.desk import Desk
from research_agent.nodes.desks import Desks
from research_agent.nodes.finish import finish
from research_agent.nodes.judge import judge
from research_agent.nodes.plan import plan
from research_agent.nodes.read import branch_failed, read
from research_agent.nodes.search import search
from research_agent.nodes.state import BranchResult, BranchState, ResearchState
from research_agent.nodes.verify import verify
from research_agent.nodes.write import write
from research_agent.settings import Settings, load_settings

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.graph.state import CompiledStateGraph

STEPS_OF_A_ROUND = 3
"""Super-steps that one round takes (fan-out, the sub-graph, verify)."""
STEPS_AROUND = 12
"""Super-steps outside the rounds, with room."""


def build_graph(
    settings: Settings | None = None,
    *,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    judge: Judge | None = None,
    engine: Engine | None = None,
    emit: Emit = ignore,
) -> CompiledStateGraph[ResearchState]:
    """The compiled research graph: state in ``{"question": ...}``, state out with ``report`` and ``run``.

    Args:
        settings: those of the runs that this graph makes; read from environment and files when not given.
        checkpointer: needed for ``settings.approve_plan`` (the graph then interrupts with ``{"question", "plan"}`` and
            is resumed with ``Command(resume={"decision": "approve" | "edit" | "reject", ...})``).
        judge: scores the report; without one the report says that it was not judged.
        engine: does the thinking, instead of the one that the settings choose.
        emit: hears every event of every run of this graph.
    """
    return wire(Desks(settings or load_settings(), emit, engine), checkpointer=checkpointer, judge=judge)


def wire(
    desks: Desks, *, checkpointer: BaseCheckpointSaver[Any] | None = None, judge: Judge | None = None
) -> CompiledStateGraph[ResearchState]:
    """The graph over desks that the caller holds."""
    graph = StateGraph(ResearchState)
    graph.add_node("begin", desks.begin)
    graph.add_node("plan", desks.alone(plan))
    graph.add_node("approve", desks.alone(approve))
    graph.add_node("investigate", branch_graph(desks))
    graph.add_node("verify", desks.alone(verify))
    graph.add_node("write", desks.alone(write))
    graph.add_node("judge", desks.alone(judged_by(judge)))
    graph.add_node("finish", desks.alone(finish, last=True))

    graph.add_edge(START, "begin")
    graph.add_edge("begin", "plan")
    graph.add_edge("plan", "approve")
    graph.add_conditional_edges("approve", fan_out, ["investigate"])
    graph.add_edge("investigate", "verify")
    graph.add_conditional_edges("verify", again_or_write, ["investigate", "write"])
    graph.add_edge("write", "judge")
    graph.add_edge("judge", "finish")
    graph.add_edge("finish", END)
    limit = STEPS_AROUND + STEPS_OF_A_ROUND * (1 + desks.effort.rounds)
    compiled = graph.compile(checkpointer=checkpointer, name="research")
    return compiled.with_config(recursion_limit=limit)


def branch_graph(desks: Desks) -> CompiledStateGraph[BranchState, None, BranchState, BranchResult]:
    """search -> read for one sub-question."""
    searching = TimeoutPolicy(run_timeout=desks.patience.search)
    reading = TimeoutPolicy(run_timeout=desks.patience.read)
    graph = StateGraph(BranchState, output_schema=BranchResult)
    graph.add_node("search", desks.at(search), error_handler=branch_failed, timeout=searching)
    graph.add_node("read", desks.at(read), error_handler=branch_failed, timeout=reading)
    graph.add_edge(START, "search")
    graph.add_edge("search", "read")
    graph.add_edge("read", END)
    return graph.compile()


def judged_by(the_judge: Judge | None) -> Callable[[Desk, ResearchState], Awaitable[dict[str, Any]]]:
    """The judge node with the judge that the graph was handed."""

    async def node(desk: Desk, state: ResearchState) -> dict[str, Any]:
        return await judge(desk, state, the_judge)

    return node


def fan_out(state: ResearchState) -> list[Send]:
    """One branch for each open sub-question; those of later rounds are told what was read before."""
    sub_questions = {sub["id"]: sub for sub in state["plan"]["sub_questions"]}
    read = list(dict.fromkeys(source for branch in state.get("branches", []) for source in branch["sources"]))
    common = {"run": state["run"], "earlier": read}
    return [Send("investigate", {**common, "sub_question": sub_questions[name]}) for name in state["open"]]


def again_or_write(state: ResearchState) -> list[Send] | str:
    return fan_out(state) if state["open"] else "write"
