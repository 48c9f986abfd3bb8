"""From ``--system`` and its flags to the system that a batch is made with."""

from __future__ import annotations

import asyncio
import hashlib
import re
import shlex
import shutil
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from research_agent.errors import ConfigError

if TYPE_CHECKING:
    from research_agent.adr_bench.systems.base import SystemSpec
    from research_agent.settings import Settings

OURS = ("research", "single-pass")
_CLASS = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


def spec_of(system: str, settings: Settings) -> SystemSpec:
    """The system that the words name: one of ours, a ``package.module:Class``, or a command.

    Raises:
        ConfigError: the command cannot be read or found; the system refuses the settings.
    """
    from research_agent.adr_bench.systems.base import SystemSpec, build
    from research_agent.adr_bench.systems.research import research_spec

    if system in OURS:
        require_usable(settings)
        spec = replace(research_spec(settings), name=system)
    elif _CLASS.fullmatch(system):
        spec = SystemSpec(name=system)
    else:
        spec = SystemSpec(name="command", options={"command": located(system)})
    build(spec)  # what is wrong with it is said before a folder is made
    return spec


def require_usable(settings: Settings) -> None:
    """What would make every task fail is said before any is started.

    Raises:
        ConfigError: documents that are not there, a search provider that is not set up, a model without a key.
    """
    from research_agent.search.local.files import require_paths
    from research_agent.search.providers import open_providers
    from research_agent.settings import EngineChoice

    require_paths(settings.documents)
    for provider in open_providers(settings):
        asyncio.run(provider.aclose())
    if settings.engine is EngineChoice.LLM and not settings.model_set_by:
        raise ConfigError(
            "The engine llm asks a model, and no key or endpoint is set.",
            kind="no_key",
            next_step="Set OPENAI_API_KEY, or OPENAI_BASE_URL for another OpenAI-compatible server.",
        )


def located(command: str) -> str:
    """The command with the files that it names made absolute: it runs in each task's own folder.

    A word counts as a file's name when it has a slash or a dot and there is such a file.

    Raises:
        ConfigError: kind ``bad_command``.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ConfigError(f"The command cannot be read: {error}.", kind="bad_command") from error
    if not words or shutil.which(words[0]) is None:
        near = get_close_matches(command, OURS, n=1)
        step = f"Did you mean --system {near[0]}?" if near else "Check its name; it is not run through a shell."
        name = words[0] if words else command
        raise ConfigError(
            f"--system {name!r} is neither {' nor '.join(OURS)}, nor a command that can be started.",
            kind="bad_command",
            next_step=step,
        )
    return shlex.join(_absolute(word) for word in words) if any(map(_is_file, words)) else command


def folder_word(spec: SystemSpec) -> str:
    """The system's part of a default folder's name; commands are told apart by a hash."""
    if spec.name != "command":
        return re.sub(r"[^A-Za-z0-9-]+", "-", spec.name).strip("-")
    command = str(spec.options["command"])
    first = re.sub(r"[^A-Za-z0-9-]+", "-", Path(shlex.split(command)[0]).name).strip("-")
    return f"{first or 'command'}-{hashlib.sha256(command.encode()).hexdigest()[:6]}"


def _absolute(word: str) -> str:
    return str(Path(word).absolute()) if _is_file(word) else word


def _is_file(word: str) -> bool:
    try:
        return ("/" in word or "." in word) and not Path(word).is_absolute() and Path(word).is_file()
    except (OSError, ValueError):
        return False
