"""docs/cli.md, made from the commands' own help: ``python -m research_agent.cli.reference > docs/cli.md``.

A test compares the two, so that the page cannot fall behind the program.
"""

from __future__ import annotations

from typing import Any

import typer

from research_agent.cli import streams
from research_agent.cli.exit_codes import MEANINGS
from research_agent.cli.main import PROGRAM, build_app
from research_agent.cli.routing import COMMANDS

_WIDTH = 100

_INTRODUCTION = """# The command

Made from the program's own help by `python -m research_agent.cli.reference`; do not edit by hand.

A question needs no command, and options may stand before or after it. `research -` reads the question from standard
input, `research @FILE` from a file; after `--` a question may begin with a dash. A single word that could be a slip of
a command's name, a path or an address is refused with a suggestion, and never starts a run; `research -- WORD` asks it.

**Where things go.** The report goes to standard output: Markdown, or rendered where that is a terminal. Progress, the
run's folder (first), the outcome and the report's files go to standard error. With `--json`, `research "QUESTION"`
prints events as JSON lines on standard output and nothing else: the first is `run` with the folder, the last `report`
with the whole of report.json, or `error`. Every other command prints one object with `--json`; an error is an object
with `event` = `error`, `kind`, `message`, `next_step` and `exit_code`. `--quiet` prints the report and nothing else.

**Approving the plan.** With `--approve-plan` the plan is shown and nothing is searched before an answer: on a terminal
approve, edit (in `$VISUAL` or `$EDITOR`) or reject; elsewhere one line on standard input, which is `approve`,
`reject REASON`, or `{"decision": "edit", "sub_questions": [{"text": "...", "queries": ["..."]}]}`.

**Interrupting.** Ctrl-C or SIGTERM stops a run gently: what is done is kept, and the command to go on is printed. A
second one ends the process at once; the run can still be resumed.
"""


def reference() -> str:
    """The page as Markdown."""
    command: Any = typer.main.get_command(build_app())
    parts = [_INTRODUCTION, _exit_codes(), f"## {PROGRAM}\n\n{_help(command, PROGRAM)}"]
    for name in COMMANDS:
        parts += _parts(command.commands[name], f"{PROGRAM} {name}")
    return "\n".join(parts)


def _parts(command: Any, name: str) -> list[str]:
    """A command's part of the page, and those of the commands in it."""
    inner = [part for each in getattr(command, "commands", {}).values() for part in _parts(each, f"{name} {each.name}")]
    return [f"## {name}\n\n{_help(command, name)}", *inner]


def _exit_codes() -> str:
    rows = "".join(f"| {int(code)} | {meaning} |\n" for code, meaning in MEANINGS.items())
    return f"## Exit codes\n\n| code | meaning |\n| --- | --- |\n{rows}"


def _help(command: Any, name: str) -> str:
    with command.make_context(
        name, [], resilient_parsing=True, terminal_width=_WIDTH, max_content_width=_WIDTH
    ) as context:
        text = command.get_help(context)
    lines = "\n".join(line.rstrip() for line in text.replace("\b", "").splitlines())
    return f"```text\n{lines}\n```\n"


if __name__ == "__main__":
    streams.write(reference())
