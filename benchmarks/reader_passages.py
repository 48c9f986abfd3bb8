"""What readers are shown: gold evidence found against characters, by budget and by a cut of low scores.

    python benchmarks/reader_passages.py [--questions FILE] [--corpus PATH]

Sub-questions come from the offline oracle (clauses of the question), so the level says little; the differences do. An
item counts as shown when half the word 3-grams of one of its gold quotes stand in passages of some reader. The cut
leaves out passages whose best score over the queries, as a share of the best passage's, is lower.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from unittest.mock import patch

from llm_engine import measure

from research_agent.engines.llm import reading
from research_agent.engines.llm.reading import Task, choose_passages
from research_agent.evidence.retrieval import PassageIndex, Shingles, as_query, shingle_set
from research_agent.text.passages import Passage

BUDGETS = (8_000, 11_000, 14_000, 18_000, 22_000)
CUTS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
SHOWN = 14_000


async def tasks_of(question: str, corpus: Path) -> list[Task]:
    """The first round's reading tasks of one question."""
    tasks: list[Task] = []

    def note(task: Task, characters: int) -> tuple[Passage, ...]:
        tasks.append(task)
        return choose_passages(task, characters)

    with tempfile.TemporaryDirectory() as folder, patch.object(reading, "choose_passages", note):
        await measure("", question, corpus, 0.0, Path(folder))
    return [task for task in tasks if task.sub_question.round == 0]


def shares(task: Task) -> dict[tuple[str, int], float]:
    """(source, start) of each passage -> its best score over the queries, as a share of the best passage's."""
    index = PassageIndex.build(task.documents, ())
    best: dict[tuple[str, int], float] = defaultdict(float)
    for query in {*task.sub_question.queries, task.sub_question.text}:
        scores = index.scores(as_query(query))
        top = max(scores.values(), default=1.0)
        for place, score in scores.items():
            key = (index.passages[place].source, index.passages[place].start)
            best[key] = max(best[key], score / top)
    return best


def found(item: dict[str, Any], passages: Iterable[Passage]) -> tuple[int, int]:
    """Gold items shown, and all of them."""
    shown: Shingles = frozenset().union(*(shingle_set(passage.text) for passage in passages))
    gold = [part["gold"]["evidence"] for part in item["checklist"] if part.get("gold") and part["weight"] > 0]
    quotes = [[shingle_set(each["quote"]) for each in evidence] for evidence in gold]
    return sum(any(2 * len(quote & shown) >= len(quote) for quote in each) for each in quotes), len(quotes)


async def run(items: list[dict[str, Any]], corpus: Path) -> None:
    rows: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])

    def add(row: str, item: dict[str, Any], passages: list[Passage]) -> None:
        hit, total = found(item, passages)
        for place, value in enumerate((hit, total, sum(len(passage.text) for passage in passages))):
            rows[row][place] += value

    for item in items:
        tasks = await tasks_of(item["question"], corpus)
        for budget in BUDGETS:
            add(f"budget {budget}", item, [p for task in tasks for p in choose_passages(task, budget)])
        chosen = []
        for task in tasks:
            share_of = shares(task)
            chosen += [(p, share_of[p.source, p.start]) for p in choose_passages(task, SHOWN)]
        for cut in CUTS:
            add(f"cut {cut}", item, [passage for passage, share in chosen if share >= cut])
    for name, (hit, total, characters) in rows.items():
        print(f"{name:14} {hit:4} of {total} = {hit / total:5.3f}  {characters:9,} characters")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=Path, default=Path("../shared/data/questions/dev.jsonl"))
    parser.add_argument("--corpus", type=Path, default=Path("../shared/data/corpus"))
    options = parser.parse_args()
    lines = options.questions.read_text(encoding="utf-8").splitlines()
    asyncio.run(run([json.loads(line) for line in lines], options.corpus))
