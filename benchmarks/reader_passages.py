"""What readers and the writer are shown: gold evidence found against characters.

    python benchmarks/reader_passages.py [--questions FILE] [--corpus PATH] [--runs FOLDER ...]

Plans come from the offline oracle (clauses of the question), so that the level says little and the differences do; with
``--runs``, folders of finished runs on questions of the file, the plans that a model made in them are used, and only
their questions. An item counts as shown when half the word 3-grams of one of its gold quotes stand in the passages.

    each reader N         what the readers of the first round are shown, N characters each
    cut C                 the same at 10,000, without passages below C of the best one's score
    one list N            N characters for the writer: all documents of all readers, one ranking by all queries
    in turn N             the same, the sub-questions' own rankings in turn (``engines/llm/further.py``)
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

import llm_engine

from research_agent.domain import Intent, Plan
from research_agent.engines.llm import reading
from research_agent.engines.llm.further import further
from research_agent.engines.llm.reading import Task, choose_passages
from research_agent.engines.llm.scale import worth
from research_agent.evidence.retrieval import PassageIndex, Shingles, as_query, best_passages, shingle_set
from research_agent.llm.fake import Received
from research_agent.llm.oracle import oracle
from research_agent.text.passages import Passage

BUDGETS = (8_000, 10_000, 12_000, 14_000, 18_000, 22_000)
WRITER = (10_000, 18_000, 30_000, 40_000, 60_000)
CUTS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
SHOWN = 10_000


async def tasks_of(question: str, corpus: Path, plan: dict[str, Any] | None) -> list[Task]:
    """The first round's reading tasks of one question."""
    tasks: list[Task] = []

    def note(task: Task, characters: int) -> tuple[Passage, ...]:
        tasks.append(task)
        return choose_passages(task, characters)

    def answer(received: Received) -> dict[str, Any]:
        return plan if plan and received.prompt == "plan" else oracle(received)

    with (
        tempfile.TemporaryDirectory() as folder,
        patch.object(reading, "choose_passages", note),
        patch.object(llm_engine, "oracle", answer),
    ):
        await llm_engine.measure("", question, corpus, 0.0, Path(folder))
    return [task for task in tasks if task.sub_question.round == 0]


def plan_of(run: Path) -> tuple[str, dict[str, Any]]:
    """The question of a finished run, and its plan as the planner's reply."""
    report = json.loads((run / "report.json").read_text(encoding="utf-8"))
    listed = [sub for sub in report["plan"]["sub_questions"] if sub["round"] == 0]
    parts = [{"text": sub["text"], "queries": sub["queries"]} for sub in listed]
    sections = [{"title": "All", "sub_questions": list(range(1, len(parts) + 1))}]
    return report["question"], {
        "intent": "explanation",
        "constraints": [],
        "sub_questions": parts,
        "sections": sections,
    }


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


def in_one_list(tasks: list[Task], budget: int) -> list[Passage]:
    """The best of all documents by all queries, within the budget."""
    documents = list({document.source.id: document for task in tasks for document in task.documents}.values())
    queries = [query for task in tasks for query in (task.sub_question.text, *task.sub_question.queries)]
    chosen = []
    for passage in best_passages(queries, documents, characters=budget):
        if (cost := worth(passage.text)) <= budget:
            chosen.append(passage)
            budget -= cost
    return chosen


def in_turn(tasks: list[Task], budget: int) -> list[Passage]:
    documents = {document.source.id: document for task in tasks for document in task.documents}
    plan = Plan(intent=Intent.FACT, sub_questions=tuple(task.sub_question for task in tasks), outline=())
    return further(plan, (), documents, (), budget)


def found(item: dict[str, Any], passages: Iterable[Passage]) -> tuple[int, int]:
    """Gold items shown, and all of them."""
    shown: Shingles = frozenset().union(*(shingle_set(passage.text) for passage in passages))
    gold = [part["gold"]["evidence"] for part in item["checklist"] if part.get("gold") and part["weight"] > 0]
    quotes = [[shingle_set(each["quote"]) for each in evidence] for evidence in gold]
    return sum(any(2 * len(quote & shown) >= len(quote) for quote in each) for each in quotes), len(quotes)


async def run(items: list[dict[str, Any]], corpus: Path, plans: dict[str, dict[str, Any]]) -> None:
    rows: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])

    def add(row: str, item: dict[str, Any], passages: list[Passage]) -> None:
        hit, total = found(item, passages)
        for place, value in enumerate((hit, total, sum(len(passage.text) for passage in passages))):
            rows[row][place] += value

    for item in items:
        tasks = await tasks_of(item["question"], corpus, plans.get(item["question"]))
        for budget in BUDGETS:
            add(f"each reader {budget}", item, [p for task in tasks for p in choose_passages(task, budget)])
        chosen = []
        for task in tasks:
            share_of = shares(task)
            chosen += [(p, share_of.get((p.source, p.start), 0.0)) for p in choose_passages(task, SHOWN)]
        for cut in CUTS:
            add(f"cut {cut}", item, [passage for passage, share in chosen if share >= cut])
        for budget in WRITER:
            add(f"one list {budget}", item, in_one_list(tasks, budget))
            add(f"in turn {budget}", item, in_turn(tasks, budget))
    for name, (hit, total, characters) in sorted(rows.items(), key=lambda row: row[0].rstrip("0123456789.")):
        print(f"{name:18} {hit:4} of {total} = {hit / total:5.3f}  {characters:9,} characters")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=Path, default=Path("../shared/data/questions/dev.jsonl"))
    parser.add_argument("--corpus", type=Path, default=Path("../shared/data/corpus"))
    parser.add_argument("--runs", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    made = dict(map(plan_of, options.runs))
    listed = [json.loads(line) for line in options.questions.read_text(encoding="utf-8").splitlines()]
    asyncio.run(run([item for item in listed if not made or item["question"] in made], options.corpus, made))
