"""The first part of a scoreboard: score, cost, and what a score costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from research_agent.adr_bench.estimates import Estimate
from research_agent.adr_bench.pages import figures
from research_agent.adr_bench.pages.parts import Dot, Part, Scatter, Table, Words
from research_agent.adr_bench.scoreboard.board import Board
from research_agent.adr_bench.scoreboard.costs import TOKENS, Cost, Quality

TASKS = 500
"""Tasks that a page plots or lists; scoreboard.json has all."""


def headline_parts(boards: Sequence[Board], names: Sequence[str]) -> Iterator[Part]:
    if len(boards) == 1:
        yield Words(text=headline(boards[0]), strong=True)
    yield Table(
        caption="Score, cost, and what a score costs",
        columns=("batch", "score", "quality per cost", "cost a report", "time a report"),
        rows=tuple(
            (
                name,
                figures.interval(board.score),
                quality_words(board.quality),
                cost_words(board.cost),
                figures.duration(board.cost.seconds_per_report.value or 0.0),
            )
            for board, name in zip(boards, names, strict=True)
        ),
    )
    for board, name in zip(boards, names, strict=True):
        if board.quality.untold and board.quality.unit in ("usd", "tokens"):
            unit = "price" if board.quality.unit == "usd" else "number of tokens"
            yield Words(
                text=f"{name}: of {tasks_words(board.quality.untold)} with a score the {unit} is not known; quality "
                "per cost leaves them out."
            )
    chart = _of_tasks(boards[0]) if len(boards) == 1 else _of_boards(boards, names)
    if chart is not None:
        yield chart


def headline(board: Board) -> str:
    """The one line that says most."""
    score = f"Score {figures.interval(board.score)}"
    if board.decided < board.items:
        score += f", over the {board.decided:,} of {board.items:,} items that could be decided"
    if board.quality.unit == "none":
        return f"{score}; no model was asked, so quality has no cost."
    return f"Quality per cost: {quality_words(board.quality)}. {score}; {cost_words(board.cost)} a report."


def quality_words(quality: Quality) -> str:
    """``2.41 [1.9, 3.1] per dollar``, or why there is no such figure."""
    unit, per_unit = quality.unit, quality.per_unit
    if unit == "none":
        return "no cost (no model)"
    if unit == "unknown" or per_unit.value is None:
        return "cost not known"
    return f"{figures.times(per_unit)} per {'dollar' if unit == 'usd' else f'{TOKENS:,} tokens'}"


def cost_words(cost: Cost) -> str:
    """Of a report: dollars where they are known, and tokens."""
    if not cost.tokens and not cost.usd and not cost.usd_unknown:
        return "no cost"
    dollars = cost.usd_per_report.value
    told = "price unknown" if dollars is None else figures.money(dollars)
    if cost.usd_unknown and dollars is not None:
        told += f" ({cost.usd_unknown} unknown)"
    return told + (f", {cost.tokens_per_report.value or 0:,.0f} tokens" if cost.tokens else "")


def _of_boards(boards: Sequence[Board], names: Sequence[str]) -> Scatter | None:
    """In dollars where every board knows them, else in tokens."""
    pairs = list(zip(boards, names, strict=True))
    dollars = all(board.cost.usd_per_report.value is not None for board in boards)
    tokens = all(board.cost.tokens or board.quality.unit == "none" for board in boards)
    if not dollars and not tokens:
        return None
    if not any(board.cost.usd if dollars else board.cost.tokens for board in boards):
        return None
    return Scatter(
        title="Score against cost",
        description="One dot a batch: its mean score over what a report cost. The table above has the figures.",
        x="US dollars a report" if dollars else "tokens a report",
        y="score",
        coloured=True,
        dots=tuple(
            Dot(
                label=name,
                x=(board.cost.usd_per_report if dollars else board.cost.tokens_per_report).value or 0.0,
                y=board.score,
            )
            for board, name in pairs
        ),
    )


def _of_tasks(board: Board) -> Scatter | None:
    """One dot a task; named where there are few."""
    if board.quality.unit not in ("usd", "tokens"):
        return None
    dollars = board.quality.unit == "usd"
    known = [one for one in board.tasks if one.score is not None and (one.usd is not None or not dollars)][:TASKS]
    named = len(known) <= 12
    return Scatter(
        title="Score against cost",
        description="One dot a task: its score over what its report cost. The list of tasks below has the figures.",
        x="US dollars a report" if dollars else "tokens a report",
        y="score",
        dots=tuple(
            Dot(
                label=one.task if named else "",
                x=(one.usd or 0.0) if dollars else float(one.tokens),
                y=Estimate(value=one.score, n=1),
            )
            for one in known
        ),
    )


def tasks_words(count: int) -> str:
    return f"{count:,} task{'' if count == 1 else 's'}"
