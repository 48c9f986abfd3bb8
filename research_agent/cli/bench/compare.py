"""``research bench compare DIR DIR...``: systems on the same tasks, at equal budgets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from research_agent.cli import options, streams
from research_agent.cli.bench.judge import TOLD_EVERY, AtOnce
from research_agent.cli.bench.show import Folders, Key, print_sheet
from research_agent.cli.exit_codes import ExitCode, Interrupted
from research_agent.cli.judge import Engine, JudgeModel

if TYPE_CHECKING:
    from research_agent.adr_bench.comparing.contestants import Field
    from research_agent.adr_bench.comparing.pair_lines import PairJudged
    from research_agent.settings import Settings

PairwiseToo = Annotated[
    bool, typer.Option("--pairwise", help="Also let a model compare every two reports, blind and in both orders.")
]
AllowUnequal = Annotated[
    bool, typer.Option("--allow-unequal", help="Compare though the limits of the tasks are not the same.")
]
Output = Annotated[
    Path | None,
    typer.Option("--output", metavar="DIR", help="Folder for compare.* and pairs-*. [default: the first batch's]"),
]


def compare(
    folders: Folders,
    pairwise: PairwiseToo = False,
    judge: Key = None,
    judge_model: JudgeModel = None,
    engine: Engine = None,
    concurrency: AtOnce = 4,
    budget_usd: options.BudgetUsd = None,
    allow_unequal: AllowUnequal = False,
    output: Output = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> int:
    """Compare systems on their common tasks: differences task by task, and with --pairwise report by report.

    Systems are held to equal budgets: other limits are refused, and a report that cost more than its task's limit
    counts as 0. Exit 1 when a pair could not be judged. See docs/bench.md.
    """
    from research_agent.adr_bench.comparing.comparison import comparison
    from research_agent.adr_bench.comparing.contestants import gather
    from research_agent.adr_bench.comparing.files import as_json, write_comparison
    from research_agent.adr_bench.comparing.sheet import sheet_of
    from research_agent.settings import load_settings

    settings = load_settings(engine=engine, judge_model=judge_model, budget_usd=budget_usd, debug=debug or None)
    field = gather(folders, key=judge, allow_unequal=allow_unequal, needs_verdicts=not pairwise)
    folder = (output or folders[0]).expanduser().absolute()
    silent = quiet or json
    pairs = _pairs(field, settings, folder, concurrency, silent) if pairwise else None
    found = comparison(field, pairs)
    print_sheet(sheet_of(found), as_json(found) if json else None)
    for path in write_comparison(folder, found):
        if not silent:
            streams.tell(f"Written: {path}")
    failed = sum(not one.decided for one in pairs or ())
    if failed:
        streams.tell(f"research: {failed:,} pairs could not be judged; the same command again tries them.")
    return ExitCode.FAILURE if failed else ExitCode.OK


def _pairs(field: Field, settings: Settings, folder: Path, at_once: int, silent: bool) -> tuple[PairJudged, ...]:
    from research_agent.adr_bench.comparing.pairs import judge_pairs
    from research_agent.cli.session import Session

    try:
        return Session().run(lambda: judge_pairs(field, settings, folder, at_once=at_once, tell=_teller(silent=silent)))
    except Interrupted:
        streams.tell(f"research: interrupted; the pairs so far are kept in {folder}.")
        streams.tell("To go on, give the same command again.")
        raise


def _teller(*, silent: bool) -> Callable[[PairJudged, int, int], None]:
    told = -TOLD_EVERY

    def tell(pair: PairJudged, done: int, of: int) -> None:
        nonlocal told
        if silent:
            return
        names = streams.one_line(f"{pair.task}, {pair.left} - {pair.right}", 100)
        if not pair.decided:
            why = pair.error or " ".join(pair.verdict.notes if pair.verdict else ())
            streams.tell(f"{names} could not be judged: {streams.one_line(why, 300)}")
        if done == of or monotonic() - told >= TOLD_EVERY:
            told = monotonic()
            streams.tell(f"Compared {done:,} of {of:,}: {names}")

    return tell
