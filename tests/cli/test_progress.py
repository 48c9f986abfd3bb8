from __future__ import annotations

import io

import pytest
from rich.cells import cell_len
from rich.console import Console

from research_agent.cli.board import Board
from research_agent.cli.progress import HEARTBEAT, LiveBoard, PlainLines, draw, plain_lines
from research_agent.events import Event, event

EVENTS: list[Event] = [
    event("run", run="r", folder="runs/r", engine="llm", reason="a key is set", question="Why \x1b[31mred?"),
    event(
        "plan",
        sub_questions=[
            {"id": "1", "text": "A sub-question that is longer than any line of a terminal of eighty columns will be"},
            {
                "id": "2",
                "text": "为什么数据库需要定期清理，以及在什么情况下自动清理不够用，应当如何调整相关的参数才合适",
            },
            {"id": "3", "text": "with \x1b]0;evil\x07escape"},
        ],
        origin="fallback",
        note="The planner's reply could not be used.",
    ),
    event("search", sub_question="1", query="q", provider="local", status="found", hits=12, why=""),
    event("read", sub_question="1", address="https://e.org/a", title="A \x1b[2Jtitle", status="read", why=""),
    event("read", sub_question="2", address="https://e.org/b", title="", status="failed", why="timeout"),
    event("model", role="reader", prompt="read", prompt_tokens=900, completion_tokens=80, usd=0.002, seconds=2.0),
    event("claims", sub_question="1", found=4, missing=["y"]),
    event("problem", stage="read", subject="2", what="The model refused."),
    *[event("problem", stage="search", subject=str(n), what="brave failed") for n in range(5)],
    event("verify", round=1, claims=4, disputed=1, new_sub_questions=[{"id": "2.1", "text": "more"}]),
    event(
        "todo",
        after="round",
        items=[
            {"sub_question": "1", "text": "A sub-question", "status": "done", "why": "4 statements from 1 source"},
            {"sub_question": "2", "text": "为什么", "status": "given-up", "why": "没有找到\x1b[31m；" * 9},
            {
                "sub_question": "3",
                "text": "with \x1b]0;evil\x07escape",
                "status": "given-up",
                "why": "nothing was found",
            },
            {"sub_question": "2.1", "text": "more", "status": "open", "why": ""},
        ],
    ),
    event("waiting", what="the model server", seconds=4, why="rate limit"),
    event("write", status="repair", sentences=2, dropped=0),
]


def filled() -> Board:
    board = Board()
    for one in EVENTS:
        board.take(one)
    return board


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("colour", [True, False])
def test_the_board_fits_every_width(width: int, colour: bool) -> None:
    out = io.StringIO()
    Console(file=out, width=width, force_terminal=colour, no_color=not colour).print(draw(filled()))
    lines = out.getvalue().splitlines()
    if not colour:
        assert all(cell_len(line) <= width for line in lines)
        assert len(lines) == 4 + 1 + 3 + 1 + sum("waiting for" in line for line in lines)
        assert "\x1b" not in out.getvalue()
    assert "evil" not in out.getvalue()


def test_the_board_is_a_checklist() -> None:
    out = io.StringIO()
    Console(file=out, width=80).print(draw(filled()))
    text = out.getvalue()
    assert "[x] 1 " in text
    assert "[-] 3 " in text
    assert "given up: nothing was found" in text
    assert "[ ] 2.1" in text


def test_without_a_terminal_the_list_is_told_after_each_round() -> None:
    (told,) = [one for one in EVENTS if one["event"] == "todo"]
    lines = plain_lines(told)
    assert lines[0] == "  [x] 1. A sub-question (4 statements from 1 source)"
    assert lines[2] == "  [-] 3. with escape (given up: nothing was found)"
    assert lines[3] == "  [ ] 2.1. more"
    assert "\x1b" not in "".join(lines)
    assert plain_lines({**told, "after": "branch"}) == []


def test_an_empty_board_can_be_drawn() -> None:
    out = io.StringIO()
    Console(file=out, width=80).print(draw(Board()))
    assert out.getvalue().strip() == "0 s | starting"


def test_plain_lines_tell_what_happened(capsys: pytest.CaptureFixture[str]) -> None:
    board = Board()
    display = PlainLines(board)
    for one in EVENTS:
        board.take(one)
        display.show(one)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("Run: runs/r\nEngine: llm (a key is set)\nPlan: 3 sub-questions\n  1. A sub")
    for part in ("searched local: q (12 hits)", "read: A title", "Problem: https://e.org/b: timeout", "Mending 2 sent"):
        assert part in captured.err
    assert "\x1b" not in captured.err
    assert captured.err.count("The model refused") == 1


def test_plain_lines_have_a_heartbeat_that_names_what_is_awaited(capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    board = Board(clock=lambda: now[0])
    display = PlainLines(board)
    board.take(EVENTS[0])
    for second in range(0, 3 * int(HEARTBEAT) + 1, 1):
        now[0] = float(second)
        display.tick()
    assert capsys.readouterr().err.splitlines() == [
        f"Still at work after {seconds}: planning" for seconds in ("15 s", "30 s", "45 s")
    ]


def test_a_live_board_can_be_closed_and_opened_again(capsys: pytest.CaptureFixture[str]) -> None:
    board = Board()
    display = LiveBoard(board)
    display.close()
    display.open()
    display.show(EVENTS[0])
    display.close()
    display.open()
    display.tick()
    display.close()
    assert "Run: runs/r" in capsys.readouterr().err


def test_an_event_without_a_line_has_none() -> None:
    assert plain_lines(event("model")) == []
    assert plain_lines(event("later")) == []
