"""The embedded engine: no key, no network, no model. It chooses; it never words anything itself.

plan    rules of grammar (decompose, planning)
read    passages by BM25 and feedback, sentences by value, quotes of one or two whole sentences
reflect what has no claim, what nothing names and what is disputed is searched in another way
write   the best quotes of the whole run, within an allowance, arranged after the outline
repair  nothing: a verbatim quote cannot be mended
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import replace

from research_agent.domain import (
    Branch,
    CitedSentence,
    ClaimProposal,
    Document,
    Draft,
    EngineInfo,
    Entailment,
    Fault,
    Patch,
    Plan,
    Question,
    QuoteProposal,
    Reading,
    Reflection,
    Relation,
    SearchHit,
    SubQuestion,
)
from research_agent.effort import EFFORT
from research_agent.engines.extractive.allowance import ALLOWANCE
from research_agent.engines.extractive.candidates import Candidate, find_candidates
from research_agent.engines.extractive.decompose import decompose
from research_agent.engines.extractive.language import in_the_language
from research_agent.engines.extractive.planning import make_plan, wanted_of_question
from research_agent.engines.extractive.pool import TO_PROPOSE
from research_agent.engines.extractive.reflecting import reflect
from research_agent.engines.extractive.relevance import speaks_of
from research_agent.engines.extractive.select import Extract, Selection
from research_agent.engines.extractive.versions import preference
from research_agent.engines.extractive.write import write_draft
from research_agent.evidence.ledger import Ledger
from research_agent.settings import Settings


class ExtractiveEngine:
    """See the module's picture.

    Args:
        settings: depth, and whether the question is searched for in documents only or on the web too.
        reason: why this engine was chosen, in words for the reader.
    """

    def __init__(self, settings: Settings, *, reason: str = "") -> None:
        self._settings = settings
        self._info = EngineInfo(name="extractive", reason=reason)
        self._seen: dict[str, Document] = {}
        self._before: frozenset[str] = frozenset()
        """Ids of the documents that earlier rounds read. Rounds do not overlap, so this is the same in a replay."""
        self._question = ""

    @property
    def info(self) -> EngineInfo:
        return self._info

    async def plan(self, question: Question) -> Plan:
        """The question taken apart by rules."""
        most = EFFORT[self._settings.depth].sub_questions
        return await asyncio.to_thread(make_plan, question, most, web=self._searches_the_web())

    async def read(
        self, question: Question, sub_question: SubQuestion, documents: Sequence[Document], hits: Sequence[SearchHit]
    ) -> Reading:
        """Quotes from ``documents`` as claims; ``hits`` add nothing, since whole documents are ranked anew.

        What an earlier round read has given its quotes, and the writer sees it whole: in a later round it only tells
        what the new documents are worth beside it.
        """
        self._remember(question, documents)
        reading = await asyncio.to_thread(self._read, question, sub_question, documents)
        return self._new_of(reading, sub_question) if sub_question.round else reading

    async def relate(self, question: Question, ledger: Ledger) -> tuple[Relation, ...]:
        """None: what rules of words can tell, the ledger's own rules have told."""
        return ()

    async def reflect(
        self, question: Question, plan: Plan, ledger: Ledger, branches: Sequence[Branch], round: int
    ) -> Reflection:
        """By rules (``reflecting``), over all documents that were read for the question."""
        self._before = frozenset(self._seen)
        documents = sorted(self._seen.values(), key=lambda document: document.source.id)
        return await asyncio.to_thread(reflect, question, plan, ledger, branches, documents, round)

    async def write(
        self, question: Question, plan: Plan, ledger: Ledger, documents: Sequence[Document], branches: Sequence[Branch]
    ) -> Draft:
        """The best quotes, direct answer first, then after the outline.

        A word's rarity is counted over all documents that were read for the question, not only over those that gave
        a quote: among documents about one subject the subject's own words look common, and worthless.
        """
        self._remember(question, documents)
        citable = {quote.source for quote in ledger.quotes.values()}
        seen, _ = in_the_language(list(self._seen.values()), question, plan.sub_questions[0])
        seen.sort(key=lambda document: document.source.id)
        allowance = ALLOWANCE[self._settings.depth]
        return await asyncio.to_thread(write_draft, question, plan, ledger, seen, citable, allowance)

    async def entail(self, question: Question, sentences: Sequence[CitedSentence]) -> tuple[Entailment, ...]:
        """Nothing to judge: its sentences are quotes, word for word."""
        return ()

    async def repair(self, question: Question, faults: Sequence[Fault], ledger: Ledger) -> tuple[Patch, ...]:
        """Nothing: what is quoted word for word cannot be said better."""
        return ()

    async def aclose(self) -> None:
        """Nothing is open."""

    def _new_of(self, reading: Reading, sub_question: SubQuestion) -> Reading:
        """A later round's reading without what earlier rounds read; without anything new, what was asked is missing."""
        fresh = tuple(each for each in reading.proposals if any(q.source not in self._before for q in each.quotes))
        missing = () if fresh else (sub_question.text,)
        return replace(reading, proposals=fresh, missing=missing)

    def _remember(self, question: Question, documents: Sequence[Document]) -> None:
        """Keep the documents of the question under way, and of no other."""
        if question.text != self._question:
            self._question, self._seen = question.text, {}
        self._seen.update((document.source.id, document) for document in documents)

    def _searches_the_web(self) -> bool:
        names = self._settings.search or (("local",) if self._settings.documents else ("web",))
        return any(name != "local" for name in names)

    def _read(self, question: Question, sub_question: SubQuestion, documents: Sequence[Document]) -> Reading:
        usable, problem = in_the_language(documents, question, sub_question)
        problems = (problem,) if problem else ()
        missing = Reading(sub_question=sub_question.id, missing=(sub_question.text,), problems=problems)
        most = EFFORT[self._settings.depth].sub_questions
        wanted = wanted_of_question(question.text, most)
        if not speaks_of([facet for part in wanted for facet in part.facets], usable):
            return missing
        preferred = preference(usable, decompose(question.text, most).constraints)
        candidates = find_candidates(question.text, wanted, usable, preferred, passages=TO_PROPOSE)
        allowance = ALLOWANCE[self._settings.depth].of_sub_question(most)
        extracts = Selection(candidates, allowance.quotes, allowance.characters).choose()
        if not extracts:
            return missing
        chosen = [*extracts, *others(candidates, {extract.source for extract in extracts})]
        return Reading(
            sub_question=sub_question.id, proposals=tuple(proposal(extract) for extract in chosen), problems=problems
        )


def others(candidates: Sequence[Candidate], had: Collection[str]) -> list[Extract]:
    """The best sentence of each source that gave no quote yet: the writer, who sees all documents, may want more."""
    best: dict[str, Extract] = {}
    for candidate in sorted(candidates, key=lambda candidate: (candidate.turn, candidate.source, candidate.start)):
        if candidate.quotable and not candidate.leans and candidate.source not in had:
            best.setdefault(candidate.source, Extract((candidate,)))
    return list(best.values())


def proposal(extract: Extract) -> ClaimProposal:
    """A quote as a claim of its own words."""
    return ClaimProposal(
        text=extract.text,
        quotes=(QuoteProposal(source=extract.source, span=extract.span),),
        relevance=round(extract.value, 4),
    )
