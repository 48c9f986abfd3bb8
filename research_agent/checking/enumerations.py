"""Numbers that count nothing in the world: those in front of the points of a list, and "both" of two things just named."""

from __future__ import annotations

import re
from decimal import Decimal

from research_agent.evidence.content import figures_of

_NUMBERING = re.compile(
    r"(?m)^[ \t]*\d{1,2}(?:\.\d{1,2})*[.)、](?=\s)|(?<![\w)])\(\d{1,2}\)(?=\s*[^\W\d])|^[ \t]*[（(]\d{1,2}[）)]"
)
FEW = 3
"""The largest number in words that may count what the sentence or its source lists."""


def unnumbered(passage: str) -> str:
    """A passage without the numbers of its points, each replaced by spaces."""
    return _NUMBERING.sub(lambda found: " " * len(found.group()), passage)


def counts_its_own(fault: str, text: str, passage: str) -> bool:
    """Whether a fault is only that a small number in words (``two``, ``两``) counts things which the passage names
    without counting them: it gives no other small number that could be meant."""
    for figure in figures_of(text):
        if f"“{figure.raw}”" in fault and figure.words and figure.kind == "number" and not figure.unit:
            small = isinstance(figure.value, Decimal) and 1 < figure.value <= FEW
            return small and not any(
                other.kind == "number" and isinstance(other.value, Decimal) and 0 < other.value <= 12
                for other in figures_of(passage)
            )
    return False
