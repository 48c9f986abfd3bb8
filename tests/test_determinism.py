"""A run is the same in every process: nothing may hang on the order of a set, which differs with the hash seed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "documents"
RUN = """
import asyncio, sys
from pathlib import Path
from research_agent import research, Settings
from research_agent.llm.fake import FakeModelServer
from research_agent.llm.oracle import oracle

async def main(folder, documents):
    common = dict(documents=(documents,), output=Path(folder), cache_dir=Path(folder) / "cache")
    question = "How high is Mount Everest, and why have different surveys given different figures?"
    print((await research(question, Settings(engine="extractive", **common))).run)
    async with FakeModelServer(oracle) as server:
        model = dict(openai_base_url=server.base_url, openai_api_key="test", model="fake")
        print((await research(question, Settings(engine="llm", **model, **common))).run)

asyncio.run(main(*sys.argv[1:]))
"""


def runs(folder: Path, seed: str) -> list[Path]:
    """An extractive run and one over the scripted model, in a process of their own."""
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", RUN, str(folder), str(EXAMPLES)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=True)
    return [folder / name for name in done.stdout.split()]


def content(run: Path) -> dict[str, object]:
    """report.json without what a clock or the endpoint's port puts into it."""
    report = json.loads((run / "report.json").read_text(encoding="utf-8"))
    report["usage"]["seconds"] = 0
    for source in report["sources"]:
        source["retrieved"] = ""
    return dict(report)


@pytest.mark.slow
def test_two_hash_seeds_give_one_report(tmp_path: Path) -> None:
    first, second = runs(tmp_path / "1", "1"), runs(tmp_path / "2", "2")
    assert len(first) == len(second) == 2
    for one, other in zip(first, second, strict=True):
        assert content(one) == content(other)
