"""gaps: what is missing or disputed after a round is searched again, in other words.

Code decides what is missing (the readers said so) and mostly has the words too (they proposed them). The model is asked
once, and only for gaps without words. No query is ever searched twice, however it is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from research_agent.domain import Branch, Claim, ClaimStatus, Plan, Question, SubQuestion
from research_agent.engines.llm.planning import QUERIES, QUERY_LENGTH
from research_agent.engines.llm.replies import GapsReply
from research_agent.evidence.ledger import Ledger
from research_agent.llm.models import Models
from research_agent.text.tokens import terms

DISPUTES = 1
"""Disputes that a round looks for a third source on, at most."""
WORTH_SETTLING = 0.8
"""Relevance from which on a dispute is worth a search: the readers' scale puts what answers a demand there."""
MISSING_SHOWN = 2
"""Missing parts of one sub-question that its follow-up names, at most."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Something worth another search."""

    parent: str
    """The id of the sub-question that it belongs to."""
    text: str
    """As the new sub-question's text."""
    words: tuple[str, ...]
    """Queries that were not searched yet."""
    tried: tuple[str, ...]
    dispute: bool = False
    """Sources disagree here; the text is then two statements, until the model words it as a question."""


async def find_gaps(
    models: Models, question: Question, plan: Plan, ledger: Ledger, branches: Sequence[Branch], round: int, most: int
) -> tuple[SubQuestion, ...]:
    """The sub-questions of the next round. Raises ModelError, BudgetError."""
    searched = {canonical(query) for sub in plan.sub_questions for query in sub.queries}
    gaps = missing_gaps(plan, ledger, branches, searched, round - 1)
    if round == 1:  # what one more search did not settle stays disputed
        gaps += dispute_gaps(plan, ledger)
    gaps = gaps[:most]
    wordless = [gap for gap in gaps if not gap.words]
    worded = await _ask_for_words(models, question, wordless, round) if wordless else ()
    return _as_sub_questions(plan, [*(gap for gap in gaps if gap.words), *worded], searched, round)


def canonical(query: str) -> frozenset[str]:
    """A query as the set of its index terms: the same words in another order are the same search."""
    return frozenset(terms(query.casefold()))


def missing_gaps(
    plan: Plan, ledger: Ledger, branches: Sequence[Branch], searched: set[frozenset[str]], round: int
) -> list[Gap]:
    """Sub-questions of ``round`` that gave no claim or left a part unanswered; those without any claim first."""
    readings = {branch.sub_question: branch.reading for branch in branches}
    answered = {name for claim in ledger.claims.values() for name in claim.sub_questions}
    gaps: list[tuple[bool, Gap]] = []
    for sub in plan.sub_questions:
        reading = readings.get(sub.id)
        missing = reading.missing if reading else ()
        if sub.round != round or (sub.id in answered and not missing):
            continue
        proposed = reading.other_words if reading else ()
        words = tuple(word for word in proposed if canonical(word) and canonical(word) not in searched)
        text = " ".join(missing[:MISSING_SHOWN]) or sub.text
        gaps.append((sub.id in answered, Gap(sub.id, text, words, sub.queries)))
    return [gap for _, gap in sorted(gaps, key=lambda pair: pair[0])]


def still_missing(plan: Plan, branches: Sequence[Branch]) -> tuple[str, ...]:
    """What the last reading of each line of sub-questions did not find, in the readers' words."""
    followed = {sub.id.rpartition(".")[0] for sub in plan.sub_questions}
    readings = [b.reading for b in branches if b.reading is not None and b.sub_question not in followed]
    return tuple(dict.fromkeys(text for reading in readings for text in reading.missing))


def dispute_gaps(plan: Plan, ledger: Ledger) -> list[Gap]:
    """The most relevant disputes that two sources speak to: a third one may settle them."""
    disputed = [
        claim
        for claim in ledger.claims.values()
        if claim.status is ClaimStatus.DISPUTED and claim.relevance >= WORTH_SETTLING
    ]
    gaps = []
    for claim in sorted(disputed, key=lambda c: -c.relevance):
        if len(_sources(ledger, claim)) <= 2:
            parent = claim.sub_questions[0] if claim.sub_questions else plan.sub_questions[0].id
            gaps.append(Gap(parent, _dispute_text(claim), (), (), dispute=True))
    return gaps[:DISPUTES]


async def _ask_for_words(models: Models, question: Question, gaps: Sequence[Gap], round: int) -> list[Gap]:
    """The gaps for which the model has other words; a dispute that it does not put as a question is none."""
    lines = [
        f"{number}. {gap.text}" + (f"\n   tried: {'; '.join(gap.tried)}" if gap.tried else "\n   sources disagree here")
        for number, gap in enumerate(gaps, start=1)
    ]
    reply = await models.ask(
        role="planner",
        prompt="gaps",
        variables={"question": question.text, "gaps": "\n".join(lines)},
        reply=GapsReply,
        stage="verify",
        subject=f"round {round}",
        limit=1_500,
    )
    answers = {part.gap: part for part in reply.gaps}
    found = []
    for number, gap in enumerate(gaps, start=1):
        answer = answers.get(number)
        text = " ".join(answer.question.split()) if answer and gap.dispute else gap.text
        if answer and text and answer.queries:
            found.append(replace(gap, text=text, words=tuple(answer.queries)))
    return found


def _as_sub_questions(
    plan: Plan, gaps: Sequence[Gap], searched: set[frozenset[str]], round: int
) -> tuple[SubQuestion, ...]:
    taken = set(searched)
    children = {sub.id for sub in plan.sub_questions}
    found: list[SubQuestion] = []
    for gap in gaps:
        queries = _fresh(gap.words, taken)
        if not queries:
            continue
        name = _child_id(gap.parent, children)
        children.add(name)
        found.append(SubQuestion(id=name, text=gap.text, queries=queries, round=round))
    return tuple(found)


def _fresh(queries: Iterable[str], taken: set[frozenset[str]]) -> tuple[str, ...]:
    """The queries that nobody searched; they count as searched from now on."""
    fresh: list[str] = []
    for query in queries:
        clean = " ".join(query.split())[:QUERY_LENGTH]
        key = canonical(clean)
        if key and key not in taken and len(fresh) < QUERIES:
            taken.add(key)
            fresh.append(clean)
    return tuple(fresh)


def _child_id(parent: str, taken: set[str]) -> str:
    place = 1
    while f"{parent}.{place}" in taken:
        place += 1
    return f"{parent}.{place}"


def _dispute_text(claim: Claim) -> str:
    sides = " Against this: ".join(side.statement for side in claim.positions)
    return sides or claim.text


def _sources(ledger: Ledger, claim: Claim) -> set[str]:
    quotes = [*claim.quotes, *(quote for side in claim.positions for quote in side.quotes)]
    return {ledger.quotes[quote].source for quote in quotes if quote in ledger.quotes}
