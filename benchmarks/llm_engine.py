"""What the program adds to the model's time, and what it sends: whole runs against the fake model server.

    python benchmarks/llm_engine.py [--questions FILE] [--corpus PATH] [--delay 0.5] [--limit N] [--ids dev-01,...]
                                    [--times 1]

Every good answer of the server takes ``--delay`` seconds. The first run is not counted: it builds the index and imports
what is imported late. Of ``--times`` runs of a question the one with the least wall time counts. For each question:

    wall       seconds of `research()` in this process
    cpu        seconds of processor time of this process (the fake server's included)
    chain      calls of the longest chain of dependent calls, times the delay (see ``longest_chain``)
    ratio      wall / chain; target <= 1.15
    sent/read  characters of page text sent to the model / characters of text read; target <= 0.25
    calls      target <= 5 + sources read + sections, + 2 for each further round
    tokens     prompt tokens by the fake server's estimate; target <= 80,000
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from research_agent.domain import Report
from research_agent.llm.fake import FakeModelServer, Received
from research_agent.llm.oracle import oracle
from research_agent.llm.tokens import estimate
from research_agent.settings import Settings

BLOCK = re.compile(r'<source-text-(\w+) kind="passages">\n(.*?)\n</source-text-\1>', re.DOTALL)
UNIT = re.compile(r"^\[\d+\.\d+\] (.*(?:\n    .*)*)$", re.MULTILINE)


@dataclass(frozen=True)
class Measured:
    name: str
    wall: float
    cpu: float
    chain: float
    sent: int
    read: int
    calls: int
    allowed: int
    tokens: int
    at_once: int
    outcome: str
    prompts: dict[str, list[int]]
    """Estimated prompt tokens of each call, by prompt."""

    def line(self) -> str:
        return (
            f"{self.name:8} wall {self.wall:6.2f}  cpu {self.cpu:5.2f}  chain {self.chain:5.2f}  "
            f"ratio {self.wall / self.chain:5.2f}  "
            f"sent/read {self.sent:7,}/{self.read:9,} = {self.sent / max(self.read, 1):4.2f}  "
            f"calls {self.calls:3} of {self.allowed:3}  tokens {self.tokens:7,}  at once {self.at_once}  "
            f"{self.outcome}\n"
            + "         "
            + "; ".join(f"{name} {' '.join(map(str, sizes))}" for name, sizes in self.prompts.items())
        )


async def measure(name: str, question: str, corpus: Path, delay: float, output: Path) -> Measured:
    """One run, measured."""
    from research_agent.api import research

    async with FakeModelServer(oracle, delay=delay) as server:
        settings = Settings(
            openai_base_url=server.base_url,
            openai_api_key="none",
            model="fake",
            documents=(str(corpus),),
            output=output,
        )
        started, busy = time.monotonic(), time.process_time()
        report = await research(question, settings)
        wall, cpu = time.monotonic() - started, time.process_time() - busy
    prompts: dict[str, list[int]] = {}
    for request in server.requests:
        prompts.setdefault(request.prompt, []).append(estimate(request.system) + estimate(request.user))
    return Measured(
        name=name,
        wall=wall,
        cpu=cpu,
        chain=delay * longest_chain(server.requests, report),
        sent=sum(page_characters(request) for request in server.requests),
        read=characters_read(output / report.run),
        calls=server.calls,
        allowed=5 + report.sources_read + len(report.sections) + 2 * rounds(report),
        tokens=report.usage.prompt_tokens,
        at_once=server.most_at_once,
        outcome=str(report.outcome),
        prompts=prompts,
    )


def longest_chain(requests: list[Received], report: Report) -> int:
    """Calls that had to wait for one another: plan, then for each round the slowest sub-question and the
    reflection, then the writer's calls and those of the judge of its sentences."""
    by_prompt = Counter(request.prompt for request in requests)
    reads: dict[int, Counter[str]] = {}
    round_of = {sub.text: sub.round for sub in report.plan.sub_questions}
    for request in requests:
        if request.prompt == "read":
            asked = re.search(r"^The sub-question to answer: (.*)$", request.user, re.MULTILINE)
            text = asked[1] if asked else ""
            reads.setdefault(round_of.get(text, 0), Counter())[text] += 1
    reading = sum(max(each.values()) for each in reads.values())
    writing = by_prompt["write"] + (1 if by_prompt["write_section"] else 0) + by_prompt["write_answer"]
    return by_prompt["plan"] + reading + by_prompt["reflect"] + writing + by_prompt["repair"] + judging(requests)


def judging(requests: list[Received]) -> int:
    """How often sentences were judged: the batches of one time are asked side by side, before and after the repair."""
    repaired = next((at for at, request in enumerate(requests) if request.prompt == "repair"), len(requests))
    places = [at for at, request in enumerate(requests) if request.prompt == "entail"]
    return any(at < repaired for at in places) + any(at > repaired for at in places)


def characters_read(run: Path) -> int:
    """Code points of all sources of a run."""
    return sum(len(path.read_text(encoding="utf-8")) for path in (run / "sources").glob("*.txt"))


def page_characters(request: Received) -> int:
    """Characters of source text in a request."""
    return sum(len(text) for _, block in BLOCK.findall(request.user) for text in UNIT.findall(block))


def rounds(report: Report) -> int:
    return max((sub.round for sub in report.plan.sub_questions), default=0)


def questions(path: Path, ids: str, limit: int | None) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    wanted = set(ids.split(",")) if ids else {item["id"] for item in found}
    return [item for item in found if item["id"] in wanted][:limit]


async def run(options: argparse.Namespace) -> None:
    items = questions(options.questions, options.ids, options.limit)
    with tempfile.TemporaryDirectory() as folder:
        print("warming up", flush=True)
        await measure("warm-up", items[0]["question"], options.corpus, 0.0, Path(folder) / "warm-up")
        ratios = []
        for item in items:
            runs = [
                await measure(
                    item["id"], item["question"], options.corpus, options.delay, Path(folder) / f"{item['id']}-{time_}"
                )
                for time_ in range(options.times)
            ]
            measured = min(runs, key=lambda each: each.wall)
            ratios.append(measured.wall / measured.chain)
            print(measured.line(), flush=True)
    print(f"median ratio {sorted(ratios)[len(ratios) // 2]:.2f}, worst {max(ratios):.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=Path, default=Path("../shared/data/questions/dev.jsonl"))
    parser.add_argument("--corpus", type=Path, default=Path("../shared/data/corpus"))
    parser.add_argument("--delay", type=float, default=0.5)
    parser.add_argument("--limit", type=int, default=None)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--ids", default="")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
