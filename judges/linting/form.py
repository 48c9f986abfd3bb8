"""Form: what a checklist needs as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator

from research_agent.judges.linting.findings import Finding, Severity
from research_agent.judges.rubric import DIMENSIONS, Item, Rubric

HEAVIEST = 5
FEWEST, MOST = 8, 15
"""Items of a checklist of ours (docs/rubrics.md)."""

_PRAISED = re.compile(
    r"^\s*(?:Avoids?|Refrains?|Does not (?:claim|state|say|use|cite|recommend)|Correctly)\b"
    r"|^\s*(?:避免|正确|未(?:声称|引用|使用))"
)


def form(rubric: Rubric) -> Iterator[Finding]:
    """Findings on a checklist and, one by one, on its items' form."""
    items = rubric.items
    if not any(item.weight > 0 for item in items):
        yield _finding("", "No item earns weight: the checklist can give no score.", "error")
    elif not any(item.kind == "explicit" for item in items):
        yield _finding("", "No item is explicit: nothing that the question asks for is judged.")
    if not any(item.kind == "negative" for item in items):
        yield _finding("", "No item is negative: no flaw is judged.")
    if not FEWEST <= len(items) <= MOST:
        yield _finding("", f"It has {len(items)} items; ours have {FEWEST} to {MOST}.")
    named = {item.dimension for item in items if item.dimension}
    if len(named) == 1 and len(items) > 1:
        yield _finding("", f"All items measure one dimension ({named.pop()}).")
    for item in items:
        yield from _item(item)


def _item(item: Item) -> Iterator[Finding]:
    if abs(item.weight) > HEAVIEST:
        yield _finding(item.id, f"Its weight {item.weight:g} is beyond -{HEAVIEST}..{HEAVIEST}.")
    if item.dimension and item.dimension not in DIMENSIONS:
        yield _finding(item.id, f"Its dimension {item.dimension!r} is none of {', '.join(DIMENSIONS)}.")
    if item.kind == "negative" and (found := _PRAISED.search(item.text)):
        message = f"“{found[0].strip()}”: a negative item describes the flaw, so this would punish what is right."
        yield _finding(item.id, message, "error")


def _finding(item: str, message: str, severity: Severity = "warning") -> Finding:
    return Finding(item=item, principle="form", message=message, severity=severity)
