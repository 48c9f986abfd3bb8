"""``research rubric FILE``: does a rubric fit the format, and do its items keep the five principles?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from research_agent.cli import options, streams
from research_agent.cli.exit_codes import ExitCode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from research_agent.judges.lint import Finding
    from research_agent.judges.rubric import Rubric
    from research_agent.settings import Settings

File = Annotated[Path, typer.Argument(metavar="FILE", help="Rubrics, one JSON object a line (docs/rubrics.md).")]
WithModel = Annotated[bool, typer.Option("--with-model", help="Also ask a model what code cannot see.")]


def rubric(
    file: File,
    with_model: WithModel = False,
    judge_model: Annotated[
        str | None, typer.Option("--judge-model", metavar="NAME", help="Which model (RESEARCH_JUDGE_MODEL).")
    ] = None,
    json: options.Json = False,
    debug: options.Debug = False,
) -> int:
    """Check rubrics: the format, and whether items are atomic, verifiable, unambiguous, independent and aligned.

    Exit 1 when there is an error; warnings are for a person to judge. See docs/rubrics.md.
    """
    from research_agent.cli.session import Session
    from research_agent.codec import dump
    from research_agent.judges.lint import lint
    from research_agent.judges.rubric import load_rubrics
    from research_agent.settings import load_settings

    rubrics = load_rubrics(file)
    found: list[tuple[Rubric, Sequence[Finding]]] = [(one, lint(one)) for one in rubrics]
    if with_model:
        settings = load_settings(judge_model=judge_model)
        read = Session().run(lambda: _read_by_model(rubrics, settings))
        found = [(one, (*own, *more)) for (one, own), more in zip(found, read, strict=True)]
    errors = sum(finding.severity == "error" for _, findings in found for finding in findings)
    if json:
        listed = [{"rubric": one.id, **dump(finding)} for one, findings in found for finding in findings]
        streams.write_json({"rubrics": len(rubrics), "errors": errors, "findings": listed})
    else:
        streams.write("".join(f"{line}\n" for line in _lines(found, errors)))
    return ExitCode.FAILURE if errors else ExitCode.OK


async def _read_by_model(rubrics: Sequence[Rubric], settings: Settings) -> list[Sequence[Finding]]:
    from research_agent.judges.lint import lint_with_model
    from research_agent.llm.models import Models
    from research_agent.reading.unrecorded import Unrecorded

    models = Models(settings, Unrecorded())
    try:
        return [await lint_with_model(one, models) for one in rubrics]
    finally:
        await models.aclose()


def _lines(found: Sequence[tuple[Rubric, Sequence[Finding]]], errors: int) -> list[str]:
    from research_agent.cli.board import count
    from research_agent.cli.wrapping import width, wrapped

    lines, wide = [], width()
    for one, findings in found:
        for finding in findings:
            where = f"{one.id} {finding.item}".strip()
            lines += wrapped(f"{finding.severity}: {where}: {finding.principle}: {finding.message}", wide, "", "   ")
    warnings = sum(len(findings) for _, findings in found) - errors
    lines.append(f"{count(len(found), 'rubric')}: {count(errors, 'error')}, {count(warnings, 'warning')}.")
    return lines
