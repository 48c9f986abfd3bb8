"""search: one sub-question's queries become hits, and what each provider said to each query."""

from __future__ import annotations

from typing import Any

from research_agent.codec import dump, load
from research_agent.domain import SearchHit, SubQuestion
from research_agent.events import event
from research_agent.nodes.desk import Desk
from research_agent.nodes.state import BranchState

FIRST = "1"
"""The sub-question for which the addresses that the user gave are read."""


async def search(desk: Desk, state: BranchState) -> dict[str, Any]:
    sub_question = load(SubQuestion, state["sub_question"])
    outcome = await desk.searcher.search(sub_question, desk.question, desk.effort.hits)
    for attempt in outcome.attempts:
        desk.emit(event("search", sub_question=sub_question.id, **dump(attempt)))
    hits = given(desk, sub_question) + outcome.hits
    return {"hits": [dump(hit) for hit in hits], "attempts": [dump(attempt) for attempt in outcome.attempts]}


def given(desk: Desk, sub_question: SubQuestion) -> tuple[SearchHit, ...]:
    """The addresses that the user gave, as hits that stand before all others."""
    if sub_question.id != FIRST:
        return ()
    return tuple(
        SearchHit(address=address, title=address, snippet="", provider="given", rank=rank)
        for rank, address in enumerate(desk.question.urls, start=1)
    )
