"""``research verify RUN``: check a finished run's citations again, from its folder alone."""

from __future__ import annotations

from research_agent.cli import options, streams
from research_agent.cli.exit_codes import ExitCode


def verify(
    run: options.Run, output: options.Output = None, json: options.Json = False, debug: options.Debug = False
) -> int:
    """Check every citation of a finished run again, offline; exit 1 on any violation."""
    from research_agent.cli.board import count
    from research_agent.cli.locate import run_folder
    from research_agent.codec import dump
    from research_agent.evidence.verify import verify_run
    from research_agent.settings import load_settings

    folder = run_folder(run, load_settings(output=output))
    violations = verify_run(folder)
    if json:
        streams.write_json(
            {"run": folder.name, "folder": str(folder), "holds": not violations, "violations": dump(violations)}
        )
    elif violations:
        streams.write("".join(f"{streams.one_line(str(one), 600)}\n" for one in violations))
        streams.tell(f"research: {count(len(violations), 'violation')} in {folder}.")
    else:
        streams.write(f"{folder.name}: every citation holds.\n")
    return ExitCode.FAILURE if violations else ExitCode.OK
