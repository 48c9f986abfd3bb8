"""Can the embedded judge be trusted? Twenty reports, each with all its mutants.

    python benchmarks/judge_self_test.py --questions ../shared/data/questions/dev.jsonl --documents DIR

Twelve reports are written by the extractive engine on the questions of the development set and marked by gold evidence
(``marks_by_gold``); the others stand in ``judge_cases/``, with marks by hand. A model judges the latter with
``research judge REPORT --rubric FILE --marks FILE --self-test``.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from research_agent.adr_bench.tasks import load_tasks
from research_agent.api import research
from research_agent.cli.self_test_lines import self_test_lines
from research_agent.judges.embedded import EmbeddedJudge
from research_agent.judges.mutation.marks import load_marks, marks_by_gold
from research_agent.judges.mutation.self_test import SelfTest, self_test, together
from research_agent.judges.rubric import Rubric, load_rubrics
from research_agent.judges.subject import Subject, subject_of_run, subject_of_text
from research_agent.settings import Settings

CASES = Path(__file__).parent / "judge_cases"


async def main() -> None:
    options = arguments()
    tests = [await case(folder) for folder in sorted(CASES.iterdir()) if folder.is_dir()]
    if not options.cases_only:
        with tempfile.TemporaryDirectory() as scratch:
            runs = options.output or Path(scratch)
            for task in load_tasks(options.questions, options.only):
                tests.append(await extractive(task, options.documents, runs))
    print(f"\n{len(tests)} reports")
    print("\n".join(self_test_lines(together(tests))))


def arguments() -> argparse.Namespace:
    data = Path(__file__).resolve().parents[2] / "shared" / "data"
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--questions", type=Path, default=data / "questions" / "dev.jsonl")
    parser.add_argument("--documents", type=Path, default=data / "corpus")
    parser.add_argument("--only", nargs="*", default=(), help="ids of questions")
    parser.add_argument("--cases-only", action="store_true", help="only the reports of judge_cases/")
    parser.add_argument("--output", type=Path, help="keep runs here, and use those that are there")
    return parser.parse_args()


async def case(folder: Path) -> SelfTest:
    (rubric,) = load_rubrics(folder / "rubric.jsonl")
    text = (folder / "report.md").read_text(encoding="utf-8")
    subject = subject_of_text(text, question=rubric.question, language=rubric.language)
    return await tested(folder.name, subject, rubric, by_hand=folder / "marks.json")


async def extractive(task: Rubric, documents: Path, runs: Path) -> SelfTest:
    output = runs / task.id
    found = sorted(output.glob("*/report.json"))
    if not found:
        settings = Settings(
            engine="extractive",
            documents=(str(documents),),
            output=output,
            formats=("md", "json"),
            language=task.language,
        )
        await research(task.question, settings)
        found = sorted(output.glob("*/report.json"))
    return await tested(task.id, subject_of_run(found[-1].parent), task, by_hand=None)


async def tested(name: str, subject: Subject, rubric: Rubric, *, by_hand: Path | None) -> SelfTest:
    marks = load_marks(by_hand, subject, rubric) if by_hand else marks_by_gold(subject, rubric)
    started = time.monotonic()
    result = await self_test(lambda _: EmbeddedJudge(), subject, rubric, marks)
    right, others = result.right, result.others
    print(
        f"{name:16} right {right[0]:3} of {right[1]:3}   others {others[0]:3} of {others[1]:4}   "
        f"style {result.style[0]}   obeyed {result.obeyed[0]}   {time.monotonic() - started:.1f} s",
        flush=True,
    )
    return result


if __name__ == "__main__":
    asyncio.run(main())
