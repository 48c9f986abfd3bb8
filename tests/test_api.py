"""Whole runs through the library: what a program that embeds the package relies on."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from research_agent import Approve, Edit, Reject, Report, research, research_sync, resume, stream
from research_agent.domain import NextStep, Plan, Problem, Question, Reading, Relation, SubQuestion
from research_agent.engines.fake import FakeEngine
from research_agent.errors import BudgetError, ConfigError, ModelError
from research_agent.events import Event
from research_agent.evidence.ledger import Ledger
from research_agent.evidence.verify import verify_run
from research_agent.runs.find import find_run
from tests.support.runs import run_settings

QUESTION = "How high is the lighthouse of Lindau?"
FERRY_STEP = NextStep(
    sub_question="1",
    text="How long does the ferry take?",
    queries=("ferry minutes Bregenz",),
    way="other-term",
    gain=0.8,
)


def folder_of(report: Report, tmp_path: Path) -> Path:
    return tmp_path / "runs" / report.run


async def test_a_question_becomes_a_report_whose_citations_hold(tmp_path: Path) -> None:
    report = await research(QUESTION, run_settings(tmp_path), engine=FakeEngine())
    assert report.outcome == "complete"
    assert report.answer[0].claims
    folder = folder_of(report, tmp_path)
    assert {"report.md", "report.html", "report.json", "run.json", "journal.sqlite"} <= {
        p.name for p in folder.iterdir()
    }
    assert verify_run(folder) == ()


async def test_events_come_in_order_and_end_with_the_report(tmp_path: Path) -> None:
    events = [told async for told in stream(QUESTION, run_settings(tmp_path), engine=FakeEngine())]
    kinds = [told["event"] for told in events]
    assert kinds[0] == "run"
    assert kinds[-1] == "report"
    assert kinds.index("plan") < kinds.index("search") < kinds.index("claims") < kinds.index("verify")
    assert events[-1]["report"]["question"] == QUESTION


async def test_the_events_file_holds_what_was_told(tmp_path: Path) -> None:
    told: list[Event] = []
    report = await research(QUESTION, run_settings(tmp_path), engine=FakeEngine(), emit=told.append)
    lines = (folder_of(report, tmp_path) / "events.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["event"] for line in lines] == [each["event"] for each in told]


def test_a_synchronous_program_needs_no_event_loop(tmp_path: Path) -> None:
    assert research_sync(QUESTION, run_settings(tmp_path), engine=FakeEngine()).sources


async def test_nothing_found_is_a_report_that_says_so(tmp_path: Path) -> None:
    report = await research("Wie tief ist der Marianengraben?", run_settings(tmp_path), engine=FakeEngine())
    assert report.outcome == "no_evidence"
    assert not report.answer
    assert report.not_found[0].why == "nothing_found"
    assert report.not_found[0].searched


async def test_an_unusable_plan_falls_back_to_the_question_and_says_so(tmp_path: Path) -> None:
    engine = FakeEngine(plan=ModelError("The planner wrote prose.", kind="bad_reply"))
    report = await research(QUESTION, run_settings(tmp_path), engine=engine)
    assert report.plan.origin == "fallback"
    assert report.outcome == "partial"
    assert "The planner wrote prose." in report.plan.note


async def test_a_dead_endpoint_stops_the_run_and_resume_goes_on(tmp_path: Path) -> None:
    broken = FakeEngine(plan=ModelError("The endpoint is down.", kind="unavailable", retryable=True))
    with pytest.raises(ModelError, match="endpoint is down"):
        await research(QUESTION, run_settings(tmp_path), engine=broken)
    folder = find_run(tmp_path / "runs", "last")
    assert json.loads((folder / "run.json").read_text(encoding="utf-8"))["status"] == "failed"
    report = await resume(folder, run_settings(tmp_path), engine=FakeEngine())
    assert report.outcome == "complete"


async def test_a_failing_branch_leaves_the_others_their_findings(tmp_path: Path) -> None:
    plan = two_step_plan()
    engine = FakeEngine(plan=plan, readings={"2": ModelError("The reader choked.", kind="bad_reply")})
    report = await research(QUESTION, run_settings(tmp_path), engine=engine)
    assert report.outcome == "partial"
    assert report.answer
    assert [missing.sub_question for missing in report.not_found] == ["2"]


async def test_a_reading_that_broke_off_stands_in_the_report_and_is_not_called_missing(tmp_path: Path) -> None:
    failed = Reading(
        sub_question="2", problems=(Problem(stage="read", subject="2", what="The reader choked.", kind="bad_reply"),)
    )
    engine = FakeEngine(plan=two_step_plan(), readings={"2": failed})
    report = await research(QUESTION, run_settings(tmp_path), engine=engine)
    assert [each.what for each in report.problems if each.stage == "read"] == ["The reader choked."]
    assert [missing.why for missing in report.not_found] == ["reading_failed"]


async def test_no_claim_because_the_model_failed_is_never_nothing_found(tmp_path: Path) -> None:
    failed = Reading(
        sub_question="1",
        problems=(Problem(stage="read", subject="1", what="The endpoint answered 500.", kind="unavailable"),),
    )
    with pytest.raises(ModelError, match="answered 500"):
        await research(QUESTION, run_settings(tmp_path), engine=FakeEngine(readings={"1": failed}))


async def test_a_spent_budget_is_the_outcome_and_what_is_known_is_written(tmp_path: Path) -> None:
    spent = BudgetError("The budget of 10 tokens is spent.", kind="tokens")
    report = await research(
        QUESTION, run_settings(tmp_path), engine=FakeEngine(plan=two_step_plan(), readings={"2": spent})
    )
    assert report.outcome == "budget_spent"
    assert report.answer


async def test_a_writer_that_fails_costs_its_prose_and_not_the_evidence(tmp_path: Path) -> None:
    engine = FakeEngine(draft=ModelError("The writer is down.", kind="unavailable"))
    report = await research(QUESTION, run_settings(tmp_path), engine=engine)
    assert report.outcome == "partial"
    assert report.answer or report.sections
    assert any("verbatim quotes" in problem.what for problem in report.problems)


async def test_what_is_missing_is_searched_in_a_further_round(tmp_path: Path) -> None:
    engine = FakeEngine(next=[[FERRY_STEP]])
    report = await research(QUESTION, run_settings(tmp_path), engine=engine)
    assert "read 1.1" in engine.calls
    assert [sub.id for sub in report.plan.sub_questions] == ["1", "1.1"]
    assert [each.chosen for each in report.reflections] == [("1.1",), ()]
    assert report.reflections[1].why == "stopped: this depth has no further round"
    assert [(item.sub_question, item.status) for item in report.todo] == [("1", "done"), ("1.1", "done")]


async def test_a_reflection_that_fails_costs_the_round_and_not_the_run(tmp_path: Path) -> None:
    engine = FakeEngine(next=ModelError("It is down.", kind="unavailable"))
    report = await research(QUESTION, run_settings(tmp_path), engine=engine)
    assert report.answer
    assert [problem.what for problem in report.problems if problem.stage == "verify"] == [
        "No further round was searched. It is down."
    ]
    assert report.reflections[0].why == "stopped: the model that reflects failed"


async def test_a_comparison_that_fails_costs_only_itself(tmp_path: Path) -> None:
    engine = FakeEngine(relations=ModelError("It is down.", kind="unavailable"))
    report = await research(QUESTION, run_settings(tmp_path), engine=engine)
    assert report.outcome == "complete"
    assert [each.kind for each in report.problems if each.stage == "verify"] == ["unrelated"]


async def test_what_an_engine_relates_is_accepted_or_refused_by_rule(tmp_path: Path) -> None:
    """Two sources that have nothing in common are not one claim, whatever an engine says."""

    def all_the_same(ledger: Ledger) -> tuple[Relation, ...]:
        ids = sorted(ledger.claims)
        return tuple(Relation(first=ids[0], second=other, kind="same") for other in ids[1:])

    plain = await research(QUESTION, run_settings(tmp_path / "1"), engine=FakeEngine())
    related = await research(QUESTION, run_settings(tmp_path / "2"), engine=FakeEngine(relations=all_the_same))
    assert len(related.claims) == len(plain.claims) > 1


async def test_a_further_round_reads_again_what_was_read_before(tmp_path: Path) -> None:
    """The fact may stand in a document that another sub-question's search had found."""
    step = replace(FERRY_STEP, queries=("a word that no document holds zzzz",))
    engine = FakeEngine(next=[[step]])
    report = await research(QUESTION, run_settings(tmp_path), engine=engine)
    assert next(item for item in report.todo if item.sub_question == "1.1").status == "done"


async def test_the_todo_list_is_told_as_it_changes(tmp_path: Path) -> None:
    events: list[Event] = []
    await research(QUESTION, run_settings(tmp_path), engine=FakeEngine(next=[[FERRY_STEP]]), emit=events.append)
    told = [
        (event["after"], [item["status"] for item in event["items"]]) for event in events if event["event"] == "todo"
    ]
    assert told == [
        ("plan", ["open"]),
        ("branch", ["done"]),
        ("round", ["done", "open"]),
        ("branch", ["done"]),
        ("round", ["done", "done"]),
    ]


async def test_a_given_address_outside_the_documents_is_a_visible_problem(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("The secret lighthouse of Lindau is 99 metres high.", encoding="utf-8")
    events: list[Event] = []
    settings = run_settings(tmp_path, urls=(f"file://{secret}",))
    report = await research(QUESTION, settings, engine=FakeEngine(), emit=events.append)
    assert any(told["event"] == "read" and told["status"] == "failed" for told in events)
    assert all("99 metres" not in quote.text for quote in report.quotes)


@pytest.mark.parametrize("question", ["", "   \n", "a\x00b", "x" * 20_001])
async def test_an_unusable_question_leaves_no_folder(tmp_path: Path, question: str) -> None:
    with pytest.raises(ConfigError):
        await research(question, run_settings(tmp_path), engine=FakeEngine())
    assert not (tmp_path / "runs").exists()


async def test_missing_documents_leave_no_folder(tmp_path: Path) -> None:
    settings = run_settings(tmp_path, documents=(str(tmp_path / "nowhere"),))
    with pytest.raises(ConfigError, match="nowhere"):
        await research(QUESTION, settings, engine=FakeEngine())
    assert list((tmp_path / "runs").glob("*")) == []


# ---------------------------------------------------------------- approval


async def test_the_plan_that_was_approved_runs_and_is_paid_once(tmp_path: Path) -> None:
    engine = FakeEngine()
    seen: list[Plan] = []

    async def approve(plan: Plan) -> Approve:
        seen.append(plan)
        return Approve()

    report = await research(QUESTION, run_settings(tmp_path, approve_plan=True), engine=engine, approve=approve)
    assert report.outcome == "complete"
    assert len(seen) == 1
    assert engine.calls.count("plan") == 1


async def test_an_edited_plan_is_the_one_that_runs(tmp_path: Path) -> None:
    async def approve(plan: Plan) -> Edit:
        return Edit(two_step_plan())

    engine = FakeEngine()
    report = await research(QUESTION, run_settings(tmp_path, approve_plan=True), engine=engine, approve=approve)
    assert report.plan.origin == "edited"
    assert {"read 1", "read 2"} <= set(engine.calls)


async def test_a_rejected_plan_searches_nothing(tmp_path: Path) -> None:
    async def approve(plan: Plan) -> Reject:
        return Reject("no novel ideas")

    engine = FakeEngine()
    with pytest.raises(ConfigError, match="no novel ideas") as caught:
        await research(QUESTION, run_settings(tmp_path, approve_plan=True), engine=engine, approve=approve)
    assert caught.value.kind == "plan_rejected"
    assert engine.calls == ["plan"]


async def test_approval_without_anybody_to_give_it_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="nobody was named"):
        await research(QUESTION, run_settings(tmp_path, approve_plan=True), engine=FakeEngine())


# ---------------------------------------------------------------- interruption


async def test_a_cancelled_run_can_be_resumed(tmp_path: Path) -> None:
    reached = asyncio.Event()

    class Stuck(FakeEngine):
        async def write(self, *args: object, **kwargs: object) -> None:  # type: ignore[override]
            reached.set()
            await asyncio.sleep(60)

    running = asyncio.ensure_future(research(QUESTION, run_settings(tmp_path), engine=Stuck()))
    await reached.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    folder = find_run(tmp_path / "runs", "last")
    assert json.loads((folder / "run.json").read_text(encoding="utf-8"))["status"] == "interrupted"
    report = await resume(folder, run_settings(tmp_path), engine=FakeEngine())
    assert report.outcome == "complete"
    assert verify_run(folder) == ()


def two_step_plan() -> Plan:
    from research_agent.domain import Intent, OutlineSection

    return Plan(
        intent=Intent.FACT,
        sub_questions=(
            SubQuestion(id="1", text=QUESTION, queries=("lighthouse Lindau metres high",)),
            SubQuestion(id="2", text="How long does the ferry take?", queries=("ferry Bregenz minutes",)),
        ),
        outline=(OutlineSection(title="The lighthouse", sub_questions=("1", "2")),),
    )


async def test_the_question_of_a_resumed_run_keeps_its_day(tmp_path: Path) -> None:
    first = await research(QUESTION, run_settings(tmp_path), engine=FakeEngine())
    again = await resume(folder_of(first, tmp_path), run_settings(tmp_path), engine=FakeEngine())
    assert isinstance(again.question, Question)
    assert again == first
