"""compare.md, compare.json and compare.html."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from research_agent.adr_bench.comparing.comparison import Comparison
from research_agent.adr_bench.comparing.sheet import sheet_of
from research_agent.adr_bench.scoreboard.files import FORMAT_VERSION, write_page
from research_agent.codec import dump

NAME = "compare"


def write_comparison(folder: Path, found: Comparison) -> tuple[Path, ...]:
    """The three files; those that stand there are replaced.

    Raises:
        RunError: ``not_writable`` or ``disk_full``.
    """
    return write_page(folder, NAME, sheet_of(found), as_json(found))


def as_json(found: Comparison) -> dict[str, Any]:
    """compare.json, as docs/bench.md describes it."""
    return {"format_version": FORMAT_VERSION, **dump(found)}
