"""The judge that the graph is handed: the checklist judge in a run with a model, else the embedded one.

Without a rubric it derives a checklist from the question and the plan's constraints, before it reads the report. All
calls go through the run's journal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from research_agent.domain import Document, Report, Verdict
from research_agent.judges.checklist import ChecklistJudge
from research_agent.judges.derive import derive_rubric
from research_agent.judges.embedded import EmbeddedJudge
from research_agent.judges.picking import pick
from research_agent.judges.rubric import Rubric
from research_agent.judges.subject import subject_of_report
from research_agent.judging import Calls
from research_agent.llm.models import Models


class ReportJudge:
    """Judges one run's report.

    Args:
        rubrics: the one to judge by, or several among which the run's question chooses; none: derived.
        trials: how often each item is judged.
    """

    name = "checklist"

    def __init__(self, rubrics: Sequence[Rubric] = (), *, trials: int = 1) -> None:
        self._rubrics = rubrics
        self._trials = trials

    async def judge(self, report: Report, documents: Mapping[str, Document], calls: Calls) -> Verdict:
        """See ``judging.Judge``.

        Raises:
            ConfigError: none of several rubrics is for this question.
        """
        if report.engine.name != "llm":
            return await EmbeddedJudge().judge(subject_of_report(report), await self._rubric(report, None))
        models = Models(calls.settings, calls.recorder, calls.emit, asker="judge")
        try:
            judge = ChecklistJudge(models, trials=self._trials)
            return await judge.judge(subject_of_report(report), await self._rubric(report, models))
        finally:
            await models.aclose()

    async def _rubric(self, report: Report, models: Models | None) -> Rubric:
        question = report.question
        if self._rubrics:
            return pick(self._rubrics, question=question.text)
        return await derive_rubric(question.text, question.language, report.plan.constraints, models)
