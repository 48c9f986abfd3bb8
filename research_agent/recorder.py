"""What callers of the outside need of the journal: hand in a call, get its recorded reply.

A record's key says what the call is for (stage, role, subject, occurrence, attempt), not what was sent: so k
equal judge trials are k records, and an edited prompt does not orphan a recording. Beside it stand the request,
its hash, the reply or the typed failure, times, tokens and cost.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

Json = Any


@dataclass(frozen=True, slots=True, kw_only=True)
class CallKey:
    """What a call is for. Equal keys are the same call."""

    stage: str
    """plan, search, read, verify, write, judge."""
    role: str
    """Who is asked: ``planner``, ``writer``, a provider's name, ``fetch``."""
    subject: str
    """What about: a sub-question's id, an address, a section, an item."""
    occurrence: int = 0
    """0, 1 ... for repeated calls about one subject (trials, second searches)."""
    attempt: int = 0
    """0 for the first try, n for the n-th corrective retry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a call gave, as JSON, with what it cost."""

    value: Json
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usd: float | None = None
    """None: the price is not known (or there is none)."""


Perform = Callable[[], Awaitable[Reply]]
"""Makes the call for real; raises a ResearchError when it fails."""


class Recorder(Protocol):
    """The journal (``runs.journal``), a recording that is played back, or a fake."""

    async def call(
        self,
        key: CallKey,
        request: Json,
        perform: Callable[[], Awaitable[Reply]],
        *,
        meta: dict[str, Json] | None = None,
    ) -> Reply:
        """The recorded reply for ``key``, or else ``perform()``'s, recorded before it is returned.

        A ResearchError that ``perform`` raises is recorded and raised again. ``meta`` is kept beside the record
        (prompt name, version, hash) and is not part of the request's hash.

        Raises:
            RunError: kind ``not_recorded`` or ``request_changed`` in replay.
        """
        ...
