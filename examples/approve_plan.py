"""Let a person decide on the plan before anything is searched: ``python examples/approve_plan.py``.

The graph interrupts with the plan and waits; the answer (approve, edit or reject) goes in through ``Command``. The
"person" here keeps the first sub-question and adds one. With a checkpointer that lasts (SQLite, Postgres), hours may
lie between the two calls, and another process may make the second.
"""

import asyncio
from pathlib import Path
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from research_agent import Settings, build_graph

DOCUMENTS = Path(__file__).parent / "documents"
ADDED = "How thick are the snow and ice on the summit of Mount Everest?"


def decide(plan: dict[str, Any]) -> dict[str, Any]:
    """What a person would do in a form: the same plan with other sub-questions."""
    first = plan["sub_questions"][0]
    edited = plan | {"sub_questions": [first, {"id": "new", "text": ADDED, "queries": [ADDED]}]}
    return {"decision": "edit", "plan": edited}


async def main() -> None:
    settings = Settings(documents=(str(DOCUMENTS),), approve_plan=True)
    graph = build_graph(settings, checkpointer=InMemorySaver())
    thread: Any = {"configurable": {"thread_id": "everest"}}

    state = await graph.ainvoke({"question": "How high is Mount Everest?"}, thread)
    proposed = state["__interrupt__"][0].value["plan"]
    print("proposed:", *(part["text"] for part in proposed["sub_questions"]), sep="\n- ")

    state = await graph.ainvoke(Command(resume=decide(proposed)), thread)
    report = state["report"]
    print("ran:", *(part["text"] for part in report["plan"]["sub_questions"]), sep="\n- ")
    print(f"\n{report['answer']}")


if __name__ == "__main__":
    asyncio.run(main())
