"""read: hits become documents, and documents become the claims that an engine proposes.

A hit that cannot be read is a problem of the branch; the next hit takes its place until enough documents are read or
no hit is left. The order is that of the hits, whatever order the downloads end in. A later round reads again what
earlier ones have read, where that may answer it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from langgraph.errors import NodeError
from langgraph.graph import END
from langgraph.types import Command

from research_agent.codec import dump, load
from research_agent.domain import Branch, Document, Problem, SearchAttempt, SearchHit, SubQuestion
from research_agent.errors import ReadError, ResearchError, RunError
from research_agent.events import event
from research_agent.evidence.retrieval import best_passages
from research_agent.nodes.desk import Desk
from research_agent.nodes.state import BranchState
from research_agent.nodes.todo import tell_todo, todo_of

LOOKED_THROUGH = 20_000
"""Characters of the best passages among all documents read before, whose documents are read again."""


async def read(desk: Desk, state: BranchState) -> dict[str, Any]:
    sub_question = load(SubQuestion, state["sub_question"])
    hits = tuple(load(SearchHit, hit) for hit in state["hits"])
    documents, problems = await read_best(desk, sub_question, hits)
    documents += await read_before(desk, sub_question, state.get("earlier", ()), documents)
    reading = await desk.engine.read(desk.question, sub_question, documents, hits)
    desk.emit(
        event("claims", sub_question=sub_question.id, found=len(reading.proposals), missing=list(reading.missing))
    )
    branch = Branch(
        sub_question=sub_question.id,
        attempts=tuple(load(SearchAttempt, attempt) for attempt in state["attempts"]),
        sources=tuple(document.source.id for document in documents),
        reading=reading,
        problems=problems,
    )
    tell_todo(desk, [todo_of(sub_question, branch)], after="branch")
    return {"branches": [dump(branch)]}


async def read_best(
    desk: Desk, sub_question: SubQuestion, hits: tuple[SearchHit, ...]
) -> tuple[tuple[Document, ...], tuple[Problem, ...]]:
    """Up to ``effort.documents`` distinct documents (and every given one), best first, and what could not be read."""
    wanted = max(desk.effort.documents, sum(hit.provider == "given" for hit in hits))
    documents: dict[str, Document] = {}
    problems: list[Problem] = []
    waiting = list(hits)
    while waiting and len(documents) < wanted:
        wave, waiting = waiting[: wanted - len(documents)], waiting[wanted - len(documents) :]
        for outcome in await asyncio.gather(*(read_one(desk, sub_question, hit) for hit in wave)):
            if isinstance(outcome, Problem):
                problems.append(outcome)
            else:
                documents.setdefault(outcome.source.id, outcome)
    return tuple(documents.values()), tuple(problems)


async def read_before(
    desk: Desk, sub_question: SubQuestion, earlier: Sequence[str], had: Sequence[Document]
) -> tuple[Document, ...]:
    """Of the documents that earlier rounds read, those whose passages answer ``sub_question`` best.

    What is missing may stand in a document that was read for another sub-question, or in a part of one that its reader
    was not shown: nothing is called missing before every source of the run was searched for it.
    """
    known = {document.source.id for document in had}
    documents = await desk.documents(source for source in earlier if source not in known)
    if not documents:
        return ()
    queries = (*sub_question.queries, sub_question.text)
    passages = await desk.off_loop(best_passages, queries, list(documents.values()), characters=LOOKED_THROUGH)
    best = dict.fromkeys(passage.source for passage in passages)
    return tuple(documents[source] for source in best)[: desk.effort.documents]


async def read_one(desk: Desk, sub_question: SubQuestion, hit: SearchHit) -> Document | Problem:
    """The document behind a hit, or why it could not be read."""
    try:
        document = await desk.reader.read(hit.address, desk.question.limits)
    except ReadError as error:
        desk.emit(
            event(
                "read",
                sub_question=sub_question.id,
                address=hit.address,
                title=hit.title,
                status="failed",
                why=str(error),
            )
        )
        return Problem(stage="read", subject=hit.address, what=str(error), kind=error.kind)
    title = document.source.title or hit.title
    desk.emit(event("read", sub_question=sub_question.id, address=hit.address, title=title, status="read", why=""))
    return document


async def branch_failed(state: BranchState, error: NodeError) -> Command[Any]:
    """A branch that fails is a value, and its siblings go on. Only a run that cannot be recorded stops all."""
    cause = error.error
    if isinstance(cause, RunError):
        raise cause
    kind = cause.kind or cause.name if isinstance(cause, ResearchError) else type(cause).__name__
    sub_question = load(SubQuestion, state["sub_question"])
    problem = Problem(
        stage="search" if error.node == "search" else "read",
        subject=sub_question.id,
        what=f"The sub-question {sub_question.text!r} could not be worked on. {cause}",
        kind=kind,
    )
    attempts = tuple(load(SearchAttempt, attempt) for attempt in state.get("attempts", []))
    branch = Branch(sub_question=sub_question.id, attempts=attempts, problems=(problem,))
    return Command(update={"branches": [dump(branch)]}, goto=END)
