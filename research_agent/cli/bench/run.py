"""``research bench run SUITE``: every task of a suite, put to one system."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from research_agent.cli import options, streams
from research_agent.cli.exit_codes import ExitCode, Interrupted

if TYPE_CHECKING:
    from research_agent.adr_bench.batch import Batch
    from research_agent.adr_bench.runner.progress import Progress
    from research_agent.adr_bench.suites import Suite

SuiteName = Annotated[
    str,
    typer.Argument(
        metavar="SUITE",
        help="adr-bench, adr-bench-en, deep-research-bench, deep-research-bench-2, research-rubrics, documents, or a "
        "file or folder of tasks (docs/rubrics.md).",
    ),
]
SystemName = Annotated[
    str,
    typer.Option(
        "--system",
        metavar="NAME|COMMAND",
        help="research, single-pass, or any command that takes a question and writes a report in Markdown, with "
        "{question}, {question_file} and {output} filled in (docs/bench.md).",
    ),
]
Data = Annotated[
    Path | None, typer.Option("--data", metavar="PATH", help="The downloaded file or folder of a published suite.")
]
Only = Annotated[list[str] | None, typer.Option("--only", metavar="ID", help="This task only. Repeatable.")]
Limit = Annotated[int | None, typer.Option("--limit", metavar="N", min=1, help="The first N tasks.")]
Concurrency = Annotated[int, typer.Option("--concurrency", metavar="N", min=1, help="Tasks at work at once.")]
TaskUsd = Annotated[float | None, typer.Option("--task-usd", metavar="X", help="Each task may cost X US dollars.")]
TaskTokens = Annotated[int | None, typer.Option("--task-tokens", metavar="N", min=1, help="Or N model tokens.")]
TaskSeconds = Annotated[float | None, typer.Option("--task-seconds", metavar="S", help="Or S seconds.")]
BatchUsd = Annotated[
    float | None,
    typer.Option("--budget-usd", metavar="X", help="Start no task that could take the batch above X dollars."),
]
ShardOf = Annotated[
    str | None, typer.Option("--shard", metavar="I/N", help="Only part I of N of the tasks, for plain schedulers.")
]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Work on this Ray cluster (host:6379, or auto on one of its nodes). Needs the extra `ray`, and a folder "
        "that all nodes share.",
    ),
]
RetryFailed = Annotated[bool, typer.Option("--retry-failed", help="Try the tasks that failed again.")]
AllowChanged = Annotated[
    bool, typer.Option("--allow-changed-prompts", help="Go on though the prompts are not those it was begun with.")
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Recorded with the batch.")]
BatchFolder = Annotated[
    Path | None, typer.Option("--output", metavar="DIR", help="The batch's folder. [default: bench/SUITE-SYSTEM]")
]


def run(
    suite: SuiteName,
    system: SystemName = "research",
    data: Data = None,
    only: Only = None,
    limit: Limit = None,
    concurrency: Concurrency = 2,
    engine: options.Engine = None,
    model: options.Model = None,
    small_model: options.SmallModel = None,
    depth: options.Depth = None,
    documents: options.Documents = None,
    search: options.Search = None,
    local_only: options.LocalOnly = False,
    task_usd: TaskUsd = None,
    task_tokens: TaskTokens = None,
    task_seconds: TaskSeconds = None,
    budget_usd: BatchUsd = None,
    shard: ShardOf = None,
    ray: Ray = None,
    retry_failed: RetryFailed = False,
    allow_changed_prompts: AllowChanged = False,
    seed: Seed = 0,
    output: BatchFolder = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> int:
    """Run a system on every task of a suite; the same command again goes on where it was stopped.

    Exit 0 when every task has a report, 1 when one failed, 4 when the budget left some unstarted. See docs/bench.md.
    """
    from research_agent.adr_bench.batch import Batch
    from research_agent.adr_bench.shards import WHOLE, parse_shard
    from research_agent.adr_bench.suites import load_suite
    from research_agent.adr_bench.systems.base import TaskLimits
    from research_agent.cli.bench.systems import folder_word, spec_of
    from research_agent.settings import load_settings

    options.positive({"--task-usd": task_usd, "--task-seconds": task_seconds, "--budget-usd": budget_usd})
    part = parse_shard(shard) if shard else WHOLE
    chosen = load_suite(suite, data=data, limit=limit, only=tuple(only or ()))
    settings = load_settings(
        engine=engine,
        model=model,
        small_model=small_model,
        depth=depth,
        documents=_documents(documents, chosen),
        search=tuple(search or ()),
        local_only=local_only or None,
        debug=debug or None,
    )
    spec = spec_of(system, settings)
    batch = Batch.start(
        output or Path("bench") / f"{chosen.name}-{folder_word(spec)}",
        suite=chosen.name,
        tasks=chosen.tasks,
        system=spec,
        limits=TaskLimits(usd=task_usd, tokens=task_tokens, seconds=task_seconds),
        budget_usd=budget_usd,
        seed=seed,
        allow_changed=allow_changed_prompts,
    )
    silent = quiet or json
    if not silent:
        _introduce(batch, chosen)
    told = _work(batch, silent, ray, concurrency=concurrency, shard=part, retry_failed=retry_failed)
    _conclude(batch, told, json=json, quiet=quiet)
    return code_of(told)


def code_of(progress: Progress) -> ExitCode:
    """The exit code that a batch's end asks for."""
    if progress.failed:
        return ExitCode.FAILURE
    return ExitCode.BUDGET_SPENT if progress.skipped else ExitCode.OK


def _documents(named: list[str] | None, suite: Suite) -> tuple[str, ...]:
    """Absolute, because a batch may be gone on with from anywhere; the suite's own where none are named."""
    if named:
        return tuple(str(Path(one).expanduser().absolute()) for one in named)
    return (str(suite.documents.absolute()),) if suite.documents is not None else ()


def _introduce(batch: Batch, suite: Suite) -> None:
    from research_agent.adr_bench.scoreboard.origins import limits_words, system_words

    streams.tell(f"Batch: {batch.path}")
    streams.tell(f"System: {streams.one_line(system_words(batch.record), 300)}")
    streams.tell(f"Tasks: {len(suite.tasks):,} of {suite.name}; limits of each: {limits_words(batch.record.limits)}")
    for note in suite.notes:
        streams.tell(f"Note: {streams.one_line(note, 300)}")


def _work(batch: Batch, silent: bool, ray: str | None, **how: Any) -> Progress:
    from research_agent.cli.bench.progress import BatchDisplay
    from research_agent.cli.session import Session

    display = BatchDisplay(quiet=silent)
    display.open()
    try:
        return Session(display.tick).run(lambda: _run(batch, ray, tell=display.hear, **how))
    except Interrupted:
        display.close()
        streams.tell(f"research: interrupted; what is done is kept in {batch.path}.")
        streams.tell("To go on, give the same command again.")
        raise
    finally:
        display.close()


async def _run(batch: Batch, ray: str | None, **how: Any) -> Progress:
    from research_agent.adr_bench.runner import run_batch

    if ray is None:
        return await run_batch(batch, **how)
    from research_agent.adr_bench.ray_backend import on_ray

    async with on_ray(ray) as station:
        return await run_batch(batch, station=station, **how)


def _conclude(batch: Batch, told: Progress, *, json: bool, quiet: bool) -> None:
    if json:
        streams.write_json(
            {
                "batch": str(batch.path),
                "tasks": told.total,
                "done": told.done,
                "failed": told.failed,
                "skipped": told.skipped,
                "seconds": round(told.seconds, 1),
                "usd": told.usd if told.usd_known else None,
            }
        )
        return
    from research_agent.cli.bench.progress import standing_line

    streams.write(f"{standing_line(told)}\n")
    if not quiet:
        streams.tell(f"Next: research bench judge {shlex.quote(str(batch.path))}")
