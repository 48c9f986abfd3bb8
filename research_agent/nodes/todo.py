"""todo: the sub-questions as a list of things to be done: open, done, or given up and why."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from research_agent.codec import dump
from research_agent.domain import Branch, Outcome, Plan, SubQuestion, TodoItem
from research_agent.events import event
from research_agent.evidence.ledger import Ledger
from research_agent.nodes.desk import Desk
from research_agent.reports.labels import Labels, labels
from research_agent.reports.missing import why_missing


def todo(
    plan: Plan, branches: Sequence[Branch], ledger: Ledger | None, *, language: str, found: Collection[str] = ()
) -> tuple[TodoItem, ...]:
    """One item for each sub-question, in plan order.

    Args:
        branches: those that have ended; a sub-question without one is open.
        ledger: what was verified; None before the first verification.
        language: BCP-47 tag of the reasons.
        found: what readings reported missing and the report states after all.
    """
    say = labels(language)
    by_name = {branch.sub_question: branch for branch in branches}
    return tuple(
        _item(sub, by_name.get(sub.id), _followed_by(sub, plan), ledger, say, found) for sub in plan.sub_questions
    )


def todo_of(sub_question: SubQuestion, branch: Branch) -> TodoItem:
    """One sub-question when its branch has ended: what was proposed for it counts until it is verified; in English."""
    return _item(sub_question, branch, (), None, labels("en"))


def tell_todo(desk: Desk, items: Sequence[TodoItem], *, after: Literal["plan", "branch", "round"]) -> None:
    """Tell the listeners how these items stand."""
    desk.emit(event("todo", after=after, items=[dump(item) for item in items]))


def _followed_by(sub: SubQuestion, plan: Plan) -> tuple[str, ...]:
    return tuple(other.id for other in plan.sub_questions if other.id.rpartition(".")[0] == sub.id)


def _item(
    sub: SubQuestion,
    branch: Branch | None,
    next_ones: Sequence[str],
    ledger: Ledger | None,
    say: Labels,
    found: Collection[str] = (),
) -> TodoItem:
    if branch is None:
        return TodoItem(sub_question=sub.id, text=sub.text, status="open")
    claims, sources = _evidence(branch, ledger)
    again = say("todo_again", names=", ".join(next_ones)) if next_ones else ""
    missing = [text for text in (branch.reading.missing if branch.reading else ()) if text not in found]
    if not claims and branch.reading and branch.reading.missing and not missing:
        return TodoItem(sub_question=sub.id, text=sub.text, status="done", why=say("todo_found_by_writer"))
    if not claims:
        why = say(f"why_{why_missing([branch], Outcome.COMPLETE)}")
        return TodoItem(sub_question=sub.id, text=sub.text, status="given-up", why=_joined(say, why, again))
    lacking = "" if again or not missing else say("todo_lacking", parts=say("separator").join(missing))
    told = say("todo_found", claims=claims, sources=sources)
    return TodoItem(sub_question=sub.id, text=sub.text, status="done", why=_joined(say, told, lacking, again))


def _evidence(branch: Branch, ledger: Ledger | None) -> tuple[int, int]:
    """How many claims a branch has, and from how many sources."""
    if ledger is None:
        proposals = branch.reading.proposals if branch.reading else ()
        return len(proposals), len({quote.source for proposal in proposals for quote in proposal.quotes})
    claims = [claim for claim in ledger.claims.values() if branch.sub_question in claim.sub_questions]
    return len(claims), len({ledger.quotes[quote].source for claim in claims for quote in claim.quotes})


def _joined(say: Labels, *parts: str) -> str:
    return say("separator").join(part for part in parts if part)
