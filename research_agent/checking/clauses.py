"""The parts of a statement that can hold on their own."""

from __future__ import annotations

import re

from research_agent.evidence.content import content_terms, figures_of

_BOUND = re.compile(
    r"\s*[;；]\s*|,\s+(?:(?:and|but|while|whereas|which|who|although|though|because|since|so|with|where|yet|or)\s+)?"
    r"|\s+(?:and|but|while|whereas|although|because)\s+|，(?:而|但|并且?|同时|且)?|\s+[–—]\s+|——"
)
_FEWEST = 3
"""Content terms that a part needs; what has fewer is part of its neighbour."""


def clauses_of(statement: str) -> tuple[str, ...]:
    """The parts of a statement between commas and connectives, none of them too small to be judged; never empty."""
    taken = [(figure.start, figure.end) for figure in figures_of(statement)]
    pieces: list[str] = []
    at = 0
    for bound in _BOUND.finditer(statement):
        if any(start < bound.end() and bound.start() < end for start, end in taken):
            continue
        pieces.append(statement[at : bound.start()])
        at = bound.start() if pieces and len(content_terms(pieces[-1])) < _FEWEST else bound.end()
        if at == bound.start():
            at = _joined(pieces, statement, at)
    pieces.append(statement[at:])
    return _merged([piece.strip() for piece in pieces if piece.strip()]) or (statement,)


def _joined(pieces: list[str], statement: str, at: int) -> int:
    """Give a piece that is too small back to the text, so that it opens the next one."""
    small = pieces.pop()
    return at - len(small)


def _merged(pieces: list[str]) -> tuple[str, ...]:
    """The last piece joined with the one before it, where it is too small."""
    if len(pieces) > 1 and len(content_terms(pieces[-1])) < _FEWEST:
        pieces[-2:] = [f"{pieces[-2]}, {pieces[-1]}"]
    return tuple(pieces)
