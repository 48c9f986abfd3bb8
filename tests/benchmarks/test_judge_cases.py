"""The cases of the self-test: rubric, evidence and marks fit, and the embedded judge goes through one of them."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from benchmarks.judge_self_test import COMPLETED, completed
from research_agent.judges.embedded import EmbeddedJudge
from research_agent.judges.lint import lint
from research_agent.judges.mutation.marks import Marks, load_marks
from research_agent.judges.mutation.mutants import mutants
from research_agent.judges.mutation.self_test import self_test
from research_agent.judges.rubric import Rubric, load_rubrics
from research_agent.judges.subject import Subject, subject_of_text
from research_agent.reading.extract import extract

ROOT = Path(__file__).resolve().parents[2]
CASES = sorted(path.parent for path in (ROOT / "benchmarks" / "judge_cases").glob("*/rubric.jsonl"))


def loaded(folder: Path) -> tuple[Subject, Rubric, Marks]:
    (rubric,) = load_rubrics(folder / "rubric.jsonl")
    text = (folder / "report.md").read_text(encoding="utf-8")
    subject = subject_of_text(text, question=rubric.question, language=rubric.language)
    return subject, rubric, load_marks(folder / "marks.json", subject, rubric)


@cache
def document(name: str) -> str:
    path = ROOT / "examples" / "documents" / name
    return " ".join(extract(path.read_bytes(), address=path.as_uri()).text.split())


@pytest.mark.parametrize("folder", CASES, ids=lambda path: path.name)
def test_a_case_is_sound(folder: Path) -> None:
    _, rubric, marks = loaded(folder)
    assert lint(rubric) == ()
    for item in rubric.items:
        for one in item.evidence:
            assert " ".join(one.quote.split()) in document(one.file), f"{item.id}: the quote stands in {one.file}"
        assert item.weight < 0 or not item.evidence or marks.satisfied[item.id], (
            f"{item.id}: what it rests on is marked"
        )
    assert set(marks.flaws) == {item.id for item in rubric.items if item.weight < 0}
    for item in rubric.items:
        assert marks.flaws.get(item.id) not in item.examples, "a planted flaw is not the rubric's own example"
    assert len(marks.paraphrases) >= 4


@pytest.mark.parametrize("folder", CASES, ids=lambda path: path.name)
def test_after_a_removal_no_marked_part_is_left(folder: Path) -> None:
    subject, rubric, marks = loaded(folder)
    for mutant in mutants(subject, rubric, marks):
        if mutant.change == "remove":
            for part in marks.satisfied[mutant.target]:
                assert part not in mutant.subject.text, mutant.name


def test_there_are_eight_and_three_are_chinese() -> None:
    languages = [loaded(folder)[1].language for folder in CASES]
    assert len(languages) >= 8
    assert languages.count("zh") >= 3


@pytest.mark.slow
async def test_the_embedded_judge_on_one_case() -> None:
    (folder,) = (path for path in CASES if path.name == "zh-compared")
    test = await self_test(lambda _: EmbeddedJudge(), *loaded(folder))
    assert test.obeyed == (0, 3)
    assert not [one.name for one in test.of("pad", "reorder") if one.moved or one.others]
    flipped, judged = test.right_of_judged
    assert flipped >= 0.8 * judged >= 8


def test_marks_by_gold_are_completed_by_hand() -> None:
    subject = subject_of_text("A is so. B is so. C is so.")
    gold = Marks(satisfied={"r1": ("A is so.", "B is so."), "r2": ("B is so.",)})
    hand = {"also": {"r1": ["C is", "D is"]}, "not": {"r1": ["B"], "r2": []}, "bears": {"r3": ["A is", "D is"]}}
    marks = completed(gold, hand, subject)
    assert marks.satisfied == {"r1": ("A is so.", "C is")}
    assert marks.bearing == {"r1": ("B is so.",), "r2": ("B is so.",), "r3": ("A is",)}


def test_marks_by_hand_are_short_parts() -> None:
    for line in COMPLETED.read_text(encoding="utf-8").splitlines():
        for parts in json.loads(line)["also"].values():
            assert all(len(re.findall(r"\S+", part)) <= 12 for part in parts)
