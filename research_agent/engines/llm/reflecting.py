"""reflect: one short call to the small model after a round: what is known, what is missing, which search would change
the answer most.

Code says where the run stands (``engines.standing``) and puts the readers' own words beside it. Nothing is asked where
nothing is missing and no dispute is open, nor where the round was the last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

from research_agent.domain import Branch, Claim, ClaimStatus, NextStep, Plan, Question, Reflection, SubQuestion
from research_agent.engines.llm.language import language_name
from research_agent.engines.llm.replies import NextReply, ReflectReply
from research_agent.engines.standing import KNOWN, LONGEST, Need, Standing, line_of, shortened, standing, statements_of
from research_agent.evidence.ledger import Ledger
from research_agent.llm.models import Models

LIMIT = 1_500
"""Completion tokens of a reflection."""
CLAIMS_SHOWN = 4
"""Claims of one sub-question that the model is told of, most relevant first."""
SHOWN = 130
"""Characters of such a claim."""
SIDES = 3
"""Sides of a disputed claim."""
TRIED_SHOWN = 5
"""Queries of one line that it is told of."""
DISPUTES = 2
"""Disputes that it is asked about, at most."""
WAYS = frozenset({"new", "narrower", "broader", "other-language", "other-term"})


async def think(
    models: Models, question: Question, plan: Plan, ledger: Ledger, branches: Sequence[Branch], round: int, most: int
) -> Reflection:
    """The reflection on a round, with at most ``most`` searches for the next. Raises ModelError, BudgetError."""
    stands = standing(plan, ledger, branches)
    needs = [need for need in stands.needs if need.kind in ("unanswered", "part")]
    disputes = [need for need in stands.needs if need.kind == "dispute"][:DISPUTES] if round == 0 else []
    if not needs and not disputes:
        return stands.reflection(round)
    reply = await models.ask(
        role="verifier",
        prompt="reflect",
        variables={
            "question": question.text,
            "language": language_name(question.language),
            "demands": [constraint.text for constraint in plan.constraints],
            "standing": "\n".join(_lines(plan, ledger, needs, disputes)),
            "most": most,
        },
        reply=ReflectReply,
        stage="verify",
        subject=f"round {round + 1}",
        limit=LIMIT,
    )
    return _reflection(reply, stands, plan, [*needs, *disputes], round)


def _lines(plan: Plan, ledger: Ledger, needs: Sequence[Need], disputes: Sequence[Need]) -> Iterator[str]:
    """Every line of sub-questions with what was found and what is missing, then the disputes."""
    for root in (sub for sub in plan.sub_questions if "." not in sub.id):
        yield f"{root.id}. {root.text}"
        for claim in _claims(root, ledger):
            yield from (f"  found{_weight(claim)}: {shortened(text, SHOWN)}" for text in statements_of(claim)[:SIDES])
        for need in (need for need in needs if line_of(need.parent.id) == root.id):
            yield f"  missing: {need.text}"
            yield f"  tried: {'; '.join(need.tried[:TRIED_SHOWN])}"
            yield from ([f"  words of its reader: {'; '.join(need.words)}"] if need.words else [])
    yield from (f"sources disagree (in {need.parent.id}): {shortened(need.text, 2 * LONGEST)}" for need in disputes)


def _claims(root: SubQuestion, ledger: Ledger) -> list[Claim]:
    own = [c for c in ledger.claims.values() if any(line_of(name) == root.id for name in c.sub_questions)]
    return sorted(own, key=lambda claim: -claim.relevance)[:CLAIMS_SHOWN]


def _weight(claim: Claim) -> str:
    told = {ClaimStatus.AGREED: " (several sources)", ClaimStatus.DISPUTED: " (disputed)"}
    return told.get(claim.status, "")


def _reflection(reply: ReflectReply, stands: Standing, plan: Plan, needs: Sequence[Need], round: int) -> Reflection:
    """The reply as a reflection. What the model leaves empty is code's; a step without words takes its reader's."""
    steps = [step for part in reply.next if (step := _step(part, plan, needs)) is not None]
    known = tuple(shortened(text, LONGEST) for text in reply.known if text.strip())[:KNOWN]
    return replace(
        stands.reflection(round),
        known=known or stands.known,
        missing=tuple(dict.fromkeys(" ".join(text.split()) for text in reply.missing if text.strip())),
        next=tuple(sorted(steps, key=lambda step: -step.gain)),
    )


def _step(part: NextReply, plan: Plan, needs: Sequence[Need]) -> NextStep | None:
    lines = {need.parent.id: need for need in needs}
    name = part.sub_question.strip().rstrip(".")
    need = lines.get(name) or next((need for need in needs if line_of(need.parent.id) == line_of(name)), None)
    text = " ".join(part.question.split()) or (need.text if need and need.kind != "dispute" else "")
    queries = (*(query for query in part.queries if query.strip()), *(need.words if need else ()))
    if not text or not queries:
        return None
    way = part.way.strip().lower().replace(" ", "-").replace("_", "-")
    return NextStep(
        sub_question=need.parent.id if need else name,
        text=text,
        queries=queries,
        way=cast(Any, way if way in WAYS else "new"),
        gain=part.gain,
        expects=" ".join(part.expects.split()),
    )
