"""Reading that belongs to no run: nothing is journalled, and documents are kept in memory for as long as needed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from research_agent.domain import Document
from research_agent.recorder import CallKey, Reply


class Unrecorded:
    """A recorder for a look that belongs to no run: makes every call and keeps nothing."""

    async def call(
        self, key: CallKey, request: Any, perform: Callable[[], Awaitable[Reply]], *, meta: dict[str, Any] | None = None
    ) -> Reply:
        return await perform()


class Unstored:
    """A store for the same: keeps documents for as long as it lives."""

    def __init__(self) -> None:
        self._documents: dict[str, Document] = {}

    def save(self, document: Document) -> None:
        self._documents[document.source.id] = document

    def load(self, id: str) -> Document:
        return self._documents[id]
