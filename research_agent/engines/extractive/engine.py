"""The embedded engine: no key, no network, no model. It chooses; it never words anything itself.

plan    rules of grammar (decompose, planning)
read    passages by BM25 and feedback, sentences by value, quotes of one or two whole sentences
gaps    one more search in other words for a sub-question that found nothing
write   the best quotes of the whole run, within an allowance, arranged after the outline
repair  nothing: a verbatim quote cannot be mended
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence

from research_agent.domain import (
    Branch,
    ClaimProposal,
    Document,
    Draft,
    EngineInfo,
    Fault,
    Patch,
    Plan,
    Question,
    QuoteProposal,
    Reading,
    SearchHit,
    SubQuestion,
)
from research_agent.effort import EFFORT
from research_agent.engines.extractive.allowance import ALLOWANCE
from research_agent.engines.extractive.candidates import BEST_VALUE, Candidate, find_candidates
from research_agent.engines.extractive.decompose import decompose
from research_agent.engines.extractive.language import in_the_language
from research_agent.engines.extractive.planning import make_plan, wanted_of_question
from research_agent.engines.extractive.queries import other_words
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
        """Quotes from ``documents`` as claims; ``hits`` add nothing, since whole documents are ranked anew."""
        self._remember(question, documents)
        return await asyncio.to_thread(self._read, question, sub_question, documents)

    async def gaps(
        self, question: Question, plan: Plan, ledger: Ledger, branches: Sequence[Branch], round: int
    ) -> tuple[SubQuestion, ...]:
        """For each sub-question without a claim one search in other words; none that was tried before."""
        answered = {root(name) for claim in ledger.claims.values() for name in claim.sub_questions}
        tried = [query for sub_question in plan.sub_questions for query in sub_question.queries]
        found: list[SubQuestion] = []
        for sub_question in plan.sub_questions:
            if "." in sub_question.id or sub_question.id in answered:
                continue
            queries = other_words(sub_question.text, question.text, tried)
            if queries:
                place = 1 + sum(root(other.id) == sub_question.id for other in plan.sub_questions if "." in other.id)
                found.append(
                    SubQuestion(id=f"{sub_question.id}.{place}", text=sub_question.text, queries=queries, round=round)
                )
                tried += queries
        return tuple(found)

    async def write(
        self, question: Question, plan: Plan, ledger: Ledger, documents: Sequence[Document], branches: Sequence[Branch]
    ) -> Draft:
        """The best quotes, direct answer first, then after the outline.

        A word's rarity is counted over all documents that were read for the question, not only over those that gave
        a quote: among documents about one subject the subject's own words look common, and worthless.
        """
        self._remember(question, documents)
        citable = {document.source.id for document in documents}
        seen, _ = in_the_language(list(self._seen.values()), question, plan.sub_questions[0])
        seen.sort(key=lambda document: document.source.id)
        allowance = ALLOWANCE[self._settings.depth]
        return await asyncio.to_thread(write_draft, question, plan, ledger, seen, citable, allowance)

    async def repair(self, question: Question, faults: Sequence[Fault], ledger: Ledger) -> tuple[Patch, ...]:
        """Nothing: what is quoted word for word cannot be said better."""
        return ()

    async def aclose(self) -> None:
        """Nothing is open."""

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
        candidates = find_candidates(wanted, usable, preference(usable, decompose(question.text, most).constraints))
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
        relevance=round(min(1.0, extract.value / BEST_VALUE), 4),
    )


def root(sub_question: str) -> str:
    """The plan's own sub-question that ``2.1`` was added for: ``2``."""
    return sub_question.split(".", 1)[0]
