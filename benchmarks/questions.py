"""Open questions on a folder of documents: gold recall, quotes, time and memory, beside plain BM25.

    python benchmarks/questions.py --questions ../shared/data/questions/dev.jsonl --documents ../shared/data/corpus

Gold recall: the share of checklist items with gold quotes of which some cited quote shares at least half of the word
3-grams of one gold quote. The baseline cites blind chunks of 400 characters, ranked by BM25 for the question and each
of its clauses, fused by reciprocal rank; its curve stands beside ours at 2, 4, 8 and 16 thousand cited characters.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from research_agent.adr_bench.tasks import Task, load_tasks
from research_agent.api import research
from research_agent.domain import BlockKind, Verdict
from research_agent.engines.extractive import allowance
from research_agent.errors import ReadError
from research_agent.evidence.retrieval import PassageIndex, as_query, fuse, ranked
from research_agent.judges.gold import GoldJudge, judge_quotes, recall
from research_agent.reading.cache import ExtractionCache
from research_agent.search.local.files import find_files
from research_agent.settings import Depth, Settings
from research_agent.text.passages import Passage

BUDGETS = (2_000, 4_000, 8_000, 16_000)
CHUNK = 400


@dataclass(frozen=True)
class Result:
    """One question, answered and judged."""

    task: str
    outcome: str
    seconds: float
    quotes: int
    characters: int
    """Code points of all cited quotes together."""
    verdict: Verdict


async def main() -> None:
    options = arguments()
    tasks = load_tasks(options.questions, options.only)
    with tempfile.TemporaryDirectory() as scratch:
        runs = options.output or Path(scratch)
        settings = Settings(
            engine="extractive",
            depth=options.depth,
            documents=(str(options.documents),),
            output=runs / "runs",
            formats=("md", "json"),
            **({"cache_dir": options.cache} if options.cache else {}),
        )
        started = time.monotonic()
        await prepare(settings)
        print(f"index ready after {time.monotonic() - started:.1f} s")
        results = await suite(tasks, settings)
        total(results)
        if options.curve:
            await curve(tasks, settings)
            baseline_curve(tasks, settings)
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def arguments() -> argparse.Namespace:
    data = Path(__file__).resolve().parents[2] / "shared" / "data"
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--questions", type=Path, default=data / "questions" / "dev.jsonl")
    parser.add_argument("--documents", type=Path, default=data / "corpus")
    parser.add_argument("--only", nargs="*", default=(), help="ids of questions")
    parser.add_argument("--depth", type=Depth, choices=list(Depth), default=Depth.STANDARD)
    parser.add_argument("--output", type=Path, help="keep the runs here")
    parser.add_argument("--cache", type=Path, help="cache folder of the index; default: the user's")
    parser.add_argument("--curve", action="store_true", help="also recall against cited characters, with the baseline")
    return parser.parse_args()


async def prepare(settings: Settings) -> None:
    """Bring the index up to date, so that the questions are timed with a warm one."""
    from research_agent.search.local.documents import LocalDocuments

    local = LocalDocuments(settings.documents, settings.cache_dir)
    await local.prepare()
    await local.aclose()


async def suite(tasks: Sequence[Task], settings: Settings) -> tuple[Result, ...]:
    """One question after another, in this process."""
    print(f"{'question':12}{'outcome':14}{'seconds':>8}{'quotes':>8}{'chars':>8}{'recall':>8}")
    return tuple([await answered(task, settings) for task in tasks])


async def answered(task: Task, settings: Settings) -> Result:
    started = time.monotonic()
    report = await research(task.question, settings)
    seconds = time.monotonic() - started
    verdict = await GoldJudge(task).judge(report, {})
    characters = sum(quote.end - quote.start for quote in report.quotes)
    found, outcome = recall(verdict), report.outcome.value
    shown = "-" if found is None else f"{found:.2f}"
    print(f"{task.id:12}{outcome:14}{seconds:8.1f}{len(report.quotes):8}{characters:8}{shown:>8}", flush=True)
    return Result(task.id, outcome, seconds, len(report.quotes), characters, verdict)


def total(results: Sequence[Result]) -> None:
    satisfied, decided = counted(results)
    print(
        f"gold recall {satisfied / max(1, decided):.3f} ({satisfied} of {decided} items); "
        f"{sum(r.quotes for r in results) / max(1, len(results)):.1f} quotes and "
        f"{sum(r.characters for r in results) / max(1, len(results)):.0f} characters a question; "
        f"slowest {max((r.seconds for r in results), default=0):.1f} s"
    )


def counted(results: Sequence[Result]) -> tuple[int, int]:
    """Satisfied and decided items of all results."""
    items = [item for result in results for item in result.verdict.items if item.value is not None]
    return sum(item.label == "satisfied" for item in items), len(items)


async def curve(tasks: Sequence[Task], settings: Settings) -> None:
    """Our recall at other allowances: quotes in proportion to characters."""
    standard = allowance.ALLOWANCE[settings.depth]
    for characters in BUDGETS:
        allowance.ALLOWANCE[settings.depth] = replace(standard, quotes=characters // 200, characters=characters)
        print(f"allowance of {characters} characters")
        results = await suite(tasks, settings)
        total(results)
    allowance.ALLOWANCE[settings.depth] = standard


def baseline_curve(tasks: Sequence[Task], settings: Settings) -> None:
    index = PassageIndex.of(list(chunks(settings)), {})
    for characters in BUDGETS:
        satisfied = decided = 0
        for task in tasks:
            queries = [task.question, *re.split(r"[,.;:?!()，。；：？！、（）]|\s(?:and|or)\s", task.question)]
            wanted = [as_query(query) for query in queries if query.strip()]
            places = ranked(fuse(ranked(index.bm25(query)) for query in wanted))[: characters // CHUNK]
            verdict = judge_quotes(task, [(str(place), index.passages[place].text) for place in places])
            decided += verdict.decided
            satisfied += sum(item.label == "satisfied" for item in verdict.items)
        print(f"baseline at {characters:6} characters: {satisfied / max(1, decided):.3f}")


def chunks(settings: Settings) -> Iterator[Passage]:
    """The text of every document, cut blindly."""
    cache = ExtractionCache(settings.cache_dir)
    for path in find_files(settings.documents).files:
        try:
            text = cache.extract_file(path).text
        except ReadError:
            continue
        for start in range(0, len(text), CHUNK):
            piece = text[start : start + CHUNK]
            yield Passage(str(path), start, start + len(piece), piece, (), BlockKind.PARAGRAPH)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
