"""``research bench judge DIR``: every report of a batch, scored by its task's checklist."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from research_agent.cli import options, streams
from research_agent.cli.exit_codes import ExitCode, Interrupted
from research_agent.cli.judge import Engine, JudgeModel, OneByOne

if TYPE_CHECKING:
    from collections.abc import Mapping

    from research_agent.adr_bench.judging.judged import Judged

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="A batch's folder.")]
Trials = Annotated[int, typer.Option("--trials", metavar="K", min=1, max=99, help="Judge each item K times.")]
AtOnce = Annotated[int, typer.Option("--concurrency", metavar="N", min=1, help="Reports judged at once.")]
TOLD_EVERY = 5.0
"""Seconds between two lines of progress."""


def judge(
    folder: Folder,
    judge_model: JudgeModel = None,
    trials: Trials = 3,
    one_by_one: OneByOne = False,
    engine: Engine = None,
    concurrency: AtOnce = 4,
    budget_usd: options.BudgetUsd = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> int:
    """Score the reports of a batch that have no verdict yet; show and keep the scoreboard.

    Without a model, items with gold evidence are decided by code and the others stay undecided. Exit 1 when a report
    could not be judged, 3 when no item of any report could be decided. See docs/bench.md.
    """
    from research_agent.adr_bench.batch import Batch
    from research_agent.adr_bench.judging.run import Judging, judge_batch
    from research_agent.adr_bench.scoreboard import boards_of
    from research_agent.adr_bench.scoreboard.files import as_json
    from research_agent.adr_bench.scoreboard.sheet import sheet_of
    from research_agent.cli.bench.show import keep, print_sheet
    from research_agent.cli.session import Session
    from research_agent.settings import load_settings

    settings = load_settings(engine=engine, judge_model=judge_model, budget_usd=budget_usd, debug=debug or None)
    batch = Batch.open(folder.expanduser())
    judging = Judging(settings=settings, trials=trials, batched=not one_by_one, at_once=concurrency)
    key = judging.key
    if not quiet and not json:
        streams.tell(f"Judge: {key}")
    try:
        found = Session().run(lambda: judge_batch(batch, judging, teller(silent=quiet or json)))
    except Interrupted:
        streams.tell(f"research: interrupted; the verdicts so far are kept in {batch.path}.")
        streams.tell("To go on, give the same command again.")
        raise
    every = boards_of(batch.path)
    boards = [board for board in every if board.judging.key == key]
    print_sheet(sheet_of(boards), as_json(boards) if json else None)
    for path in keep({batch.path: every}):
        if not quiet and not json:
            streams.tell(f"Written: {path}")
    return _code(batch.path, found)


def teller(*, silent: bool) -> Callable[[Judged, int, int], None]:
    """Says which reports could not be judged, and now and then how many are."""
    told = -TOLD_EVERY

    def tell(judged: Judged, done: int, of: int) -> None:
        nonlocal told
        if silent:
            return
        task = streams.one_line(judged.task, 60)
        if judged.error:
            streams.tell(f"{task} could not be judged: {streams.one_line(judged.error, 300)}")
        if done == of or monotonic() - told >= TOLD_EVERY:
            told = monotonic()
            score = judged.verdict.score if judged.verdict else None
            streams.tell(f"Judged {done:,} of {of:,}: {task} {'no score' if score is None else f'{score:.3f}'}")

    return tell


def _code(folder: Path, found: Mapping[str, Judged]) -> ExitCode:
    failed = sum(one.verdict is None for one in found.values())
    if failed:
        streams.tell(f"research: {failed:,} reports could not be judged.")
        streams.tell(f"To try them again: research bench judge {shlex.quote(str(folder))}")
        return ExitCode.FAILURE
    decided = any(one.verdict is not None and one.verdict.decided for one in found.values())
    return ExitCode.OK if decided or not found else ExitCode.NOTHING_FOUND
