"""``research doctor``: what works now, and what to do about the rest."""

from __future__ import annotations

from research_agent.cli import options, streams
from research_agent.cli.exit_codes import ExitCode


def doctor(
    documents: options.Documents = None,
    search: options.Search = None,
    model: options.Model = None,
    small_model: options.SmallModel = None,
    output: options.Output = None,
    local_only: options.LocalOnly = False,
    json: options.Json = False,
    debug: options.Debug = False,
) -> int:
    """Check key, endpoint, model, search providers, network and cache; exit 1 if something that is set up fails."""
    from research_agent.cli.checks import run_checks, works_now
    from research_agent.cli.session import Session
    from research_agent.codec import dump
    from research_agent.settings import load_settings

    settings = load_settings(
        documents=tuple(documents or ()),
        search=tuple(search or ()),
        model=model,
        small_model=small_model,
        output=output,
        local_only=local_only or None,
    )
    checks = Session().run(lambda: run_checks(settings))
    works = works_now(settings, checks)
    if json:
        streams.write_json({"checks": dump(checks), "works_now": works})
    else:
        for check in checks:
            streams.write(f"{check.status:<7} {check.name}: {streams.one_line(check.what, 400)}\n")
            if check.next_step and check.status != "works":
                streams.write(f"{'':<8}{streams.one_line(check.next_step, 400)}\n")
        streams.write("\nWorks now:\n" + "".join(f"  {line}\n" for line in works))
    return ExitCode.FAILURE if any(check.status == "failed" for check in checks) else ExitCode.OK
