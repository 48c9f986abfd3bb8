"""A scoreboard as a page: of one batch, or of several side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from research_agent.adr_bench.pages import figures
from research_agent.adr_bench.pages.parts import Dot, Part, Scatter, Section, Sheet, Table, Words
from research_agent.adr_bench.scoreboard.board import Board
from research_agent.adr_bench.scoreboard.groups import count_parts, group_parts, readable
from research_agent.adr_bench.scoreboard.headline import TASKS, headline_parts, tasks_words
from research_agent.adr_bench.scoreboard.origins import origins, system_words
from research_agent.adr_bench.scoreboard.rows import WORTHLESS

LISTED = 20
"""Failures that are shown; scoreboard.json has all."""


def sheet_of(boards: Sequence[Board]) -> Sheet:
    """The page of one or more boards."""
    names = labels(boards)
    only = boards[0] if len(boards) == 1 else None
    title = f"Scoreboard: {only.name}" if only else f"Scoreboard: {', '.join(dict.fromkeys(b.name for b in boards))}"
    sections = [
        Section(title="Quality per cost", parts=tuple(headline_parts(boards, names))),
        Section(title="Tasks", parts=tuple(count_parts(boards, names))),
        Section(title="Scores", parts=tuple(group_parts(boards, names))),
        Section(title="Citations and fatal flaws", parts=tuple(_citations(boards, names))),
        Section(title="The judge's doubt", parts=tuple(_doubt(boards, names))),
        Section(title="What went wrong", parts=tuple(_failures(boards, names))),
        Section(title="To reproduce", parts=tuple(origins(boards, names)), reference=True),
        Section(title="Every task", parts=tuple(map(_tasks, boards, names))),
    ]
    return Sheet(title=title, summary=tuple(_summary(boards)), sections=tuple(one for one in sections if one.parts))


def labels(boards: Sequence[Board]) -> tuple[str, ...]:
    """A name for each board: its batch's, with the judge's where a batch has several."""
    twice = len({board.name for board in boards}) < len(boards)
    return tuple(board.label if twice else board.name for board in boards)


def _summary(boards: Sequence[Board]) -> Iterator[str]:
    yield from dict.fromkeys(
        f"{board.name}: {system_words(board.batch)}, on the suite {board.batch.suite} "
        f"({board.batch.tasks:,} task{'' if board.batch.tasks == 1 else 's'})."
        for board in boards
    )
    yield (
        "Scores go from 0 to 1, on the strict scale: a demand counts when it is met in full, a flaw also when it is "
        "there in part. In brackets stand 95% intervals, drawn over the tasks."
    )


# ---------------------------------------------------------------- citations, doubt, failures


def _citations(boards: Sequence[Board], names: Sequence[str]) -> Iterator[Part]:
    yield Table(
        caption="Citations against the stored sources, and what makes a report worthless",
        columns=("batch", "citation accuracy", "effective a report", "supported", "fatal flaws", "barred sources"),
        rows=tuple(
            (
                name,
                figures.percent(board.citations.accuracy),
                figures.times(board.citations.effective),
                f"{board.citations.supported:,} of {board.citations.pairs:,}",
                tasks_words(len(board.vetoes)),
                tasks_words(len(board.barred)),
            )
            for board, name in zip(boards, names, strict=True)
        ),
    )
    for board, name in zip(boards, names, strict=True):
        if board.citations.without_sources:
            yield Words(
                text=f"{name}: the sources of {board.citations.without_sources:,} of the judged reports are not at "
                "hand, so their citations are not counted."
            )
        fatal = [(task, ", ".join(flaws)) for task, flaws in board.vetoes.items()]
        fatal += [(task, f"cites {', '.join(addresses)}, which is barred") for task, addresses in board.barred.items()]
        if fatal:
            yield _some(f"{name}: reports that are worth nothing", ("task", "why"), fatal)


def _doubt(boards: Sequence[Board], names: Sequence[str]) -> Iterator[Part]:
    shown = [(board, name) for board, name in zip(boards, names, strict=True) if board.doubt.cases]
    if not shown:
        return
    yield Words(
        text="The entropy of an item's trials but the last, against how often the last trial gives another label: "
        "doubt that means something rises to the right. It tells of a judge that wavers, not of one that errs."
    )
    for board, name in shown:
        doubt = board.doubt
        yield Scatter(
            title=f"Calibration of doubt: {name}",
            description="Share of items whose last trial disagreed, by entropy in bits; as in the table below.",
            x="entropy of the trials before, bits",
            y="disagreed",
            dots=tuple(Dot(label=f"{one.disagreed.n:,} items", x=one.entropy, y=one.disagreed) for one in doubt.bins),
            most=1.6,
        )
        yield Table(
            caption=f"{name}: {doubt.cases:,} items" + ("" if doubt.auc is None else f", AUC {doubt.auc:.3f}"),
            columns=("entropy, bits", "items", "mean entropy", "last trial disagreed"),
            rows=tuple(
                (
                    "0" if one.upto == 0 else f"{one.above:.2f} to {one.upto:.2f}",
                    f"{one.disagreed.n:,}",
                    f"{one.entropy:.3f}",
                    figures.percent(one.disagreed),
                )
                for one in doubt.bins
            ),
        )


def _failures(boards: Sequence[Board], names: Sequence[str]) -> Iterator[Part]:
    for board, name in zip(boards, names, strict=True):
        if not board.failures:
            continue
        kinds = Counter(one.kind for one in board.failures)
        told = ", ".join(f"{readable(kind)}: {tasks_words(number)}" for kind, number in sorted(kinds.items()))
        listed = [(one.task, readable(one.kind), one.error) for one in board.failures]
        yield _some(f"{name}; {told}", ("task", "kind", "error"), listed)


def _some(caption: str, columns: tuple[str, ...], found: Sequence[tuple[str, ...]]) -> Table:
    rest = len(found) - LISTED
    more = f" (the first {LISTED}; {rest:,} more in scoreboard.json)" if rest > 0 else ""
    return Table(caption=caption + more, columns=columns, rows=tuple(found[:LISTED]), words=len(columns))


def _tasks(board: Board, name: str) -> Table:
    rest = len(board.tasks) - TASKS
    more = f", the first {TASKS} of {len(board.tasks):,}; scoreboard.json has all" if rest > 0 else ""
    return Table(
        caption=f"Tasks of {name}{more}",
        columns=("task", "standing", "score", "ternary", "decided", "USD", "tokens", "seconds"),
        rows=tuple(
            (
                one.task,
                readable(one.standing) + (" (0)" if one.standing in WORTHLESS else ""),
                figures.score(one.score),
                figures.score(one.ternary),
                f"{one.decided} of {one.items}",
                "unknown" if one.usd is None else f"{one.usd:.4g}",
                f"{one.tokens:,}",
                f"{one.seconds:.1f}",
            )
            for one in board.tasks[:TASKS]
        ),
        words=2,
        folded=True,
    )
