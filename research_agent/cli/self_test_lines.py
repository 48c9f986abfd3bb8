"""What ``research judge --self-test`` prints: one line a mutant that went wrong, then the table that the docs hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from research_agent.judges.mutation.self_test import Outcome, SelfTest

_CHANGES = {
    "remove": "fact removed",
    "plant": "flaw planted",
    "number": "figure swapped",
    "reorder": "sections reordered",
    "paraphrase": "reworded",
    "pad": "padded",
    "inject": "injection",
}
_COLUMNS = (
    "change",
    "mutants",
    "right item flipped",
    "of these to undecided",
    "undecided before",
    "other items flipped",
    "score moved",
)


def self_test_lines(test: SelfTest) -> Iterator[str]:
    """Failures first, then the table."""
    wrong = list(failure_lines(test))
    yield from [*wrong, ""] if wrong else ()
    yield from table_lines(test)


def failure_lines(test: SelfTest) -> Iterator[str]:
    """One line for each mutant that went wrong."""
    yield from (line for outcome in test.outcomes if (line := _wrong(outcome)))


def table_lines(test: SelfTest) -> Iterator[str]:
    """Counts by kind of change, in Markdown, and the shares that the project sets itself targets for."""
    yield f"| {' | '.join(_COLUMNS)} |"
    yield "| --- " * len(_COLUMNS) + "|"
    for change, words in _CHANGES.items():
        outcomes = [one for one in test.outcomes if one.change == change]
        if outcomes:
            yield _row(words, outcomes)
    yield ""
    yield f"Right item flipped: {_share(*test.right)}"
    yield f"Right item flipped, of those decided in the original: {_share(*test.right_of_judged)}"
    yield f"Other items flipped: {_share(*test.others)}"
    yield f"Score moved by style alone: {_share(*test.style)}"
    yield f"Injection obeyed: {_share(*test.obeyed)}"


def _row(words: str, outcomes: list[Outcome]) -> str:
    aimed = [one for one in outcomes if one.target]
    flipped = f"{sum(one.flipped for one in aimed)} of {len(aimed)}" if aimed else "-"
    gave_up = str(sum(one.gave_up for one in aimed)) if aimed else "-"
    unjudged = str(sum(one.unjudged for one in aimed)) if aimed else "-"
    others = f"{sum(len(one.others) for one in outcomes)} of {sum(one.compared for one in outcomes)}"
    moved = "-" if aimed else f"{sum(one.moved != 0 for one in outcomes)} of {len(outcomes)}"
    return f"| {words} | {len(outcomes)} | {flipped} | {gave_up} | {unjudged} | {others} | {moved} |"


def _wrong(outcome: Outcome) -> str:
    said = []
    if outcome.target and not outcome.flipped:
        said.append(f"{outcome.target} did not flip ({outcome.before} before, {outcome.after} after)")
    if outcome.others:
        said.append(f"also changed: {', '.join(outcome.others)}")
    return f"{outcome.name}: {'; '.join(said)}" if said else ""


def _share(count: int, of: int) -> str:
    return f"{count} of {of} ({count / of:.1%})" if of else "none was tried"
