"""What a judge is: anything with a name that turns a report and its documents into a verdict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from research_agent.domain import Document, Report, Verdict


class Judge(Protocol):
    """Scores a finished report against a checklist of its own. The graph takes any object of this shape."""

    @property
    def name(self) -> str:
        """Stands in the verdict."""
        ...

    async def judge(self, report: Report, documents: Mapping[str, Document]) -> Verdict:
        """The verdict on ``report``; ``documents`` are its sources, by id.

        May raise ModelError and BudgetError; then the report says that it was not judged, and why.
        """
        ...
