"""Errors as a user sees them: one or two lines on standard error, an object under ``--json``, an exit code."""

from __future__ import annotations

import shlex
import sys
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from research_agent.cli import streams
from research_agent.cli.exit_codes import ExitCode, of_error
from research_agent.errors import UNUSABLE, ResearchError
from research_agent.events import event


@dataclass(frozen=True, slots=True)
class Manner:
    """How the command line wants to be told: read from the words themselves, so that it holds for a wrong one too."""

    json: bool = False
    debug: bool = False

    @classmethod
    def of(cls, argv: list[str]) -> Manner:
        words = argv[: argv.index("--")] if "--" in argv else argv
        return cls(json="--json" in words, debug="--debug" in words)


def report_failure(error: BaseException, manner: Manner, folder: Path | None = None) -> ExitCode:
    """Tell the user about an error, and give the exit code that it asks for."""
    code = of_error(error)
    message, next_step = _words(error, folder, code)
    if manner.debug:
        streams.tell("".join(traceback.format_exception(error)).rstrip())
    streams.tell("\n".join(line for line in (f"research: {message}", next_step) if line))
    if manner.json:
        _write_json(error, message, next_step, code)
    return code


def resume_line(folder: Path) -> str:
    """The command that goes on with a run."""
    return f"research resume {shlex.quote(str(folder))}"


_NOT_RESUMABLE = frozenset({"plan_rejected", "tampered", "missing", "newer_format", "not_recorded", "request_changed"})
"""Kinds of errors after which going on would end in the same error."""


def _again(folder: Path, kind: str) -> str:
    if kind in _NOT_RESUMABLE:
        return ""
    flags = " (with --model NAME or --small-model NAME)" if kind in UNUSABLE else ""
    return f"To go on with the run: {resume_line(folder)}{flags}"


def _words(error: BaseException, folder: Path | None, code: ExitCode) -> tuple[str, str]:
    again = _again(folder, getattr(error, "kind", "")) if folder is not None and code is not ExitCode.USAGE else ""
    if isinstance(error, ResearchError):
        steps = [streams.one_line(error.next_step, 400), again]
        return streams.one_line(error.message, 600), " ".join(step for step in steps if step)
    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{error.strerror}.", again
    what = streams.one_line(f"{type(error).__name__}: {error}", 300)
    please = "Please report it with the trace that --debug shows."
    return f"An error that nobody expected: {what}", " ".join(part for part in (please, again) if part)


def _write_json(error: BaseException, message: str, next_step: str, code: ExitCode) -> None:
    record: dict[str, Any] = error.to_record() if isinstance(error, ResearchError) else {"error": "unexpected"}
    fields = {**event("error"), **record, "message": message, "next_step": next_step, "exit_code": int(code)}
    try:
        streams.write_json(fields, indent=None)
    except streams.OutputClosed:
        sys.stdout.flush()
