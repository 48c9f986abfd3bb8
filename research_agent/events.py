"""What a run tells the world while it works: small values, in order, for progress displays and logs.

Every event is a flat JSON object with ``event`` (its kind), ``at`` (ISO 8601, UTC) and the fields of its kind:

    run       run, folder, engine, reason, question          the first one
    index     read, of, documents, passages                   local documents being indexed
    plan      sub_questions [{id, text}], origin, note
    index     read, of, documents, passages               local documents: files read so far, then what is there
    search    sub_question, query, provider, status, hits, why
    read      sub_question, address, title, status ("read" | "failed"), why
    claims    sub_question, found, missing
    verify    round, claims, disputed, new_sub_questions [{id, text}], why    why: the search goes on, or ends
    todo      after ("plan" | "branch" | "round"), items [{sub_question, text, status, why}]
    model     role, prompt, prompt_tokens, completion_tokens, usd, seconds
    waiting   what, seconds, why                              a retry or a rate limit, before it is waited for
    write     status ("started" | "draft" | "repair" | "done"), sentences, dropped
    problem   stage, subject, what
    report    report (the whole report.json)                  the last one
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

Event = dict[str, Any]
Emit = Callable[[Event], None]


def event(kind: str, **fields: Any) -> Event:
    """An event of a kind, stamped now."""
    return {"event": kind, "at": datetime.now(UTC).isoformat(timespec="milliseconds"), **fields}


def ignore(_: Event) -> None:
    """An ``Emit`` for callers who do not listen."""
