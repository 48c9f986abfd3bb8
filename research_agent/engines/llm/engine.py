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
from research_agent.engines.llm.reading import Shown, Task, read_and_tell
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
        self._shown: dict[str, Shown] = {}
        """By sub-question: what its reader saw. Rounds do not overlap, so this is the same in a replay."""

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
        task = Task(question, sub_question, tuple(documents), tuple(hits), self._seen_above(sub_question.id))
        reading, self._shown[sub_question.id] = await read_and_tell(self.models, task, self._scale)
        return reading

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

    def _seen_above(self, name: str) -> Shown:
        """What was shown for the sub-questions that this one follows up: ``2`` and ``2.1`` for ``2.1.1``."""
        parts = name.split(".")
        above = [".".join(parts[:length]) for length in range(1, len(parts))]
        return tuple(span for each in above for span in self._shown.get(each, ()))

    async def aclose(self) -> None:
        await self.models.aclose()
