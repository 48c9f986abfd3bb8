from __future__ import annotations

from typing import Any

from research_agent.cli.board import Board, count, duration
from research_agent.events import event


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def board_after(*events: dict[str, Any]) -> Board:
    board = Board(clock=Clock())
    for one in events:
        board.take(one)
    return board


RUN = event("run", run="r", folder="runs/r", engine="extractive", reason="no key", question="Why?")
PLAN = event("plan", sub_questions=[{"id": "1", "text": "one"}, {"id": "2", "text": "two"}], origin="engine", note="")


def test_a_sub_question_goes_from_searching_to_claims() -> None:
    board = board_after(RUN, PLAN)
    states = [board.lines["1"].state]
    for step in (
        event("search", sub_question="1", query="q", provider="local", status="found", hits=3, why=""),
        event("read", sub_question="1", address="file:///a", title="A", status="read", why=""),
        event("read", sub_question="1", address="file:///b", title="B", status="failed", why="encrypted"),
        event("claims", sub_question="1", found=4, missing=["x"]),
    ):
        board.take(step)
        states.append(board.lines["1"].state)
    assert states == [
        "searching",
        "reading, 3 hits",
        "reading, 1 read",
        "reading, 1 read, 1 failed",
        "4 claims from 1 source",
    ]
    assert board.problems == ["file:///b: encrypted"]


def test_the_todo_list_ticks_what_is_done_and_tells_why_something_was_given_up() -> None:
    done = {"sub_question": "1", "text": "one", "status": "done", "why": "4 statements from 3 sources"}
    up = {"sub_question": "2", "text": "two", "status": "given-up", "why": "nothing was found"}
    board = board_after(RUN, PLAN)
    assert [line.mark for line in board.lines.values()] == ["[ ]", "[ ]"]
    board.take(event("todo", after="round", items=[done, up, {"sub_question": "9", "status": "done"}]))
    assert [line.mark for line in board.lines.values()] == ["[x]", "[-]"]
    assert board.lines["2"].state == "given up: nothing was found"
    assert all(line.done for line in board.lines.values())


def test_nothing_found_and_failed_look_different() -> None:
    nothing = event("search", sub_question="1", query="q", provider="local", status="nothing", hits=0, why="")
    failed = event("search", sub_question="2", query="q", provider="brave", status="failed", hits=0, why="key refused")
    board = board_after(RUN, PLAN, nothing, failed)
    assert board.lines["1"].state == "nothing found yet"
    assert board.problems == ["brave: key refused"]


def test_what_is_awaited_is_named() -> None:
    board = board_after(RUN)
    assert board.awaited() == "planning"
    board.take(PLAN)
    assert board.awaited() == "sub-question 1 (searching) and 1 more"
    board.take(event("waiting", what="model", seconds=8.0, why="429"))
    assert board.awaited() == "model: 429, again in 8 s"
    board.take(event("claims", sub_question="1", found=1, missing=[]))
    assert board.awaited() == "sub-question 2 (searching)"
    board.take(event("verify", round=0, claims=1, disputed=0, new_sub_questions=[{"id": "1.1", "text": "more"}]))
    assert set(board.lines) == {"1", "2", "1.1"}
    board.take(event("write", status="started", sentences=0, dropped=0))
    assert board.awaited() == "writing"


def test_tokens_and_cost_add_up() -> None:
    call = {"role": "planner", "prompt": "plan", "prompt_tokens": 1000, "completion_tokens": 50, "seconds": 1.0}
    board = board_after(RUN, event("model", usd=0.01, **call), event("model", usd=None, **call))
    assert board.cost() == "2 model calls, 2,100 tokens, $0.0100"
    assert board_after(RUN).cost() == ""


def test_an_unknown_event_and_unknown_sub_questions_change_nothing() -> None:
    board = board_after(event("later"), {"event": "claims"}, {}, event("search", sub_question="9", hits=1))
    assert board.lines == {}


def test_counts_and_times_read_well() -> None:
    assert [count(0, "query"), count(1, "query"), count(2000, "query")] == ["0 queries", "1 query", "2,000 queries"]
    assert [duration(0.4), duration(59.4), duration(65)] == ["0 s", "59 s", "1 min 05 s"]
