"""A provider of a run that is played back: only its name is needed, the journal answers in its place."""

from __future__ import annotations

from research_agent.domain import SearchHit
from research_agent.errors import RunError
from research_agent.search.base import Query


class RecordedProvider:
    """Args: name: of the provider that was asked when the run was recorded."""

    def __init__(self, name: str) -> None:
        self.name = name

    async def search(self, query: Query) -> tuple[SearchHit, ...]:
        raise RunError(f"The recording holds no search of {self.name} for {query.text!r}.", kind="not_recorded")

    async def aclose(self) -> None:
        """There is nothing to close."""
