"""LlmEngine: the atomic capabilities, each answered by prompts and typed replies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from research_agent.domain import (
    Branch,
    Document,
    Draft,
    EngineInfo,
    Fault,
    Patch,
    Plan,
    Question,
    Reading,
    SearchHit,
    SubQuestion,
    Usage,
)
from research_agent.effort import EFFORT
from research_agent.engines.llm.gaps import find_gaps
from research_agent.engines.llm.planning import make_plan
from research_agent.engines.llm.reading import Task, read_passages
from research_agent.engines.llm.repairing import mend
from research_agent.engines.llm.scale import SCALE
from research_agent.engines.llm.writing import Assignment, write_report
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

    @property
    def info(self) -> EngineInfo:
        """Models are those known so far: without a setting, the endpoint is asked at the first call."""
        return replace(self._info, models=self.models.names)

    @property
    def usage(self) -> Usage:
        return self.models.usage

    async def plan(self, question: Question) -> Plan:
        return await make_plan(self.models, question, self._settings.depth)

    async def read(
        self, question: Question, sub_question: SubQuestion, documents: Sequence[Document], hits: Sequence[SearchHit]
    ) -> Reading:
        if not documents:
            return Reading(sub_question=sub_question.id, missing=(sub_question.text,))
        task = Task(question, sub_question, tuple(documents), tuple(hits))
        return await read_passages(self.models, task, self._scale)

    async def gaps(
        self, question: Question, plan: Plan, ledger: Ledger, branches: Sequence[Branch], round: int
    ) -> tuple[SubQuestion, ...]:
        effort = EFFORT[self._settings.depth]
        if round > effort.rounds:
            return ()
        return await find_gaps(self.models, question, plan, ledger, branches, round, effort.gaps)

    async def write(
        self, question: Question, plan: Plan, ledger: Ledger, documents: Sequence[Document], branches: Sequence[Branch]
    ) -> Draft:
        by_id = {document.source.id: document for document in documents}
        return await write_report(self.models, Assignment(question, plan, ledger, by_id, self._scale))

    async def repair(self, question: Question, faults: Sequence[Fault], ledger: Ledger) -> tuple[Patch, ...]:
        occurrence, self._repairs = self._repairs, self._repairs + 1
        return await mend(self.models, question, faults, ledger, occurrence)

    async def aclose(self) -> None:
        await self.models.aclose()
