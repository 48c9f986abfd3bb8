"""read: the best passages of one sub-question's documents become claims, each with the ids of its sentences.

Where the reader says that passages break off, they are read on in a second call before anything counts as missing.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from research_agent.domain import (
    ClaimProposal,
    Document,
    Problem,
    Qualifier,
    Question,
    Reading,
    SearchHit,
    SubQuestion,
)
from research_agent.engines.llm.language import language_name
from research_agent.engines.llm.numbering import Numbering
from research_agent.engines.llm.replies import ClaimReply, QualifierReply, ReadReply
from research_agent.engines.llm.scale import Scale, characters_for, worth
from research_agent.engines.llm.subject import off_subject
from research_agent.engines.llm.translations import translations
from research_agent.engines.llm.widening import onward
from research_agent.errors import ModelError
from research_agent.evidence.retrieval import best_passages
from research_agent.llm.models import Models
from research_agent.text.passages import Passage

LIMIT = 4_096
"""Completion tokens of one reading."""
LEAST_RELEVANT = 0.3
"""Claims that the reader itself finds less relevant than this are left out."""
READ_ON = 1_800
"""Characters that a passage that is read on grows by, at most."""
OTHER_WORDS = 4
KNOWN = 12
"""Claims already reported that a later reader is told of."""
DENSER = 1.2
"""Passages for so many times the budget are looked for, since the chosen ones may be less dense than the documents."""
QUALIFIERS = frozenset({"since", "until", "version", "scope", "condition"})

Shown = tuple[tuple[str, int, int], ...]
"""(source, start, end) of passages that a reader saw."""

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Task:
    """One sub-question with what was read for it."""

    question: Question
    sub_question: SubQuestion
    documents: tuple[Document, ...]
    hits: tuple[SearchHit, ...]
    seen: Shown = ()
    """(source, start, end) of what was shown for the sub-questions that this one follows up, and did not answer it."""
    known: tuple[str, ...] = ()
    """What was reported for these already."""
    others: tuple[str, ...] = ()
    """The sub-questions that are read at the same time."""

    @property
    def by_id(self) -> dict[str, Document]:
        return {document.source.id: document for document in self.documents}


async def read_passages(models: Models, task: Task, scale: Scale) -> tuple[Reading, Shown]:
    """Ask the reader; with the reading, the spans that it saw. A failing model is a problem of the reading.

    Raises:
        BudgetError: the call does not fit into what may be spent.
    """
    characters = scale.read if task.sub_question.round == 0 else scale.read_again
    chosen = await asyncio.to_thread(choose_passages, task, characters)
    if not chosen:
        return Reading(sub_question=task.sub_question.id, missing=(task.sub_question.text,)), ()
    numbering = await asyncio.to_thread(_fitting, models, task, chosen, scale)
    if not numbering.passages:
        return _failed(task, ModelError("The context window is too small for one passage.", kind="too_long")), ()
    shown = tuple((passage.source, *passage.span) for passage in numbering.passages)
    try:
        reply = await _ask(models, task, _variables(task, numbering, task.known, scale), occurrence=0)
    except ModelError as error:
        return _failed(task, error), ()
    first = to_reading(task.sub_question.id, reply, numbering)
    further = continued(reply, numbering)[: scale.read_on]
    if further:
        first = await _read_further(models, task, scale, first, further)
        shown += tuple((passage.source, passage.start, passage.end) for passage in further)
    return first, shown


def choose_passages(task: Task, characters: int) -> tuple[Passage, ...]:
    """The passages that answer the sub-question best, by its queries and its own words.

    Args:
        characters: budget, in characters of Latin text (see ``scale.worth``).
    """
    queries = (*task.sub_question.queries, task.sub_question.text)
    documents = worth_reading(task)
    wanted = int(DENSER * characters_for(documents, characters))
    wanted += sum(end - start for _, start, end in task.seen)
    chosen, left = [], characters
    for passage in best_passages(queries, documents, characters=wanted, hits=task.hits):
        known = any(passage.source == s and passage.start < e and b < passage.end for s, b, e in task.seen)
        if not known and (cost := worth(passage.text)) <= left:
            chosen.append(passage)
            left -= cost
    return tuple(chosen)


def worth_reading(task: Task) -> tuple[Document, ...]:
    """The documents without translations of others, and in further rounds without those on another subject."""
    language = task.question.language
    left_out = translations(language, task.documents)
    if task.sub_question.round > 0:
        left_out |= off_subject(task.question.text, language, task.documents)
    return tuple(each for each in task.documents if each.source.id not in left_out)


def _fitting(models: Models, task: Task, passages: Sequence[Passage], scale: Scale) -> Numbering:
    """The best of the passages that fit into the model's context window, numbered."""

    def variables(some: Sequence[Passage]) -> dict[str, Any]:
        return _variables(task, Numbering(some, task.by_id, once=True), task.known, scale)

    return Numbering(models.fit("read", passages, variables, stage="read", limit=LIMIT), task.by_id, once=True)


def to_reading(sub_question: str, reply: ReadReply, numbering: Numbering) -> Reading:
    """The reply as proposals; a claim whose ids all lead nowhere is dropped."""
    proposals = (_proposal(claim, numbering) for claim in reply.claims)
    return Reading(
        sub_question=sub_question,
        proposals=tuple(found for found in proposals if found is not None),
        missing=_distinct(reply.missing),
        other_words=_distinct(reply.other_words)[:OTHER_WORDS],
    )


def continued(reply: ReadReply, numbering: Numbering) -> tuple[Passage, ...]:
    """How the passages go on that the reader wants read on: only what it did not see."""
    numbers = [int(found) for text in reply.continue_ if (found := _first_number(text))]
    further = []
    for number in dict.fromkeys(numbers):
        shown = numbering.passage(number)
        if shown is None:
            continue
        document = numbering.documents[shown.source]
        others = [each.span[0] for each in numbering.passages if each.source == shown.source]
        until = min((start for start in others if start >= shown.span[1]), default=len(document.text))
        characters = characters_for([document], READ_ON)
        if (passage := onward(document, shown.span[1], until, characters)) is not None:
            further.append(passage)
    return tuple(further)


async def _read_further(
    models: Models, task: Task, scale: Scale, first: Reading, further: tuple[Passage, ...]
) -> Reading:
    """The second call: passages read on. What it does not answer either is missing."""
    known = (*task.known, *(proposal.text for proposal in first.proposals))
    numbering = await asyncio.to_thread(Numbering, further, task.by_id)
    try:
        reply = await _ask(
            models, task, _variables(task, numbering, known, scale, first.missing or ("(nothing)",)), occurrence=1
        )
    except ModelError as error:
        what = f"Passages that break off were not read on. {error}"
        problem = Problem(stage="read", subject=task.sub_question.id, what=what, kind=error.kind)
        return replace(first, problems=(*first.problems, problem))
    second = to_reading(task.sub_question.id, reply, numbering)
    missing = second.missing if first.missing else ()
    return replace(
        first,
        proposals=(*first.proposals, *second.proposals),
        missing=missing,
        other_words=_distinct([*second.other_words, *first.other_words])[:OTHER_WORDS] if missing else (),
    )


async def _ask(models: Models, task: Task, variables: dict[str, Any], occurrence: int) -> ReadReply:
    return await models.ask(
        role="reader",
        prompt="read",
        variables=variables,
        reply=ReadReply,
        stage="read",
        subject=task.sub_question.id,
        occurrence=occurrence,
        limit=LIMIT,
    )


def _variables(
    task: Task, numbering: Numbering, known: Sequence[str], scale: Scale, further: Sequence[str] = ()
) -> dict[str, Any]:
    """The prompt's variables; ``further``: what was missing before these passages were read on."""
    return {
        "question": task.question.text,
        "sub_question": task.sub_question.text,
        "language": language_name(task.question.language),
        "passages": numbering.text(),
        "tried": list(task.sub_question.queries),
        "known": list(known),
        "others": list(task.others),
        "further": list(further),
        "most_claims": scale.claims,
    }


def _proposal(claim: ClaimReply, numbering: Numbering) -> ClaimProposal | None:
    quotes = numbering.proposals(claim.sentences)
    text = " ".join(claim.text.split())
    if not quotes or not text or claim.relevance < LEAST_RELEVANT:
        return None
    qualifiers = tuple(found for part in claim.qualifiers if (found := _qualifier(part)) is not None)
    return ClaimProposal(text=text, quotes=quotes, relevance=claim.relevance, qualifiers=qualifiers)


def _qualifier(part: QualifierReply) -> Qualifier | None:
    kind, value = part.kind.strip().lower(), " ".join(part.value.split())
    if kind not in QUALIFIERS or not value:
        return None
    return Qualifier(kind=cast(Any, kind), value=value)


def _failed(task: Task, error: ModelError) -> Reading:
    name = task.sub_question.id
    what = f"The documents found for sub-question {name} were not read by the model. {error}"
    return Reading(sub_question=name, problems=(Problem(stage="read", subject=name, what=what, kind=error.kind),))


def _distinct(texts: Sequence[str]) -> tuple[str, ...]:
    cleaned = (" ".join(text.split()) for text in texts)
    return tuple({text.casefold(): text for text in cleaned if text}.values())


def _first_number(text: str) -> str | None:
    found = _NUMBER.search(text)
    return found.group() if found else None
