"""Any other tool that takes a question and writes a Markdown report, as a command.

    --system 'mytool --ask {question} --out {output}'

``{question}`` stands for the question, ``{question_file}`` for a UTF-8 file that holds it, ``{output}`` for the file in
which the report is expected; without the first two the question is the last argument, without the third the report is
what the command prints. It runs in the task's workspace, and learns from its environment: ``BENCH_TASK``,
``BENCH_LANGUAGE``, ``BENCH_DATE``, ``BENCH_BLOCKED`` (JSON list of what must not be used), ``BENCH_USD``,
``BENCH_TOKENS``, ``BENCH_SECONDS`` (empty: no limit), and ``BENCH_USAGE``: a file in which it may leave
``{"calls": 0, "prompt_tokens": 0, "completion_tokens": 0, "usd": 0.0}``. What it does not tell is not known, and said.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import signal
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from research_agent.adr_bench.systems.base import REPORT, Answer, TaskLimits
from research_agent.adr_bench.tasks import Task
from research_agent.codec import load
from research_agent.domain import Outcome, Usage
from research_agent.errors import ConfigError, RunError
from research_agent.runs.disk import writing

QUESTION = "question.txt"
USAGE = "usage.json"
PRINTED = "printed.md"
COMPLAINTS = "stderr.txt"
GRACE = 5.0
"""Seconds that a command has between SIGTERM and SIGKILL."""
_PLACE = re.compile(r"\{(?:question|question_file|output)\}")

TAIL = 500
"""Characters of what it complained of, in the error."""


class CommandSystem:
    """See ``base.System``. ``options["command"]`` is the command line."""

    def __init__(self, options: Mapping[str, Any], private: Mapping[str, Any], shared: Path | None) -> None:
        try:
            self._words = shlex.split(str(options.get("command", "")))
        except ValueError as error:
            raise ConfigError(f"The command cannot be read: {error}.", kind="bad_command") from error
        if not self._words:
            raise ConfigError("No command is given.", kind="bad_command", next_step="Write --system 'COMMAND'.")

    async def answer(self, task: Task, workspace: Path, limits: TaskLimits) -> Answer:
        with writing(workspace):
            (workspace / QUESTION).write_text(task.question, encoding="utf-8")
        started = time.monotonic()
        code = await _run(self._filled(task, workspace), workspace, _environment(task, workspace, limits), limits)
        if code != 0:
            raise RunError(f"The command ended with {_ending(code)}. {_complaints(workspace)}", kind="command_failed")
        report = self._report(workspace)
        usage = _usage(workspace, round(time.monotonic() - started, 1))
        return Answer(report=report, outcome=Outcome.COMPLETE.value, usage=usage)

    def _filled(self, task: Task, workspace: Path) -> list[str]:
        """The command's words with the task put in; never through a shell."""
        places = {
            "{question}": task.question,
            "{question_file}": str(workspace / QUESTION),
            "{output}": str(workspace / REPORT),
        }
        filled = [_PLACE.sub(lambda found: places[found[0]], word) for word in self._words]
        asks = any("{question" in word for word in self._words)
        return filled if asks else [*filled, task.question]

    def _report(self, workspace: Path) -> Path:
        if not any("{output}" in word for word in self._words):
            with writing(workspace):
                (workspace / PRINTED).replace(workspace / REPORT)
        report = workspace / REPORT
        if not report.is_file() or not report.read_bytes().strip():
            raise RunError(f"The command wrote no report. {_complaints(workspace)}", kind="no_report")
        return report

    def spent(self, workspace: Path) -> Usage:
        return _usage(workspace, 0.0)

    async def aclose(self) -> None:
        return None


async def _run(words: list[str], workspace: Path, environment: Mapping[str, str], limits: TaskLimits) -> int:
    """The command's exit code; it and all that it started are ended when the time is up or the batch is stopped."""
    (workspace / REPORT).unlink(missing_ok=True)
    with writing(workspace), (workspace / PRINTED).open("wb") as printed, (workspace / COMPLAINTS).open("wb") as said:
        try:
            process = await asyncio.create_subprocess_exec(
                *words,
                cwd=workspace,
                env=environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=printed,
                stderr=said,
                process_group=0,  # but the worker's session, which ends as a whole
            )
        except (FileNotFoundError, PermissionError) as error:
            raise ConfigError(
                f"The command {words[0]!r} cannot be started: {error.strerror}.",
                kind="bad_command",
                next_step="Check its name; it is not run through a shell.",
            ) from error
        try:
            async with asyncio.timeout(limits.seconds):
                return await process.wait()
        except TimeoutError as error:
            raise RunError(f"The command took longer than {limits.seconds:g} seconds.", kind="timed_out") from error
        finally:
            await _end(process)


async def _end(process: asyncio.subprocess.Process) -> None:
    """End the command's whole process group: what it left running would go on spending."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    if process.returncode is None:
        with suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                await process.wait()
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    await process.wait()


def _environment(task: Task, workspace: Path, limits: TaskLimits) -> dict[str, str]:
    def told(limit: float | None) -> str:
        return "" if limit is None else f"{limit:g}"

    return {
        **os.environ,
        "BENCH_TASK": task.id,
        "BENCH_LANGUAGE": task.language,
        "BENCH_DATE": task.date,
        "BENCH_BLOCKED": json.dumps(list(task.blocked), ensure_ascii=False),
        "BENCH_USD": told(limits.usd),
        "BENCH_TOKENS": told(limits.tokens),
        "BENCH_SECONDS": told(limits.seconds),
        "BENCH_USAGE": str(workspace / USAGE),
    }


def _usage(workspace: Path, seconds: float) -> Usage:
    """What the command said that it cost; without a word, the price is not known."""
    try:
        told = json.loads((workspace / USAGE).read_text(encoding="utf-8"))
        return load(Usage, {"usd": None, **told, "seconds": seconds})
    except FileNotFoundError:
        return Usage(usd=None, seconds=seconds)
    except (OSError, ValueError, TypeError, ValidationError) as error:
        raise RunError(f"The command's {USAGE} does not fit: {error}", kind="bad_usage") from error


def _complaints(workspace: Path) -> str:
    said = (workspace / COMPLAINTS).read_text(encoding="utf-8", errors="replace").strip()
    return f"It said: {said[-TAIL:]}" if said else "It said nothing."


def _ending(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"
