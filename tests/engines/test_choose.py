"""Which engine is chosen, and the reason that the report will print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from research_agent.engines.choose import choose_engine, llm_engine
from research_agent.errors import ConfigError
from research_agent.events import ignore
from research_agent.runs.journal import SqliteJournal
from research_agent.settings import Settings


@pytest.mark.parametrize(
    ("given", "name", "reason"),
    [
        ({}, "extractive", ""),
        ({"openai_api_key": "k"}, "llm", "OPENAI_API_KEY is set"),
        ({"openai_base_url": "http://127.0.0.1:1/v1"}, "llm", "OPENAI_BASE_URL is set"),
        ({"openai_api_key": "k", "engine": "extractive"}, "extractive", ""),
        ({"openai_api_key": "k", "engine": "llm"}, "llm", "asked for"),
        ({"openai_api_key": "  "}, "extractive", ""),
    ],
)
async def test_the_choice_and_its_reason(given: dict[str, Any], name: str, reason: str, tmp_path: Path) -> None:
    async with SqliteJournal(tmp_path / "journal.sqlite") as journal:
        engine = choose_engine(Settings(**given), journal, ignore)
    assert engine.info.name == name
    assert reason in engine.info.reason


async def test_a_model_without_key_or_endpoint_is_a_wrong_setting(tmp_path: Path) -> None:
    async with SqliteJournal(tmp_path / "journal.sqlite") as journal:
        with pytest.raises(ConfigError, match="OPENAI_API_KEY"):
            choose_engine(Settings(engine="llm"), journal, ignore)  # type: ignore[arg-type]


async def test_the_engine_tells_the_models_that_it_knows(tmp_path: Path) -> None:
    async with SqliteJournal(tmp_path / "journal.sqlite") as journal:
        named = llm_engine(Settings(model="big", small_model="small"), journal, ignore, reason="r")
        unnamed = llm_engine(Settings(), journal, ignore, reason="r")
    assert named.info.models["reader"] == "small"
    assert named.info.models["writer"] == "big"
    assert unnamed.info.models == {}
