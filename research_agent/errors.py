"""What can go wrong, cut by who must act.

    ResearchError                 base: what happened, to what, and what to do next
    |-- ConfigError               the user's settings or command line are wrong; nothing was started
    |-- SearchError               a search provider failed (nothing found is not an error)
    |-- ReadError                 one document could not be fetched or read
    |-- ModelError                a model call failed for good
    |-- BudgetError               a limit that the user set is reached
    |-- EvidenceError             a record breaks the evidence rules
    `-- RunError                  a run folder is missing, in use, damaged, or does not fit the request

Errors carry a machine-readable ``kind`` and survive a round trip through the journal, so that a
replayed run fails in the way in which the recorded one did.
"""

from __future__ import annotations

from typing import Any, ClassVar


class ResearchError(Exception):
    """Base of all errors that this package raises on purpose.

    Args:
        message: what happened and to what, one sentence, ending in a full stop.
        kind: machine-readable sub-class, e.g. ``encrypted`` for a ReadError.
        next_step: what the user can do about it, one sentence; may be empty.
        retryable: whether the same call may succeed later.
    """

    name: ClassVar[str] = "error"

    def __init__(self, message: str, *, kind: str = "", next_step: str = "", retryable: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.kind = kind
        self.next_step = next_step
        self.retryable = retryable

    def __str__(self) -> str:
        return f"{self.message} {self.next_step}".strip()

    def to_record(self) -> dict[str, Any]:
        """The error as JSON, for the journal."""
        return {
            "error": self.name,
            "message": self.message,
            "kind": self.kind,
            "next_step": self.next_step,
            "retryable": self.retryable,
        }


class ConfigError(ResearchError):
    name = "config"


class SearchError(ResearchError):
    name = "search"


class ReadError(ResearchError):
    """Kinds: not_found, http_status, timeout, unreachable, unknown_host, blocked_address, robots, too_large,
    too_many_redirects, encrypted, damaged, empty, unsupported, binary, excluded, permission."""

    name = "read"


class ModelError(ResearchError):
    """Kinds: auth, model_not_found, unavailable, timeout, rate_limited, bad_request, not_json, bad_reply, refused,
    truncated, too_long, no_endpoint."""

    name = "model"


UNUSABLE = frozenset({"bad_reply", "refused", "truncated", "model_not_found"})
"""The kinds of a ModelError that asking the same model again does not mend."""

BUDGET_KINDS = frozenset({"usd", "tokens", "seconds", "calls"})
"""The kinds of a BudgetError, by which a problem tells that a limit of the user's was reached."""


class BudgetError(ResearchError):
    """Kinds: usd, tokens, seconds, calls."""

    name = "budget"


class EvidenceError(ResearchError):
    name = "evidence"


class RunError(ResearchError):
    """Kinds: missing, ambiguous, locked, tampered, not_recorded, request_changed, repeated_key, disk_full,
    not_writable, not_readable, bad_name, newer_format."""

    name = "run"


_BY_NAME: dict[str, type[ResearchError]] = {
    cls.name: cls
    for cls in (ResearchError, ConfigError, SearchError, ReadError, ModelError, BudgetError, EvidenceError, RunError)
}


def from_record(record: dict[str, Any]) -> ResearchError:
    """The error that ``to_record`` wrote; an unknown class becomes the base class."""
    cls = _BY_NAME.get(record.get("error", ""), ResearchError)
    return cls(
        record.get("message", "An error of an unknown kind."),
        kind=record.get("kind", ""),
        next_step=record.get("next_step", ""),
        retryable=bool(record.get("retryable", False)),
    )
