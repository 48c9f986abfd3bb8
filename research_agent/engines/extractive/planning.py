"""From the parts of a question to a plan: sub-questions with queries, and the outline that they feed.

Every clause is a sub-question and a section. Where the depth allows more sub-questions than there are clauses, the
facets are shared out over further ones that feed their clause's section, because documents are read by sub-question:
a search for "depreciation" and one for "capital gains" find more than one search for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from research_agent.domain import OutlineSection, Plan, Question, SubQuestion
from research_agent.engines.extractive.decompose import Clause, decompose, fragments
from research_agent.engines.extractive.queries import queries_of
from research_agent.engines.extractive.standalone import is_han

SCENE_SHARE = 0.7
"""Quotes for what sets the scene, beside those for a clause that asks."""
PLAN_QUERIES = 14
"""Queries of a whole plan, about; each costs a call at every web provider."""


def make_plan(question: Question, most: int, *, web: bool) -> Plan:
    """The plan for a question, with at most ``most`` sub-questions; ``web``: it will be searched for on the web."""
    parts = decompose(question.text, most)
    shares = _shared_out(parts.clauses, most - len(parts.clauses))
    each = max(2, PLAN_QUERIES // (len(parts.clauses) + sum(map(len, shares))))
    sub_questions: list[SubQuestion] = []
    outline: list[OutlineSection] = []
    for clause, groups in zip(parts.clauses, shares, strict=True):
        own = [
            SubQuestion(
                id=str(len(sub_questions) + 1),
                text=clause.text,
                queries=queries_of((clause.text, *clause.facets, *clause.scene), question.text, each + 1, web=web),
            )
        ]
        for group in groups:
            text = _part(clause.text, group)
            queries = queries_of(group, question.text, each + 1, web=web, clause=clause.text)
            own.append(SubQuestion(id=str(len(sub_questions) + len(own) + 1), text=text, queries=queries))
        sub_questions += own
        outline.append(OutlineSection(title=clause.text, sub_questions=tuple(sub.id for sub in own)))
    return Plan(
        intent=parts.intent,
        sub_questions=tuple(sub_questions),
        outline=tuple(outline),
        constraints=parts.constraints,
    )


def _part(clause: str, group: Sequence[str]) -> str:
    return f"{clause}：{'；'.join(group)}" if is_han(clause) else f"{clause}: {'; '.join(group)}"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What one part of the report is to answer: what passages are ranked for, and its share of the quotes."""

    facets: tuple[str, ...]
    section: int
    """Place in the outline."""
    share: float = 1.0


def wanted_of_question(question: str, most: int) -> tuple[Wanted, ...]:
    """One for each clause of a question, and one for what it tells before it asks."""
    found: list[Wanted] = []
    for place, clause in enumerate(decompose(question, most).clauses):
        found.append(Wanted(clause.facets, place))
        if clause.scene:
            found.append(Wanted(clause.scene, place, SCENE_SHARE))
    return tuple(found)


def wanted_of_plan(plan: Plan) -> tuple[Wanted, ...]:
    """One for each section of a plan's outline: for plans that these rules did not make."""
    texts = {sub_question.id: sub_question.text for sub_question in plan.sub_questions}
    return tuple(
        Wanted(fragments([section.title, *(texts[id] for id in section.sub_questions if id in texts)]), place)
        for place, section in enumerate(plan.outline)
    )


def _shared_out(clauses: Sequence[Clause], room: int) -> list[list[list[str]]]:
    """For each clause the groups of facets that become sub-questions of their own, ``room`` groups in all at most."""
    pools = [[*(clause.facets if len(clause.facets) > 1 else ()), *clause.scene] for clause in clauses]
    shares: list[list[list[str]]] = [[] for _ in clauses]
    while room > sum(map(len, shares)):
        sizes = [
            len(pool) / (len(share) + 1) if len(share) < len(pool) else 0
            for pool, share in zip(pools, shares, strict=True)
        ]
        largest = max(range(len(pools)), key=lambda at: sizes[at])
        if sizes[largest] == 0:
            break
        shares[largest] = _cut(pools[largest], len(shares[largest]) + 1)
    return shares


def _cut(items: Sequence[str], groups: int) -> list[list[str]]:
    """``items`` in order, in ``groups`` runs of nearly equal size."""
    bounds = [round(at * len(items) / groups) for at in range(groups + 1)]
    return [list(items[start:end]) for start, end in pairwise(bounds)]
