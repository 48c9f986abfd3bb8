"""From the parts of a question to a plan: sub-questions with queries, and the outline that they feed.

Every clause is a sub-question and a section. Where the depth allows more sub-questions than there are clauses, the
facets are shared out over further ones that feed their clause's section, because documents are read by sub-question:
a search for "depreciation" and one for "capital gains" find more than one search for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from research_agent.domain import OutlineSection, Plan, Question, SubQuestion
from research_agent.engines.extractive.decompose import Clause, Parts, decompose
from research_agent.engines.extractive.queries import queries_of
from research_agent.engines.extractive.standalone import is_han

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
            queries = queries_of(group, question.text, each + 1, web=web)
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


def facets(parts: Parts, question: str) -> tuple[str, ...]:
    """Everything that a passage is ranked for: the whole question and every fragment of it."""
    fragments = (fragment for clause in parts.clauses for fragment in (*clause.facets, *clause.scene))
    return tuple(dict.fromkeys((question, *fragments)))


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
