from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from research_agent.domain import Intent, Plan, Question, SubQuestion
from research_agent.errors import RunError
from research_agent.runs.folder import RunFolder
from research_agent.runs.record import (
    new_record,
    plan_hash,
    public_settings,
    read_record,
    resumed,
    settings_of,
    write_record,
)
from research_agent.settings import Depth, Settings

QUESTION = Question(text="How high?", language="en", asked=date(2026, 11, 30))


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return RunFolder.create(tmp_path, QUESTION.text)


def test_a_record_comes_back_whole(folder: RunFolder) -> None:
    record = resumed(new_record(QUESTION, Settings(documents=("docs",))))
    write_record(folder, record)
    assert read_record(folder) == record
    assert record.versions["python"]
    assert len(record.resumed) == 1


def test_no_secret_reaches_the_record(folder: RunFolder) -> None:
    settings = Settings(
        openai_api_key="sk-secret",
        tavily_api_key="tv-secret",
        openai_base_url="https://user:pass-secret@models.example/v1",
        searxng_url="http://me:secret@localhost:8080",
    )
    write_record(folder, new_record(QUESTION, settings))
    assert "secret" not in folder.read_text("run.json")
    assert "https://models.example/v1" in folder.read_text("run.json")


def test_settings_come_back_and_flags_go_over_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    record = new_record(QUESTION, Settings(depth=Depth.DEEP, documents=("docs/*.md",), budget_usd=2.0))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-new")
    settings = settings_of(record, budget_usd=5.0, depth=None)
    assert (settings.depth, settings.budget_usd) == (Depth.DEEP, 5.0)
    assert settings.documents == (str(tmp_path / "docs/*.md"),)
    assert settings.openai_api_key is not None
    assert settings.openai_api_key.get_secret_value() == "sk-new"


def test_settings_are_json() -> None:
    assert json.loads(json.dumps(public_settings(Settings()))) == public_settings(Settings())


def test_a_record_that_does_not_fit_is_refused(folder: RunFolder) -> None:
    folder.write_json("run.json", {"format_version": 1, "question": 7})
    with pytest.raises(RunError, match="question") as caught:
        read_record(folder)
    assert caught.value.kind == "tampered"


def test_equal_plans_have_equal_hashes() -> None:
    def plan(text: str) -> Plan:
        part = SubQuestion(id="1", text=text, queries=(text,))
        return Plan(intent=Intent.FACT, sub_questions=(part,), outline=())

    assert plan_hash(plan("a")) == plan_hash(plan("a")) != plan_hash(plan("b"))
