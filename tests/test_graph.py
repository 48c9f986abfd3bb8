"""The graph as an embedding application uses it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypedDict

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command

from research_agent import build_graph
from research_agent.api import replay
from research_agent.domain import Document, ItemVerdict, Report, Verdict
from research_agent.engines.fake import FakeEngine
from research_agent.errors import BudgetError, ConfigError
from research_agent.judging import Calls
from tests.support.runs import run_settings

QUESTION = "How high is the lighthouse of Lindau?"


class Strict:
    name = "strict"

    async def judge(self, report: Report, documents: Mapping[str, Document], calls: Calls) -> Verdict:
        assert set(documents) == {source.id for source in report.sources}
        item = ItemVerdict(id="1", label="satisfied", value=1.0, weight=2.0, reason="Yes.", text="Names the height")
        return Verdict(judge=self.name, score=1.0, decided=1, items=(item,))


async def test_state_in_state_out(tmp_path: Path) -> None:
    graph = build_graph(run_settings(tmp_path), engine=FakeEngine())
    state = await graph.ainvoke({"question": QUESTION})
    assert state["report"]["outcome"] == "complete"
    assert state["report"]["judged"] is False
    assert Path(state["run"], "report.html").is_file()


async def test_one_graph_serves_many_questions(tmp_path: Path) -> None:
    graph = build_graph(run_settings(tmp_path), engine=FakeEngine())
    first = await graph.ainvoke({"question": QUESTION})
    second = await graph.ainvoke({"question": "How long does the ferry take from Bregenz?"})
    assert first["run"] != second["run"]


async def test_as_a_part_of_another_graph(tmp_path: Path) -> None:
    class Outer(TypedDict, total=False):
        question: str
        report: dict[str, Any]
        headline: str

    async def headline(state: Outer) -> Outer:
        return {"headline": state["report"]["answer"]}

    outer = StateGraph(Outer)
    outer.add_node("research", build_graph(run_settings(tmp_path), engine=FakeEngine()))
    outer.add_node("headline", headline)
    outer.add_edge(START, "research")
    outer.add_edge("research", "headline")
    outer.add_edge("headline", END)
    state = await outer.compile().ainvoke({"question": QUESTION})
    assert state["headline"]


async def test_approval_through_interrupt_and_command(tmp_path: Path) -> None:
    engine = FakeEngine()
    graph = build_graph(run_settings(tmp_path, approve_plan=True), engine=engine, checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "1"}}
    waiting = await graph.ainvoke({"question": QUESTION}, config)
    assert waiting["__interrupt__"][0].value["plan"]["sub_questions"]
    state = await graph.ainvoke(Command(resume={"decision": "approve"}), config)
    assert state["report"]["outcome"] == "complete"
    assert engine.calls.count("plan") == 1


async def test_an_answer_that_is_no_decision_is_refused(tmp_path: Path) -> None:
    graph = build_graph(run_settings(tmp_path, approve_plan=True), engine=FakeEngine(), checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "1"}}
    await graph.ainvoke({"question": QUESTION}, config)
    with pytest.raises(ConfigError, match="none of approve, edit, reject"):
        await graph.ainvoke(Command(resume="add a section on novel applications"), config)


async def test_another_process_goes_on_from_the_checkpoint(tmp_path: Path) -> None:
    """The state holds primitives and the run's folder; a second graph stands for the second process."""
    settings, saver = run_settings(tmp_path, approve_plan=True), InMemorySaver()
    config: Any = {"configurable": {"thread_id": "1"}}
    first = build_graph(settings, engine=FakeEngine(), checkpointer=saver)
    waiting = await first.ainvoke({"question": QUESTION}, config)
    await _forget(first)
    second = build_graph(settings, engine=FakeEngine(), checkpointer=saver)
    state = await second.ainvoke(Command(resume={"decision": "approve"}), config)
    assert state["run"] == waiting["run"]
    assert state["report"]["outcome"] == "complete"


async def test_a_judge_that_is_handed_in_judges(tmp_path: Path) -> None:
    graph = build_graph(run_settings(tmp_path), engine=FakeEngine(), judge=Strict())
    state = await graph.ainvoke({"question": QUESTION})
    assert state["report"]["judged"] is True
    assert state["verdict"]["score"] == 1.0
    assert Path(state["run"], "verdict.json").is_file()
    assert state["report"]["verdict"] == state["verdict"]
    for name in ("report.md", "report.html"):
        text = Path(state["run"], name).read_text(encoding="utf-8")
        assert "Names the height" in text
        assert "Judged: 1.00, over 1 of 1 checklist items." in text


async def test_a_replay_shows_the_verdict_without_having_the_judge(tmp_path: Path) -> None:
    state = await build_graph(run_settings(tmp_path), engine=FakeEngine(), judge=Strict()).ainvoke(
        {"question": QUESTION}
    )
    first = Path(state["run"])
    again = await replay(first, output=tmp_path / "again", engine=FakeEngine())
    second = tmp_path / "again" / again.run
    (folder,) = [path for path in (tmp_path / "again").iterdir() if path.is_dir()]
    assert second.name == first.name
    for name in ("report.md", "report.json", "verdict.json"):
        assert (folder / name).read_bytes() == (first / name).read_bytes()


async def test_a_judge_that_fails_leaves_a_report_that_says_so(tmp_path: Path) -> None:
    class Poor(Strict):
        async def judge(self, report: Report, documents: Mapping[str, Document], calls: Calls) -> Verdict:
            raise BudgetError("The budget of 5 tokens is reached.", kind="tokens")

    state = await build_graph(run_settings(tmp_path), engine=FakeEngine(), judge=Poor()).ainvoke({"question": QUESTION})
    assert state["report"]["judged"] is False
    assert "The report was not judged. The budget of 5 tokens is reached." in str(state["report"]["problems"])


async def _forget(graph: Any) -> None:
    """Close what the first process has open, as its end would."""
    desks = graph.nodes["begin"].bound.afunc.__self__
    await desks.aclose()
