"""Where the report goes: a narrow terminal, and a standard output that nobody reads."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

from tests.support.command_line import QUESTION, research

PROGRAM = "import sys; from research_agent.cli.main import run; sys.argv[0] = 'research'; run()"
HOSTILE = "# \x1b]0;owned\x07The \x1b[31mlighthouse\x1b[0m of Ostrova\n\nThe lighthouse of Ostrova is 42 metres high.\n"


def on_a_terminal(words: list[str], columns: int) -> tuple[int, str]:
    """The exit code, and what a terminal of this width was sent."""
    controller, terminal = pty.openpty()
    size = {"COLUMNS": str(columns), "LINES": "20", "TERM": "xterm"}
    command = [sys.executable, "-c", PROGRAM, *words]
    with subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=terminal, env={**os.environ, **size}
    ) as running:
        os.close(terminal)
        sent = b""
        while True:
            try:
                piece = os.read(controller, 65536)
            except OSError:  # the program has closed its end
                break
            if not piece:
                break
            sent += piece
    os.close(controller)
    return running.returncode, sent.decode("utf-8", errors="replace")


def test_a_terminal_of_forty_columns_and_a_hostile_title(documents: Path) -> None:
    (documents / "hostile.md").write_text(HOSTILE, encoding="utf-8")
    code, sent = on_a_terminal([QUESTION, "--documents", str(documents)], columns=40)
    assert code == 0, sent
    assert "owned" not in sent or "\x1b]0;owned" not in sent
    assert "\x1b]0" not in sent
    assert "metres" in sent
    assert "Traceback" not in sent


def test_a_closed_standard_output_costs_no_run(documents: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, QUESTION, "--documents", str(documents)]
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *command], stderr=subprocess.PIPE, check=False, text=True, timeout=120
    )
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert research("verify", "last").code == 0
    assert research("show", "last").code == 0


def test_a_closed_reader_of_events_leaves_a_run_to_resume(documents: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, QUESTION, "--documents", str(documents), "--json"]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False, text=True, timeout=120)
    os.close(writing)
    assert done.returncode == 141
    assert "Traceback" not in done.stderr
    assert research("resume", "last").code == 0
