"""Do verdicts that were asked for in batches agree with those asked for one by one?

    python benchmarks/judge_agreement.py CASE [CASE ...] --journals FOLDER [FOLDER ...] --draw 60

Each CASE is a folder of ``judge_cases/`` whose self-test a model has gone through (``research judge --self-test --to
FOLDER``); its batched verdicts come from that journal. Verdicts are drawn over all mutants and items, demands and flaws
in proportion, and each is asked for again alone. Needs the same endpoint.
"""

from __future__ import annotations

import argparse
import asyncio
import random
from dataclasses import replace
from pathlib import Path

from research_agent.domain import ItemVerdict
from research_agent.judges.mutation.marks import load_marks
from research_agent.judges.mutation.self_test import judged_in_a_self_test
from research_agent.judges.rubric import Item, Rubric, load_rubrics
from research_agent.judges.standalone import Court, court
from research_agent.judges.subject import Subject, subject_of_text
from research_agent.settings import load_settings

Drawn = tuple[str, str, Subject, Rubric, Item, ItemVerdict]


async def main() -> None:
    options = arguments()
    rows: list[tuple[Drawn, ItemVerdict]] = []
    for case, folder, draw in zip(
        options.cases, options.journals, shares(options.draw, len(options.cases)), strict=True
    ):
        async with court(load_settings(engine="llm"), folder) as batched:
            drawn = random.Random(options.seed).sample(await verdicts(case, batched), draw)
        async with court(load_settings(engine="llm"), folder, batched=False) as single:
            rows += zip(drawn, await asyncio.gather(*(alone(single, one) for one in drawn)), strict=True)
    tell(rows)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("cases", type=Path, nargs="+")
    parser.add_argument("--journals", type=Path, nargs="+", required=True)
    parser.add_argument("--draw", type=int, default=60)
    parser.add_argument("--seed", type=int, default=4)
    return parser.parse_args()


def shares(draw: int, cases: int) -> list[int]:
    return [draw * (place + 1) // cases - draw * place // cases for place in range(cases)]


async def verdicts(case: Path, sitting: Court) -> list[Drawn]:
    """Every batched verdict of a case's self-test, from its journal."""
    (rubric,) = load_rubrics(case / "rubric.jsonl")
    text = (case / "report.md").read_text(encoding="utf-8")
    subject = subject_of_text(text, question=rubric.question, language=rubric.language)
    subjects = judged_in_a_self_test(subject, rubric, load_marks(case / "marks.json", subject, rubric)).items()
    found = await asyncio.gather(*(sitting.judge_for(name).judge(each, rubric) for name, each in subjects))
    return [
        (case.name, name, each, rubric, item, judged)
        for (name, each), verdict in zip(subjects, found, strict=True)
        for item, judged in zip(rubric.items, verdict.items, strict=True)
    ]


async def alone(sitting: Court, drawn: Drawn) -> ItemVerdict:
    _, name, subject, rubric, item, _ = drawn
    judge = sitting.judge_for(f"alone {name}")
    verdict = await judge.judge(subject, replace(rubric, items=(item,)))
    return verdict.items[0]


def tell(rows: list[tuple[Drawn, ItemVerdict]]) -> None:
    same = strict = 0
    for (case, name, _, _, item, batched), single in rows:
        same += batched.label == single.label
        strict += batched.value == single.value
        if batched.label != single.label:
            print(f"{case} / {name} / {item.id}: {batched.label} in a batch, {single.label} alone: {single.reason}")
    print(f"{len(rows)} verdicts: the same label {same} ({same / len(rows):.1%}), the same value {strict}")


if __name__ == "__main__":
    asyncio.run(main())
