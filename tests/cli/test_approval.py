from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.cli.approval import (
    Approver,
    Entry,
    StdinAnswers,
    check_answerable,
    edit_text,
    edited,
    parse_decision,
    parse_plan,
    plan_text,
)
from research_agent.domain import Intent, OutlineSection, Plan, SubQuestion
from research_agent.errors import ConfigError
from research_agent.nodes.approve import Approval, Approve, Edit, Reject, renumber

PLAN = Plan(
    intent=Intent.FACT,
    sub_questions=(
        SubQuestion(id="1", text="What is it?", queries=("it", "what it is")),
        SubQuestion(id="2", text="为什么？", queries=("原因",)),
    ),
    outline=(OutlineSection(title="Basics", sub_questions=("1",)), OutlineSection(title="原因", sub_questions=("2",))),
)


class Scripted:
    def __init__(self, *lines: str, terminal: bool = True) -> None:
        self.terminal = terminal
        self._lines: Iterator[str] = iter(lines)

    async def line(self) -> str:
        return next(self._lines, "")


async def answer(*lines: str, terminal: bool = True, text: str = "") -> Approval:
    steps: list[str] = []
    approver = Approver(
        answers=Scripted(*lines, terminal=terminal),
        pause=lambda: steps.append("pause"),
        go_on=lambda: steps.append("go on"),
        edit=lambda _: text,
    )
    try:
        return await approver(PLAN)
    finally:
        assert steps == ["pause", "go on"]


async def test_a_person_approves_rejects_or_is_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert await answer("a\n") == Approve()
    assert await answer("yes\n", "novel applications\n", "approve\n") == Approve()
    assert await answer("r\n") == Reject()
    assert await answer("") == Reject("end of input")
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "1. What is it?\n   - it" in captured.err
    assert "[a]pprove, [e]dit, [r]eject" in captured.err


async def test_a_person_edits_in_the_editor() -> None:
    approval = await answer("e\n", text="# note\n2. 为什么？\n   - 新的\nAnd now?\n")
    assert isinstance(approval, Edit)
    assert [sub.text for sub in approval.plan.sub_questions] == ["为什么？", "And now?"]
    ready = renumber(approval.plan)
    assert [(sub.id, sub.queries) for sub in ready.sub_questions] == [("1", ("新的",)), ("2", ("And now?",))]
    assert [(part.title, part.sub_questions) for part in ready.outline] == [("原因", ("1",)), ("And now?", ("2",))]


async def test_an_empty_edit_is_asked_again() -> None:
    assert await answer("e\n", "r\n", text="# nothing\n") == Reject()


@pytest.mark.parametrize(
    ("line", "decision"),
    [
        ("approve\n", Approve()),
        ("reject too broad\n", Reject("too broad")),
        ("reject", Reject()),
        ('{"decision": "approve"}', Approve()),
        ('{"decision": "reject", "reason": "x"}', Reject("x")),
    ],
)
def test_a_line_is_a_typed_decision(line: str, decision: Approval) -> None:
    assert parse_decision(line, PLAN) == decision


@pytest.mark.parametrize(
    "line",
    [
        "",
        "approved",
        "approve it",
        "no",
        '"approve"',
        '{"decision": "edit"}',
        '{"decision": "edit", "sub_questions": []}',
        '{"decision": "edit", "sub_questions": [{"text": "x", "queries": "y"}]}',
        "[1",
        "a section on novel ideas",
    ],
)
def test_anything_else_is_no_decision(line: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_decision(line, PLAN)
    assert caught.value.kind == "bad_decision"


def test_a_line_can_edit() -> None:
    line = '{"decision": "edit", "sub_questions": ["What is it?", {"text": "New", "queries": ["a", "b"]}]}'
    approval = parse_decision(line, PLAN)
    assert isinstance(approval, Edit)
    assert [(sub.id, sub.queries) for sub in approval.plan.sub_questions] == [
        ("1", ("it", "what it is")),
        ("new2", ("a", "b")),
    ]


async def test_without_a_terminal_the_answer_is_a_line() -> None:
    assert await answer("approve\n", terminal=False) == Approve()
    with pytest.raises(ConfigError, match="needs a terminal"):
        await answer(terminal=False)


def test_the_printed_plan_reads_back() -> None:
    assert parse_plan(plan_text(PLAN)) == [
        Entry("What is it?", ("it", "what it is"), "1"),
        Entry("为什么？", ("原因",), "2"),
    ]
    assert edited(PLAN, parse_plan(plan_text(PLAN))).sub_questions == PLAN.sub_questions


@given(st.text(max_size=200))
def test_any_edit_gives_a_plan_or_a_clear_error(text: str) -> None:
    try:
        plan = renumber(edited(PLAN, parse_plan(text)))
    except ConfigError:
        return
    assert all(sub.text and sub.queries for sub in plan.sub_questions)
    assert {name for part in plan.outline for name in part.sub_questions} == {sub.id for sub in plan.sub_questions}


def test_changed_words_do_not_keep_old_queries() -> None:
    plan = edited(PLAN, [Entry("What was it?", (), "1"), Entry("为什么？", (), "2"), Entry("again", (), "2")])
    assert [(sub.id, sub.queries) for sub in plan.sub_questions] == [
        ("1", ("What was it?",)),
        ("2", ("原因",)),
        ("new3", ("again",)),
    ]


def test_nobody_to_answer_is_found_out_at_once() -> None:
    reading, writing = os.pipe()
    try:
        answers = StdinAnswers(reading)
        check_answerable(answers, question_from_stdin=False)  # an open pipe may yet answer
        os.write(writing, b"approve\n")
        assert not answers.at_end()
        assert not answers.at_end()
        with pytest.raises(ConfigError, match="the question came from there"):
            check_answerable(answers, question_from_stdin=True)
    finally:
        os.close(writing)
    os.read(reading, 100)
    with pytest.raises(ConfigError, match="echo approve"):
        check_answerable(StdinAnswers(reading), question_from_stdin=False)
    os.close(reading)


async def test_the_bytes_looked_at_are_not_lost() -> None:
    reading, writing = os.pipe()
    os.write(writing, "批准\nnext".encode())
    answers = StdinAnswers(reading)
    assert not answers.at_end()
    assert await answers.line() == "批准\n"
    os.close(writing)
    assert await answers.line() == "next"
    assert await answers.line() == ""
    os.close(reading)


def test_the_editor_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = tmp_path / "editor.py"
    script.write_text("import sys, pathlib\np = pathlib.Path(sys.argv[1])\np.write_text(p.read_text() + 'added\\n')\n")
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")
    assert parse_plan(edit_text("1. a")) == [Entry("a", (), "1"), Entry("added")]
    monkeypatch.setenv("EDITOR", "no-such-editor-anywhere")
    with pytest.raises(ConfigError, match="no-such-editor-anywhere"):
        edit_text("1. a")
