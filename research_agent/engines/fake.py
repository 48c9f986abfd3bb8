"""An engine that answers what it was told to, for tests and for embedding apps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from research_agent.domain import (
    Branch,
    CitedSentence,
    ClaimProposal,
    Document,
    Draft,
    DraftSection,
    DraftSentence,
    EngineInfo,
    Entailment,
    Fault,
    Intent,
    NextStep,
    OutlineSection,
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
from research_agent.engines.standing import standing
from research_agent.evidence.ledger import Ledger

WriteDraft = Callable[[Question, Plan, Ledger], Draft]


class FakeEngine:
    """What is not scripted has a simple, valid default: the question as its own plan, each document's first sentence as
    a claim, each claim as a sentence, nothing to search for again, no patches.

    Args:
        plan: the plan, or an error to raise.
        readings: by sub-question id; an error is raised.
        relations: what ``relate`` returns, made from the ledger, or an error to raise.
        next: what the reflections on round 0, 1 ... propose, or an error to raise.
        draft: the draft, or a function that makes it from the ledger.
        patches: what ``repair`` returns.
        entailments: what ``entail`` returns for the sentences that it is asked about; others it does not judge.
    """

    def __init__(
        self,
        *,
        plan: Plan | Exception | None = None,
        readings: Mapping[str, Reading | Exception] | None = None,
        relations: Callable[[Ledger], tuple[Relation, ...]] | Exception | None = None,
        next: Sequence[Sequence[NextStep]] | Exception = (),
        draft: Draft | WriteDraft | Exception | None = None,
        patches: Sequence[Patch] = (),
        entailments: Sequence[Entailment] = (),
    ) -> None:
        self.calls: list[str] = []
        """The methods that were called, in order, with what they were about: ``read 1``."""
        self.info = EngineInfo(name="fake", reason="it was handed in")
        self._plan = plan
        self._readings = dict(readings or {})
        self._relations = relations
        self._next = next
        self._draft = draft
        self._patches = tuple(patches)
        self._entailments = {each.id: each for each in entailments}
        self.judged: list[CitedSentence] = []
        """What ``entail`` was asked about."""

    async def plan(self, question: Question) -> Plan:
        self.calls.append("plan")
        if isinstance(self._plan, Exception):
            raise self._plan
        return self._plan or one_step_plan(question)

    async def read(
        self, question: Question, sub_question: SubQuestion, documents: Sequence[Document], hits: Sequence[SearchHit]
    ) -> Reading:
        self.calls.append(f"read {sub_question.id}")
        scripted = self._readings.get(sub_question.id)
        if isinstance(scripted, Exception):
            raise scripted
        return scripted or first_sentences(sub_question, documents)

    async def relate(self, question: Question, ledger: Ledger) -> tuple[Relation, ...]:
        self.calls.append("relate")
        if isinstance(self._relations, Exception):
            raise self._relations
        return self._relations(ledger) if self._relations else ()

    async def reflect(
        self, question: Question, plan: Plan, ledger: Ledger, branches: Sequence[Branch], round: int
    ) -> Reflection:
        self.calls.append(f"reflect {round}")
        if isinstance(self._next, Exception):
            raise self._next
        proposed = tuple(self._next[round]) if round < len(self._next) else ()
        return replace(standing(plan, ledger, branches).reflection(round), next=proposed)

    async def write(
        self, question: Question, plan: Plan, ledger: Ledger, documents: Sequence[Document], branches: Sequence[Branch]
    ) -> Draft:
        self.calls.append("write")
        if isinstance(self._draft, Exception):
            raise self._draft
        if isinstance(self._draft, Draft):
            return self._draft
        return (self._draft or claims_as_sentences)(question, plan, ledger)

    async def entail(self, question: Question, sentences: Sequence[CitedSentence]) -> tuple[Entailment, ...]:
        self.calls.append("entail")
        self.judged += sentences
        return tuple(self._entailments[each.id] for each in sentences if each.id in self._entailments)

    async def repair(self, question: Question, faults: Sequence[Fault], ledger: Ledger) -> tuple[Patch, ...]:
        self.calls.append("repair")
        return self._patches

    async def aclose(self) -> None:
        """Nothing is open."""


def one_step_plan(question: Question) -> Plan:
    """The question as its own only sub-question."""
    only = SubQuestion(id="1", text=question.text, queries=(question.text,))
    outline = (OutlineSection(title=question.text, sub_questions=("1",)),)
    return Plan(intent=Intent.EXPLANATION, sub_questions=(only,), outline=outline)


def first_sentences(sub_question: SubQuestion, documents: Sequence[Document]) -> Reading:
    """The first sentence of each document as a claim."""
    from research_agent.text.sentences import sentence_spans

    proposals = []
    for document in documents:
        spans = sentence_spans(document.text, document.blocks)
        if spans:
            text = document.text[spans[0][0] : spans[0][1]]
            quote = QuoteProposal(source=document.source.id, span=spans[0], text=text)
            proposals.append(ClaimProposal(text=text, quotes=(quote,), relevance=1.0))
    return Reading(sub_question=sub_question.id, proposals=tuple(proposals))


def claims_as_sentences(question: Question, plan: Plan, ledger: Ledger) -> Draft:
    """Each claim as a sentence; the first one is the answer too."""
    sentences = tuple(DraftSentence(text=claim.text, claims=(claim.id,)) for claim in ledger.claims.values())
    section = DraftSection(title=plan.outline[0].title if plan.outline else question.text, sentences=sentences)
    return Draft(title=question.text, answer=sentences[:1], sections=(section,))
