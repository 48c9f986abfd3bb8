"""Models over a fake server on loopback, with a real journal: what the tests of everything that asks a model need."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from research_agent.events import Event
from research_agent.llm.fake import FakeModelServer
from research_agent.llm.models import Models
from research_agent.runs.journal import Mode, SqliteJournal
from research_agent.settings import Settings


def model_settings(server: FakeModelServer, **more: Any) -> Settings:
    """Settings that lead to the fake server."""
    return Settings(**{"openai_base_url": server.base_url, "openai_api_key": "test", "model": "fake", **more})


@asynccontextmanager
async def models_over(
    server: FakeModelServer, folder: Path, *, mode: Mode = "record", events: list[Event] | None = None, **more: Any
) -> AsyncIterator[Models]:
    """Models that ask ``server`` and record into ``folder``; they back off for milliseconds only."""
    async with SqliteJournal(folder / "journal.sqlite", mode=mode) as journal:
        told = events if events is not None else []
        models = Models(model_settings(server, **more), journal, told.append, pause=0.01)
        try:
            yield models
        finally:
            await models.aclose()
