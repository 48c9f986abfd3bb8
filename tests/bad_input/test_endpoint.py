"""A model endpoint that refuses, fails, stalls or answers rubbish, at each stage; what was paid for is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from research_agent.llm.fake import (
    Answer,
    FakeModelServer,
    Received,
    Script,
    Scripted,
    empty_body,
    failing,
    malformed,
    rate_limited,
    web_page,
)
from research_agent.llm.oracle import oracle
from research_agent.runs.journal import journal_records
from tests.support.command_line import QUESTION, Said, research

TORN = Scripted(content="x" * 1000, cut_body=True)
REFUSED = Scripted(content=None, refusal="I cannot help with that.")
FAULTS = {
    "500": failing(500),
    "html": web_page(),
    "torn": TORN,
    "malformed": malformed(),
    "empty": empty_body(),
    "empty-json": Scripted(content="{}"),
    "prose": Scripted(content="I would rather not answer in JSON."),
    "refusal": REFUSED,
}
LASTING = ("empty-json", "prose", "refusal")
"""Faults that are whole replies: asking the same model again would give them again."""
Use = Callable[..., Said]


@pytest.fixture
def use(documents: Path, monkeypatch: pytest.MonkeyPatch) -> Use:
    """Run a command line (or ask the question) against a server with this script; ``prompts`` counts its requests."""

    def run(script: Script, *words: str, prompts: Counter[str] | None = None, **server: object) -> Said:
        with FakeModelServer(script, **server).in_thread() as serving:  # type: ignore[arg-type]
            monkeypatch.setenv("OPENAI_BASE_URL", serving.base_url)
            said = research(*(words or (QUESTION, "--documents", str(documents))))
        if prompts is not None:
            prompts.update(one.prompt for one in serving.requests)
        return said

    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-key")
    monkeypatch.setenv("RESEARCH_MODEL", "large")
    monkeypatch.setenv("RESEARCH_SMALL_MODEL", "small")
    monkeypatch.setenv("RESEARCH_MODEL_RETRIES", "1")
    return run


def at(prompt: str, fault: Answer, times: int = 1000) -> Callable[[Received], Answer]:
    """The oracle, but ``prompt`` is answered by ``fault`` the first ``times`` times."""
    left = [times]

    def script(received: Received) -> Answer:
        if received.prompt == prompt and left[0]:
            left[0] -= 1
            return fault
        return oracle(received)

    return script


def paid(folder: Path) -> set[str]:
    """The prompts whose replies the run's journal holds."""
    return {
        record.role for record in journal_records(folder / "journal.sqlite") if record.asked_a_model and record.reply
    }


def resumed(use: Use, folder: Path, *flags: str) -> tuple[Said, Counter[str]]:
    asked: Counter[str] = Counter()
    return use(oracle, "resume", str(folder), *flags, prompts=asked), asked


def test_a_refused_key_names_the_setting_and_shows_no_key(use: Use) -> None:
    said = use(oracle, key="another")
    assert said.code == 1
    assert "OPENAI_API_KEY" in said.complaint
    assert "research resume" in said.complaint
    assert "sk-test-key" not in said.out + said.err
    assert "sk-secret" not in said.err
    again, asked = resumed(use, said.folder)
    assert again.code == 0
    assert asked["plan"] == 1


def test_a_closed_port(use: Use, documents: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    said = research(QUESTION, "--documents", str(documents))
    assert said.code == 1
    assert "could not be reached" in said.complaint
    assert "OPENAI_BASE_URL" in said.complaint
    assert resumed(use, said.folder)[0].code == 0


@pytest.mark.parametrize("address", ["not an address", "ftp://127.0.0.1", "http://", "127.0.0.1:8080/v1"])
def test_a_base_url_that_is_none(use: Use, documents: Path, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", address)
    said = research(QUESTION, "--documents", str(documents))
    assert said.code == 2
    assert "OPENAI_BASE_URL" in said.complaint
    assert not list(Path("runs").glob("2*"))


def test_a_slow_endpoint(use: Use, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RESEARCH_MODEL_TIMEOUT", "0.3")
    said = use(at("plan", Scripted(delay=30)))
    assert said.code == 1
    assert "within 0.3 s" in said.complaint
    assert "RESEARCH_MODEL_TIMEOUT" in said.complaint
    monkeypatch.setenv("RESEARCH_MODEL_TIMEOUT", "30")
    assert resumed(use, said.folder)[0].code == 0


@pytest.mark.parametrize("prompt", ["plan", "read", "write"])
@pytest.mark.parametrize(
    "fault", [rate_limited("0.1"), failing(500), TORN, empty_body()], ids=["429", "500", "torn", "empty"]
)
def test_what_passes_is_waited_for(use: Use, prompt: str, fault: Scripted) -> None:
    asked: Counter[str] = Counter()
    said = use(at(prompt, fault, times=1), prompts=asked)
    assert said.code == 0
    assert said.report["outcome"] == "complete"
    assert "Waiting" in said.err
    assert asked[prompt] == 2


@pytest.mark.parametrize("name", FAULTS)
def test_a_planner_that_fails(use: Use, name: str) -> None:
    """A useless plan is replaced by the question itself; an endpoint that is no use to anybody ends the run."""
    said = use(at("plan", FAULTS[name]))
    if name in ("500", "html", "torn"):
        assert said.code == 1
        assert "endpoint" in said.complaint
        assert "research resume" in said.complaint
        again, asked = resumed(use, said.folder)
        assert (again.code, again.report["outcome"]) == (0, "complete")
        assert asked["plan"] == 1
    else:
        assert (said.code, said.report["outcome"]) == (0, "partial")
        assert "planner gave no usable plan" in said.err


@pytest.mark.parametrize("name", FAULTS)
def test_a_reader_that_fails(use: Use, name: str) -> None:
    """Nothing could be read: that is a failure, never 'nothing found', and the plan is not paid for again."""
    said = use(at("read", FAULTS[name]))
    assert said.code == 1
    assert "No passage could be read by the model" in said.complaint
    assert f"research resume {said.folder}" in said.complaint
    assert "planner" in paid(said.folder)
    again, asked = resumed(use, said.folder, *(("--small-model", "other") if name in LASTING else ()))
    assert again.code == 0
    assert asked["plan"] == 0
    assert asked["read"] >= 1
    assert research("verify", str(said.folder)).code == 0


@pytest.mark.parametrize("name", FAULTS)
def test_a_writer_that_fails_costs_the_prose_and_not_the_evidence(use: Use, name: str) -> None:
    said = use(at("write", FAULTS[name]))
    assert (said.code, said.report["outcome"]) == (0, "partial")
    assert "metres high" in said.out
    assert "writer failed" in said.out
    assert ("--model NAME" in said.out) == (name in LASTING), "the same model would give the recorded reply again"
    assert research("verify", str(said.folder)).code == 0
    again, asked = resumed(use, said.folder, *(("--model", "other") if name in LASTING else ()))
    assert again.code == 0
    assert asked["read"] == 0
    assert asked["write"] >= 1
    assert again.report["outcome"] == "complete"


def test_an_account_that_must_wait_for_hours_is_told_and_resumable(use: Use) -> None:
    said = use(at("plan", rate_limited("9999")))
    assert said.code == 1
    assert "9999 s" in said.complaint
    assert "research resume" in said.complaint


def test_a_model_that_is_not_there_is_named_and_another_can_be(use: Use) -> None:
    said = use(at("plan", failing(404, "The model `large` does not exist")))
    assert said.code == 1
    assert "RESEARCH_MODEL" in said.complaint
    assert "--model NAME" in said.complaint
    again, _ = resumed(use, said.folder, "--model", "other")
    assert again.code == 0
    assert "other" in again.out


def test_resuming_a_finished_run_asks_nobody(use: Use) -> None:
    said = use(oracle)
    again, asked = resumed(use, said.folder)
    assert (again.code, sum(asked.values())) == (0, 0)
    assert again.out == said.out
