"""replan: what a reflection proposes becomes the next round's sub-questions, or the search ends, and says why.

The planner's part of a reflection, by code and the same for every engine (Step-DeepResearch report, section 3.2): at
most so many new sub-questions, no search twice however it is written, none whose expected gain is not worth it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from research_agent.domain import Branch, NextStep, Plan, Reflection, SubQuestion
from research_agent.effort import Effort
from research_agent.reports.labels import Labels
from research_agent.text.queries import canonical, fresh_queries


def replan(
    plan: Plan, reflection: Reflection, branches: Sequence[Branch], effort: Effort, say: Labels
) -> tuple[tuple[SubQuestion, ...], Reflection]:
    """The next round's sub-questions, and the reflection with what was chosen and why the search goes on or stops."""
    taken = searched(plan, branches)
    names = {sub.id for sub in plan.sub_questions}
    worth = sorted((step for step in reflection.next if step.gain >= effort.least_gain), key=lambda step: -step.gain)
    chosen: list[SubQuestion] = []
    for step in worth:
        if len(chosen) < effort.follow_ups and (queries := fresh_queries(step.queries, taken)):
            name = child_id(_parent(step, plan), names)
            names.add(name)
            text = " ".join(step.text.split())
            chosen.append(SubQuestion(id=name, text=text, queries=queries, round=reflection.round + 1))
    why = _why(reflection, worth, chosen, effort, say)
    return tuple(chosen), replace(reflection, chosen=tuple(sub.id for sub in chosen), why=why)


def searched(plan: Plan, branches: Sequence[Branch]) -> set[frozenset[str]]:
    """Every search of the run so far, in any branch."""
    planned = {canonical(query) for sub in plan.sub_questions for query in sub.queries}
    return planned | {canonical(attempt.query) for branch in branches for attempt in branch.attempts}


def child_id(parent: str, taken: set[str]) -> str:
    """``2.1`` for the first follow-up of 2, ``2.2`` for the next."""
    place = 1
    while f"{parent}.{place}" in taken:
        place += 1
    return f"{parent}.{place}"


def _parent(step: NextStep, plan: Plan) -> str:
    """The sub-question that a step follows up; the first one where an engine named none that exists."""
    known = {sub.id for sub in plan.sub_questions}
    return step.sub_question if step.sub_question in known else plan.sub_questions[0].id


def _why(
    reflection: Reflection, worth: Sequence[NextStep], chosen: Sequence[SubQuestion], effort: Effort, say: Labels
) -> str:
    best = max((step.gain for step in reflection.next), default=0.0)
    if chosen:
        return say("goes_on", n=len(chosen), gain=f"{best:.2f}")
    if worth:
        return say("stops_repeats")
    if reflection.next:
        return say("stops_gain", gain=f"{best:.2f}", least=f"{effort.least_gain:.2f}")
    return say("stops_missing" if reflection.missing else "stops_complete")
