"""What is known about a run under way: the sum of its events so far. Pure; the displays read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from research_agent.cli.streams import one_line
from research_agent.events import Event
from research_agent.reports.process import TODO_MARKS


@dataclass(slots=True)
class Line:
    """One sub-question on the board."""

    id: str
    text: str
    found_hits: int = 0
    read: int = 0
    failed: int = 0
    claims: int | None = None
    """None until the engine has read for it."""
    missing: int = 0
    searched: bool = False
    todo: str = "open"
    """``open``, ``done`` or ``given-up``."""
    why: str = ""
    """Why it was given up, or what it lacks though it is done."""

    @property
    def mark(self) -> str:
        """Its box on the list: ``[ ]``, ``[x]``, ``[-]``."""
        return TODO_MARKS.get(self.todo, "[ ]")

    @property
    def state(self) -> str:
        """What it is doing, or what came of it, in a few words."""
        if self.todo == "given-up":
            return f"given up: {self.why}" if self.why else "given up"
        if self.claims is not None:
            return f"{count(self.claims, 'claim')} from {count(self.read, 'source')}"
        if self.read or self.failed:
            failed = f", {self.failed} failed" if self.failed else ""
            return f"reading, {self.read} read{failed}"
        if self.searched:
            return f"reading, {count(self.found_hits, 'hit')}" if self.found_hits else "nothing found yet"
        return "searching"

    @property
    def done(self) -> bool:
        return self.claims is not None or self.todo != "open"


@dataclass(slots=True)
class Board:
    """The run as its events tell it. ``take`` is the only thing that changes it."""

    clock: Callable[[], float] = monotonic
    run: str = ""
    folder: str = ""
    replays: bool = False
    """Whether it is a recording that is played back: such a run is not resumed."""
    question: str = ""
    engine: str = ""
    lines: dict[str, Line] = field(default_factory=dict)
    phase: str = "starting"
    problems: list[str] = field(default_factory=list)
    model_calls: int = 0
    tokens: int = 0
    usd: float | None = None
    waiting: str = ""
    report: dict[str, Any] | None = None
    started: float = 0.0
    last_event: float = 0.0

    def __post_init__(self) -> None:
        self.started = self.last_event = self.clock()

    @property
    def elapsed(self) -> float:
        return self.clock() - self.started

    @property
    def quiet_for(self) -> float:
        """Seconds since the last event."""
        return self.clock() - self.last_event

    def take(self, event: Event) -> None:
        """Add one event; an unknown kind, or one without its fields, changes nothing."""
        self.last_event = self.clock()
        if event.get("event") != "waiting":
            self.waiting = ""
        handler = _HANDLERS.get(str(event.get("event")))
        if handler:
            handler(self, event)

    def awaited(self) -> str:
        """What the run is waiting for, in words."""
        if self.waiting:
            return self.waiting
        open_lines = [line for line in self.lines.values() if not line.done]
        if self.phase != "researching" or not open_lines:
            return self.phase
        first = f"sub-question {open_lines[0].id} ({open_lines[0].state})"
        more = f" and {len(open_lines) - 1} more" if len(open_lines) > 1 else ""
        return f"{first}{more}"

    def cost(self) -> str:
        """Tokens and money so far; empty where no model was asked."""
        if not self.model_calls:
            return ""
        price = f", ${self.usd:.4f}" if self.usd is not None else ""
        return f"{count(self.model_calls, 'model call')}, {self.tokens:,} tokens{price}"


def count(number: int, noun: str) -> str:
    """``1 claim``, ``2 claims``, ``2 queries``."""
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {noun[:-1]}ies" if noun.endswith("y") else f"{number:,} {noun}s"


def duration(seconds: float) -> str:
    """``7 s``, ``1 min 05 s``."""
    whole = round(seconds)
    return f"{whole} s" if whole < 60 else f"{whole // 60} min {whole % 60:02d} s"


def _run(board: Board, event: Event) -> None:
    board.run, board.folder = str(event.get("run", "")), str(event.get("folder", ""))
    board.replays = event.get("mode") == "replay"
    board.question = one_line(str(event.get("question", "")), 500)
    board.engine = one_line(f"{event.get('engine', '')}: {event.get('reason', '')}".strip(": "), 300)
    board.phase = "planning"


def _index(board: Board, event: Event) -> None:
    if event.get("documents") is None:
        board.phase = f"reading documents, {event.get('read')} of {event.get('of')}"
    else:
        board.phase = "planning"


def _plan(board: Board, event: Event) -> None:
    board.lines = {}
    _add(board, event.get("sub_questions", ()))
    board.phase = "researching"


def _add(board: Board, sub_questions: Any) -> None:
    for sub in sub_questions:
        board.lines[str(sub["id"])] = Line(str(sub["id"]), one_line(str(sub["text"]), 300))


def _line(board: Board, event: Event) -> Line | None:
    return board.lines.get(str(event.get("sub_question")))


def _search(board: Board, event: Event) -> None:
    if line := _line(board, event):
        line.searched = True
        line.found_hits += int(event.get("hits", 0))
    if event.get("status") == "failed":
        _note(board, f"{event.get('provider')}: {event.get('why')}")


def _read(board: Board, event: Event) -> None:
    line = _line(board, event)
    if event.get("status") == "failed":
        _note(board, f"{event.get('address')}: {event.get('why')}")
    if line and event.get("status") == "failed":
        line.failed += 1
    elif line:
        line.read += 1


def _claims(board: Board, event: Event) -> None:
    if line := _line(board, event):
        line.claims = (line.claims or 0) + int(event.get("found", 0))
        line.missing = len(event.get("missing", ()))


def _todo(board: Board, event: Event) -> None:
    for item in event.get("items", ()):
        if line := board.lines.get(str(item.get("sub_question"))):
            line.todo = str(item.get("status", "open"))
            line.why = one_line(str(item.get("why", "")), 200)


def _verify(board: Board, event: Event) -> None:
    added = event.get("new_sub_questions", ())
    _add(board, added)
    board.phase = "researching" if added else "writing"


def _model(board: Board, event: Event) -> None:
    board.model_calls += 1
    board.tokens += int(event.get("prompt_tokens") or 0) + int(event.get("completion_tokens") or 0)
    if event.get("usd") is not None:
        board.usd = (board.usd or 0.0) + float(event["usd"])


def _waiting(board: Board, event: Event) -> None:
    why = f": {event['why']}" if event.get("why") else ""
    again = f", again in {float(event['seconds']):.0f} s" if event.get("seconds") else ""
    board.waiting = one_line(f"{event.get('what')}{why}{again}", 200)


def _write(board: Board, event: Event) -> None:
    status = event.get("status")
    board.phase = {"started": "writing", "repair": "mending sentences", "draft": "checking"}.get(str(status), "writing")


def _problem(board: Board, event: Event) -> None:
    _note(board, f"{event.get('stage')} {event.get('subject')}: {event.get('what')}")


def _report(board: Board, event: Event) -> None:
    board.report = event.get("report")
    board.phase = "done"


def _note(board: Board, text: str) -> None:
    line = one_line(text, 300)
    if line not in board.problems:
        board.problems.append(line)


_HANDLERS: dict[str, Callable[[Board, Event], None]] = {
    "run": _run,
    "index": _index,
    "plan": _plan,
    "search": _search,
    "read": _read,
    "claims": _claims,
    "verify": _verify,
    "todo": _todo,
    "model": _model,
    "waiting": _waiting,
    "write": _write,
    "problem": _problem,
    "report": _report,
}
