"""From the words on the command line to a sub-command, before typer sees them.

A question needs no sub-command and options may stand before or after it, so ``research --json "a question"`` becomes
``research ask --json "a question"``. What could be a slip (a word near a command's name, a path, an address) is
wrong usage with a suggestion: a slip must never start a run that costs money. ``research -- WORD`` asks it anyway.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from research_agent.errors import ConfigError

COMMANDS = ("ask", "read", "resume", "replay", "verify", "check", "judge", "rubric", "bench", "show", "list", "doctor")
GROUP = "bench"
"""The one command whose first word is a command of its own."""

_OTHER_WORDS = {
    "help": "--help",
    "version": "--version",
    "ls": "list",
    "run": "ask",
    "runs": "list",
    "search": "ask",
    "open": "show",
    "continue": "resume",
    "research": "ask",
}
"""Words that other programs use for what a command here does."""

_NEAR = 0.66
"""difflib ratio from which a word counts as a slip of a command's name; ``aks`` and ``ask`` have 0.667."""

ROOT_OPTIONS = ("--help", "-h", "--version", "--install-completion", "--show-completion")
"""The options of the program itself, which stand before any command."""


@dataclass(frozen=True, slots=True)
class _Words:
    """What stands on the command line: indices of positional words, and those after ``--``."""

    positions: tuple[int, ...]
    dashes: int | None
    """Index of ``--``."""


def route(argv: Sequence[str], takes_value: frozenset[str]) -> list[str]:
    """The arguments for typer: ``argv`` with its sub-command in front.

    Args:
        argv: the words after the program's name.
        takes_value: the options of ``ask`` that are followed by a value, e.g. ``--depth``.

    Raises:
        ConfigError: kind ``usage``, where no question and no command can be made of the words.
    """
    words = _scan(argv, takes_value)
    if not argv or argv[0].split("=")[0] in ROOT_OPTIONS:
        return list(argv)
    before = [index for index in words.positions if words.dashes is None or index < words.dashes]
    if before and argv[before[0]] in COMMANDS:
        names = before[:2] if argv[before[0]] == GROUP else before[:1]
        rest = (word for index, word in enumerate(argv) if index not in names)
        return [*(argv[index] for index in names), *rest]
    if before:
        _refuse_slips([argv[index] for index in before])
    return ["ask", *argv]


def _scan(argv: Sequence[str], takes_value: frozenset[str]) -> _Words:
    positions: list[int] = []
    value_expected = False
    for index, word in enumerate(argv):
        if value_expected:
            value_expected = False
        elif word == "--":
            return _Words((*positions, *range(index + 1, len(argv))), index)
        elif word.startswith("-") and word != "-":
            value_expected = word in takes_value
        else:
            positions.append(index)
    return _Words(tuple(positions), None)


def _refuse_slips(words: list[str]) -> None:
    """Raise where the words look like a command, a path or an address rather than a question."""
    first = words[0]
    near = near_command(first)
    if near and len(words) <= 2:
        spelt = " ".join(shlex.quote(word) for word in [near, *words[1:]])
        raise _usage(f"{first!r} is no command.", f"Did you mean `research {spelt}`? {_anyway(' '.join(words))}")
    if len(words) > 1:
        return  # ask says that a question must be quoted
    if "://" in first and not any(mark.isspace() for mark in first):
        raise _usage(
            f"{first} is an address, not a question.",
            f'To ask about it: research "QUESTION" --url {shlex.quote(first)}; '
            f"to see what the reader makes of it: research read {shlex.quote(first)}",
        )
    if _is_path(first):
        raise _usage(
            f"{first} is a file or folder, not a question.",
            f'To ask about it: research "QUESTION" --documents {shlex.quote(first)}; '
            f"to read the question from it: research {shlex.quote('@' + first)}",
        )


def near_command(word: str) -> str | None:
    """The command or option that a bare word may have meant; None for what can only be a question."""
    if any(mark.isspace() for mark in word) or not word.isascii():
        return None
    lower = word.lower()
    if lower in COMMANDS:
        return lower
    if lower in _OTHER_WORDS:
        return _OTHER_WORDS[lower]
    matches = get_close_matches(lower, COMMANDS, n=1, cutoff=_NEAR)
    return matches[0] if matches else None


def _is_path(word: str) -> bool:
    if not word.strip() or word.startswith("@") or word == "-" or any(mark in word for mark in " \n\t\0?"):
        return False
    try:
        return Path(word).exists()
    except (OSError, ValueError):
        return False


def _anyway(word: str) -> str:
    return f"To ask it as a question: research -- {shlex.quote(word)}"


def _usage(message: str, next_step: str) -> ConfigError:
    return ConfigError(message, kind="usage", next_step=next_step)
