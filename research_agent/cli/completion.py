"""Shell completion with the routing in between: ``research "a question" --do<TAB>`` completes the options of ``ask``.

The shells hand typer the whole line in the environment (bash: COMP_WORDS and COMP_CWORD; zsh, fish and PowerShell:
_TYPER_COMPLETE_ARGS). A line that is a question is given its ``ask`` before typer looks at it.
"""

from __future__ import annotations

import os
from collections.abc import MutableMapping

from research_agent.cli.routing import COMMANDS, ROOT_OPTIONS


def route_completion(
    takes_value: frozenset[str], program: str, environment: MutableMapping[str, str] = os.environ
) -> bool:
    """Put ``ask`` into the line that a shell wants completed, where it is a question; whether one is wanted at all."""
    if f"_{program.upper()}_COMPLETE" not in environment:
        return False
    if "_TYPER_COMPLETE_ARGS" in environment:
        line = environment["_TYPER_COMPLETE_ARGS"]
        head, _, rest = line.partition(" ")
        if _is_question(rest, takes_value):
            environment["_TYPER_COMPLETE_ARGS"] = f"{head} ask {rest}"
    elif "COMP_WORDS" in environment and environment.get("COMP_CWORD", "").isdigit():
        head, mark, rest = environment["COMP_WORDS"].partition("\n" if "\n" in environment["COMP_WORDS"] else " ")
        if _is_question(rest, takes_value):
            environment["COMP_WORDS"] = f"{head}{mark}ask{mark}{rest}"
            environment["COMP_CWORD"] = str(int(environment["COMP_CWORD"]) + 1)
    return True


def _is_question(rest: str, takes_value: frozenset[str]) -> bool:
    """Whether the line after the program's name begins a question or one of its options."""
    words = rest.split()
    if not words or words[0] in COMMANDS or words[0] in ROOT_OPTIONS:
        return False
    first = words[0]
    unfinished = len(words) == 1 and not rest[-1].isspace()
    if unfinished and first.startswith("-"):
        return not any(option.startswith(first) for option in ROOT_OPTIONS) or any(
            option.startswith(first) for option in takes_value
        )
    return not unfinished or not any(command.startswith(first) for command in COMMANDS)
