"""judge: the judge that the graph was handed scores the report; without one, the report says that it was not judged.

What came of it is a fact of the journal, so that a replay shows the same report without having the judge.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from research_agent.codec import dump, load
from research_agent.domain import Problem, Report, Usage, Verdict
from research_agent.errors import BudgetError, ModelError
from research_agent.judging import Calls, Judge
from research_agent.nodes.desk import Desk
from research_agent.nodes.state import ResearchState
from research_agent.settings import Settings

Json = dict[str, Any]
FACT = "judgement"
LEAST = 1e-9
"""A budget is a number above 0, also when nothing is left of it."""


async def judge(desk: Desk, state: ResearchState, judge: Judge | None) -> Json:
    recorded = await desk.journal.known(FACT)
    if recorded is None:
        if judge is None:
            return {}
        outcome = await _judged(desk, load(Report, state["record"]), judge)
        recorded = outcome if desk.journal.replays else await desk.journal.fact(FACT, lambda: outcome)
    return _entered(load(Report, state["record"]), recorded)


async def _judged(desk: Desk, report: Report, judge: Judge) -> Json:
    """What the journal keeps: the verdict, or why there is none, and what the run cost with it."""
    documents = await desk.documents(source.id for source in report.sources)
    calls = Calls(settings=_left(desk.settings, report.usage), recorder=desk.journal, emit=desk.emit)
    try:
        outcome = {"verdict": dump(await judge.judge(report, documents, calls))}
    except (ModelError, BudgetError) as error:
        what = f"The report was not judged. {error}"
        outcome = {"problem": dump(Problem(stage="judge", subject=judge.name, what=what, kind=error.kind))}
    return outcome | {"usage": dump(await desk.usage())}


def _entered(report: Report, outcome: Json) -> Json:
    """The report with its verdict, or with the problem."""
    report = replace(report, usage=load(Usage, outcome["usage"]))
    if "problem" in outcome:
        problem = load(Problem, outcome["problem"])
        return {"record": dump(replace(report, problems=(*report.problems, problem)))}
    verdict = load(Verdict, outcome["verdict"])
    return {"record": dump(replace(report, verdict=verdict)), "verdict": dump(verdict)}


def _left(settings: Settings, usage: Usage) -> Settings:
    """The settings with what the run has left of its budgets."""
    spent = {
        "budget_usd": usage.usd or 0.0,
        "budget_tokens": usage.prompt_tokens + usage.completion_tokens,
        "budget_seconds": usage.seconds,
    }
    left = {name: max(LEAST, limit - spent[name]) for name in spent if (limit := getattr(settings, name)) is not None}
    if "budget_tokens" in left:
        left["budget_tokens"] = max(1, int(left["budget_tokens"]))
    return settings.model_copy(update=left)
