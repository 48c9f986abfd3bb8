"""plan: one call that turns the question into sub-questions, queries and an outline."""

from __future__ import annotations

from typing import Any, cast

from research_agent.domain import Constraint, Intent, Limits, OutlineSection, Plan, Question, SubQuestion
from research_agent.effort import EFFORT
from research_agent.engines.llm.language import language_name
from research_agent.engines.llm.replies import ConstraintReply, PlanReply, SubQuestionReply
from research_agent.llm.models import Models
from research_agent.settings import Depth
from research_agent.text.queries import QUERIES, QUERY_LENGTH

CONSTRAINT_KINDS = frozenset({"entity", "side", "version", "time", "place", "quantity", "form", "other"})


async def make_plan(models: Models, question: Question, depth: Depth) -> Plan:
    """Ask the planner. Raises ModelError, BudgetError."""
    most = EFFORT[depth].sub_questions
    reply = await models.ask(
        role="planner",
        prompt="plan",
        variables={
            "question": question.text,
            "today": question.asked.isoformat(),
            "language": language_name(question.language),
            "most_sub_questions": most,
            "limits": limits_in_words(question.limits),
        },
        reply=PlanReply,
        stage="plan",
        subject="question",
    )
    return to_plan(reply, most)


def to_plan(reply: PlanReply, most: int) -> Plan:
    """The reply as a plan: ids by position, queries never empty, every sub-question in the outline."""
    sub_questions = tuple(
        SubQuestion(id=str(place), text=part.text.strip(), queries=queries_of(part))
        for place, part in enumerate(reply.sub_questions[:most], start=1)
    )
    return Plan(
        intent=_intent(reply.intent),
        sub_questions=sub_questions,
        outline=_outline(reply, sub_questions),
        constraints=tuple(_constraint(part) for part in reply.constraints if part.text.strip()),
    )


def queries_of(part: SubQuestionReply) -> tuple[str, ...]:
    """Distinct queries, cut to size; the sub-question itself where there is none."""
    cleaned = (" ".join(query.split())[:QUERY_LENGTH] for query in part.queries)
    distinct = {query.casefold(): query for query in cleaned if query}
    return tuple(distinct.values())[:QUERIES] or (part.text.strip()[:QUERY_LENGTH],)


def limits_in_words(limits: Limits) -> str:
    """The user's limits on evidence, for the planner; empty without any."""
    parts = [
        f"the sites {', '.join(limits.only_sites)}" if limits.only_sites else "",
        f"sites other than {', '.join(limits.exclude_sites)}" if limits.exclude_sites else "",
        f"documents published on or after {limits.since}" if limits.since else "",
        f"documents published on or before {limits.until}" if limits.until else "",
    ]
    return "; ".join(part for part in parts if part)


def _outline(reply: PlanReply, sub_questions: tuple[SubQuestion, ...]) -> tuple[OutlineSection, ...]:
    known = {sub.id for sub in sub_questions}
    sections = []
    for part in reply.sections:
        ids = tuple(dict.fromkeys(str(number) for number in part.sub_questions if str(number) in known))
        if ids and part.title.strip():
            sections.append(OutlineSection(title=part.title.strip(), sub_questions=ids))
    covered = {name for section in sections for name in section.sub_questions}
    sections += [
        OutlineSection(title=sub.text.rstrip("?？ "), sub_questions=(sub.id,))
        for sub in sub_questions
        if sub.id not in covered
    ]
    return tuple(sections)


def _intent(text: str) -> Intent:
    try:
        return Intent(text.strip().lower().replace("_", "-").replace(" ", "-"))
    except ValueError:
        return Intent.EXPLANATION


def _constraint(part: ConstraintReply) -> Constraint:
    kind = part.kind.strip().lower()
    fitting = kind if kind in CONSTRAINT_KINDS else "other"
    return Constraint(kind=cast(Any, fitting), text=part.text.strip())
