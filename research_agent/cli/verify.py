"""``research verify RUN``: check a finished run's citations again, from its folder alone or beside live addresses."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from research_agent.cli import options, streams
from research_agent.cli.exit_codes import ExitCode

if TYPE_CHECKING:
    from research_agent.checking.live import LiveSource
    from research_agent.evidence.verify import Violation
    from research_agent.settings import Settings

Live = Annotated[
    bool,
    typer.Option("--live", help="Fetch the cited addresses again as well: changed, vanished, do the quotes stand?"),
]


def verify(
    run: options.Run,
    live: Live = False,
    output: options.Output = None,
    local_only: options.LocalOnly = False,
    json: options.Json = False,
    debug: options.Debug = False,
) -> int:
    """Check every citation of a finished run again, offline; exit 1 on any violation.

    With --live also fetch every cited address again, and exit 1 where a quote no longer stands, a source has vanished,
    or one cannot be reached.
    """
    from research_agent.cli.board import count
    from research_agent.cli.locate import require_finished, run_folder
    from research_agent.codec import dump
    from research_agent.settings import load_settings

    settings = load_settings(output=output, local_only=local_only or None)
    folder = run_folder(run, settings)
    require_finished(folder)
    violations = _violations(folder)
    sources = _look(folder, settings) if live else ()
    if json:
        listed = [dump(one) for one in violations]
        result = {"run": folder.name, "folder": str(folder), "holds": not listed, "violations": listed}
        streams.write_json({**result, "live": [dump(one) for one in sources]} if live else result)
    else:
        if violations:
            streams.write("".join(f"{streams.one_line(str(one), 600)}\n" for one in violations))
            streams.tell(f"research: {count(len(violations), 'violation')} in {folder}")
        else:
            streams.write(f"{folder.name}: every citation holds, and no file was changed.\n")
        if live:
            streams.write("".join(f"{line}\n" for line in live_lines(sources)))
    return ExitCode.FAILURE if violations or not all(one.holds for one in sources) else ExitCode.OK


def _look(folder: Path, settings: Settings) -> tuple[LiveSource, ...]:
    from research_agent.cli.check import source_teller
    from research_agent.cli.session import Session

    async def work() -> tuple[LiveSource, ...]:
        from research_agent.checking.live import verify_live

        return await verify_live(folder, settings, progress=source_teller())

    return Session().run(work)


def live_lines(sources: tuple[LiveSource, ...]) -> list[str]:
    """What the live check found, a line for each source and one for each quote that is gone."""
    from research_agent.cli.board import count

    lines = [f"{count(len(sources), 'cited source')} looked at again:"]
    for one in sources:
        lines.append("  " + streams.one_line(f"{one.status}: {one.address}{_quotes(one)}{_reason(one)}", 600))
        lines += [f"      gone: “{streams.one_line(quote, 300)}”" for quote in one.gone]
    return lines


def _quotes(one: LiveSource) -> str:
    if one.standing is None:
        return f" ({one.quotes} cited)"
    if one.gone:
        return f" ({len(one.gone)} of {one.quotes} quotes gone)"
    where = f", {one.moved} at another place" if one.moved else ""
    return f" (all {one.quotes} quotes stand{where})" if one.quotes != 1 else f" (its quote stands{where})"


def _reason(one: LiveSource) -> str:
    return f" {one.reason}" if one.reason else ""


def _violations(folder: Path) -> list[Violation]:
    """What breaks an evidence rule, and which files are not as the run left them."""
    from research_agent.evidence.verify import Violation, verify_run
    from research_agent.runs.integrity import check_integrity

    changed = [Violation(file=one.file, where="", reason=one.what) for one in check_integrity(folder)]
    return [*verify_run(folder), *changed]
