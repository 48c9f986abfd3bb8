"""From a draft to what may be printed.

    draft -> rules in code -> judge of meaning -> one repair -> both again for what was mended -> dropped or marked

A judge that fails leaves sentences unchecked: they hold in code and are printed, and the report says how many.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace
from typing import Any

from research_agent.domain import Document, Draft, Entailment, Fault, Problem, SupportSummary
from research_agent.errors import BudgetError, ModelError
from research_agent.events import event
from research_agent.evidence.ledger import Ledger
from research_agent.nodes.desk import Desk
from research_agent.reports.checking import Checked, check_draft, placed, settle
from research_agent.reports.entailing import found_after_all, judged, to_judge, verbatim
from research_agent.reports.patching import apply_patches
from research_agent.settings import Unverified

Verdicts = dict[str, Entailment]


async def settled(
    desk: Desk, draft: Draft, ledger: Ledger, documents: Mapping[str, Document]
) -> tuple[Checked, list[Problem]]:
    """The draft after its one repair, with what still breaks a rule dropped or marked."""
    problems: list[Problem] = []
    checked = await _checked(desk, draft, ledger, documents)
    verdicts = await _verdicts(desk, checked, documents)
    checked = await _judged(desk, draft, checked, verdicts, documents)
    first = checked.faults
    if first:
        desk.emit(event("write", status="repair", sentences=len(first), dropped=0))
        mended, failed = await _mended(desk, draft, checked)
        problems += failed
        if mended is not draft:
            draft, changed = mended, _changed(draft, mended)
            checked = await _checked(desk, draft, ledger, documents)
            verdicts = {id: each for id, each in verdicts.items() if id not in changed}
            verdicts |= await _verdicts(desk, checked, documents, changed)
            checked = await _judged(desk, draft, checked, verdicts, documents)
    problems += _of_judge(verdicts)
    result = settle(checked, desk.settings.unverified)
    dropped = len(checked.faults) if desk.settings.unverified is Unverified.DROP else 0
    desk.emit(event("write", status="draft", sentences=result.count, dropped=len(result.dropped)))
    if dropped:
        what = f"{dropped} sentences did not stand up to the evidence rules and were left out."
        problems.append(Problem(stage="write", subject="sentences", what=what, kind="dropped"))
    if checked.repeated:
        what = f"{len(checked.repeated)} sentences said again what stands in the report already and were left out."
        problems.append(Problem(stage="write", subject="sentences", what=what, kind="repeated"))
    summary = _summary(checked, verdicts, first, desk.settings.unverified)
    return replace(result, support=summary, found=found_after_all(draft, result)), problems


async def _checked(desk: Desk, draft: Draft, ledger: Ledger, documents: Mapping[str, Document]) -> Checked:
    asked: dict[str, Any] = {"language": desk.question.language, "question": desk.question.text, "prune": False}
    return await desk.off_loop(check_draft, draft, ledger, documents, **asked)


async def _judged(
    desk: Desk, draft: Draft, checked: Checked, verdicts: Verdicts, documents: Mapping[str, Document]
) -> Checked:
    return await desk.off_loop(judged, draft, checked, verdicts, documents, question=desk.question.text)


async def _verdicts(
    desk: Desk, checked: Checked, documents: Mapping[str, Document], only: Container[str] | None = None
) -> Verdicts:
    """The engine's verdicts on sentences that hold in code, by id; ``only``: on these."""
    asked = [each for each in await desk.off_loop(to_judge, checked, documents) if only is None or each.id in only]
    if not asked:
        return {}
    try:
        found = await desk.engine.entail(desk.question, asked)
    except (ModelError, BudgetError) as error:
        found = tuple(Entailment(id=each.id, verdict="unchecked", reason=str(error)) for each in asked)
    return {each.id: each for each in found}


async def _mended(desk: Desk, draft: Draft, checked: Checked) -> tuple[Draft, list[Problem]]:
    """The draft with what the engine mended; the same one where it mended nothing."""
    try:
        patches = await desk.engine.repair(desk.question, checked.faults, checked.ledger)
    except (ModelError, BudgetError) as error:
        what = f"Faulty sentences were not repaired. {error}"
        return draft, [Problem(stage="write", subject="repair", what=what, kind=error.kind)]
    patched = apply_patches(draft, patches, only={fault.id for fault in checked.faults})
    problems = []
    if patched.unmatched:
        what = f"{len(patched.unmatched)} mended sentences fit no sentence of the draft and were not used."
        problems.append(Problem(stage="write", subject="repair", what=what, kind="unmatched"))
    return (patched.draft if patched.applied else draft), problems


def _changed(before: Draft, after: Draft) -> frozenset[str]:
    """The ids of the sentences that differ."""
    old = dict(placed(before))
    return frozenset(id for id, sentence in placed(after) if sentence != old[id])


def _of_judge(verdicts: Verdicts) -> list[Problem]:
    """That sentences were not judged, and why."""
    unchecked = [each for each in verdicts.values() if each.verdict == "unchecked"]
    if not unchecked:
        return []
    what = (
        f"{len(unchecked)} sentences were held against their quotes by rules in code only: the model that should have "
        f"judged them did not. {unchecked[0].reason}"
    )
    return [Problem(stage="write", subject="support", what=what, kind="unchecked")]


def _summary(checked: Checked, verdicts: Verdicts, first: tuple[Fault, ...], policy: Unverified) -> SupportSummary:
    """How the draft's sentences fared; ``checked`` is the draft before it is settled."""
    failed = {fault.id for fault in checked.faults}
    standing = [each for id, each in verdicts.items() if id not in failed]
    return SupportSummary(
        checked=checked.count,
        verbatim=verbatim(checked),
        by_model=sum(each.verdict != "unchecked" for each in verdicts.values()),
        unchecked=sum(each.verdict == "unchecked" for each in verdicts.values()),
        joint=sum(each.joint for each in standing),
        pruned=checked.pruned,
        repaired=len({fault.id for fault in first} - failed),
        dropped=len(failed) if policy is Unverified.DROP else 0,
        marked=len(failed) if policy is Unverified.MARK else 0,
    )
