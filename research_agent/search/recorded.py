"""A provider of a recorded run, played back: the journal answers for it, so it is never asked."""

from __future__ import annotations

from research_agent.domain import SearchHit
from research_agent.errors import SearchError
from research_agent.search.base import Query


class RecordedProvider:
    """Stands for the provider ``name`` in a replay."""

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    async def search(self, query: Query) -> tuple[SearchHit, ...]:
        raise SearchError(f"{self._name} is not asked in a replay.", kind="replay")

    async def aclose(self) -> None:
        """Nothing is open."""
