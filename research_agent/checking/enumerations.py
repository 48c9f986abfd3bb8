"""What looks like a figure or a name of a statement and is none: numbers of points, "both", abbreviations in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from research_agent.evidence.content import figures_of

_NUMBERING = re.compile(
    r"(?m)^[ \t]*\d{1,2}(?:\.\d{1,2})*[.)、](?=\s)|(?<![\w)])\(\d{1,2}\)(?=\s*[^\W\d])|^[ \t]*[（(]\d{1,2}[）)]"
)
ABBREVIATION = 3
"""Letters of a name in capitals that may be part of a longer word."""
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
                other.kind == "number" and isinstance(other.value, Decimal) and 0 < other.value <= 2 * FEW
                for other in figures_of(passage)
            )
    return False


def within_a_word(fault: str, named: Sequence[str], passage: str) -> bool:
    """Whether a missed name is an abbreviation that the passage writes as part of a word (``ID``, ``refid``)."""
    return any(
        name.isupper()
        and len(name) <= ABBREVIATION
        and f"“{name}”" in fault
        and re.search(rf"\b(?:[a-z]{{1,5}}{name.lower()}|{name.lower()}[a-z]{{1,5}})\b", passage)
        for name in named
    )
