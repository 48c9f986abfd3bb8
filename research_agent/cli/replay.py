"""``research replay RUN``: make a finished run again from its journal alone, into a new folder."""

from __future__ import annotations

from typing import Annotated

import typer

from research_agent.cli import options

AllowChanged = Annotated[
    bool,
    typer.Option(
        "--allow-changed-prompts", help="Use a recorded reply though the request has changed since; list which."
    ),
]


def replay(
    run: options.Run,
    allow_changed_prompts: AllowChanged = False,
    output: options.Output = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> int:
    """Make a run again from its journal, offline, into a new folder."""
    from research_agent.cli import session
    from research_agent.cli.conduct import Conduct, View
    from research_agent.cli.locate import run_folder
    from research_agent.settings import load_settings

    settings = load_settings(output=output)
    folder = run_folder(run, settings)
    view = View(object=json, quiet=quiet, debug=debug or settings.debug)
    return Conduct(view).run(
        lambda emit, _: session.library().replay(folder, output=output, allow_changed=allow_changed_prompts, emit=emit)
    )
