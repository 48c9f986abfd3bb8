"""One row of the journal: a call, what came of it, and a hash that shows whether it was changed since."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any, Literal

from research_agent.errors import BudgetError, ResearchError, from_record
from research_agent.recorder import CallKey, Reply
from research_agent.runs.canonical import canonical, digest

CallStatus = Literal["started", "ok", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRecord:
    """A call as the journal keeps it. JSON values are canonical JSON text (``runs.canonical``)."""

    stage: str
    role: str
    subject: str
    occurrence: int
    attempt: int
    take: int
    """0 for the first time that this key was performed; a resumed run that performs it again adds the next."""
    status: CallStatus
    """``started``: the process ended before an answer came, or has not seen it yet."""
    request: str
    request_sha256: str
    meta: str
    reply: str | None = None
    error: str | None = None
    """``ResearchError.to_record``."""
    started: str
    """ISO 8601, UTC."""
    seconds: float = 0.0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usd: float | None = None

    @property
    def key(self) -> CallKey:
        return CallKey(
            stage=self.stage,
            role=self.role,
            subject=self.subject,
            occurrence=self.occurrence,
            attempt=self.attempt,
        )

    @property
    def asked_a_model(self) -> bool:
        """Whether a language model was asked: such calls name their prompt, or cost tokens. One that the budget did
        not allow was never made."""
        if self.error and json.loads(self.error).get("error") == BudgetError.name:
            return False
        return self.prompt_tokens > 0 or "prompt" in json.loads(self.meta)

    def content_hash(self) -> str:
        return digest(canonical([getattr(self, column) for column in COLUMNS]))

    def given(self) -> Reply:
        """What the call gave.

        Raises:
            ResearchError: the recorded failure.
        """
        if self.error is not None:
            raise self.failure()
        return Reply(
            value=json.loads(self.reply or "null"),
            prompt_tokens=self.prompt_tokens,
            completion_tokens=self.completion_tokens,
            usd=self.usd,
        )

    def failure(self) -> ResearchError:
        return from_record(json.loads(self.error or "{}"))


COLUMNS = tuple(field.name for field in fields(CallRecord))


def name_of(key: CallKey) -> str:
    """A key in words, for messages: ``read/fetch/https://example.org``, ``judge/judge/item 3 (occurrence 2)``."""
    counts: list[Any] = [
        f"{label} {count}" for label, count in (("occurrence", key.occurrence), ("attempt", key.attempt)) if count
    ]
    return f"{key.stage}/{key.role}/{key.subject}" + (f" ({', '.join(counts)})" if counts else "")
