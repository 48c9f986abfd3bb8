"""judge: the judge that the graph was handed scores the report; without one, the report says that it was not judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol

from research_agent.codec import dump, load
from research_agent.domain import Document, Problem, Report, Verdict
from research_agent.errors import BudgetError, ModelError
from research_agent.nodes.desk import Desk
from research_agent.nodes.state import ResearchState


class Judge(Protocol):
    """Scores a finished report against a checklist of its own."""

    @property
    def name(self) -> str: ...

    async def judge(self, report: Report, documents: Mapping[str, Document]) -> Verdict: ...


async def judge(desk: Desk, state: ResearchState, judge: Judge | None) -> dict[str, Any]:
    if judge is None:
        return {}
    report = load(Report, state["record"])
    documents = await desk.documents(source.id for source in report.sources)
    try:
        verdict = await judge.judge(report, documents)
    except (ModelError, BudgetError) as error:
        problem = Problem(
            stage="judge", subject=judge.name, what=f"The report was not judged. {error}", kind=error.kind
        )
        return {"record": dump(replace(report, problems=(*report.problems, problem)))}
    return {"record": dump(replace(report, judged=True)), "verdict": dump(verdict)}
