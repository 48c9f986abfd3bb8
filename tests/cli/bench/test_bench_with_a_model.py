"""Single pass, checklist judge and pairwise judge in one go, over a fake model server."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from research_agent.cli.exit_codes import ExitCode
from research_agent.judges.rubric import DIMENSIONS
from research_agent.llm.fake import FakeModelServer, Received
from tests.support.bench_batches import read_json
from tests.support.command_line import Said, research
from tests.support.example_documents import EXAMPLES
from tests.support.judging import answering

ITEM = {"id": "i", "text": "Names the metres", "weight": 1, "kind": "explicit", "dimension": "readability"}
JUDGE = answering({"metres": ("satisfied", "Everest is 8,848.86 metres high.")})


def reply(request: Received) -> Any:
    if request.prompt == "single_pass":
        return {"report": "# Everest\n\nEverest is 8,848.86 metres high. [1]"}
    if request.prompt == "judge_pair":
        return {name: {"reason": "so", "verdict": "both_good"} for name in (*DIMENSIONS, "overall")}
    return JUDGE(request)


async def said(*words: str) -> Said:
    return await asyncio.to_thread(research, "bench", *words)


@pytest.mark.slow
async def test_two_single_passes_are_run_judged_and_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    suite = tmp_path / "t.jsonl"
    tasks = [
        {"id": id, "question": f"How high is Everest ({id})?", "language": "en", "checklist": [ITEM]} for id in "ab"
    ]
    suite.write_text("".join(f"{json.dumps(task)}\n" for task in tasks), encoding="utf-8")
    left, right = str(tmp_path / "left"), str(tmp_path / "right")
    async with FakeModelServer(reply) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "test")
        monkeypatch.setenv("RESEARCH_MODEL", "fake")
        monkeypatch.setenv("RESEARCH_PRICE_PROMPT", "1")
        monkeypatch.setenv("RESEARCH_PRICE_COMPLETION", "2")
        for folder in (left, right):
            words = ("run", str(suite), "--system", "single-pass", "--documents", str(EXAMPLES), "--output", folder)
            ran = await said(*words, "--task-usd", "0.5", "--json")
            assert ran.code == ExitCode.OK, ran.err
            judged = await said("judge", folder, "--trials", "2", "--json")
            assert judged.code == ExitCode.OK, judged.err
        compared = await said("compare", left, right, "--pairwise", "--judge-model", "fake", "--json")
    assert compared.code == ExitCode.OK, compared.err
    (board,) = read_json(Path(left) / "scoreboard.json")["boards"]
    assert (board["score"]["value"], board["quality"]["unit"], board["judging"]["key"]) == (1.0, "usd", "fake-2")
    assert board["citations"]["reports"] == 2, "the single pass leaves its sources"
    found = json.loads(compared.out)
    assert (found["pairs"][0]["ties"], found["pairwise"]["pairs"]) == (2, 2)
    assert found["pairwise"]["tables"][0]["ties"] == 2
