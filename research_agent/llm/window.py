"""The context window that prompts must fit: what the user set, what the endpoint tells of itself, else a usual one.

Servers tell it in the list of their models, each in its own words: vLLM ``max_model_len``, llama.cpp ``meta.n_ctx``
(older ones only ``n_ctx_train``: what the model could take, not what it was started with), LM Studio
``loaded_context_length`` and ``max_context_length``, OpenRouter and others ``context_length``. Asked once a run and
journalled, since prompts are cut by it and a replay must cut them alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from research_agent.errors import ModelError
from research_agent.llm.endpoint import Endpoint
from research_agent.recorder import CallKey, Recorder, Reply

USUAL = 65_536
"""Tokens, where neither the user nor the endpoint says: less than any hosted model of today has."""
LEAST = 1_024
"""Less than this is no context window but a slip."""
MOST_LISTED = 8
"""Models of a list whose windows are kept, where none is named."""
SERVED = ("max_model_len", "loaded_context_length", "n_ctx", "max_context_length", "context_length", "context_window")
"""What is served, the surest first."""
TRAINED = "n_ctx_train"

Json = dict[str, Any]


def window_of(asked: int | None, limits: Mapping[str, int], names: Iterable[str]) -> int:
    """The tokens that every one of the models ``names`` takes, within what the user asked for (None: nothing)."""
    told = [limits[name] for name in set(names) if name in limits]
    if asked is not None:
        return min([asked, *told])
    return min(told, default=USUAL)


def told_limit(item: Json) -> int | None:
    """The context window that one entry of a models list tells."""
    places = [item, *(part for name in ("meta", "top_provider") if isinstance(part := item.get(name), dict))]
    for name in SERVED:
        for place in places:
            if (limit := _tokens(place.get(name))) is not None:
                return limit
    trained = min((limit for place in places if (limit := _tokens(place.get(TRAINED))) is not None), default=None)
    return None if trained is None else min(trained, USUAL)


async def ask_limits(endpoint: Endpoint, recorder: Recorder, names: Iterable[str], asker: str = "") -> dict[str, int]:
    """Model -> window, for those of ``names`` (all of a short list, where there are none) that the endpoint tells of.

    An endpoint that does not list its models tells nothing: that is no failure. Raises RunError from a replay.
    """
    wanted = sorted(set(names))

    async def perform() -> Reply:
        try:
            items = await endpoint.listed()
        except ModelError as error:
            return Reply(value={"limits": {}, "why": str(error)})
        found = {str(item.get("id")): limit for item in items if (limit := told_limit(item)) is not None}
        if wanted:
            return Reply(value={"limits": {name: found[name] for name in wanted if name in found}})
        return Reply(value={"limits": found if len(items) <= MOST_LISTED else {}})

    key = CallKey(stage="plan", role="models", subject=f"context windows {asker}".strip())
    reply = await recorder.call(key, {"path": "/models", "models": wanted}, perform)
    return dict(reply.value["limits"])


def _tokens(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= LEAST else None
