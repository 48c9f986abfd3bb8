"""Which engine does the thinking, and why: said in words, since the report prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from research_agent.domain import EngineInfo
from research_agent.engines.base import Engine
from research_agent.errors import ConfigError
from research_agent.events import Emit
from research_agent.recorder import Recorder
from research_agent.settings import EngineChoice, Settings

if TYPE_CHECKING:
    from research_agent.engines.llm.engine import LlmEngine

TO_USE_A_MODEL = "Set OPENAI_API_KEY, or OPENAI_BASE_URL for another OpenAI-compatible server"


def choose_engine(settings: Settings, recorder: Recorder, emit: Emit) -> Engine:
    """The engine that the settings ask for; ``auto``: the language model where a key or a base URL is set.

    Raises:
        ConfigError: kind ``no_key``, when the language model is asked for and neither key nor base URL is set;
            ``bad_setting``, when the base URL is none; ``unknown_price``, when a budget in dollars cannot be kept.
    """
    if settings.engine is EngineChoice.EXTRACTIVE:
        return _extractive(settings, "it was asked for (engine=extractive)")
    found = settings.model_set_by
    if settings.engine is EngineChoice.LLM:
        if not found:
            raise ConfigError(
                "The language model engine was asked for, and no key or endpoint is set.",
                kind="no_key",
                next_step=f"{TO_USE_A_MODEL}.",
            )
        _require_usable(settings)
        return llm_engine(settings, recorder, emit, reason="it was asked for (engine=llm)")
    if found:
        _require_usable(settings)
        return llm_engine(settings, recorder, emit, reason=f"{found} is set")
    return _extractive(settings, "neither OPENAI_API_KEY nor OPENAI_BASE_URL is set")


def _require_usable(settings: Settings) -> None:
    """What is known to be wrong before anything is paid for."""
    from urllib.parse import urlsplit

    from research_agent.llm.prices import price_of
    from research_agent.llm.roles import named_models

    address = settings.openai_base_url
    if address and (urlsplit(address).scheme not in ("http", "https") or not urlsplit(address).hostname):
        raise ConfigError(
            f"OPENAI_BASE_URL is no http(s) address: {address!r}.",
            kind="bad_setting",
            next_step="Set it to the root of an OpenAI-compatible API; it usually ends in /v1.",
        )
    for model in named_models(settings).values():
        price_of(model, settings)


def engine_of(info: EngineInfo, settings: Settings, recorder: Recorder, emit: Emit) -> Engine:
    """The engine of a recorded run, whatever the environment would choose today: another one would ask otherwise."""
    if info.name == "llm":
        return llm_engine(settings, recorder, emit, reason=info.reason)
    return _extractive(settings, info.reason)


def llm_engine(settings: Settings, recorder: Recorder, emit: Emit, *, reason: str) -> LlmEngine:
    """The language model engine, without asking whether a key is set: a replay needs none."""
    from research_agent.engines.llm.engine import LlmEngine
    from research_agent.llm.models import Models

    return LlmEngine(Models(settings, recorder, emit), settings, EngineInfo(name="llm", reason=reason))


def _extractive(settings: Settings, reason: str) -> Engine:
    from research_agent.engines.extractive.engine import ExtractiveEngine

    return ExtractiveEngine(settings, reason=reason)
