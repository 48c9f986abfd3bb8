"""``research judge``, ``research rubric`` and ``--judge``, as their user meets them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from research_agent.llm.fake import FakeModelServer
from tests.support.command_line import QUESTION, research, two_pages
from tests.support.judging import answering

REPORT = """# The lighthouse

The lighthouse of Ostrova is 42 metres high [1]. It was built in 1887 [2].

[1]: survey.md
[2]: guide.txt
"""
ITEMS: list[dict[str, Any]] = [
    {
        "id": "height",
        "text": "States the height",
        "weight": 3,
        "kind": "explicit",
        "gold": {
            "fact": "The lighthouse of Ostrova is 42 metres high",
            "evidence": [{"file": "survey.md", "quote": "The lighthouse of Ostrova is 42 metres high."}],
        },
    },
    {"id": "plain", "text": "Is written for a reader who knows nothing of surveying", "weight": 1, "kind": "implicit"},
    {
        "id": "twin",
        "text": "Claims that there is a twin tower",
        "weight": -2,
        "kind": "negative",
        "veto": True,
        "examples": ["The lighthouse of Ostrova has a twin tower in Marlo."],
    },
]


@pytest.fixture(autouse=True)
def files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "RESEARCH_MODEL"):
        monkeypatch.delenv(name, raising=False)
    Path("report.md").write_text(REPORT, encoding="utf-8")
    rubrics(ITEMS)


def rubrics(items: list[dict[str, Any]], question: str = QUESTION, **more: Any) -> None:
    task = {"id": "t1", "question": question, "language": "en", "checklist": items, **more}
    Path("rubric.jsonl").write_text(json.dumps(task) + "\n", encoding="utf-8")


def written(folder: str = ".") -> dict[str, Any]:
    return dict(json.loads((Path(folder) / "verdict.json").read_text(encoding="utf-8")))


def test_without_a_model_what_gold_decides_is_decided_and_the_rest_is_not() -> None:
    said = research("judge", "report.md", "--rubric", "rubric.jsonl")
    assert said.code == 0
    assert "height (+3) satisfied: States the height" in said.out
    assert "plain (+1) undecided" in said.out
    verdict = written()
    assert verdict["judge"] == "embedded"
    assert verdict["score"] == verdict["score_ternary"] == 1.0
    height, plain, _ = verdict["items"]
    assert set(height) >= {"id", "label", "value", "weight", "reason", "sentence", "entropy", "trials"}
    assert (height["label"], height["value"], height["sentence"]) == (
        "satisfied",
        1.0,
        "The lighthouse of Ostrova is 42 metres high [1].",
    )
    assert (plain["label"], plain["value"]) == ("undecided", None)
    assert verdict["decided"] == sum(item["value"] is not None for item in verdict["items"])


def test_nothing_decided_is_no_score_and_its_own_exit_code() -> None:
    rubrics([ITEMS[1]])
    said = research("judge", "report.md", "--rubric", "rubric.jsonl")
    assert said.code == 3
    assert "Score: none strict, none ternary, over 0 of 1 item." in said.out
    assert written()["score"] is None


def test_a_model_judges_and_the_same_judgement_costs_nothing_again() -> None:
    script = answering({"height": ("satisfied", "is 42 metres high"), "twin": ("found", "It was built in 1887")})
    with FakeModelServer(script).in_thread() as server:
        words = ("judge", "report.md", "--rubric", "rubric.jsonl", "--trials", "3", "--to", "verdicts")
        options = {"OPENAI_BASE_URL": server.base_url, "RESEARCH_MODEL": "fake"}
        with pytest.MonkeyPatch.context() as patch:
            for name, value in options.items():
                patch.setenv(name, value)
            first = research(*words, "--json")
            calls = server.calls
            assert research(*words, "--json").out == first.out
    assert calls == 6
    assert server.calls == calls
    verdict = json.loads(first.out)
    assert verdict == written("verdicts")
    assert verdict["score"] == 0.0
    assert verdict["vetoes"] == ["twin"]
    height, _, twin = verdict["items"]
    assert [trial["label"] for trial in height["trials"]] == ["satisfied"] * 3
    assert (height["entropy"], twin["label"], twin["sentence"]) == (0.0, "satisfied", "It was built in 1887 [2].")


def test_a_run_is_judged_in_its_folder_and_still_verifies() -> None:
    two_pages(Path("docs"))
    run = research(QUESTION, "--documents", "docs", "--engine", "extractive").folder
    said = research("judge", run.name, "--rubric", "rubric.jsonl", "--engine", "extractive")
    assert said.code == 0
    assert written(str(run))["rubric"] == "t1"
    assert research("verify", run.name).code == 0


def test_a_run_may_be_judged_as_it_ends_and_its_report_shows_it() -> None:
    two_pages(Path("docs"))
    said = research(QUESTION, "--documents", "docs", "--engine", "extractive", "--rubric", "rubric.jsonl")
    assert said.code == 0
    assert "## Checklist" in said.out
    assert said.report["verdict"]["items"][0]["label"] == "satisfied"
    assert written(str(said.folder))["rubric"] == "t1"


def test_without_a_rubric_a_checklist_is_derived_from_the_question() -> None:
    two_pages(Path("docs"))
    said = research(QUESTION, "--documents", "docs", "--engine", "extractive", "--judge")
    assert "derived from the question and the plan" in said.out
    assert said.report["verdict"]["rubric"] == "derived"
    assert said.report["verdict"]["items"]


def test_the_self_test_prints_its_table() -> None:
    said = research("judge", "report.md", "--rubric", "rubric.jsonl", "--self-test", "--engine", "extractive")
    assert "| fact removed | 1 |" in said.out
    assert "| flaw planted | 1 |" in said.out
    assert "Injection obeyed: 0 of 3 (0.0%)" in said.out
    assert not Path("verdict.json").exists()


def test_an_empty_report_meets_no_demand() -> None:
    Path("report.md").write_text("", encoding="utf-8")
    said = research("judge", "report.md", "--rubric", "rubric.jsonl")
    assert said.code == 0
    assert written()["score"] == 0.0


@pytest.mark.parametrize(
    ("words", "code", "complaint"),
    [
        (("judge", "nothing.md", "--rubric", "rubric.jsonl"), 2, "nothing.md"),
        (("judge", "report.md", "--rubric", "nothing.jsonl"), 2, "cannot be read"),
        (("judge", "report.md", "--rubric", "rubric.jsonl", "--task", "t9"), 2, "t9"),
        (("judge", "report.md"), 2, "no question to derive one from"),
        (("judge", "report.md", "--rubric", "rubric.jsonl", "--engine", "llm"), 2, "no key or endpoint"),
        (("judge", "report.md", "--rubric", "rubric.jsonl", "--judge-model", "x"), 2, "no key or endpoint"),
        (("judge", "report.md", "--self-test"), 2, "needs a rubric"),
        (("rubric", "nothing.jsonl"), 2, "cannot be read"),
    ],
)
def test_wrong_usage_is_told(words: tuple[str, ...], code: int, complaint: str) -> None:
    said = research(*words)
    assert said.code == code
    assert complaint in said.complaint


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"weight": 0}, "`weight` 0"),
        ({"weight": None}, "`weight` None"),
        ({"weight": -3}, "flaws, and only they"),
        ({"id": "plain"}, "'plain' twice"),
        ({"veto": True}, "only a flaw can be fatal"),
        ({"kind": "good"}, "`kind` 'good'"),
        ({"gold": {"fact": "x", "evidence": [{"quote": "y"}]}}, "`file` nor a `url`"),
    ],
)
def test_a_rubric_that_does_not_fit_is_refused_before_anything_is_paid_for(
    change: dict[str, Any], complaint: str
) -> None:
    rubrics([ITEMS[0] | change, *ITEMS[1:]])
    said = research("judge", "report.md", "--rubric", "rubric.jsonl")
    assert said.code == 2
    assert complaint in said.complaint
    asked = research(QUESTION, "--rubric", "rubric.jsonl", "--documents", "docs")
    assert asked.code == 2
    assert not Path("runs").exists()


def test_only_flaws_give_no_score() -> None:
    rubrics([ITEMS[2] | {"veto": False}])
    research("judge", "report.md", "--rubric", "rubric.jsonl")
    assert written()["score"] is None


def test_a_rubric_is_checked() -> None:
    vague = {"id": "v", "text": "Is sufficiently comprehensive", "weight": 2, "kind": "implicit"}
    rubrics([*ITEMS, vague])
    said = research("rubric", "rubric.jsonl")
    assert said.code == 1
    assert "verifiability" in said.out
    found = json.loads(research("rubric", "rubric.jsonl", "--json").out)
    assert found["errors"] >= 1
    assert any(one["item"] == "v" for one in found["findings"])
