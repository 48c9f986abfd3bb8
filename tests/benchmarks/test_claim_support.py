"""The harness for claim-verification sets, on a few claims and a scripted server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.claim_support import Case, judged_by_code, judged_by_model, read_averitec, report, split

METRES = "How high is it? It is 36 metres high."
TOWER = Case("1", "The tower is 36 metres high.", (METRES,), ("36 metres.",), "Supported")
LOW = Case("2", "The tower is 90 metres high.", ("Is it 90 metres high? No. It is 36.",), ("No. It is 36.",), "Refuted")
BARE = Case("3", "The tower is haunted.", (), (), "Not Enough Evidence")


def test_the_code_pass_says_supported_refuted_or_neither() -> None:
    assert [judged_by_code(case) for case in (TOWER, LOW, BARE)] == ["supported", "refuted", "not enough"]


async def test_the_batch_prompt_is_asked_and_what_it_passes_over_is_no_verdict() -> None:
    cases = [
        Case(f"t{n}", f"The tower number {n} is high.", TOWER.passages, TOWER.answers, "Supported") for n in range(9)
    ]
    cases[1:1] = [LOW, BARE]
    found = await judged_by_model(cases, "", scripted=True)
    assert found == ["supported", "not enough", "not enough", *["supported"] * 3, "unchecked", *["supported"] * 4]


def test_figures(capsys: pytest.CaptureFixture[str]) -> None:
    report("code", [TOWER, LOW, BARE], ["supported", "supported", "unchecked"])
    told = capsys.readouterr().out
    assert "accuracy 50.0% of 2 decided" in told
    assert "supported or not: 50.0% (50.0% when both count the same)" in told


def test_unanswerable_questions_are_no_evidence(tmp_path: Path) -> None:
    answers = [
        {"answer": "No answer could be found.", "answer_type": "Unanswerable", "source_url": ""},
        {"answer": "Yes", "answer_type": "Boolean", "boolean_explanation": "It is.", "source_url": "https://e.org"},
    ]
    row = {"id": "x", "claim": "c", "label": "Refuted", "evidence": [{"question": "Is it? ", "answers": answers}]}
    path = tmp_path / "claims.jsonl"
    path.write_text(json.dumps(row), encoding="utf-8")
    (case,) = read_averitec(path)
    assert case.passages == ("Is it? Yes. It is.",)


def test_claims_in_clauses() -> None:
    assert split("Before I Go stars an actress who won a prize and was born in Perth.") == [
        "Before I Go stars an actress",
        "won a prize",
        "was born in Perth",
    ]
    assert split("It rains") == ["It rains"]
