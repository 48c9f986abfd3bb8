"""What the graph asks of a judge, and what it hands to one. The judges themselves stand in ``judges/``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from research_agent.domain import Document, Report, Verdict
from research_agent.events import Emit
from research_agent.recorder import Recorder
from research_agent.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    """What a judge needs to call out on a run's account."""

    settings: Settings
    """The run's, with what is left of its budgets."""
    recorder: Recorder
    """The run's journal: a judgement that was paid for is not made twice."""
    emit: Emit


class Judge(Protocol):
    """Scores a finished report against a checklist of its own. The graph takes any object of this shape."""

    @property
    def name(self) -> str:
        """Stands in the verdict."""
        ...

    async def judge(self, report: Report, documents: Mapping[str, Document], calls: Calls) -> Verdict:
        """The verdict on ``report``; ``documents`` are its sources, by id.

        May raise ModelError and BudgetError; then the report says that it was not judged, and why.
        """
        ...
