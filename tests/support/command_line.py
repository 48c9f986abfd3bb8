"""The command, run in this process, and what it said: for tests that meet the program as its user does."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from research_agent.cli.main import main

QUESTION = "How high is the lighthouse of Ostrova?"
SURVEY = """# The survey of 2019

The lighthouse of Ostrova is 42 metres high. It was measured by the harbour office in May 2019 with a laser.
"""
GUIDE = """A guide to the coast of Ostrova

The lighthouse of Ostrova is 41 metres high and was built in 1887. Visitors climb 212 steps to its gallery.
"""


@dataclass(frozen=True)
class Said:
    """What one command line gave."""

    code: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """The error: from ``research:`` to the end of standard error. One or two lines, and never a trace."""
        at = self.err.find("research: ")
        assert at >= 0, f"no error was told: {self.err}"
        told = self.err[at:].strip()
        assert len(told.splitlines()) <= 2, told
        return told

    @property
    def folder(self) -> Path:
        """The run's folder, which is told first."""
        first = next(line for line in self.err.splitlines() if line.startswith("Run: "))
        return Path(first.removeprefix("Run: "))

    @property
    def report(self) -> dict[str, Any]:
        return dict(json.loads((self.folder / "report.json").read_text(encoding="utf-8")))


def research(*words: str, stdin: bytes | None = None) -> Said:
    """Run one command line."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.stdin
    if stdin is not None:
        sys.stdin = io.TextIOWrapper(io.BytesIO(stdin))
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main(words)
    finally:
        sys.stdin = before
    for bug in ("Traceback", "nobody expected"):
        assert bug not in err.getvalue(), err.getvalue()
    return Said(int(code), out.getvalue(), err.getvalue())


def two_pages(folder: Path) -> Path:
    """A folder with two short documents that answer ``QUESTION``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "survey.md").write_text(SURVEY, encoding="utf-8")
    (folder / "guide.txt").write_text(GUIDE, encoding="utf-8")
    return folder
