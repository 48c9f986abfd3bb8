"""The ask command over a library that is a fake: what is printed where, and which exit code it gives."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from research_agent.cli import session
from research_agent.cli.main import main
from research_agent.domain import (
    Claim,
    ClaimStatus,
    EngineInfo,
    Intent,
    NotFound,
    Outcome,
    OutlineSection,
    Plan,
    Question,
    Quote,
    Report,
    Sentence,
    Source,
    SubQuestion,
    Usage,
)
from research_agent.errors import BudgetError, ConfigError, ModelError, ResearchError, RunError
from research_agent.events import Emit, event
from research_agent.settings import Settings

PLAN = Plan(
    intent=Intent.FACT,
    sub_questions=(SubQuestion(id="1", text="Why?", queries=("why",)),),
    outline=(OutlineSection(title="Why", sub_questions=("1",)),),
)
TEXT = "It is so because of 42 reasons."


def report(outcome: Outcome = Outcome.COMPLETE, *, claims: bool = True) -> Report:
    quote = Quote(id="q1", source="s1", start=0, end=len(TEXT), text=TEXT)
    claim = Claim(id="c1", text=TEXT, quotes=("q1",), status=ClaimStatus.SINGLE_SOURCE, reason="one source says it")
    source = Source(
        id="s1",
        address="https://e.org/",
        title="E",
        retrieved="2026-11-30T00:00:00Z",
        sha256="0",
        length=len(TEXT),
        format="html",
    )
    return Report(
        outcome=outcome,
        question=Question(text="Why?", language="en", asked=date(2026, 11, 30)),
        engine=EngineInfo(name="fake", reason="test"),
        plan=PLAN,
        title="Why it is so",
        answer=(Sentence(text=TEXT, claims=("c1",)),) if claims else (),
        sections=(),
        claims=(claim,) if claims else (),
        quotes=(quote,) if claims else (),
        sources=(source,) if claims else (),
        not_found=(NotFound(sub_question="1", text="since when", why="nothing_found"),),
        usage=Usage(calls=2, prompt_tokens=1000, completion_tokens=200, usd=0.01, seconds=3.2),
        sources_read=4,
    )


class FakeLibrary:
    """Emits what a run emits and returns, or raises, what the test wants."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.result: Report | BaseException = report()
        self.called: list[tuple[str, Settings]] = []
        self.during: Callable[[], Coroutine[Any, Any, None]] | None = None
        self.decisions: list[Any] = []

    async def research(
        self, question: str, settings: Settings, *, emit: Emit, judge: Any = None, approve: Any = None
    ) -> Report:
        self.called.append((question, settings))
        emit(event("run", run="r-1", folder=str(self.folder), engine="fake", reason="test", question=question))
        emit(event("plan", sub_questions=[{"id": "1", "text": "Why? \x1b[31m"}], origin="engine", note=""))
        if approve:
            self.decisions.append(await approve(PLAN))
        if self.during:
            await self.during()
        if isinstance(self.result, BaseException):
            raise self.result
        (self.folder / "report.html").write_text("")
        emit(event("report", report={"outcome": self.result.outcome.value}))
        return self.result

    resume = replay = research


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeLibrary:
    folder = tmp_path / "runs" / "r-1"
    folder.mkdir(parents=True)
    fake = FakeLibrary(folder)
    monkeypatch.setattr(session, "library", lambda: fake)
    monkeypatch.chdir(tmp_path)
    return fake


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[bytes], None]]:
    """Puts bytes on standard input, and ends it."""
    opened: list[Any] = []

    def give(data: bytes) -> None:
        reading, writing = os.pipe()
        os.write(writing, data)
        os.close(writing)
        stream = os.fdopen(reading, encoding="utf-8")
        opened.append(stream)
        monkeypatch.setattr(sys, "stdin", stream)

    yield give
    for stream in opened:
        stream.close()


def test_the_report_goes_to_standard_output_and_the_rest_to_standard_error(
    library: FakeLibrary, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["Why?"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("# Why it is so")
    assert TEXT in out
    assert "Run:" not in out
    assert err.startswith(f"Run: {library.folder}\n")
    assert "\x1b" not in err
    assert "not found: since when (nothing found)" in err
    assert "2 model calls, 1,200 tokens, $0.0100" in err
    assert str(library.folder / "report.html") in err


def test_quiet_prints_the_report_only(library: FakeLibrary, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quiet", "Why?"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("# Why it is so")
    assert err == ""


def test_json_prints_events_as_lines_and_nothing_else(library: FakeLibrary, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["Why?", "--json"]) == 0
    out, err = capsys.readouterr()
    events = [json.loads(line) for line in out.splitlines()]
    assert [one["event"] for one in events] == ["run", "plan", "report"]
    assert events[0]["folder"] == str(library.folder)
    assert err == ""


@pytest.mark.parametrize(
    ("outcome", "claims", "code"),
    [
        (Outcome.COMPLETE, True, 0),
        (Outcome.PARTIAL, True, 0),
        (Outcome.BUDGET_SPENT, True, 0),
        (Outcome.BUDGET_SPENT, False, 4),
        (Outcome.NO_EVIDENCE, False, 3),
        (Outcome.SEARCH_FAILED, False, 3),
        (Outcome.INTERRUPTED, True, 130),
    ],
)
def test_the_outcome_is_the_exit_code(
    library: FakeLibrary, outcome: Outcome, claims: bool, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    library.result = report(outcome, claims=claims)
    assert main(["Why?"]) == code
    assert capsys.readouterr().out.startswith("# ")


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (ConfigError("Bad.", kind="x", next_step="Mend it."), 2, "research: Bad.\nMend it."),
        (ConfigError("No.", kind="plan_rejected"), 1, "research: No."),
        (ModelError("The key is refused.", kind="auth"), 1, "research resume"),
        (BudgetError("Spent.", kind="usd"), 4, "research resume"),
        (RunError("The disk is full.", kind="disk_full"), 1, "research resume"),
        (OSError(28, "No space left on device", "/x"), 1, "/x: No space left on device."),
        (KeyError("boom"), 1, "nobody expected: KeyError: 'boom'\nPlease report"),
    ],
)
def test_an_error_is_told_in_two_lines(
    library: FakeLibrary, error: Exception, code: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    library.result = error
    assert main(["--quiet", "Why?"]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err
    assert len(err.splitlines()) <= 2
    assert main(["--json", "--debug", "Why?"]) == code
    out, err = capsys.readouterr()
    last = json.loads(out.splitlines()[-1])
    assert (last["event"], last["exit_code"]) == ("error", code)
    assert ("Traceback" in err) or isinstance(error, ResearchError)


@pytest.mark.parametrize(("signum", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_run_says_how_to_go_on(
    library: FakeLibrary, signum: signal.Signals, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    async def interrupt() -> None:
        os.kill(os.getpid(), signum)
        await asyncio.sleep(30)

    library.during = interrupt
    assert main(["Why?"]) == code
    assert f"To go on: research resume {library.folder}" in capsys.readouterr().err


def test_events_that_nobody_reads_any_more_stop_the_run(
    library: FakeLibrary, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def work() -> None:
        await asyncio.sleep(30)

    class Closed:
        def write(self, text: str) -> int:
            raise BrokenPipeError

        def flush(self) -> None: ...

    library.during = work
    monkeypatch.setattr(sys, "stdout", Closed())
    assert main(["Why?", "--json"]) == 141
    sys.stdout.close()
    assert "research resume" in capsys.readouterr().err


def test_flags_become_settings(library: FakeLibrary) -> None:
    argv = "--documents a --documents b --search local --url https://e.org --only-site e.org --exclude-site x.org"
    argv += " --since 2024-01-01 --until 2024-12-31 --engine extractive --model m --small-model s --depth deep"
    argv += " --language zh --output out --format html,md --budget-usd 1.5 --budget-tokens 9000 --budget-seconds 60"
    argv += " --sources-file s.toml --same-source a.org,b.org --same-source c/,d/ --independent x.org,y.org"
    argv += " --local-only"
    assert main([*argv.split(), "Why?"]) == 0
    question, settings = library.called[0]
    assert question == "Why?"
    assert (settings.documents, settings.search, settings.urls) == (("a", "b"), ("local",), ("https://e.org",))
    assert (settings.only_sites, settings.exclude_sites) == (("e.org",), ("x.org",))
    assert (settings.since, settings.until, settings.language) == ("2024-01-01", "2024-12-31", "zh")
    assert (settings.engine, settings.model, settings.small_model) == ("extractive", "m", "s")
    assert (settings.depth, settings.output, settings.formats) == ("deep", Path("out"), ("html", "md", "json"))
    assert (settings.budget_usd, settings.budget_tokens, settings.budget_seconds) == (1.5, 9000, 60)
    assert (settings.sources_file, settings.independent_sources) == (Path("s.toml"), ("x.org,y.org",))
    assert settings.same_sources == ("a.org,b.org", "c/,d/")
    assert settings.local_only
    assert not settings.approve_plan


def test_what_is_not_given_is_left_to_the_environment(library: FakeLibrary, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RESEARCH_DEPTH", "quick")
    monkeypatch.setenv("RESEARCH_LOCAL_ONLY", "1")
    assert main(["Why?"]) == 0
    assert library.called[0][1].depth == "quick"
    assert library.called[0][1].local_only


def test_a_question_comes_from_standard_input_or_a_file(
    library: FakeLibrary, stdin: Callable[[bytes], None], tmp_path: Path
) -> None:
    stdin("为什么？\n".encode())
    assert main(["-"]) == 0
    (tmp_path / "q.txt").write_text("From a file?\n")
    assert main(["@q.txt", "--quiet"]) == 0
    assert main(["--", "-1 is what?"]) == 0
    assert [question for question, _ in library.called] == ["为什么？", "From a file?", "-1 is what?"]


def test_a_plan_is_approved_from_standard_input(library: FakeLibrary, stdin: Callable[[bytes], None]) -> None:
    from research_agent.nodes.approve import Approve, Reject

    stdin(b"approve\n")
    assert main(["--approve-plan", "Why?"]) == 0
    stdin(b"reject too broad\n")
    main(["--approve-plan", "Why?"])
    assert library.decisions == [Approve(), Reject("too broad")]


def test_nobody_to_approve_is_wrong_usage_before_anything_starts(
    library: FakeLibrary, stdin: Callable[[bytes], None], capsys: pytest.CaptureFixture[str]
) -> None:
    stdin(b"")
    assert main(["--approve-plan", "Why?"]) == 2
    assert "echo approve" in capsys.readouterr().err
    stdin(b"Why?")
    assert main(["--approve-plan", "-"]) == 2
    assert library.called == []
