"""``research ask "QUESTION"``, which is what ``research "QUESTION"`` becomes."""

from __future__ import annotations

from typing import Any

from research_agent.cli import options


def ask(
    question: options.Words = None,
    documents: options.Documents = None,
    search: options.Search = None,
    url: options.Url = None,
    only_site: options.OnlySite = None,
    exclude_site: options.ExcludeSite = None,
    since: options.Since = None,
    until: options.Until = None,
    sources_file: options.SourcesFile = None,
    same_source: options.SameSource = None,
    independent: options.Independent = None,
    engine: options.Engine = None,
    model: options.Model = None,
    small_model: options.SmallModel = None,
    depth: options.Depth = None,
    language: options.Language = None,
    output: options.Output = None,
    format: options.Format = None,
    budget_usd: options.BudgetUsd = None,
    budget_tokens: options.BudgetTokens = None,
    budget_seconds: options.BudgetSeconds = None,
    approve_plan: options.ApprovePlan = False,
    judge: options.JudgeReport = False,
    rubric: options.Rubric = None,
    local_only: options.LocalOnly = False,
    json: options.JsonEvents = False,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> int:
    """Research a question and print a report whose every citation can be checked."""
    from research_agent.cli import session
    from research_agent.cli.approval import StdinAnswers, check_answerable
    from research_agent.cli.conduct import Conduct, View
    from research_agent.cli.judging import judge_of
    from research_agent.cli.question import read_question
    from research_agent.settings import load_settings

    options.period(since, until)
    flags: dict[str, Any] = {
        "documents": tuple(documents or ()),
        "search": tuple(search or ()),
        "urls": tuple(url or ()),
        "only_sites": tuple(only_site or ()),
        "exclude_sites": tuple(exclude_site or ()),
        "since": since,
        "until": until,
        "sources_file": sources_file,
        "same_sources": tuple(same_source or ()),
        "independent_sources": tuple(independent or ()),
        "engine": engine,
        "model": model,
        "small_model": small_model,
        "depth": depth,
        "language": options.language(language),
        "output": output,
        "formats": options.formats(format),
        "budget_usd": budget_usd,
        "budget_tokens": budget_tokens,
        "budget_seconds": budget_seconds,
        # a flag that is not there must not switch off what the environment asks for
        "approve_plan": approve_plan or None,
        "judge": judge or rubric is not None or None,
        "rubric": rubric,
        "local_only": local_only or None,
        "debug": debug or None,
    }
    settings = load_settings(**flags)
    text = read_question(question or ())
    the_judge = judge_of(settings)
    answers = StdinAnswers()
    if settings.approve_plan:
        check_answerable(answers, question_from_stdin=(question or [""])[0] == "-")
    view = View(events=json, quiet=quiet, debug=debug or settings.debug)
    return Conduct(view, answers).run(
        lambda emit, approver: session.library().research(
            text, settings, emit=emit, judge=the_judge, approve=approver if settings.approve_plan else None
        )
    )
