"""write: the ledger becomes a draft, and the draft a report in which every sentence is checked.

    Ledger -> Draft -> checked -> faulty sentences repaired once -> dropped or marked -> Report

The writer's input is a non-empty ledger; nothing found can only give a 'nothing found' report. A writer that fails
for good costs its prose, not the evidence: the claims' own quotes are then printed, and the report says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from research_agent.codec import dump, load
from research_agent.domain import Branch, Document, Draft, Outcome, Plan, Problem
from research_agent.errors import BudgetError, ModelError
from research_agent.events import event
from research_agent.evidence.ledger import Ledger
from research_agent.nodes.desk import Desk
from research_agent.nodes.outcome import UNUSABLE, branch_problems, budget_spent, outcome_of, unread_failure
from research_agent.nodes.state import ResearchState
from research_agent.reports.assemble import assemble
from research_agent.reports.checking import Checked, apply_patches, check_draft, settle
from research_agent.settings import Unverified


async def write(desk: Desk, state: ResearchState) -> dict[str, Any]:
    plan = load(Plan, state["plan"])
    branches = tuple(load(Branch, branch) for branch in state["branches"])
    ledger = load(Ledger, state["ledger"])
    problems = [load(Problem, problem) for problem in state["problems"]] + [*desk.problems]
    if not ledger.claims and (failure := unread_failure(branches)):
        raise failure
    checked = Checked.empty(ledger)
    if ledger.claims:
        documents = await desk.documents(quote.source for quote in ledger.quotes.values())
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


async def settled(
    desk: Desk, draft: Draft, ledger: Ledger, documents: Mapping[str, Document]
) -> tuple[Checked, list[Problem]]:
    """The draft after its one repair, with what still breaks a rule dropped or marked."""
    problems: list[Problem] = []
    asked = {"language": desk.question.language, "question": desk.question.text}
    checked = await desk.off_loop(check_draft, draft, ledger, documents, **asked)
    if checked.faults:
        desk.emit(event("write", status="repair", sentences=len(checked.faults), dropped=0))
        try:
            patches = await desk.engine.repair(desk.question, checked.faults, checked.ledger)
        except (ModelError, BudgetError) as error:
            patches = ()
            problems.append(
                Problem(
                    stage="write",
                    subject="repair",
                    what=f"Faulty sentences were not repaired. {error}",
                    kind=error.kind,
                )
            )
        if patches:
            mended = apply_patches(draft, patches)
            checked = await desk.off_loop(check_draft, mended, ledger, documents, **asked)
    failed = len(checked.faults)
    checked = settle(checked, desk.settings.unverified)
    desk.emit(event("write", status="draft", sentences=checked.count, dropped=len(checked.dropped)))
    if failed and desk.settings.unverified is Unverified.DROP:
        what = f"{failed} sentences did not stand up to the evidence rules and were left out."
        problems.append(Problem(stage="write", subject="sentences", what=what, kind="dropped"))
    return checked, problems
