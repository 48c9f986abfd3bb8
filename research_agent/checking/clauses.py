"""The parts of a statement that can hold on their own."""

from __future__ import annotations

import re

from research_agent.evidence.content import content_terms, figures_of

_BOUND = re.compile(
    r"\s*[;；]\s*|,\s+(?:(?:and|but|while|whereas|which|who|although|though|because|since|so|with|where|yet|or)\s+)?"
    r"|\s+(?:and|but|while|whereas|although|because)\s+|，(?:而|但|并且?|同时|且)?|\s+[–—]\s+|——"
)
FEWEST = 3
"""Content terms that a part needs to be judged on its own; what has fewer is part of its neighbour."""


def clauses_of(statement: str, fewest: int = FEWEST) -> tuple[str, ...]:
    """The parts of a statement between commas and connectives, each with at least ``fewest`` content terms where there
    are so many; never empty."""
    taken = [(figure.start, figure.end) for figure in figures_of(statement)]
    pieces: list[str] = []
    at = 0
    for bound in _BOUND.finditer(statement):
        if any(start < bound.end() and bound.start() < end for start, end in taken):
            continue
        if len(content_terms(statement[at : bound.start()])) >= fewest:
            pieces.append(statement[at : bound.start()])
            at = bound.end()
    pieces.append(statement[at:])
    return _merged([piece.strip() for piece in pieces if piece.strip()], fewest) or (statement,)


def _merged(pieces: list[str], fewest: int) -> tuple[str, ...]:
    """The last piece joined with the one before it, where it is too small."""
    if len(pieces) > 1 and len(content_terms(pieces[-1])) < fewest:
        pieces[-2:] = [f"{pieces[-2]}, {pieces[-1]}"]
    return tuple(pieces)
