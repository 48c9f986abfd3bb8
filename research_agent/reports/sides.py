"""Which quotes of a disputed claim a sentence rests on: those of the side that it takes.

A dispute is one claim with the quotes of all its sides. A sentence that gives the figure of one side must not be
printed with the sources of the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from research_agent.domain import Claim, Position, Sentence
from research_agent.evidence.content import figures_of
from research_agent.evidence.polarity import denies
from research_agent.text.figures import Figure, covers


def quotes_behind(sentence: Sentence, claim: Claim) -> tuple[str, ...]:
    """The ids of the claim's quotes that speak for the sentence: those that its check chose, else those of the side
    that it takes, else all of them."""
    chosen = tuple(quote for quote in claim.quotes if quote in sentence.quotes)
    if chosen:
        return chosen
    text = sentence.text or " ".join(sentence.cells)
    sides = _by_figures(text, claim.positions) or _by_denial(text, claim.positions)
    return tuple(dict.fromkeys(quote for side in sides for quote in side.quotes)) or claim.quotes


def _by_figures(text: str, positions: Sequence[Position]) -> list[Position]:
    """The sides of which the text gives a figure that not every side gives."""
    given = figures_of(text)
    stated = [figures_of(position.statement) for position in positions]
    shared = [figure for figure in (stated[0] if stated else ()) if all(_among(figure, other) for other in stated)]
    return [
        position
        for position, figures in zip(positions, stated, strict=True)
        if any(_among(figure, given) and not _among(figure, shared) for figure in figures)
    ]


def _by_denial(text: str, positions: Sequence[Position]) -> list[Position]:
    return [position for position in positions if denies(position.statement) == denies(text)]


def _among(figure: Figure, others: Sequence[Figure]) -> bool:
    return any(covers(figure, other) or covers(other, figure) for other in others)


def restates_its_sides(claim: Claim) -> bool:
    """Whether the claim's reason says no more than its positions do, which stand beside it."""
    return bool(claim.positions) and all(side.statement[:40] in claim.reason for side in claim.positions)
