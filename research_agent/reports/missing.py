"""What a run could not establish: sub-questions without evidence, and why they have none.

'Nothing found' and 'failed' are different things here too: a search that failed may have missed what is there.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from research_agent.domain import Branch, MissingReason, NotFound, Outcome, Plan, Reading, SubQuestion
from research_agent.errors import BUDGET_KINDS
from research_agent.evidence.ledger import Ledger


def not_found(
    plan: Plan, branches: Sequence[Branch], ledger: Ledger, outcome: Outcome, *, found: Collection[str] = ()
) -> tuple[NotFound, ...]:
    """One entry for each sub-question of the plan that something is missing for, in the plan's order.

    A sub-question and those that were added for its gaps (``2``, ``2.1``, ``2.1.1``) count as one: what a later
    search found is not missing, and all of their queries were tried for it.

    Args:
        found: what readings reported missing and the report states after all, in their words.
    """
    branches = [_without(branch, found) for branch in branches]
    answered = {sub_question for claim in ledger.claims.values() for sub_question in claim.sub_questions}
    entries = []
    for root in plan.sub_questions:
        if "." in root.id:
            continue
        family = [one for one in plan.sub_questions if one.id == root.id or one.id.startswith(f"{root.id}.")]
        entry = _entry(root, family, [b for b in branches if _root(b.sub_question) == root.id], answered, outcome)
        entries += [entry] if entry and entry.text not in found else []
    return tuple(entries)


def _without(branch: Branch, found: Collection[str]) -> Branch:
    if branch.reading is None or not found:
        return branch
    missing = tuple(text for text in branch.reading.missing if text not in found)
    return replace(branch, reading=replace(branch.reading, missing=missing))


def _root(identity: str) -> str:
    return identity.split(".", 1)[0]


def _entry(
    root: SubQuestion, family: Sequence[SubQuestion], branches: Sequence[Branch], answered: set[str], outcome: Outcome
) -> NotFound | None:
    searched = tuple(dict.fromkeys(attempt.query for branch in branches for attempt in branch.attempts))
    if answered.isdisjoint(one.id for one in family):
        text = root.text
        why = why_missing(branches, outcome)
    elif missing := _still_missing(family, branches, answered):
        text = "; ".join(missing)
        why = "not_in_sources"
    else:
        return None
    return NotFound(sub_question=root.id, text=text, searched=searched, why=why)


def _still_missing(family: Sequence[SubQuestion], branches: Sequence[Branch], answered: set[str]) -> list[str]:
    """What the last branch with an answer still missed: an answered later one has taken over its parent's gaps."""
    last = [one.id for one in family if one.id in answered][-1]
    readings = [branch.reading for branch in branches if branch.sub_question == last and branch.reading]
    return list(dict.fromkeys(missing for reading in readings for missing in reading.missing))


def why_missing(branches: Sequence[Branch], outcome: Outcome) -> MissingReason:
    """Why a line of sub-questions has no evidence, from all that was tried for it."""
    attempts = [attempt for branch in branches for attempt in branch.attempts]
    spent = any(problem.kind in BUDGET_KINDS for branch in branches for problem in branch.all_problems)
    if not branches:
        return "budget_spent" if outcome is Outcome.BUDGET_SPENT else "search_failed"
    if any(branch.sources for branch in branches):
        if all(branch.reading is None or _failed(branch.reading) for branch in branches):
            return "budget_spent" if spent else "reading_failed"
        return "not_in_sources"
    if any(attempt.status == "found" for attempt in attempts):
        return "budget_spent" if spent else "reading_failed"
    if any(attempt.status == "failed" for attempt in attempts) or not attempts:
        return "search_failed"
    return "nothing_found"


def _failed(reading: Reading) -> bool:
    """Whether a reading broke off; that its documents were in another language is a remark, not a failure."""
    return not reading.proposals and any(problem.kind != "other_language" for problem in reading.problems)
