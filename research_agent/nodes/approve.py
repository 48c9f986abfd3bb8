"""approve: a person sees the plan before anything is searched, and decides.

A node of its own: LangGraph runs an interrupted node again from its start, and planning must not be paid twice. The
decision is typed (approve, edit, reject), never read out of free text, and recorded, so a resumed run does not ask
again. The plan that was approved is the plan that runs.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from pydantic import ValidationError

from research_agent.codec import dump, load
from research_agent.domain import OutlineSection, Plan, SubQuestion
from research_agent.errors import ConfigError
from research_agent.nodes.desk import Desk
from research_agent.nodes.plan import announce
from research_agent.nodes.state import ResearchState


@dataclass(frozen=True, slots=True)
class Approve:
    """Run the plan as it is."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Run this plan instead. Sub-questions are numbered anew, 1 to n."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class Reject:
    """Do not run."""

    reason: str = ""


Approval = Approve | Edit | Reject
AskApproval = Callable[[Plan], Awaitable[Approval]]


def to_decision(approval: Approval) -> dict[str, Any]:
    """The approval as the JSON that ``Command(resume=...)`` takes and the journal keeps."""
    match approval:
        case Edit(plan=plan):
            return {"decision": "edit", "plan": dump(plan)}
        case Reject(reason=reason):
            return {"decision": "reject", "reason": reason}
        case Approve():
            return {"decision": "approve"}


async def approve(desk: Desk, state: ResearchState) -> dict[str, Any]:
    if not desk.settings.approve_plan:
        return {}
    recorded = await desk.journal.known("approval")
    if recorded is None:
        from langgraph.types import interrupt

        recorded = interrupt({"question": desk.question.text, "plan": state["plan"]})
        approved = decide(load(Plan, state["plan"]), recorded)
        decision = recorded
        await desk.journal.fact("approval", lambda: decision)
    else:
        approved = decide(load(Plan, state["plan"]), recorded)
    if approved.origin != "edited":
        return {}
    announce(desk, approved)
    return {"plan": dump(approved), "open": [sub.id for sub in approved.sub_questions]}


def decide(plan: Plan, decision: Any) -> Plan:
    """The plan that the decision lets run.

    Raises:
        ConfigError: kind ``plan_rejected``, or ``bad_decision`` for an answer that is none of the three.
    """
    if not isinstance(decision, dict) or decision.get("decision") not in {"approve", "edit", "reject"}:
        raise ConfigError(
            f"The answer to the plan is none of approve, edit, reject: {str(decision)[:80]!r}.",
            kind="bad_decision",
            next_step='Answer {"decision": "approve"}, {"decision": "edit", "plan": {...}} or {"decision": "reject"}.',
        )
    if decision["decision"] == "approve":
        return plan
    if decision["decision"] == "reject":
        reason = f" Reason: {decision['reason']}." if decision.get("reason") else ""
        raise ConfigError(f"The plan was rejected; nothing was searched.{reason}", kind="plan_rejected")
    try:
        return renumber(load(Plan, decision["plan"]))
    except (KeyError, ValidationError) as error:
        raise ConfigError(f"The edited plan does not fit: {error}.", kind="bad_decision") from error


def renumber(plan: Plan) -> Plan:
    """An edited plan with ids 1 to n, empty queries filled, and an outline that names existing sub-questions."""
    kept = [sub for sub in plan.sub_questions if sub.text.strip()]
    if not kept:
        raise ConfigError("The edited plan has no sub-question.", kind="bad_decision", next_step="Keep at least one.")
    new_ids = {sub.id: str(position) for position, sub in enumerate(kept, start=1)}
    sub_questions = tuple(
        SubQuestion(id=str(position), text=sub.text, queries=sub.queries or (sub.text,))
        for position, sub in enumerate(kept, start=1)
    )
    outline = tuple(
        OutlineSection(title=part.title, sub_questions=mapped)
        for part in plan.outline
        if (mapped := tuple(new_ids[name] for name in part.sub_questions if name in new_ids))
    )
    covered = {name for part in outline for name in part.sub_questions}
    missing = tuple(
        OutlineSection(title=sub.text, sub_questions=(sub.id,)) for sub in sub_questions if sub.id not in covered
    )
    return replace(plan, sub_questions=sub_questions, outline=outline + missing, origin="edited")
