"""LlmEngine: the atomic capabilities, each answered by prompts and typed replies."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from research_agent.domain import (
    Branch,
    CitedSentence,
    Document,
    Draft,
    EngineInfo,
    Entailment,
    Fault,
    Patch,
    Plan,
    Question,
    Reading,
    Reflection,
    Relation,
    SearchHit,
    SubQuestion,
    Usage,
)
from research_agent.engines.llm.entailing import judge
from research_agent.engines.llm.planning import make_plan
from research_agent.engines.llm.reading import KNOWN, Shown, Task, read_passages
from research_agent.engines.llm.reflecting import think
from research_agent.engines.llm.relating import find_relations
from research_agent.engines.llm.repairing import mend
from research_agent.engines.llm.scale import SCALE
from research_agent.engines.llm.writing import Assignment, write_report
from research_agent.engines.standing import statements_of, still_missing
from research_agent.errors import ModelError
from research_agent.evidence.ledger import Ledger
from research_agent.llm.models import Models
from research_agent.settings import Settings


class LlmEngine:
    """See ``engines.base.Engine``. Close it when the run is over."""

    def __init__(self, models: Models, settings: Settings, info: EngineInfo) -> None:
        self.models = models
        self._settings = settings
        self._info = info
        self._scale = SCALE[settings.depth]
        self._repairs = 0
        self._judgements = 0
        self._comparisons = 0
        self._judged: frozenset[tuple[str, str]] = frozenset()
        """Pairs of claims that a model was shown."""
        self._compared: frozenset[str] = frozenset()
        """Claims that were there when it was shown them."""
        self._relations: tuple[Relation, ...] = ()
        self._draft: Draft | None = None
        self._documents: dict[str, Document] = {}
        """What was written last, and from what: a repair sees what stands around a sentence and its quotes."""
        self._shown: dict[str, Shown] = {}
        """By sub-question: what its reader saw. Rounds do not overlap, so this is the same in a replay."""
        self._planned: tuple[str, ...] | None = None
        """The plan's sub-questions as this engine made it; empty where it failed; None before."""
        self._planning = asyncio.Lock()
        self._reported: dict[str, tuple[str, ...]] = {}
        """By sub-question of the first rounds: what was reported for it, most relevant first."""

    @property
    def info(self) -> EngineInfo:
        """Models are those known so far: without a setting, the endpoint is asked at the first call."""
        return replace(self._info, models=self.models.names)

    @property
    def usage(self) -> Usage:
        return self.models.usage

    async def plan(self, question: Question) -> Plan:
        await self.models.learn_window()
        self._planned = ()
        plan = await make_plan(self.models, question, self._settings.depth)
        self._planned = tuple(sub.text for sub in plan.sub_questions)
        return plan

    async def read(
        self, question: Question, sub_question: SubQuestion, documents: Sequence[Document], hits: Sequence[SearchHit]
    ) -> Reading:
        if not documents:
            return Reading(sub_question=sub_question.id, missing=(sub_question.text,))
        await self.models.learn_window()
        task = Task(
            question,
            sub_question,
            tuple(documents),
            tuple(hits),
            seen=tuple(span for each in _above(sub_question.id) for span in self._shown.get(each, ())),
            known=tuple(text for each in _above(sub_question.id) for text in self._reported.get(each, ()))[:KNOWN],
            others=await self._read_beside(question, sub_question),
        )
        reading, self._shown[sub_question.id] = await read_passages(self.models, task, self._scale)
        return reading

    async def relate(self, question: Question, ledger: Ledger) -> tuple[Relation, ...]:
        await self.models.learn_window()
        found, judged = await find_relations(
            self.models, question, ledger, self._judged, self._comparisons, self._compared
        )
        self._compared = frozenset(ledger.claims)
        self._comparisons += bool(judged)
        self._judged |= judged
        self._relations = tuple(dict.fromkeys((*self._relations, *found)))
        return tuple(each for each in self._relations if {each.first, each.second} <= ledger.claims.keys())

    async def reflect(
        self, question: Question, plan: Plan, ledger: Ledger, branches: Sequence[Branch], round: int
    ) -> Reflection:
        await self.models.learn_window()
        claims = sorted(ledger.claims.values(), key=lambda claim: -claim.relevance)
        self._reported = {
            sub.id: tuple(text for claim in claims if sub.id in claim.sub_questions for text in statements_of(claim))
            for sub in plan.sub_questions
        }
        return await think(self.models, question, plan, ledger, branches, round, self._scale.searches)

    async def write(
        self, question: Question, plan: Plan, ledger: Ledger, documents: Sequence[Document], branches: Sequence[Branch]
    ) -> Draft:
        await self.models.learn_window()
        by_id = {document.source.id: document for document in documents}
        task = Assignment(question, plan, ledger, by_id, self._scale, still_missing(plan, branches))
        self._draft, self._documents = await write_report(self.models, task), by_id
        return self._draft

    async def entail(self, question: Question, sentences: Sequence[CitedSentence]) -> tuple[Entailment, ...]:
        if not sentences:
            return ()
        call, self._judgements = self._judgements, self._judgements + 1
        await self.models.learn_window()
        return tuple(await judge(self.models, question, sentences, call))

    async def repair(self, question: Question, faults: Sequence[Fault], ledger: Ledger) -> tuple[Patch, ...]:
        occurrence, self._repairs = self._repairs, self._repairs + 1
        return await mend(self.models, question, faults, ledger, occurrence, self._documents, self._draft)

    async def _read_beside(self, question: Question, sub_question: SubQuestion) -> tuple[str, ...]:
        """The plan's other sub-questions, while the plan's own are read; none where a person changed this one.

        A process that took the run over has not planned itself: the journal then answers, as it would in a replay.
        """
        if sub_question.round > 0:
            return ()
        async with self._planning:
            if self._planned is None:
                try:
                    await self.plan(question)
                except ModelError:
                    self._planned = ()  # the plan node met it too and made one sub-question of the question
        planned = self._planned or ()
        return tuple(text for text in planned if text != sub_question.text) if sub_question.text in planned else ()

    async def aclose(self) -> None:
        await self.models.aclose()


def _above(name: str) -> list[str]:
    """The ids of the sub-questions that this one follows up: ``2`` and ``2.1`` for ``2.1.1``."""
    parts = name.split(".")
    return [".".join(parts[:length]) for length in range(1, len(parts))]
