"""Sources that a task bars: which of them a report cites all the same.

Our own systems cannot use them (``Limits.exclude_sites``); of any other tool only the report shows it. A report that
cites one is worth nothing on that task: the harness adds a flaw with a veto to its verdict. DeepResearch Bench II
(github.com/imlrz/DeepResearch-Bench-II) names such sources for each task.
"""

from __future__ import annotations

import re

from research_agent.adr_bench.tasks import Task
from research_agent.domain import Limits
from research_agent.limits import refusal

_ADDRESS = re.compile(r"(?:https?://|(?<![\w@.-])www\.)[^\s<>\"'`，。；）】]+", re.IGNORECASE)
_TAIL = ".,;:!?)]}*_"


def cited_although_barred(report: str, task: Task) -> tuple[str, ...]:
    """The addresses in a report that its task bars, each once, in order."""
    limits = Limits(exclude_sites=tuple(map(as_site, task.blocked)))
    found = dict.fromkeys(match[0].rstrip(_TAIL) for match in _ADDRESS.finditer(report))
    return tuple(address for address in found if task.blocked and refusal(limits, _whole(address), None) is not None)


def as_site(barred: str) -> str:
    """A host or address as site limits take it: without a scheme, so that http and https are both meant."""
    return barred.split("://", 1)[-1].split("#", 1)[0]


def _whole(address: str) -> str:
    return address if "://" in address else f"https://{address}"
