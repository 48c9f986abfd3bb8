"""verify: what the branches propose becomes the ledger; a reflection on it becomes the next round, or the end.

    readings -> ledger -> relations -> reflection (the engine's, where another round is possible; else code's) -> replan

The search ends by depth, when a round brought nothing new, or when no search is expected to gain enough; the
reflection says which. A model that fails here costs the round, not the run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from research_agent.codec import dump, load
from research_agent.domain import Branch, ClaimStatus, Document, Plan, Problem, Reflection, SubQuestion
from research_agent.engines.standing import standing
from research_agent.errors import BudgetError, ModelError
from research_agent.events import event
from research_agent.evidence.ledger import Ledger, build_ledger
from research_agent.evidence.relations import apply_relations
from research_agent.nodes.desk import Desk
from research_agent.nodes.replan import replan
from research_agent.nodes.state import ResearchState
from research_agent.nodes.todo import tell_todo, todo
from research_agent.reports.labels import labels


async def verify(desk: Desk, state: ResearchState) -> dict[str, Any]:
    plan = load(Plan, state["plan"])
    branches = tuple(load(Branch, branch) for branch in state["branches"])
    ledger, failed = await ledger_of(desk, plan, branches)
    before = set(load(Ledger, state["ledger"]).quotes) if "ledger" in state else None
    ends = end_of_search(state["round"], desk.effort.rounds, set(ledger.quotes), before)
    if not ends and all_failed(branches):
        ends = "stops_search_failed"
    new, reflection, unreflected = await reflect(desk, plan, ledger, branches, state["round"], ends)
    plan = replace(plan, sub_questions=plan.sub_questions + new)
    desk.emit(
        event(
            "verify",
            round=state["round"],
            claims=len(ledger.claims),
            disputed=sum(claim.status is ClaimStatus.DISPUTED for claim in ledger.claims.values()),
            new_sub_questions=[{"id": sub.id, "text": sub.text} for sub in new],
            why=reflection.why,
        )
    )
    tell_todo(desk, todo(plan, branches, ledger, language="en"), after="round")
    return {
        "ledger": dump(ledger),
        "plan": dump(plan),
        "open": [sub.id for sub in new],
        "round": state["round"] + 1,
        "reflections": [*state.get("reflections", []), dump(reflection)],
        "problems": [*state["problems"], *(dump(problem) for problem in (*failed, *unreflected))],
    }


async def ledger_of(desk: Desk, plan: Plan, branches: Sequence[Branch]) -> tuple[Ledger, list[Problem]]:
    """What all branches so far propose, by the rules of evidence, and what went wrong."""
    documents = await desk.documents(source for branch in branches for source in branch.sources)
    readings = [branch.reading for branch in branches if branch.reading is not None]
    language = desk.question.language
    asked = {"": desk.question.text, **{sub.id: sub.text for sub in plan.sub_questions}}
    ledger = await desk.off_loop(
        build_ledger, documents, readings, language=language, rulings=desk.rulings, asked=asked
    )
    return await related(desk, documents, ledger)


async def related(desk: Desk, documents: Mapping[str, Document], ledger: Ledger) -> tuple[Ledger, list[Problem]]:
    """The ledger with the relations that the engine sees and the rules accept. A failure costs only these."""
    try:
        relations = await desk.engine.relate(desk.question, ledger)
    except (ModelError, BudgetError) as error:
        what = f"Claims in different words were not compared by the model; rules in code compared all of them. {error}"
        kind = error.kind if isinstance(error, BudgetError) else "unrelated"
        return ledger, [Problem(stage="verify", subject="relations", what=what, kind=kind)]
    if not relations:
        return ledger, []
    return await desk.off_loop(apply_relations, ledger, documents, relations), []


def end_of_search(round: int, rounds: int, quotes: set[str], before: set[str] | None) -> str:
    """Why no further round is possible whatever a reflection says, as a label's name; empty where one is.

    Args:
        quotes, before: ids of the ledger's quotes, and of those before this round (None: it was the first).
    """
    if round >= rounds:
        return "stops_depth"
    return "stops_nothing_new" if before is not None and quotes <= before else ""


def all_failed(branches: Sequence[Branch]) -> bool:
    """Whether no search was answered at all: other words do not mend that."""
    attempts = [attempt for branch in branches for attempt in branch.attempts]
    return bool(attempts) and all(attempt.status == "failed" for attempt in attempts)


async def reflect(
    desk: Desk, plan: Plan, ledger: Ledger, branches: Sequence[Branch], round: int, ends: str
) -> tuple[tuple[SubQuestion, ...], Reflection, list[Problem]]:
    """The next round's sub-questions, the reflection that they come from, and what went wrong."""
    say = labels(desk.question.language)
    if ends:
        return (), replace(standing(plan, ledger, branches).reflection(round), why=say(ends)), []
    try:
        reflection = await desk.engine.reflect(desk.question, plan, ledger, branches, round)
    except (ModelError, BudgetError) as error:
        subject, what = f"round {round + 1}", f"No further round was searched. {error}"
        problem = Problem(stage="verify", subject=subject, what=what, kind=error.kind or error.name)
        why = say("stops_budget" if isinstance(error, BudgetError) else "stops_failed")
        return (), replace(standing(plan, ledger, branches).reflection(round), why=why), [problem]
    new, reflection = replan(plan, reflection, branches, desk.effort, say)
    return new, reflection, []
