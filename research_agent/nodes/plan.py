"""plan: the question becomes sub-questions, queries and an outline.

The question itself is always a valid one-step plan: an unusable reply falls back to it, and the report says so. An
endpoint that cannot be reached at all is different: nothing was paid yet, so the run stops and can be resumed.
"""

from __future__ import annotations

from typing import Any

from research_agent.codec import dump
from research_agent.domain import Intent, OutlineSection, Plan, Problem, Question, SubQuestion
from research_agent.errors import BudgetError, ModelError
from research_agent.events import event
from research_agent.nodes.desk import Desk
from research_agent.nodes.state import ResearchState
from research_agent.nodes.todo import tell_todo, todo

UNUSABLE_REPLY = frozenset({"not_json", "bad_reply", "refused", "truncated", "too_long"})
"""ModelError kinds after which the run goes on with the question as its plan."""


async def plan(desk: Desk, state: ResearchState) -> dict[str, Any]:
    problems: list[Problem] = []
    try:
        planned = await desk.engine.plan(desk.question)
    except (ModelError, BudgetError) as error:
        if isinstance(error, ModelError) and error.kind not in UNUSABLE_REPLY:
            raise
        problem = Problem(
            stage="plan",
            subject=desk.question.text[:80],
            what=f"The planner gave no usable plan, so the question itself was researched as one step. {error}",
            kind=error.kind,
        )
        planned = one_step(desk.question, problem.what)
        problems.append(problem)
        desk.emit(event("problem", stage="plan", subject=problem.subject, what=problem.what))
    announce(desk, planned)
    return {
        "plan": dump(planned),
        "open": [sub.id for sub in planned.sub_questions],
        "round": 0,
        "problems": [dump(problem) for problem in problems],
    }


def one_step(question: Question, note: str) -> Plan:
    """The question as a plan of one step."""
    sub_question = SubQuestion(id="1", text=question.text, queries=(question.text,))
    return Plan(
        intent=Intent.EXPLANATION,
        sub_questions=(sub_question,),
        outline=(OutlineSection(title=question.text, sub_questions=("1",)),),
        origin="fallback",
        note=note,
    )


def announce(desk: Desk, planned: Plan) -> None:
    """Tell the listeners which plan will run."""
    listed = [{"id": sub.id, "text": sub.text} for sub in planned.sub_questions]
    desk.emit(event("plan", sub_questions=listed, origin=planned.origin, note=planned.note))
    tell_todo(desk, todo(planned, (), None, language="en"), after="plan")
