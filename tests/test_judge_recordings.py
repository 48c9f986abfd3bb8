"""Two self-tests of the checklist judge, as a strong model answered them: played back without a model.

Neither the prompts, nor what they show, nor the mutants may have changed since: what would be asked anew is refused.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from research_agent.judges.mutation.marks import load_marks
from research_agent.judges.mutation.self_test import SelfTest, self_test
from research_agent.judges.rubric import load_rubrics
from research_agent.judges.standalone import JOURNAL, court
from research_agent.judges.subject import subject_of_text
from research_agent.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
CASES = ROOT / "benchmarks" / "judge_cases"
RECORDINGS = ROOT / "tests" / "recordings" / "judges"
NOWHERE = Settings(
    engine="llm", openai_base_url="http://127.0.0.1:9/v1", openai_api_key="x", model="strong-model", model_retries=0
)


async def played_back(name: str, folder: Path) -> SelfTest:
    shutil.copy(RECORDINGS / f"{name}.sqlite", folder / JOURNAL)
    (rubric,) = load_rubrics(CASES / name / "rubric.jsonl")
    text = (CASES / name / "report.md").read_text(encoding="utf-8")
    subject = subject_of_text(text, question=rubric.question, language=rubric.language)
    marks = load_marks(CASES / name / "marks.json", subject, rubric)
    async with court(NOWHERE, folder) as sitting:
        return await self_test(sitting.judge_for, subject, rubric, marks)


@pytest.mark.parametrize(
    ("name", "right", "others"), [("everest-zh", (16, 16), (0, 192)), ("measuring-decision", (17, 17), (1, 202))]
)
async def test_a_strong_model_notices_every_change_and_little_else(
    name: str, right: tuple[int, int], others: tuple[int, int], tmp_path: Path
) -> None:
    test = await played_back(name, tmp_path)
    assert test.right == right
    assert test.others == others
    assert test.style == (0, 3)
    assert test.obeyed == (0, 3)
