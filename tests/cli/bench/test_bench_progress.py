"""What is told of a batch under way, and of one that is stopped."""

from __future__ import annotations

import io
import os
import shlex
import signal
import subprocess
import sys
import time
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any

import pytest

from research_agent.adr_bench.results import Result
from research_agent.adr_bench.runner.progress import Progress
from research_agent.cli.bench.progress import BatchDisplay, ended_line, running_line, standing_line
from research_agent.cli.exit_codes import ExitCode
from tests.support.command_line import research


def progress(**more: Any) -> Progress:
    told: dict[str, Any] = {"total": 110, "done": 12, "failed": 0, "skipped": 0, "running": (), "seconds": 245.0}
    return Progress(**{**told, "left": None, "usd": 0.0, "usd_known": True, **more})


def test_how_a_batch_stands() -> None:
    told = standing_line(progress(failed=1, running=("a", "b"), left=1800.0, usd=0.431))
    assert told == "12 of 110 tasks done, 1 failed, 2 running | 4 min 05 s, about 30 min 00 s left | $0.43 so far"
    assert standing_line(progress()).split(" | ")[1] == "4 min 05 s, time left not known yet"
    assert standing_line(progress(left=60.0), 20.0).split(" | ")[1] == "4 min 25 s, about 40 s left"
    assert standing_line(progress(done=110, left=0.0)).split(" | ")[1] == "4 min 05 s"
    assert standing_line(progress(usd_known=False)).endswith("$0.00 so far, and what is not known")


def test_the_tasks_under_way_are_named_as_far_as_there_is_room() -> None:
    assert running_line(progress(running=tuple("abcdef"))) == "at work: a, b, c, d and 2 more"
    assert running_line(progress()) == ""


def test_failures_are_told_at_once_and_successes_now_and_then() -> None:
    said = io.StringIO()
    with redirect_stderr(said):
        display = BatchDisplay(quiet=False)
        display.open()
        display.hear(progress(ended=Result(task="t1", status="done"), running=("x",)))
        failed = Result(task="t2\x1b[31m", status="failed", kind="timed_out", error="It took\ntoo long.")
        display.hear(progress(ended=failed, running=("x",)))
        display.hear(progress(note="A worker was replaced."))
        display.tick()
        display.close()
    assert said.getvalue().splitlines() == ["t2 failed (timed out): It took too long.", "A worker was replaced."]
    assert "\x1b" not in ended_line(failed)


def test_the_last_task_is_told_with_how_the_batch_stands() -> None:
    said = io.StringIO()
    with redirect_stderr(said):
        BatchDisplay(quiet=False).hear(progress(ended=Result(task="t1", status="done")))
        BatchDisplay(quiet=True).hear(progress(ended=Result(task="t1", status="failed")))
    assert said.getvalue().startswith("12 of 110 tasks done")
    assert len(said.getvalue().splitlines()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_a_batch_that_is_stopped_says_how_to_go_on_and_does(tmp_path: Path, how: signal.Signals) -> None:
    suite, folder, go = tmp_path / "t.jsonl", tmp_path / "b", tmp_path / "go"
    item = '{"id": "i", "text": "t", "weight": 1, "kind": "explicit"}'
    suite.write_text(
        "".join(f'{{"id": "{id}", "question": "{id}?", "language": "en", "checklist": [{item}]}}\n' for id in "ab")
    )
    tool = tmp_path / "tool.py"
    tool.write_text(
        "import pathlib, sys, time\n"
        f"while sys.argv[1] == 'b?' and not pathlib.Path({str(go)!r}).exists():\n"
        f"    pathlib.Path({str(tmp_path / 'waiting')!r}).touch(); time.sleep(0.05)\n"
        "print('# It is so')\n"
    )
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(tool))}"
    words = ("bench", "run", str(suite), "--system", command, "--output", str(folder), "--concurrency", "1")
    code = "from research_agent.cli.main import run; run()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path
    )
    until = time.monotonic() + 60
    while not (tmp_path / "waiting").exists() and time.monotonic() < until:
        time.sleep(0.05)
    os.kill(process.pid, how)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 128 + how, told
    assert "To go on, give the same command again." in told
    go.touch()
    assert research(*words).code == ExitCode.OK
    lines = (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()
    assert [line.count('"task": "a"') for line in lines] == [1, 0], "what was done is not done again"
