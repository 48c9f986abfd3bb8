"""What a search provider is: one coroutine from a query to hits, or a SearchError.

'Nothing found' is an empty tuple. 'Failed' is a SearchError. No provider may turn one into the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from research_agent.domain import Limits, SearchHit


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    text: str
    language: str
    limits: Limits
    limit: int = 10
    """Hits wanted."""


class SearchProvider(Protocol):
    @property
    def name(self) -> str: ...

    async def search(self, query: Query) -> tuple[SearchHit, ...]:
        """Hits, best first, ranks 1..n.

        Raises:
            SearchError: the provider could not be asked or did not answer usefully.
        """
        ...

    async def aclose(self) -> None:
        """Free connections and files."""
        ...
