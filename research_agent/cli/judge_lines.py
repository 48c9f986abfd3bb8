"""What ``research judge`` prints for people: each item with its label, reason and sentence; then the scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from research_agent.cli import streams
from research_agent.cli.board import count
from research_agent.cli.wrapping import width, wrapped

if TYPE_CHECKING:
    from research_agent.domain import ItemVerdict, Verdict

_LABELS = {
    "satisfied": "satisfied",
    "partial": "IN PART",
    "not_satisfied": "NOT SATISFIED",
    "undecided": "undecided",
}
_FLAWS = {
    "satisfied": "FLAW IS THERE",
    "partial": "FLAW IS THERE IN PART",
    "not_satisfied": "flaw is not there",
    "undecided": "undecided",
}
_SENTENCE = 400
"""Characters of a sentence that are shown; verdict.json has all of it."""


def verdict_lines(verdict: Verdict) -> Iterator[str]:
    """The whole verdict, line by line, no wider than the terminal."""
    wide = width()
    for item in verdict.items:
        yield from _item_lines(item, wide)
        yield ""
    yield from _score_lines(verdict, wide)


def _item_lines(item: ItemVerdict, wide: int) -> Iterator[str]:
    label = (_FLAWS if item.weight < 0 else _LABELS)[item.label]
    doubt = f", entropy {item.entropy:.2f} bit" if item.entropy else ""
    veto = ", fatal" if item.veto else ""
    yield from wrapped(f"{item.id} ({item.weight:+g}{veto}{doubt}) {label}: {item.text}", wide, "", "   ")
    if item.reason:
        yield from wrapped(item.reason, wide, "   ", "   ")
    if item.sentence:
        yield from wrapped(f"“{streams.one_line(item.sentence, _SENTENCE)}”", wide, "   > ", "   > ")


def _score_lines(verdict: Verdict, wide: int) -> Iterator[str]:
    score, ternary = (_number(each) for each in (verdict.score, verdict.score_ternary))
    yield from wrapped(
        f"Score: {score} strict, {ternary} ternary, over {verdict.decided} of {count(len(verdict.items), 'item')}.",
        wide,
        "",
        "  ",
    )
    if verdict.vetoes:
        yield from wrapped(f"Fatal: {', '.join(verdict.vetoes)}. The score is 0.", wide, "", "  ")
    for name, value in verdict.dimensions.items():
        yield f"  {name.replace('_', ' ')}: {_number(value)}"
    yield from wrapped(f"Judge: {' / '.join(filter(None, (verdict.judge, verdict.model)))}.", wide, "", "  ")
    for note in verdict.notes:
        yield from wrapped(note, wide, "", "  ")


def _number(score: float | None) -> str:
    return "none" if score is None else f"{score:.3f}"
