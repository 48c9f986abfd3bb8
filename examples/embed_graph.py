"""Use the research graph as one step of a graph of your own: ``python examples/embed_graph.py``.

The host graph turns a topic into a question, hands it to the compiled research graph, and makes a short reply of
the report. Every statement in the reply keeps its source.
"""

import asyncio
from pathlib import Path
from typing import Any, TypedDict

from langgraph.graph import END, START, StateGraph

from research_agent import Settings, build_graph

DOCUMENTS = Path(__file__).parent / "documents"


class HostState(TypedDict, total=False):
    topic: str
    report: dict[str, Any]
    reply: str


def host_graph(settings: Settings) -> Any:
    research = build_graph(settings)

    async def look_up(state: HostState) -> HostState:
        found = await research.ainvoke({"question": f"What is known about {state['topic']}?"})
        return {"report": found["report"]}

    def reply(state: HostState) -> HostState:
        report = state["report"]
        titles = ", ".join(source["title"] for source in report["sources"][:3])
        return {"reply": f"{report['answer']}\n(from: {titles})"}

    graph = StateGraph(HostState)
    graph.add_node("look_up", look_up)
    graph.add_node("reply", reply)
    graph.add_edge(START, "look_up")
    graph.add_edge("look_up", "reply")
    graph.add_edge("reply", END)
    return graph.compile()


async def main() -> None:
    settings = Settings(documents=(str(DOCUMENTS),))
    state = await host_graph(settings).ainvoke({"topic": "the snow on the summit of Mount Everest"})
    print(state["reply"])


if __name__ == "__main__":
    asyncio.run(main())
