"""Which providers the settings stand for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from research_agent.errors import ConfigError
from research_agent.search.providers import open_providers
from research_agent.settings import load_settings


async def names(**flags: Any) -> list[str]:
    providers = open_providers(load_settings(**flags))
    for provider in providers:
        await provider.aclose()
    return [provider.name for provider in providers]


async def test_without_anything_set_duckduckgo_is_asked() -> None:
    assert await names() == ["duckduckgo"]


async def test_documents_are_searched_alone_unless_others_are_named(tmp_path: Path) -> None:
    assert await names(documents=(str(tmp_path),), tavily_api_key="k") == ["local"]
    assert await names(documents=(str(tmp_path),), search=("local", "duckduckgo")) == ["local", "duckduckgo"]


async def test_providers_that_are_set_up_come_before_duckduckgo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVILY_API_KEY", "k")
    monkeypatch.setenv("BRAVE_API_KEY", "k")
    monkeypatch.setenv("SEARXNG_URL", "http://127.0.0.1:8080")
    assert await names() == ["searxng", "tavily", "brave"]


async def test_a_name_counts_once_whatever_its_case() -> None:
    assert await names(search=("DuckDuckGo", "duckduckgo")) == ["duckduckgo"]


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ({"search": ("gogle",)}, "local, duckduckgo, searxng, tavily, brave"),
        ({"search": ("tavily",)}, "TAVILY_API_KEY"),
        ({"search": ("brave",)}, "BRAVE_API_KEY"),
        ({"search": ("brave",), "brave_api_key": "clé"}, "BRAVE_API_KEY"),
        ({"search": ("searxng",)}, "SEARXNG_URL"),
        ({"search": ("searxng",), "searxng_url": "localhost:8080"}, "SEARXNG_URL"),
        ({"search": ("local",)}, "--documents"),
        ({"search": ("duckduckgo",), "local_only": True}, "leave this machine"),
        ({"search": ("tavily",), "tavily_api_key": "k", "local_only": True}, "leave this machine"),
        ({"search": ("searxng",), "searxng_url": "https://searx.example", "local_only": True}, "leave this machine"),
    ],
)
async def test_what_cannot_be_opened_says_what_to_set(flags: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        await names(**flags)
    assert said in str(caught.value)


async def test_a_searxng_of_this_machine_is_local() -> None:
    assert await names(search=("searxng",), searxng_url="http://127.0.0.1:8080", local_only=True) == ["searxng"]
