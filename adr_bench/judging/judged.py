"""What became of judging one task."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from research_agent.domain import Usage, Verdict
from research_agent.judges.citations import CitationScore

EMBEDDED = "embedded"
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One line of a verdicts file."""

    task: str
    """The task's id."""
    report: str
    """SHA-256 of the report that was judged: another one is judged again."""
    verdict: Verdict | None = None
    citations: CitationScore | None = None
    """None: the sources are not at hand."""
    barred: tuple[str, ...] = ()
    """Addresses that the report cites although the task bars them."""
    usage: Usage = field(default_factory=Usage)
    """What judging cost."""
    error: str = ""
    """Why there is no verdict; it is tried again at the next start."""


def key_of(model: str | None, trials: int) -> str:
    """A judge's name in the batch: ``embedded``, or model and trials (``gpt-5-mini-3``), fit for a file's name."""
    return f"{_UNSAFE.sub('-', model).strip('-.') or 'model'}-{trials}" if model else EMBEDDED


def verdicts_name(key: str) -> str:
    return f"verdicts-{key}.jsonl"
