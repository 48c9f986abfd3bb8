"""The options of the commands, each declared once, and what typer cannot check about their values.

The choices are spelt out here, not taken from ``settings``: ``research --help`` must not load pydantic. A test holds
the two together.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Annotated, Literal

import typer

from research_agent.errors import ConfigError

EngineName = Literal["auto", "llm", "extractive"]
DepthName = Literal["quick", "standard", "deep"]
FORMATS = ("md", "html", "json", "docx", "pdf")
EXPORTS = ("docx", "pdf")
"""Formats that a finished run is exported to; the others are there, or printed."""

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|\d{3}))?(-([A-Za-z0-9]{5,8}|\d[A-Za-z0-9]{3}))*")
"""BCP-47: language, script, region, variants; extensions have no meaning for a report."""

Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="QUESTION", help="The question in quotes; - reads standard input, @FILE a file."),
]


def run_names(incomplete: str) -> list[str]:
    """The names of runs that a shell may complete: those in the default folder, which needs no settings to be found."""
    folder = Path("runs")
    names = [path.parent.name for path in folder.glob("*/run.json")] if folder.is_dir() else []
    return [name for name in (*sorted(names, reverse=True), "last") if name.startswith(incomplete)]


Run = Annotated[
    str,
    typer.Argument(
        metavar="RUN", help="A run folder, a unique beginning of a run's name, or 'last'.", autocompletion=run_names
    ),
]

Documents = Annotated[
    list[str] | None,
    typer.Option("--documents", metavar="PATH", help="Folder, file or glob of local documents to search. Repeatable."),
]
Search = Annotated[
    list[str] | None,
    typer.Option(
        "--search", metavar="NAME", help="Search provider: local, duckduckgo, searxng, tavily, brave. Repeatable."
    ),
]
Url = Annotated[
    list[str] | None, typer.Option("--url", metavar="ADDRESS", help="A page to read besides what is found. Repeatable.")
]
OnlySite = Annotated[
    list[str] | None, typer.Option("--only-site", metavar="HOST", help="Take evidence from this site only. Repeatable.")
]
ExcludeSite = Annotated[
    list[str] | None,
    typer.Option("--exclude-site", metavar="HOST", help="Take no evidence from this site. Repeatable."),
]
Since = Annotated[
    str | None, typer.Option("--since", metavar="YYYY-MM-DD", help="Only sources published on this day or later.")
]
Until = Annotated[
    str | None, typer.Option("--until", metavar="YYYY-MM-DD", help="Only sources published on this day or earlier.")
]
SourcesFile = Annotated[
    Path | None,
    typer.Option("--sources-file", metavar="FILE", help="TOML file of what you know about sources (docs/sources.md)."),
]
SameSource = Annotated[
    list[str] | None,
    typer.Option("--same-source", metavar="A,B", help="Count these as one source (hosts, addresses, paths)."),
]
Independent = Annotated[
    list[str] | None,
    typer.Option("--independent", metavar="A,B", help="Count these as independent sources."),
]
Engine = Annotated[
    EngineName | None,
    typer.Option("--engine", help="auto: llm where a key or base URL is set, else extractive. [default: auto]"),
]
Model = Annotated[
    str | None,
    typer.Option("--model", metavar="NAME", help="Model for planning and writing (RESEARCH_MODEL)."),
]
SmallModel = Annotated[
    str | None,
    typer.Option("--small-model", metavar="NAME", help="Model for reading and checking (RESEARCH_SMALL_MODEL)."),
]
Depth = Annotated[DepthName | None, typer.Option("--depth", help="How much work to put in. [default: standard]")]
Language = Annotated[
    str | None,
    typer.Option("--language", metavar="TAG", help="Language of the report, e.g. en or zh. [default: the question's]"),
]
Output = Annotated[
    Path | None,
    typer.Option("--output", metavar="DIR", help="Folder in which runs are made and found. [default: ./runs]"),
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="LIST",
        help="Report files to write besides report.json: md, html, docx, pdf (the last two are extras to install). "
        "[default: md,html]",
    ),
]
BudgetUsd = Annotated[
    float | None, typer.Option("--budget-usd", metavar="X", help="Spend at most X US dollars on models.")
]
BudgetTokens = Annotated[int | None, typer.Option("--budget-tokens", metavar="N", help="Spend at most N model tokens.")]
BudgetSeconds = Annotated[
    float | None, typer.Option("--budget-seconds", metavar="S", help="Stop research after S seconds and write.")
]
ApprovePlan = Annotated[bool, typer.Option("--approve-plan", help="Show the plan and ask before anything is searched.")]
JudgeReport = Annotated[
    bool, typer.Option("--judge", help="Judge the report against a checklist, which it then shows.")
]
Rubric = Annotated[
    Path | None,
    typer.Option("--rubric", metavar="FILE", help="Judge by the checklist of this rubric file (docs/rubrics.md)."),
]
LocalOnly = Annotated[
    bool, typer.Option("--local-only", help="Refuse every address that is not on this machine, search included.")
]
JsonEvents = Annotated[bool, typer.Option("--json", help="Print events as JSON lines, the last one the report.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Print the report (or an error) and nothing else.")]
Debug = Annotated[bool, typer.Option("--debug", help="Show the trace of an error.")]


def formats(value: str | None) -> tuple[str, ...] | None:
    """``md,html`` as a tuple; ``json`` always comes along, since ``verify`` and ``show`` need report.json.

    Raises:
        ConfigError: kind ``usage``.
    """
    if value is None:
        return None
    names = tuple(dict.fromkeys(part.strip().lower() for part in value.split(",") if part.strip()))
    wrong = [name for name in names if name not in FORMATS]
    if wrong or not names:
        raise _wrong("--format", value, f"Write a list of {', '.join(FORMATS)}, such as md,html.")
    return names if "json" in names else (*names, "json")


def exports(value: str) -> tuple[str, ...]:
    """``docx,pdf`` as a tuple.

    Raises:
        ConfigError: kind ``usage``.
    """
    names = tuple(dict.fromkeys(part.strip().lower() for part in value.split(",") if part.strip()))
    if not names or any(name not in EXPORTS for name in names):
        raise _wrong("--export", value, f"Write {' or '.join(EXPORTS)}, or both: {','.join(EXPORTS)}.")
    return names


def language(value: str | None) -> str | None:
    """A BCP-47 tag as it is usually written: ``zh-Hant-TW``.

    Raises:
        ConfigError: kind ``usage``.
    """
    if value is None:
        return None
    if not _LANGUAGE.fullmatch(value):
        raise _wrong("--language", value, "Write a BCP-47 tag such as en, zh, pt-BR or zh-Hant.")
    first, *rest = value.split("-")
    return "-".join([first.lower(), *(_cased(part) for part in rest)])


def period(since: str | None, until: str | None) -> None:
    """Check the two ends of a period.

    Raises:
        ConfigError: kind ``usage``.
    """
    first, last = _day("--since", since), _day("--until", until)
    if first and last and first > last:
        raise ConfigError(f"--since {first} lies after --until {last}.", kind="usage", next_step="Exchange them.")


def positive(limits: Mapping[str, float | None]) -> None:
    """Check limits of money and time, by option.

    Raises:
        ConfigError: kind ``usage``: one is not above 0.
    """
    for option, value in limits.items():
        if value is not None and not 0 < value < math.inf:
            raise _wrong(option, f"{value:g}", "Write a number above 0, or leave it away for no limit.")


def _day(option: str, value: str | None) -> date | None:
    if value is None:
        return None
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise _wrong(option, value, "Write a day as YYYY-MM-DD, such as 2026-01-31.") from None


def _cased(part: str) -> str:
    if len(part) == 2:
        return part.upper()
    return part.title() if len(part) == 4 and part.isalpha() else part.lower()


def _wrong(option: str, value: str, next_step: str) -> ConfigError:
    return ConfigError(f"{option} {value!r} is not understood.", kind="usage", next_step=next_step)
