from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from research_agent.adr_bench.batch import Batch
from research_agent.adr_bench.runner import run_batch
from research_agent.adr_bench.systems.base import TaskLimits
from research_agent.adr_bench.systems.research import ResearchSystem, research_spec
from research_agent.domain import Usage
from research_agent.errors import ModelError
from research_agent.llm.fake import FakeModelServer, Received, failing
from research_agent.llm.oracle import oracle
from research_agent.settings import Settings
from tests.support.bench_systems import task

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "documents"
QUESTION = "How high is Mount Everest?"


def settings(server: FakeModelServer | None = None, **more: object) -> Settings:
    model = {"openai_base_url": server.base_url, "openai_api_key": "sk-secret", "model": "fake"} if server else {}
    return Settings(documents=(str(EXAMPLES),), **model, **more)


def system(chosen: Settings) -> ResearchSystem:
    spec = research_spec(chosen)
    return ResearchSystem(spec.options, spec.private, None)


def test_what_decides_is_recorded_and_what_is_secret_is_not() -> None:
    chosen = Settings(
        openai_api_key="sk-secret",
        openai_base_url="http://127.0.0.1:9/v1",
        model="large",
        small_model="small",
        tavily_api_key="tvly-secret",
        budget_usd=3.0,
        fetch_allow=("10.0.0.0/8",),
        same_sources=("a.example,b.example",),
    )
    spec = research_spec(chosen)
    assert spec.options["engine"] == "llm"
    assert spec.options["same_sources"] == ["a.example,b.example"]
    assert spec.models == {
        **dict.fromkeys(("planner", "writer", "judge"), "large"),
        "reader": "small",
        "verifier": "small",
    }
    assert "secret" not in json.dumps(dict(spec.options)) + repr(spec)
    assert not {"budget_usd", "openai_base_url", "output", "cache_dir"} & set(spec.options)
    assert spec.private["tavily_api_key"] == "tvly-secret"
    assert spec.private["fetch_allow"] == ["10.0.0.0/8"]
    assert research_spec(Settings()).options["engine"] == "extractive"


def test_settings_come_back_from_a_spec() -> None:
    chosen = settings(language="de", host_delay=2.0, exclude_sites=("x.example",))
    spec = research_spec(chosen)
    assert research_spec(ResearchSystem(spec.options, spec.private, None).settings) == spec


async def test_a_task_is_a_run_in_its_workspace(tmp_path: Path) -> None:
    asked = replace(task("a", QUESTION), language="en", date="2026-11-03", blocked=("https://wiki.example/everest",))
    answer = await system(settings()).answer(asked, tmp_path, TaskLimits())
    assert answer.report == tmp_path / "report.md"
    assert answer.run is not None
    assert answer.report.read_bytes() == (answer.run / "report.md").read_bytes()
    question = json.loads((answer.run / "run.json").read_text())["question"]
    assert question["asked"] == "2026-11-03"
    assert question["limits"]["exclude_sites"] == ["wiki.example/everest"]
    assert answer.usage.usd == 0.0
    assert answer.figures["sources_cited"] >= 1


async def test_a_run_that_broke_off_is_gone_on_with_and_nothing_is_paid_twice(tmp_path: Path) -> None:
    reached = asyncio.Event()

    def slow_writer(received: Received) -> object:
        if received.prompt.startswith("write"):
            reached.set()
        return oracle(received)

    async with FakeModelServer(slow_writer, delay=0.05) as server:
        ours = system(settings(server, price_prompt=1.0, price_completion=1.0))
        work = asyncio.create_task(ours.answer(task("a", QUESTION), tmp_path, TaskLimits()))
        await reached.wait()
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work
        assert (ours.spent(tmp_path).usd or 0) > 0
        before = Counter(request.user for request in server.requests if not request.prompt.startswith("write"))
        (tmp_path / "stillborn" / "sources").mkdir(parents=True)
        answer = await ours.answer(task("a", QUESTION), tmp_path, TaskLimits())
        after = Counter(request.user for request in server.requests if not request.prompt.startswith("write"))
    assert answer.outcome == "complete"
    assert before <= after
    assert max(after.values()) == 1
    assert not (tmp_path / "stillborn").exists()
    assert sum((path / "run.json").exists() for path in tmp_path.iterdir() if path.is_dir()) == 1
    assert answer.usage.calls >= sum(after.values())


def test_what_was_never_started_cost_nothing(tmp_path: Path) -> None:
    assert system(settings()).spent(tmp_path) == Usage(usd=0.0)


async def test_a_failure_of_the_endpoint_is_the_tasks(tmp_path: Path) -> None:
    async with FakeModelServer(lambda _: failing(401, "no")) as server:
        with pytest.raises(ModelError):
            await system(settings(server)).answer(task("a", QUESTION), tmp_path, TaskLimits())


@pytest.mark.slow
async def test_workers_of_a_batch_share_the_endpoints_places(tmp_path: Path) -> None:
    """Three tasks at work, two places for calls: never a third call, whichever process makes it."""
    tasks = [task(str(number), QUESTION) for number in range(3)]
    with FakeModelServer(oracle, delay=0.05).in_thread() as server:
        chosen = settings(server, concurrency=2)
        batch = Batch.start(tmp_path / "b", suite="test", tasks=tasks, system=research_spec(chosen))
        final = await run_batch(batch, concurrency=3)
        assert (final.done, final.failed) == (3, 0)
        assert server.most_at_once == 2
    found = batch.latest()
    assert all(result.usage.calls >= 3 for result in found.values())
    assert "sk-secret" not in "".join(p.read_text() for p in batch.path.rglob("*.json*") if p.is_file())
