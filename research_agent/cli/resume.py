"""``research resume RUN``: go on with a run that was interrupted, failed, or ran out of budget."""

from __future__ import annotations

from research_agent.cli import options


def resume(
    run: options.Run,
    output: options.Output = None,
    model: options.Model = None,
    small_model: options.SmallModel = None,
    budget_usd: options.BudgetUsd = None,
    budget_tokens: options.BudgetTokens = None,
    budget_seconds: options.BudgetSeconds = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> int:
    """Go on with a run; no finished model call or download is repeated."""
    from research_agent.cli import session
    from research_agent.cli.approval import StdinAnswers
    from research_agent.cli.conduct import Conduct, View
    from research_agent.cli.judging import judge_of
    from research_agent.cli.locate import run_folder
    from research_agent.runs.folder import RunFolder
    from research_agent.runs.record import read_record, settings_of
    from research_agent.settings import load_settings

    folder = run_folder(run, load_settings(output=output))
    settings = settings_of(
        read_record(RunFolder.open(folder)),
        model=model,
        small_model=small_model,
        budget_usd=budget_usd,
        budget_tokens=budget_tokens,
        budget_seconds=budget_seconds,
    )
    the_judge = judge_of(settings)
    view = View(object=json, quiet=quiet, debug=debug or settings.debug)
    return Conduct(view, StdinAnswers()).run(
        lambda emit, approver: session.library().resume(
            folder, settings, emit=emit, judge=the_judge, approve=approver if settings.approve_plan else None
        )
    )
