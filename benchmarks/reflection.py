"""What do follow-up searches gain, by the need that they serve?

    python benchmarks/reflection.py --questions ../shared/data/questions/dev.jsonl --documents ../shared/data/corpus

Every question is run with the extractive engine and one further round in which every proposed step is made, whatever
it is expected to gain. Counted for each kind of need: follow-ups, those that found a source that nobody had read, those
that proposed a claim of their own, and those of which the report prints a claim. The expected gains in
``engines/standing.py`` and the least ones in ``effort.py`` rest on this (docs/reflection.md).
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

from research_agent import effort
from research_agent.adr_bench.tasks import load_tasks
from research_agent.api import research
from research_agent.domain import NextStep, Report
from research_agent.engines import standing
from research_agent.events import Event
from research_agent.settings import Depth, Settings

MOST = 8
"""Follow-ups of one question, at most."""
KIND_OF_GAIN = {gain: kind for kind, gain in standing.GAIN.items()}


def main() -> None:
    options = arguments()
    effort.EFFORT[Depth.STANDARD] = replace(effort.EFFORT[Depth.STANDARD], least_gain=0.0, follow_ups=MOST)
    counts: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as scratch:
        settings = Settings(
            engine="extractive",
            documents=(str(options.documents),),
            output=Path(scratch),
            formats=("json",),
            **({"cache_dir": options.cache} if options.cache else {}),
        )
        for task in load_tasks(options.questions, options.only):
            counts += asyncio.run(counted(task.question, settings))
            print(f"after {task.id}:\n{table(counts)}", flush=True)


def table(counts: Counter[tuple[str, str]]) -> str:
    columns = ("made", "new source", "new claim", "printed")
    rows = [[kind, *(str(counts[kind, column]) for column in columns)] for kind in standing.GAIN]
    return "\n".join(f"| {' | '.join(row)} |" for row in [["need", *columns], ["---"] * 5, *rows])


async def counted(question: str, settings: Settings) -> Counter[tuple[str, str]]:
    """One run, its follow-ups counted."""
    events: list[Event] = []
    report = await research(question, settings, emit=events.append)
    before = {e["address"] for e in events if e["event"] == "read" and "." not in e["sub_question"]}
    found: Counter[tuple[str, str]] = Counter()
    for name, step in chosen(report):
        kind = kind_of(step)
        own = [e for e in events if e.get("sub_question") == name]
        found[kind, "made"] += 1
        found[kind, "new source"] += any(e["event"] == "read" and e["address"] not in before for e in own)
        found[kind, "new claim"] += any(e["event"] == "claims" and e["found"] for e in own)
        found[kind, "printed"] += any(name in claim.sub_questions for claim in report.claims)
    return found


def chosen(report: Report) -> list[tuple[str, NextStep]]:
    """The follow-ups of the first reflection, each with the step that it was made of."""
    first = report.reflections[0]
    texts = {sub.id: sub.text for sub in report.plan.sub_questions}
    steps = {" ".join(step.text.split()): step for step in reversed(first.next)}
    return [(name, steps[texts[name]]) for name in first.chosen if texts[name] in steps]


def kind_of(step: NextStep) -> str:
    """The need behind a step: gains differ by kind, and a dispute's is scaled by its relevance."""
    return KIND_OF_GAIN.get(step.gain, "dispute")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--documents", type=Path, required=True)
    parser.add_argument("--only", nargs="*", default=())
    parser.add_argument("--cache", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
