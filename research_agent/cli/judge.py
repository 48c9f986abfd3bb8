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
SelfTesting = Annotated[
    bool, typer.Option("--self-test", help="Judge changed copies of the report: does the judge notice, and only that?")
]
Marks = Annotated[
    Path | None,
    typer.Option("--marks", metavar="FILE", help="Which sentences satisfy which item. [default: gold]"),
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
    self_test: SelfTesting = False,
    marks: Marks = None,
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
    if self_test:
        return _self_test(settings, subject, given, marks, folder, not one_by_one, json)
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


def _self_test(
    settings: Settings,
    subject: Subject,
    rubric: Rubric | None,
    marks: Path | None,
    folder: Path,
    batched: bool,
    json: bool,
) -> int:
    """Exit 1 where the judge missed a change or changed its mind for no reason."""
    from research_agent.cli.self_test_lines import self_test_lines
    from research_agent.cli.session import Session
    from research_agent.codec import dump
    from research_agent.errors import ConfigError
    from research_agent.judges.mutation.marks import load_marks, marks_by_gold
    from research_agent.judges.mutation.self_test import SelfTest, self_test
    from research_agent.judges.standalone import court

    if rubric is None:
        raise ConfigError("A self-test needs a rubric.", kind="no_rubric", next_step="Name one with --rubric.")
    marked = load_marks(marks, subject, rubric) if marks else marks_by_gold(subject, rubric)

    async def work() -> SelfTest:
        async with court(settings, folder, batched=batched) as sitting:
            return await self_test(sitting.judge_for, subject, rubric, marked)

    test = Session().run(work)
    if json:
        streams.write_json(dump(test))
    else:
        streams.write("".join(f"{line}\n" for line in self_test_lines(test)))
    return ExitCode.OK if test.passed else ExitCode.FAILURE


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

    target = RunFolder(folder.resolve())
    written: Any = dump(verdict)
    if not in_run:
        target.write_json(VERDICT, written)
        return
    with target.lock():
        target.write_json(VERDICT, written)
        take_over(target, [VERDICT])
