"""Which model answers for which role."""

from __future__ import annotations

from typing import Literal

from research_agent.errors import ConfigError, ModelError, ResearchError
from research_agent.llm.endpoint import Endpoint
from research_agent.recorder import CallKey, Recorder, Reply
from research_agent.settings import Settings

Role = Literal["planner", "reader", "verifier", "writer", "judge"]

ROLES: tuple[Role, ...] = ("planner", "reader", "verifier", "writer", "judge")
SMALL: frozenset[Role] = frozenset({"reader", "verifier"})
"""Roles for which a small model does, where one is named."""
NAMES_SHOWN = 8


def named_model(role: Role, settings: Settings) -> str | None:
    """The model that the settings name for a role: its own, else the small one where that does, else the model."""
    own: str | None = getattr(settings, f"{role}_model")
    return own or (settings.small_model if role in SMALL else None) or settings.model


def named_models(settings: Settings) -> dict[str, str]:
    """Role -> model, for the roles that the settings name one for."""
    return {role: name for role in ROLES if (name := named_model(role, settings))}


async def only_model(endpoint: Endpoint, recorder: Recorder, asker: str = "") -> str:
    """The one model that the endpoint serves, where the settings name none; asked once a run, and journalled.

    Raises:
        ConfigError: it serves none, or several.
        ModelError: it cannot be asked.
    """

    async def perform() -> Reply:
        return Reply(value=_the_only(await _listed(endpoint), endpoint.base_url))

    key = CallKey(stage="plan", role="models", subject=f"endpoint {asker}".strip())
    reply = await recorder.call(key, {"path": "/models"}, perform)
    return str(reply.value)


async def _listed(endpoint: Endpoint) -> tuple[str, ...]:
    try:
        return await endpoint.models()
    except ModelError as error:
        if error.kind not in {"no_endpoint", "bad_request", "not_json", "bad_reply", "model_not_found"}:
            raise
        raise _unnamed(f"and {endpoint.base_url or 'the endpoint'} does not list its models") from error


def _the_only(names: tuple[str, ...], base_url: str | None) -> str:
    if len(names) == 1:
        return names[0]
    where = base_url or "the endpoint"
    if not names:
        raise _unnamed(f"and {where} lists none")
    more = ", ..." if len(names) > NAMES_SHOWN else ""
    raise _unnamed(f"and {where} serves {len(names)}: {', '.join(sorted(names)[:NAMES_SHOWN])}{more}")


def _unnamed(why: str) -> ResearchError:
    return ConfigError(
        f"No model is named, {why}.", kind="no_model", next_step="Set RESEARCH_MODEL (or --model) to the model to use."
    )
