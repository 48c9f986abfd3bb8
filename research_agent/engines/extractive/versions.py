"""Which of several versions of one text to quote: the one that the question names, else the newest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date

from research_agent.domain import Constraint, Document

Rank = tuple[int, tuple[int, ...], date]
Preference = Callable[[str], Rank]
"""Source id -> how much it is preferred to a copy of the same text; the greater the better."""

_NUMBER = re.compile(r"\d+")


def preference(documents: Iterable[Document], constraints: Sequence[Constraint]) -> Preference:
    """Prefer the version that the question names last, then the higher version, then the later publication."""
    asked = [version_numbers(constraint.text) for constraint in constraints if constraint.kind == "version"]
    ranks: dict[str, Rank] = {}
    for document in documents:
        own = version_numbers(document.source.version)
        named = max((at for at, wanted in enumerate(asked, 1) if wanted and own[: len(wanted)] == wanted), default=0)
        ranks[document.source.id] = (named, own, document.source.published or date.min)
    return lambda source: ranks.get(source, (0, (), date.min))


def version_numbers(version: str) -> tuple[int, ...]:
    """``v15.20-1`` -> (15, 20, 1); empty for no version."""
    return tuple(int(number) for number in _NUMBER.findall(version)[:6])
