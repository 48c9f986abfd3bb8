"""What a server's failure means, in one place: HTTP status and body to ``ModelError``."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from research_agent.errors import ModelError
from research_agent.llm.profile import is_too_long

KEY = "OPENAI_API_KEY"
BASE = "OPENAI_BASE_URL"
DEFAULT_BASE = "https://api.openai.com/v1"

_HTML = re.compile(r"\A\s*(?:<!doctype html|<html|<head|<body)", re.IGNORECASE)
_SECRET = re.compile(r"\b(?:sk|key|Bearer)[-_ ][\w*.-]{6,}")
SHOWN = 300


def from_status(status: int, headers: Mapping[str, str], text: str, *, base_url: str | None, model: str) -> ModelError:
    """The error that an answer outside 2xx stands for."""
    where = base_url or DEFAULT_BASE
    said = error_message(text)
    what = f"The model endpoint {where} answered HTTP {status}" + (f": {said}" if said else "") + "."
    if status in (401, 403):
        return ModelError(
            f"The model endpoint {where} refused the key (HTTP {status}).",
            kind="auth",
            next_step=f"Set {KEY} to a key that is valid for {where}.",
        )
    if is_too_long(said) and status in (400, 413, 422):
        return ModelError(
            what, kind="too_long", next_step="Set RESEARCH_CONTEXT_TOKENS to the model's real context window."
        )
    if status in (404, 405):
        return _not_there(what, text, said, where, model)
    if status == 429:
        return _rate_limited(what, said, text)
    if status >= 500 and "response_format" in said:
        return ModelError(what, kind="bad_request")  # llama-cpp-python's server validates the request behind a 500
    if status >= 500 or status == 408:
        return ModelError(what, kind="unavailable", next_step="Try again later.", retryable=True)
    if is_html(text, headers):
        return html_error(where)
    return ModelError(what, kind="bad_request")


def html_error(base_url: str | None) -> ModelError:
    """The address is a web page, not an API."""
    where = base_url or DEFAULT_BASE
    return ModelError(
        f"The model endpoint {where} answered with a web page instead of JSON.",
        kind="no_endpoint",
        next_step=_try_v1(where),
    )


def unreachable(base_url: str | None, reason: str) -> ModelError:
    where = base_url or DEFAULT_BASE
    return ModelError(
        f"The model endpoint {where} could not be reached: {reason}.",
        kind="unavailable",
        next_step=f"Check that it is running and that {BASE} is right.",
        retryable=True,
    )


def broken_off(base_url: str | None, reason: str) -> ModelError:
    """The connection stood, and ended before the reply was whole."""
    return ModelError(
        f"The model endpoint {base_url or DEFAULT_BASE} broke off its reply: {reason}.",
        kind="unavailable",
        next_step="Try again later; if it happens every time, look at the server's log.",
        retryable=True,
    )


def timed_out(base_url: str | None, seconds: float) -> ModelError:
    return ModelError(
        f"The model endpoint {base_url or DEFAULT_BASE} did not finish its reply within {seconds:g} s.",
        kind="timeout",
        next_step="Raise RESEARCH_MODEL_TIMEOUT, or use a faster model.",
        retryable=True,
    )


def not_json(base_url: str | None, text: str) -> ModelError:
    """A 2xx answer whose body is empty or no JSON object."""
    what = "an empty body" if not text.strip() else f"something that is not JSON: {_short(text)!r}"
    return ModelError(
        f"The model endpoint {base_url or DEFAULT_BASE} answered with {what}.",
        kind="not_json",
        next_step=f"Check that {BASE} is an OpenAI-compatible endpoint.",
        retryable=True,
    )


def bad_shape(base_url: str | None, data: Any) -> ModelError:
    """JSON that is no chat completion, e.g. an error in a 200 answer."""
    text = json.dumps(data, ensure_ascii=False)
    said = error_message(text)
    return ModelError(
        f"The model endpoint {base_url or DEFAULT_BASE} answered without a choice: {said or _short(text)}.",
        kind="bad_reply",
        retryable=True,
    )


def is_html(text: str, headers: Mapping[str, str]) -> bool:
    return bool(_HTML.match(text)) or headers.get("content-type", "").startswith("text/html")


def error_message(text: str) -> str:
    """What an error body says, in one line, without anything that looks like a key."""
    try:
        data = json.loads(text)
    except ValueError:
        return "" if _HTML.match(text) else _short(text)
    for key in ("error", "detail", "message"):
        if isinstance(data, dict) and data.get(key):
            found = data[key]
            if isinstance(found, dict):
                found = " ".join(str(found[name]) for name in ("message", "code", "param") if found.get(name))
            return _short(found if isinstance(found, str) else json.dumps(found, ensure_ascii=False))
    return _short(text)


def _not_there(what: str, text: str, said: str, where: str, model: str) -> ModelError:
    if not _HTML.match(text) and "model" in said.lower():
        return ModelError(
            what, kind="model_not_found", next_step=f"Set RESEARCH_MODEL to a model that {where} serves, not {model!r}."
        )
    return ModelError(what, kind="no_endpoint", next_step=_try_v1(where))


def _rate_limited(what: str, said: str, text: str) -> ModelError:
    spent = "insufficient_quota" in text or ("quota" in said.lower() and "exceeded" in said.lower())
    return ModelError(
        what,
        kind="rate_limited",
        next_step="The account's quota is spent: check its billing."
        if spent
        else "Lower RESEARCH_CONCURRENCY or wait.",
        retryable=not spent,
    )


def _try_v1(where: str) -> str:
    path = urlsplit(where).path.rstrip("/")
    if not path.endswith("/v1"):
        return f"Set {BASE} to the API's root; it usually ends in /v1: {where.rstrip('/')}/v1"
    return f"Check that {BASE} is the root of an OpenAI-compatible API."


def _short(text: str) -> str:
    flat = _SECRET.sub("[key]", " ".join(text.split())).rstrip(".")
    return flat if len(flat) <= SHOWN else flat[:SHOWN] + "..."
