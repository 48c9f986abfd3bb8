"""``research verify RUN``: check a finished run's citations again, from its folder alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from research_agent.cli import options, streams
from research_agent.cli.exit_codes import ExitCode

if TYPE_CHECKING:
    from research_agent.evidence.verify import Violation


def verify(
    run: options.Run, output: options.Output = None, json: options.Json = False, debug: options.Debug = False
) -> int:
    """Check every citation of a finished run again, offline; exit 1 on any violation."""
    from research_agent.cli.board import count
    from research_agent.cli.locate import require_finished, run_folder
    from research_agent.codec import dump
    from research_agent.settings import load_settings

    folder = run_folder(run, load_settings(output=output))
    require_finished(folder)
    violations = _violations(folder)
    if json:
        listed = [dump(one) for one in violations]
        streams.write_json({"run": folder.name, "folder": str(folder), "holds": not listed, "violations": listed})
    elif violations:
        streams.write("".join(f"{streams.one_line(str(one), 600)}\n" for one in violations))
        streams.tell(f"research: {count(len(violations), 'violation')} in {folder}")
    else:
        streams.write(f"{folder.name}: every citation holds, and no file was changed.\n")
    return ExitCode.FAILURE if violations else ExitCode.OK


def _violations(folder: Path) -> list[Violation]:
    """What breaks an evidence rule, and which files are not as the run left them."""
    from research_agent.evidence.verify import Violation, verify_run
    from research_agent.runs.integrity import check_integrity

    changed = [Violation(file=one.file, where="", reason=one.what) for one in check_integrity(folder)]
    return [*verify_run(folder), *changed]
