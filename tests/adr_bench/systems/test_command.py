"""Another tool as a system under test."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from research_agent.adr_bench.systems.base import Answer, TaskLimits
from research_agent.adr_bench.systems.command import CommandSystem
from research_agent.errors import ConfigError, RunError
from research_agent.judges.rubric import Item, Rubric

TASK = Rubric(
    id="t1",
    question="Wie hoch? {output} $(touch evil); `x`",
    language="de",
    date="2026-11-01",
    blocked=("bad.example",),
    items=(Item(id="a", text="x", weight=1.0, kind="explicit"),),
)


def python(code: str, rest: str = "") -> str:
    return f"{shlex.quote(sys.executable)} -c {shlex.quote(code)} {rest}"


async def answered(command: str, workspace: Path, limits: TaskLimits | None = None) -> Answer:
    return await CommandSystem({"command": command}, {}, None).answer(TASK, workspace, limits or TaskLimits())


async def test_what_it_prints_is_the_report_and_the_question_its_last_word(tmp_path: Path) -> None:
    answer = await answered(python("import sys; print('# ' + sys.argv[-1])"), tmp_path)
    assert answer.report.read_text(encoding="utf-8").strip() == f"# {TASK.question}"
    assert not (tmp_path / "evil").exists()
    assert answer.usage.usd is None


async def test_places_are_filled_word_by_word(tmp_path: Path) -> None:
    code = "import sys, pathlib as p; p.Path(sys.argv[2]).write_text(p.Path(sys.argv[1]).read_text())"
    answer = await answered(python(code, "{question_file} {output}"), tmp_path)
    assert answer.report.read_text(encoding="utf-8") == TASK.question


async def test_it_is_told_the_limits_and_may_tell_what_it_cost(tmp_path: Path) -> None:
    code = (
        "import os, json; e = os.environ; told = {'prompt_tokens': 7, 'usd': 0.5};"
        "json.dump(told, open(e['BENCH_USAGE'], 'w'));"
        "print(json.dumps({k: v for k, v in e.items() if k.startswith('BENCH_')}))"
    )
    answer = await answered(python(code), tmp_path, TaskLimits(usd=0.25, tokens=1000))
    told = json.loads(answer.report.read_text(encoding="utf-8"))
    assert (told["BENCH_USD"], told["BENCH_TOKENS"], told["BENCH_SECONDS"]) == ("0.25", "1000", "")
    assert json.loads(told["BENCH_BLOCKED"]) == ["bad.example"]
    assert (told["BENCH_TASK"], told["BENCH_LANGUAGE"], told["BENCH_DATE"]) == ("t1", "de", "2026-11-01")
    assert (answer.usage.prompt_tokens, answer.usage.usd) == (7, 0.5)


@pytest.mark.parametrize(
    ("code", "kind", "words"),
    [
        ("import sys; sys.exit('no key')", "command_failed", "no key"),
        ("import os; os.kill(os.getpid(), 9)", "command_failed", "signal 9"),
        ("pass", "no_report", "It said nothing."),
        ("import os; open(os.environ['BENCH_USAGE'], 'w').write('[]'); print('x')", "bad_usage", "usage.json"),
    ],
)
async def test_a_failure_is_told(code: str, kind: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(RunError, match=words) as caught:
        await answered(python(code), tmp_path)
    assert caught.value.kind == kind


async def test_when_the_time_is_up_all_that_it_started_is_ended(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys, time; child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']);"
        "open('child', 'w').write(str(child.pid)); time.sleep(60)"
    )
    with pytest.raises(RunError, match="longer than 1 seconds"):
        await answered(python(code), tmp_path, TaskLimits(seconds=1))
    state = Path(f"/proc/{(tmp_path / 'child').read_text()}/stat")
    assert not state.exists() or state.read_text().split()[2] == "Z"


def test_a_command_that_is_none_is_refused() -> None:
    for command in ("", "  ", "a 'b"):
        with pytest.raises(ConfigError):
            CommandSystem({"command": command}, {}, None)


async def test_a_command_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no-such-tool-here"):
        await answered("no-such-tool-here", tmp_path)
