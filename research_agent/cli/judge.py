"""``research judge REPORT.md|RUN``: score a report against a checklist."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from research_agent.cli import options, streams
from research_agent.cli.exit_codes import ExitCode

if TYPE_CHECKING:
    from research_agent.domain import Constraint, Verdict
    from research_agent.events import Event
    from research_agent.judges.rubric import Rubric
    from research_agent.judges.subject import Subject
    from research_agent.settings import Settings

VERDICT = "verdict.json"

Report = Annotated[
    str,
    typer.Argument(
        metavar="REPORT.md|RUN", help="A report in Markdown (- reads standard input), a run folder, or 'last'."
    ),
]
Task = Annotated[str | None, typer.Option("--task", metavar="ID", help="Which task of the rubric file.")]
AskedQuestion = Annotated[
    str | None, typer.Option("--question", metavar="TEXT", help="The question that the report answers.")
]
JudgeModel = Annotated[
    str | None, typer.Option("--judge-model", metavar="NAME", help="Model that judges (RESEARCH_JUDGE_MODEL).")
]
Trials = Annotated[int, typer.Option("--trials", metavar="K", min=1, max=99, help="Judge each item K times.")]
OneByOne = Annotated[bool, typer.Option("--one-by-one", help="Ask for one item a call, instead of batches.")]
Engine = Annotated[
    options.EngineName | None,
    typer.Option("--engine", help="auto: a model where a key or base URL is set, else extractive (embedded)."),
]
To = Annotated[
    Path | None,
    typer.Option("--to", metavar="DIR", help="Folder for verdict.json. [default: the run's, or the report's]"),
]


def judge(
    report: Report,
    rubric: options.Rubric = None,
    task: Task = None,
    question: AskedQuestion = None,
    judge_model: JudgeModel = None,
    trials: Trials = 1,
    one_by_one: OneByOne = False,
    engine: Engine = None,
    budget_usd: options.BudgetUsd = None,
    budget_tokens: options.BudgetTokens = None,
    to: To = None,
    output: options.Output = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> int:
    """Score a report against a checklist; write verdict.json.

    Without a rubric the checklist is derived from the question. Without a model, items with gold evidence are decided
    by code and the others stay undecided. Exit 3 when no item could be decided. See docs/judges.md.
    """
    from research_agent.cli.judge_lines import verdict_lines
    from research_agent.cli.session import Session
    from research_agent.codec import dump
    from research_agent.settings import load_settings

    settings = load_settings(
        output=output,
        engine=engine,
        judge_model=judge_model,
        budget_usd=budget_usd,
        budget_tokens=budget_tokens,
        debug=debug or None,
    )
    subject, constraints = read_subject(report, question, settings)
    given = chosen_rubric(rubric, task, subject)
    folder = to or subject.run or (Path() if report == "-" else Path(report).expanduser().parent)
    _make(folder)
    verdict = Session().run(
        lambda: _judge(settings, subject, given, constraints, folder, trials, not one_by_one, quiet or json)
    )
    _write(folder, verdict, in_run=subject.run is not None and to is None)
    if json:
        streams.write_json(dump(verdict))
    else:
        streams.write("".join(f"{line}\n" for line in verdict_lines(verdict)))
        if not quiet:
            streams.tell(f"Written: {folder / VERDICT}")
    return ExitCode.OK if verdict.decided else ExitCode.NOTHING_FOUND


async def _judge(
    settings: Settings,
    subject: Subject,
    given: Rubric | None,
    constraints: tuple[Constraint, ...],
    folder: Path,
    trials: int,
    batched: bool,
    silent: bool,
) -> Verdict:
    from research_agent.judges.standalone import court

    def tell(event: Event) -> None:
        if event["event"] == "waiting" and not silent:
            streams.tell(streams.one_line(str(event.get("why", "waiting")), 200))

    async with court(settings, folder, trials=trials, batched=batched, emit=tell) as sitting:
        rubric = given or await sitting.rubric_for(subject, constraints)
        return await sitting.judge.judge(subject, rubric)


def read_subject(report: str, question: str | None, settings: Settings) -> tuple[Subject, tuple[Constraint, ...]]:
    """The report named on the command line, and of a run its plan's constraints.

    Raises:
        ConfigError: it is no text and no run.
    """
    from research_agent.cli.check import read_report
    from research_agent.cli.locate import require_finished, run_folder
    from research_agent.judges.subject import subject_of_run, subject_of_text
    from research_agent.reports.document import parse_report
    from research_agent.runs.folder import RunFolder

    if report == "-" or Path(report).expanduser().is_file():
        return subject_of_text(read_report(report, empty=True), question=question or ""), ()
    folder = run_folder(report, settings)
    require_finished(folder)
    constraints = parse_report(RunFolder.open(folder).read_json("report.json")).plan.constraints
    return subject_of_run(folder), constraints


def chosen_rubric(file: Path | None, task: str | None, subject: Subject) -> Rubric | None:
    """The rubric to judge by; None where it is to be derived.

    Raises:
        ConfigError: the file does not fit the format, or does not tell which of its tasks is meant.
    """
    if file is None:
        return None
    from research_agent.judges.picking import pick
    from research_agent.judges.rubric import load_rubrics

    return pick(load_rubrics(file), task=task, question=subject.question)


def _make(folder: Path) -> None:
    from research_agent.runs.disk import writing

    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)


def _write(folder: Path, verdict: Verdict, *, in_run: bool) -> None:
    """verdict.json in one step; in a run's folder it counts among the run's files from now on."""
    from research_agent.codec import dump
    from research_agent.runs.folder import RunFolder
    from research_agent.runs.integrity import take_over

    target = RunFolder(folder)
    written: Any = dump(verdict)
    if not in_run:
        target.write_json(VERDICT, written)
        return
    with target.lock():
        target.write_json(VERDICT, written)
        take_over(target, [VERDICT])
