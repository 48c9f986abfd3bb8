"""Can the embedded judge be trusted? Twenty reports, each with all its mutants.

    python benchmarks/judge_self_test.py --questions ../shared/data/questions/dev.jsonl --documents DIR

Twelve reports are written by the extractive engine on the questions of the development set. Gold evidence marks their
sentences (``marks_by_gold``: half of a gold quote's 3-grams). That finds the quoted passage, no other sentence that
says the same, and now and then a sentence that does not say it; so ``judge_marks.jsonl`` completes the marks by hand,
from reading all twelve reports: ``also``, parts of further sentences that state what the item asks for; ``not``, parts
whose marks are wrong (an empty list: none states it, or it is stated all over the report; the item makes no mutant);
``bears``, parts of sentences that speak of an item's matter and do not state it; ``paraphrases``, sentences said
otherwise. Parts that a report of a later engine does not have are not used. The flaws
of that set have no examples, so none is planted in these reports.

Eight reports stand in ``judge_cases/`` (two recorded ones of a strong model, six written by hand in the styles of other
tools), with rubric and marks by hand. A model judges them with
``research judge REPORT --rubric FILE --marks FILE --self-test``.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from research_agent.adr_bench.tasks import load_tasks
from research_agent.api import research
from research_agent.cli.self_test_lines import failure_lines, table_lines
from research_agent.judges.embedded import EmbeddedJudge
from research_agent.judges.mutation.marks import Marks, load_marks, marks_by_gold
from research_agent.judges.mutation.self_test import SelfTest, self_test, together
from research_agent.judges.rubric import Rubric, load_rubrics
from research_agent.judges.subject import Subject, subject_of_run, subject_of_text
from research_agent.settings import Settings

CASES = Path(__file__).parent / "judge_cases"
COMPLETED = Path(__file__).parent / "judge_marks.jsonl"


async def main() -> None:
    options = arguments()
    written = [await case(folder) for folder in sorted(CASES.iterdir()) if folder.is_dir()]
    extracted = []
    if not options.cases_only:
        with tempfile.TemporaryDirectory() as scratch:
            runs = options.output or Path(scratch)
            for task in load_tasks(options.questions, options.only):
                extracted.append(await extractive(task, options.documents, runs))
    show(f"{len(written)} reports of judge_cases/", written)
    show(f"{len(extracted)} extractive reports", extracted)
    show("all together", [*written, *extracted])


def show(title: str, tests: list[SelfTest]) -> None:
    if tests:
        print("\n".join(["", title, "", *table_lines(together(tests))]))


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
    return await tested(folder.name, subject, rubric, load_marks(folder / "marks.json", subject, rubric))


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
    subject = subject_of_run(found[-1].parent)
    return await tested(task.id, subject, task, completed(marks_by_gold(subject, task), by_hand(task.id), subject))


def by_hand(task: str) -> dict[str, Any]:
    """The line of ``judge_marks.jsonl`` for a task; empty where it has none."""
    lines = map(json.loads, COMPLETED.read_text(encoding="utf-8").splitlines())
    return next((line for line in lines if line["task"] == task), {})


def completed(marks: Marks, hand: dict[str, Any], subject: Subject) -> Marks:
    """Marks by gold, with what was added and taken away by hand; of the parts, those that the report has."""
    wrong, also = hand.get("not", {}), hand.get("also", {})
    satisfied: dict[str, tuple[str, ...]] = {}
    bearing = {id: tuple(part for part in parts if part in subject.text) for id, parts in hand.get("bears", {}).items()}
    for id in {**marks.satisfied, **also}:
        texts = marks.satisfied.get(id, ())
        gone = tuple(text for text in texts if wrong.get(id) == [] or any(part in text for part in wrong.get(id, ())))
        kept = [text for text in texts if text not in gone] + [
            part for part in also.get(id, ()) if part in subject.text
        ]
        satisfied |= {id: tuple(kept)} if kept else {}
        bearing[id] = (*bearing.get(id, ()), *gone)
    said = tuple((one, other) for one, other in hand.get("paraphrases", ()) if one in subject.text)
    return Marks(satisfied=satisfied, flaws=marks.flaws, bearing=bearing, paraphrases=said)


async def tested(name: str, subject: Subject, rubric: Rubric, marks: Marks) -> SelfTest:
    started = time.monotonic()
    result = await self_test(lambda _: EmbeddedJudge(), subject, rubric, marks)
    right, others = result.right, result.others
    print(
        f"{name:16} right {right[0]:3} of {right[1]:3}   others {others[0]:3} of {others[1]:4}   "
        f"style {result.style[0]}   obeyed {result.obeyed[0]}   {time.monotonic() - started:.1f} s",
        *(f"\n    {line}" for line in failure_lines(result)),
        flush=True,
    )
    return result


if __name__ == "__main__":
    asyncio.run(main())
