"""Budgets are hard stops: refused when they cannot be kept, and what was found is written when they are spent."""

from __future__ import annotations

from pathlib import Path

import pytest

from research_agent.llm.fake import FakeModelServer
from research_agent.llm.oracle import oracle
from tests.support.command_line import QUESTION, Said, research


@pytest.fixture(autouse=True)
def models(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-key")
    monkeypatch.setenv("RESEARCH_MODEL", "large")


def ask(documents: Path, monkeypatch: pytest.MonkeyPatch, *flags: str) -> tuple[Said, FakeModelServer]:
    with FakeModelServer(oracle).in_thread() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        return research(QUESTION, "--documents", str(documents), *flags), server


def test_dollars_without_a_price_are_refused_before_a_run(documents: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said, server = ask(documents, monkeypatch, "--budget-usd", "1")
    assert said.code == 2
    assert "RESEARCH_PRICE_PROMPT" in said.complaint
    assert "'large'" in said.complaint
    assert "Run: " not in said.err
    assert server.calls == 0
    assert not list(Path("runs").glob("2*"))


@pytest.mark.parametrize("flags", [("--budget-tokens", "10"), ("--budget-usd", "0.00001")])
def test_spent_before_any_claim(documents: Path, monkeypatch: pytest.MonkeyPatch, flags: tuple[str, str]) -> None:
    monkeypatch.setenv("RESEARCH_PRICE_PROMPT", "1")
    monkeypatch.setenv("RESEARCH_PRICE_COMPLETION", "1")
    said, server = ask(documents, monkeypatch, *flags)
    assert said.code == 4
    assert said.report["outcome"] == "budget_spent"
    assert said.report["usage"]["calls"] == server.calls == 0
    assert [one["why"] for one in said.report["not_found"]] == ["budget_spent"]
    assert f"research resume {said.folder}" in said.err


def test_spent_after_some_claims_still_writes_them(documents: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said, server = ask(documents, monkeypatch, "--budget-tokens", "9500")
    assert (said.code, said.report["outcome"]) == (0, "budget_spent")
    assert said.report["claims"]
    assert "metres high" in said.out
    assert said.report["usage"]["calls"] == server.calls
    usage = said.report["usage"]
    assert usage["prompt_tokens"] + usage["completion_tokens"] <= 9500
    assert research("verify", str(said.folder)).code == 0

    with FakeModelServer(oracle).in_thread() as more:
        monkeypatch.setenv("OPENAI_BASE_URL", more.base_url)
        again = research("resume", str(said.folder), "--budget-tokens", "100000")
    assert (again.code, again.report["outcome"]) == (0, "complete")
    assert {one.prompt for one in more.requests}.isdisjoint({"plan", "read"})


@pytest.mark.parametrize("flag", ["--budget-usd", "--budget-tokens", "--budget-seconds"])
@pytest.mark.parametrize("value", ["0", "-1", "much", "nan"])
def test_a_budget_that_is_none(documents: Path, flag: str, value: str) -> None:
    said = research(QUESTION, "--documents", str(documents), flag, value)
    assert said.code == 2
    assert flag in said.complaint or flag[2:].replace("-", "_") in said.complaint
