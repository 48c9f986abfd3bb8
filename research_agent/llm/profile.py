"""What one model behind one endpoint accepts: learned from what it refuses, once per run.

A request says what is wanted; a profile says how it is put. So the wanted request, and with it its hash in the journal,
does not depend on which of several parallel calls met a refusal first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any
from urllib.parse import urlsplit

from research_agent.llm.schema import schema_text

Json = dict[str, Any]


class Mode(StrEnum):
    """How structured output is asked for, best first."""

    SCHEMA = "json_schema"
    OBJECT = "json_object"
    TEXT = "text"


NEXT_MODE = {Mode.SCHEMA: Mode.OBJECT, Mode.OBJECT: Mode.TEXT}
OPTIONAL = ("temperature", "seed", "logprobs")

_TOO_LONG = re.compile(
    r"context.{0,20}(?:length|window|size)|maximum context|too many (?:input )?tokens|(?:prompt|input) is too long"
    r"|exceed\w* (?:the )?(?:available )?context|reduce the length",
    re.IGNORECASE,
)
_CAP = re.compile(
    r"(?:at most|less than or equal to|<=|maximum (?:value )?(?:of|is)|up to)\s*[`'\"]?(\d{2,7})", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Profile:
    mode: Mode = Mode.SCHEMA
    dropped: frozenset[str] = frozenset()
    """Optional parameters that were refused."""
    limit_name: str = "max_tokens"
    """What the server calls the completion's limit; empty: it takes none."""
    limit_cap: int | None = None
    """The largest limit that the server allows, where it said so."""

    def as_record(self) -> Json:
        """For the journal: how the request was put."""
        return {"mode": str(self.mode), "dropped": sorted(self.dropped), "limit": self.limit_name}


def first_profile(base_url: str | None) -> Profile:
    """Where to start: OpenAI itself has renamed the limit, the servers that copy it mostly have not."""
    host = urlsplit(base_url or "https://api.openai.com").hostname or ""
    openai = host == "openai.com" or host.endswith(".openai.com")
    return Profile(limit_name="max_completion_tokens" if openai else "max_tokens")


def from_record(profile: Profile, record: Json) -> Profile:
    """What a recorded call had learned, so that a resumed run does not ask what was refused before."""
    try:
        mode = Mode(record.get("mode", profile.mode))
    except ValueError:
        return profile
    dropped = frozenset(record.get("dropped", ())) & frozenset(OPTIONAL)
    return replace(profile, mode=mode, dropped=dropped, limit_name=record.get("limit", profile.limit_name))


def body(request: Json, profile: Profile) -> Json:
    """The request as this server takes it.

    Args:
        request: model, messages, name, schema, limit (completion tokens), temperature, seed; where the alternatives of
            a field's tokens are wanted (``alternatives``), logprobs.
        profile: what it accepts.
    """
    sent: Json = {"model": request["model"], "messages": request["messages"]}
    sent |= {name: request[name] for name in OPTIONAL if name in request and name not in profile.dropped}
    if "logprobs" in sent:
        sent |= {"logprobs": True, "top_logprobs": request["logprobs"]["top"]}
    if profile.limit_name:
        sent[profile.limit_name] = min(request["limit"], profile.limit_cap or request["limit"])
    if profile.mode is Mode.SCHEMA:
        schema = {"name": request["name"], "strict": True, "schema": request["schema"]}
        return sent | {"response_format": {"type": "json_schema", "json_schema": schema}}
    sent["messages"] = [*request["messages"][:-1], _with_schema(request["messages"][-1], request)]
    if profile.mode is Mode.OBJECT:
        sent["response_format"] = {"type": "json_object"}
    return sent


def after_refusal(profile: Profile, request: Json, message: str) -> Profile | None:
    """How to put the request after it was refused as a bad request with ``message``; None if nothing is left to try."""
    lower = message.lower()
    if profile.limit_name and profile.limit_name in lower and (cap := _smaller_cap(message, profile, request)):
        return replace(profile, limit_cap=cap)
    if is_too_long(message):
        return None
    if "response_format" in lower and profile.mode in NEXT_MODE:
        return replace(profile, mode=NEXT_MODE[profile.mode])
    for renamed in ("max_completion_tokens", "max_tokens"):
        # The refused name comes first in such a message, the one to use instead second, if at all.
        if renamed in lower and profile.limit_name and lower.find(profile.limit_name) >= 0:
            other = "max_tokens" if profile.limit_name == "max_completion_tokens" else "max_completion_tokens"
            return replace(profile, limit_name=other if other in lower else "")
    for name in OPTIONAL:
        if name in lower and name in request and name not in profile.dropped:
            return replace(profile, dropped=profile.dropped | {name})
    if "logprobs" in request and "logprobs" not in profile.dropped:
        return replace(profile, dropped=profile.dropped | {"logprobs"})  # good to have, and the rarest of all
    # Whatever else the message may say: a plainer way to ask is worth a try, since a refusal costs nothing.
    return replace(profile, mode=NEXT_MODE[profile.mode]) if profile.mode in NEXT_MODE else None


def is_too_long(message: str) -> bool:
    """Whether an error message says that the prompt does not fit the context window."""
    return bool(_TOO_LONG.search(message))


def _smaller_cap(message: str, profile: Profile, request: Json) -> int | None:
    found = _CAP.search(message)
    if not found:
        return None
    cap = int(found.group(1))
    current = min(request["limit"], profile.limit_cap or request["limit"])
    return cap if 0 < cap < current else None


def _with_schema(message: Json, request: Json) -> Json:
    ask = (
        "Reply with one JSON object and nothing else: no explanation before or after it, no code fence. "
        f"It must fit this JSON schema, named {request['name']}:\n{schema_text(request['schema'])}"
    )
    return {**message, "content": f"{message['content']}\n\n{ask}"}
