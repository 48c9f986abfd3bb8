"""What became of the tasks, and their scores by what they are about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from research_agent.adr_bench.estimates import Estimate
from research_agent.adr_bench.pages import figures
from research_agent.adr_bench.pages.parts import Bars, Part, Table, Words
from research_agent.adr_bench.scoreboard.board import DIMENSION, FACETS, Board
from research_agent.adr_bench.scoreboard.headline import tasks_words

CHARTED = ("domain", DIMENSION)
_TITLES = {
    "domain": "domain",
    "track": "track",
    "type": "kind of task",
    "language": "language",
    DIMENSION: "dimension",
}


def count_parts(boards: Sequence[Board], names: Sequence[str]) -> Iterator[Part]:
    lines: tuple[tuple[str, Callable[[Board], int]], ...] = (
        ("tasks", lambda board: board.counts.tasks),
        ("scored", lambda board: board.counts.scored),
        ("failed (score 0)", lambda board: board.counts.failed),
        ("report missing (score 0)", lambda board: board.counts.missing),
        ("nothing decided (left out)", lambda board: board.counts.undecided),
        ("not judged (left out)", lambda board: board.counts.not_judged),
        ("skipped, no budget (left out)", lambda board: board.counts.skipped),
        ("not run yet (left out)", lambda board: board.counts.open),
    )
    shown = [(name, [count(board) for board in boards]) for name, count in lines]
    yield Table(
        caption="What became of the tasks",
        columns=("tasks", *names),
        rows=tuple((name, *(f"{number:,}" for number in row)) for name, row in shown if any(row)),
    )
    for board, name in zip(boards, names, strict=True):
        left = board.counts.open + board.counts.skipped + board.counts.not_judged
        if left:
            yield Words(text=f"{name}: the figures are not final, {tasks_words(left)} without a verdict are left out.")


def group_parts(boards: Sequence[Board], names: Sequence[str]) -> Iterator[Part]:
    yield Table(
        caption="Over all tasks",
        columns=("batch", "strict", "ternary", "items decided"),
        rows=tuple(
            (
                name,
                figures.interval(board.score),
                figures.interval(board.ternary),
                f"{board.decided:,} of {board.items:,}",
            )
            for board, name in zip(boards, names, strict=True)
        ),
    )
    for facet in (*FACETS, DIMENSION):
        values = sorted({value for board in boards for value in board.groups.get(facet, {})})
        if len(values) > 1 or (values and facet == DIMENSION):
            if facet in CHARTED:
                yield _bars(facet, values, boards, names)
            yield _group_table(facet, values, boards, names)


def _bars(facet: str, values: Sequence[str], boards: Sequence[Board], names: Sequence[str]) -> Bars:
    return Bars(
        title=f"Score by {_TITLES[facet]}",
        description=f"Mean strict score by {_TITLES[facet]}, 0 to 1, with 95% intervals; as in the table below.",
        series=tuple(names),
        groups=tuple(
            (readable(value), tuple(board.groups.get(facet, {}).get(value) for board in boards)) for value in values
        ),
    )


def _group_table(facet: str, values: Sequence[str], boards: Sequence[Board], names: Sequence[str]) -> Table:
    nothing = Estimate(value=None)
    found = {value: [board.groups.get(facet, {}).get(value, nothing) for board in boards] for value in values}
    caption = f"Score by {_TITLES[facet]}"
    if len(boards) == 1:
        return Table(
            caption=caption,
            columns=(_TITLES[facet], "tasks", "score"),
            rows=tuple((readable(v), f"{one.n:,}", figures.interval(one)) for v, (one,) in found.items()),
        )
    return Table(
        caption=caption,
        columns=(_TITLES[facet], *names),
        rows=tuple((readable(value), *map(figures.interval, row)) for value, row in found.items()),
    )


def readable(name: str) -> str:
    """``information_completeness`` in words."""
    return name.replace("_", " ")
