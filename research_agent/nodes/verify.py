"""verify: what the branches propose becomes the ledger; what is missing becomes the next round.

The loop ends by depth, when the engine sees no gap worth a search, or when a round brought no new claim.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from research_agent.codec import dump, load
from research_agent.domain import Branch, ClaimStatus, Plan, Problem, SubQuestion
from research_agent.errors import BudgetError, ModelError
from research_agent.events import event
from research_agent.evidence.ledger import Ledger, build_ledger
from research_agent.nodes.desk import Desk
from research_agent.nodes.state import ResearchState


async def verify(desk: Desk, state: ResearchState) -> dict[str, Any]:
    plan = load(Plan, state["plan"])
    branches = tuple(load(Branch, branch) for branch in state["branches"])
    documents = await desk.documents(source for branch in branches for source in branch.sources)
    readings = [branch.reading for branch in branches if branch.reading is not None]
    ledger = await desk.off_loop(build_ledger, documents, readings, language=desk.question.language)
    before = len(load(Ledger, state["ledger"]).claims) if "ledger" in state else -1
    problems = list(state["problems"])
    new: tuple[SubQuestion, ...] = ()
    if state["round"] < desk.effort.rounds and len(ledger.claims) > before:
        new, failed = await gaps(desk, plan, ledger, branches, state["round"] + 1)
        problems += [dump(problem) for problem in failed]
    desk.emit(
        event(
            "verify",
            round=state["round"],
            claims=len(ledger.claims),
            disputed=sum(claim.status is ClaimStatus.DISPUTED for claim in ledger.claims.values()),
            new_sub_questions=[{"id": sub.id, "text": sub.text} for sub in new],
        )
    )
    return {
        "ledger": dump(ledger),
        "plan": dump(replace(plan, sub_questions=plan.sub_questions + new)),
        "open": [sub.id for sub in new],
        "round": state["round"] + 1,
        "problems": problems,
    }


async def gaps(
    desk: Desk, plan: Plan, ledger: Ledger, branches: tuple[Branch, ...], round: int
) -> tuple[tuple[SubQuestion, ...], list[Problem]]:
    """The next round's sub-questions; a failure here costs the round, not the run."""
    try:
        found = await desk.engine.gaps(desk.question, plan, ledger, branches, round)
    except (ModelError, BudgetError) as error:
        problem = Problem(
            stage="verify", subject=f"round {round}", what=f"No further round was searched. {error}", kind=error.kind
        )
        return (), [problem]
    return found[: desk.effort.gaps], []
