"""write: the ledger becomes a draft, and the draft a report in which every sentence is checked.

    Ledger -> Draft -> checked, judged -> faulty sentences repaired once -> dropped or marked -> Report
              (nodes/settling.py has the middle part)

The writer's input is a non-empty ledger; nothing found can only give a 'nothing found' report. A writer that fails
for good costs its prose, not the evidence: the claims' own quotes are then printed, and the report says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from research_agent.codec import dump, load
from research_agent.domain import Branch, Document, Outcome, Plan, Problem, Reflection
from research_agent.errors import UNUSABLE, BudgetError, ModelError
from research_agent.events import event
from research_agent.evidence.ledger import Ledger
from research_agent.nodes.desk import Desk
from research_agent.nodes.outcome import branch_problems, budget_spent, outcome_of, unread_failure
from research_agent.nodes.settling import settled
from research_agent.nodes.state import ResearchState
from research_agent.nodes.todo import todo
from research_agent.reports.assemble import assemble
from research_agent.reports.checking import Checked


async def write(desk: Desk, state: ResearchState) -> dict[str, Any]:
    plan = load(Plan, state["plan"])
    branches = tuple(load(Branch, branch) for branch in state["branches"])
    ledger = load(Ledger, state["ledger"])
    problems = [load(Problem, problem) for problem in state["problems"]] + [*desk.problems]
    if not ledger.claims and (failure := unread_failure(branches)):
        raise failure
    checked = Checked.empty(ledger)
    if ledger.claims:
        quoted = [quote.source for quote in ledger.quotes.values()]
        documents = await desk.documents([*quoted, *(source for branch in branches for source in branch.sources)])
        checked, failed = await compose(desk, plan, ledger, documents, branches)
        problems += failed
    report = assemble(
        question=desk.question,
        plan=plan,
        engine=desk.engine.info,
        checked=checked,
        branches=branches,
        outcome=Outcome.BUDGET_SPENT if budget_spent(branches, problems) else Outcome.COMPLETE,
        problems=(*problems, *branch_problems(branches)),
        usage=await desk.usage(),
        run=desk.run_name,
        todo=todo(plan, branches, ledger, language=desk.question.language, found=checked.found),
        reflections=[load(Reflection, each) for each in state.get("reflections", [])],
    )
    return {"record": dump(replace(report, outcome=outcome_of(report, branches, problems)))}


async def compose(
    desk: Desk, plan: Plan, ledger: Ledger, documents: Mapping[str, Document], branches: tuple[Branch, ...]
) -> tuple[Checked, list[Problem]]:
    """A checked draft and what went wrong on the way."""
    desk.emit(event("write", status="started", sentences=0, dropped=0))
    problems: list[Problem] = []
    sources = list(documents.values())
    passing = desk.engine.info.name != "llm"  # a recorded reply is used again, so that asking again needs another model
    try:
        draft = await desk.engine.write(desk.question, plan, ledger, sources, branches)
        checked, failed = await settled(desk, draft, ledger, documents)
        problems += [*draft.problems, *failed]
        why = "" if checked.answer or checked.sections else "No sentence that it wrote stood up to the evidence rules."
    except (ModelError, BudgetError) as error:
        problems.append(
            Problem(stage="write", subject="report", what=f"The writer failed. {error}", kind=error.kind or error.name)
        )
        why = "The writer failed."
        passing = error.kind not in UNUSABLE
    if why:
        again = f"`research resume {desk.run_name}{'' if passing else ' --model NAME'}` tries again"
        what = f"{why} The report consists of verbatim quotes instead; {again}."
        problems.append(Problem(stage="write", subject="report", what=what, kind="verbatim"))
        draft = await desk.verbatim.write(desk.question, plan, ledger, sources, branches)
        checked, _ = await settled(desk, draft, ledger, documents)
    return checked, problems
