"""scoreboard.md, scoreboard.json and scoreboard.html in a batch's folder."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from research_agent.adr_bench.pages.html import render_html
from research_agent.adr_bench.pages.markdown import render_markdown
from research_agent.adr_bench.pages.parts import Sheet
from research_agent.adr_bench.scoreboard.board import Board
from research_agent.adr_bench.scoreboard.sheet import sheet_of
from research_agent.codec import dump
from research_agent.runs.disk import writing

NAME = "scoreboard"
FORMAT_VERSION = 1
"""Of scoreboard.json and compare.json."""


def write_scoreboard(folder: Path, boards: Sequence[Board]) -> tuple[Path, ...]:
    """The three files; those that stand there are replaced.

    Raises:
        RunError: ``not_writable`` or ``disk_full``.
    """
    return write_page(folder, NAME, sheet_of(boards), as_json(boards))


def as_json(boards: Sequence[Board]) -> dict[str, Any]:
    """scoreboard.json, as docs/bench.md describes it."""
    return {"format_version": FORMAT_VERSION, "boards": [dump(board) for board in boards]}


def write_page(folder: Path, name: str, sheet: Sheet, data: Any) -> tuple[Path, ...]:
    """NAME.md, NAME.json and NAME.html, each in one step.

    Raises:
        RunError: ``not_writable`` or ``disk_full``.
    """
    texts = {
        f"{name}.md": render_markdown(sheet),
        f"{name}.json": json.dumps(data, ensure_ascii=False, indent=1) + "\n",
        f"{name}.html": render_html(sheet),
    }
    return tuple(write_text(folder / each, text) for each, text in texts.items())


def write_text(path: Path, text: str) -> Path:
    """A reader sees all of the file or none.

    Raises:
        RunError: ``not_writable`` or ``disk_full``.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(text, encoding="utf-8", errors="backslashreplace")
        os.replace(temporary, path)
    return path
