"""``research bench`` from the outside: run, judge, show, compare, and what it says to wrong words."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from pathlib import Path

import pytest
from lxml import html

from research_agent.adr_bench.systems.base import TaskLimits
from research_agent.cli.bench.run import code_of
from research_agent.cli.bench.systems import located
from research_agent.cli.exit_codes import ExitCode
from research_agent.errors import ConfigError
from research_agent.llm.fake import FakeModelServer
from tests.support.bench_batches import Told, make_batch, read_json
from tests.support.command_line import Said, research
from tests.support.example_documents import EXAMPLES

TASKS = (
    {"id": "height", "question": "How high is Mount Everest by the survey of 2020?", "language": "en", "domain": "a"},
    {"id": "../zh <b>", "question": "珠穆朗玛峰有多高？", "language": "zh", "domain": "b"},
    {"id": "rules", "question": "Which survey measured Everest in 1954?", "language": "en", "domain": "b"},
)
GOLD = {
    "fact": "8,848.86 metres",
    "evidence": [{"file": "press/joint-announcement-2020.html", "quote": "8,848.86 metres"}],
}
CHECKLIST = [{"id": "i", "text": "Gives 8,848.86 metres", "weight": 3, "kind": "explicit", "gold": GOLD}]
TOOL = """
import json, os, sys
told = {"calls": 1, "prompt_tokens": 900, "completion_tokens": 100, "usd": 0.02}
json.dump(told, open(os.environ["BENCH_USAGE"], "w"))
if "1954" in sys.argv[1]:
    sys.exit("no idea")
print("# Everest\\n\\nIn 2020 it was announced that Mount Everest is 8,848.86 metres high.")
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    path = tmp_path / "tasks.jsonl"
    path.write_text("".join(f"{json.dumps({**task, 'checklist': CHECKLIST})}\n" for task in TASKS), encoding="utf-8")
    return path


@pytest.fixture
def tool(tmp_path: Path) -> str:
    path = tmp_path / "tool.py"
    path.write_text(TOOL, encoding="utf-8")
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))} {{question}}"


def test_a_command_from_its_tasks_to_a_scoreboard(tmp_path: Path, suite: Path, tool: str) -> None:
    folder = tmp_path / "b"
    words = ("bench", "run", str(suite), "--system", tool, "--output", str(folder), "--json")
    ran = research(*words)
    assert ran.code == ExitCode.FAILURE
    told = json.loads(ran.out)
    assert (told["done"], told["failed"], told["usd"]) == (2, 1, pytest.approx(0.06))

    judged = research("bench", "judge", str(folder))
    assert judged.code in (ExitCode.OK, ExitCode.NOTHING_FOUND)
    assert "failed (score 0)" in judged.out
    assert all(len(line) <= 80 for line in judged.out.splitlines())
    assert len((folder / "scoreboard.md").read_text(encoding="utf-8").splitlines()) > 20

    before = (folder / "verdicts-embedded.jsonl").read_bytes()
    again = research("bench", "judge", str(folder), "--json")
    assert json.loads(again.out)["boards"][0]["judging"]["key"] == "embedded"
    assert (folder / "verdicts-embedded.jsonl").read_bytes() == before, "what is judged is not judged again"


@pytest.mark.slow
def test_from_a_suite_to_a_comparison(tmp_path: Path, suite: Path, tool: str) -> None:
    ours, other = str(tmp_path / "ours"), str(tmp_path / "other")
    words = ("--documents", str(EXAMPLES), "--engine", "extractive", "--depth", "quick", "--output", ours)
    ran = research("bench", "run", str(suite), *words)
    assert (ran.code, ran.out.split(" | ")[0]) == (ExitCode.OK, "3 of 3 tasks done")
    assert research("bench", "run", str(suite), *words, "--json").code == ExitCode.OK, "it is gone on with"
    research("bench", "run", str(suite), "--system", tool, "--output", other, "--quiet")

    judged = research("bench", "judge", ours, "--json")
    assert judged.code == ExitCode.OK
    assert json.loads(judged.out)["boards"][0]["quality"]["unit"] == "none"
    research("bench", "judge", other)

    page = tmp_path / "both.html"
    shown = research("bench", "show", ours, other, "--html", str(page))
    assert (shown.code, "no cost" in shown.out) == (ExitCode.OK, True)
    assert html.fromstring(page.read_text(encoding="utf-8")).xpath("string(//h1)") == "Scoreboard: ours, other"

    compared = research("bench", "compare", ours, other, "--output", str(tmp_path / "out"))
    assert compared.code == ExitCode.OK
    assert "ours - other" in compared.out
    assert read_json(tmp_path / "out" / "compare.json")["tasks"] == 3


async def test_reports_are_compared_pairwise_by_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("left", "right"):
        make_batch(tmp_path / name, [Told(id="a")])
    words = ("bench", "compare", str(tmp_path / "left"), str(tmp_path / "right"), "--pairwise", "--json")
    refused = await _in_thread(*words)
    assert (refused.code, json.loads(refused.out)["kind"]) == (ExitCode.USAGE, "no_key")
    same = {name: {"reason": "so", "verdict": "both_good"} for name in (*_dimensions(), "overall")}
    async with FakeModelServer(lambda request: same) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "test")
        said = await _in_thread(*words, "--judge-model", "fake")
    assert said.code == ExitCode.OK, said.err
    assert json.loads(said.out)["pairwise"]["pairs"] == 1
    assert (tmp_path / "left" / "pairs-fake.jsonl").exists()


@pytest.mark.parametrize(
    ("words", "told", "code"),
    [
        (["run", "no-such-suite"], "no-such-suite", ExitCode.USAGE),
        (["run", "adr-bench-en", "--limit", "0"], "--limit", ExitCode.USAGE),
        (["run", "adr-bench-en", "--shard", "3/2"], "no shard", ExitCode.USAGE),
        (["run", "adr-bench-en", "--system", "reserch"], "--system research", ExitCode.USAGE),
        (["run", "adr-bench-en", "--system", "x 'y"], "cannot be read", ExitCode.USAGE),
        (["run", "adr-bench-en", "--system", "no.such:System"], "no.such:System", ExitCode.USAGE),
        (["run", "adr-bench-en", "--system", "single-pass"], "OPENAI_API_KEY", ExitCode.USAGE),
        (["run", "adr-bench-en", "--documents", "no-such"], "no-such", ExitCode.USAGE),
        (["run", "adr-bench-en", "--search", "local"], "not set up", ExitCode.USAGE),
        (["run", "adr-bench-en", "--engine", "llm"], "OPENAI_API_KEY", ExitCode.USAGE),
        (["run", "adr-bench-en", "--task-usd", "0"], "--task-usd", ExitCode.USAGE),
        (["run", "deep-research-bench"], "--data", ExitCode.USAGE),
        (["judge", "no-such-folder"], "no batch", ExitCode.FAILURE),
        (["show", "."], "no batch", ExitCode.FAILURE),
        (["show"], "DIR", ExitCode.USAGE),
        (["compare", "one"], "two batches", ExitCode.USAGE),
        (["jugde", "x"], "judge", ExitCode.USAGE),
        ([], "bench", ExitCode.USAGE),
    ],
)
def test_wrong_words_start_nothing(
    words: list[str], told: str, code: ExitCode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = research("bench", *words)
    assert said.code == code
    assert told in said.complaint
    assert list(tmp_path.iterdir()) == []


def test_folders_that_cannot_be_read_are_told_in_words(tmp_path: Path, suite: Path, tool: str) -> None:
    batch = make_batch(tmp_path / "b", [Told(id="a", labels=None)])
    assert "nothing that the judge" in research("bench", "show", str(batch.path)).complaint
    other = research("bench", "run", str(suite), "--system", tool, "--output", str(batch.path))
    assert (other.code, "other tasks" in other.complaint) == (ExitCode.USAGE, True)
    record = json.loads((batch.path / "batch.json").read_text())
    (batch.path / "batch.json").write_text(json.dumps({**record, "format_version": 99}))
    for name in ("show", "judge"):
        said = research("bench", name, str(batch.path))
        assert (said.code, "format 99" in said.complaint) == (ExitCode.FAILURE, True)


def test_unequal_budgets_are_wrong_usage(tmp_path: Path) -> None:
    for name, limit in (("a", 0.5), ("b", 0.6)):
        make_batch(tmp_path / name, [Told(id="t")], limits=TaskLimits(usd=limit))
    refused = research("bench", "compare", str(tmp_path / "a"), str(tmp_path / "b"))
    assert (refused.code, "0.5 US dollars" in refused.complaint) == (ExitCode.USAGE, True)
    assert research("bench", "compare", str(tmp_path / "a"), str(tmp_path / "b"), "--allow-unequal").code == 0


def test_a_commands_own_files_are_found_from_a_tasks_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my tool.py").touch()
    monkeypatch.chdir(tmp_path)
    made = located(f"{sys.executable} 'my tool.py' {{question}} --to no.such.md")
    assert shlex.split(made) == [sys.executable, str(tmp_path / "my tool.py"), "{question}", "--to", "no.such.md"]
    assert located(f"{sys.executable} -c 'print(1)'") == f"{sys.executable} -c 'print(1)'"
    with pytest.raises(ConfigError, match="neither research nor single-pass"):
        located("")


def test_the_exit_code_says_what_is_missing() -> None:
    from research_agent.adr_bench.runner.progress import Progress

    def ended(**counts: int) -> ExitCode:
        told = {"total": 3, "done": 0, "failed": 0, "skipped": 0, **counts}
        return code_of(Progress(running=(), seconds=1, left=None, usd=0, usd_known=True, **told))

    assert ended(done=3) == ExitCode.OK
    assert ended(done=2, skipped=1) == ExitCode.BUDGET_SPENT
    assert ended(done=1, skipped=1, failed=1) == ExitCode.FAILURE


async def _in_thread(*words: str) -> Said:
    """The command has an event loop of its own; the server has this one."""
    return await asyncio.to_thread(research, *words)


def _dimensions() -> tuple[str, ...]:
    from research_agent.judges.rubric import DIMENSIONS

    return DIMENSIONS
