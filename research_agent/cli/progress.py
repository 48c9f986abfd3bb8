"""Shows a run under way on standard error: a live board on a terminal, plain lines elsewhere, nothing when quiet.

Both say what is awaited when nothing has happened for a while, so that a slow model never looks like a hang.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from research_agent.cli import streams
from research_agent.cli.board import Board, count, duration
from research_agent.events import Event
from research_agent.reports.process import TODO_MARKS

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live

HEARTBEAT = 15.0
"""Seconds without a line after which plain lines say what is awaited."""

STATE_WIDTH = 40
"""Columns for what is told of one sub-question, at most: half of a terminal of eighty."""
_PROBLEMS_SHOWN = 3


class Display(Protocol):
    """Something that shows a board; ``close`` may be followed by ``open``, for a prompt in between."""

    def open(self) -> None: ...

    def show(self, event: Event) -> None: ...

    def tick(self) -> None: ...

    def close(self) -> None: ...


class Silent:
    """Shows nothing: ``--quiet`` and ``--json``."""

    def open(self) -> None: ...

    def show(self, event: Event) -> None: ...

    def tick(self) -> None: ...

    def close(self) -> None: ...


class PlainLines:
    """One line for each thing that happened; for logs, pipes and screen readers."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._told = board.clock()
        self._problems = 0

    def open(self) -> None: ...

    def close(self) -> None: ...

    def show(self, event: Event) -> None:
        self._tell([*plain_lines(event), *(f"Problem: {one}" for one in self._board.problems[self._problems :])])
        self._problems = len(self._board.problems)

    def tick(self) -> None:
        """Say what is awaited when no line was printed for ``HEARTBEAT`` seconds: not every event is worth one."""
        if self._board.clock() - self._told >= HEARTBEAT:
            self._tell([f"Still at work after {duration(self._board.elapsed)}: {self._board.awaited()}"])

    def _tell(self, lines: list[str]) -> None:
        for line in lines:
            streams.tell(line)
            self._told = self._board.clock()


def plain_lines(event: Event) -> list[str]:
    """An event as lines of text; empty for those that are not worth a line, and for problems."""
    kind = event.get("event")
    if kind == "run":
        return [f"Run: {event.get('folder')}", f"Engine: {event.get('engine')} ({event.get('reason')})"]
    if kind == "plan":
        listed = [f"  {sub['id']}. {streams.one_line(str(sub['text']))}" for sub in event.get("sub_questions", ())]
        return [f"Plan: {count(len(listed), 'sub-question')}", *listed]
    if kind == "search" and event.get("status") != "failed":
        query = streams.one_line(str(event.get("query")), 80)
        return [
            f"{event.get('sub_question')}. searched {event.get('provider')}: {query} ({count(event['hits'], 'hit')})"
        ]
    if kind == "read" and event.get("status") == "read":
        title = streams.one_line(str(event.get("title") or event.get("address")), 100)
        return [f"{event.get('sub_question')}. read: {title}"]
    if kind == "claims":
        missing = len(event.get("missing", ()))
        rest = f", {count(missing, 'part')} not answered" if missing else ""
        return [f"{event.get('sub_question')}. {count(event['found'], 'claim')} found{rest}"]
    if kind == "waiting":
        why = streams.one_line(f"{event.get('what')}: {event.get('why')}")
        seconds = f"{float(event['seconds']):.0f} s " if event.get("seconds") else ""
        return [f"Waiting {seconds}for {why}"]
    return _late_lines(event)


def _late_lines(event: Event) -> list[str]:
    kind = event.get("event")
    if kind == "index" and event.get("documents") is not None:
        return [f"Documents: {event['documents']:,}, {event['read']:,} of them new or changed"]
    if kind == "verify":
        added = event.get("new_sub_questions", ())
        disputed = f", {event['disputed']} disputed" if event.get("disputed") else ""
        again = f"; {count(len(added), 'new sub-question')}" if added else ""
        why = f"  {streams.one_line(str(event['why']), 160)}" if event.get("why") else ""
        return [f"Checked: {count(event.get('claims', 0), 'claim')}{disputed}{again}", *([why] if why else [])]
    if kind == "todo" and event.get("after") == "round":
        return [todo_line(item) for item in event.get("items", ())]
    if kind == "write":
        return {
            "started": ["Writing the report"],
            "repair": [f"Mending {count(event.get('sentences', 0), 'sentence')}"],
        }.get(str(event.get("status")), [])
    return []


def todo_line(item: Mapping[str, Any]) -> str:
    """``  [-] 2. How deep is it? (given up: nothing was found)``."""
    status, why = str(item.get("status")), streams.one_line(str(item.get("why", "")), 120)
    told = f"given up: {why}" if status == "given-up" else why
    text = streams.one_line(f"{item.get('sub_question')}. {item.get('text')}", 160)
    return f"  {TODO_MARKS.get(status, '[ ]')} {text}" + (f" ({told})" if told else "")


class LiveBoard:
    """The board, redrawn in place on a terminal."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._console = streams.stderr_console()
        self._live: Live | None = None

    def open(self) -> None:
        if self._live is None:
            from rich.live import Live

            self._live = Live(console=self._console, auto_refresh=False, transient=True, get_renderable=self._draw)
            self._live.start(refresh=True)

    def show(self, event: Event) -> None:
        if event.get("event") == "run":  # stays on the screen, whatever happens to the board
            for line in plain_lines(event):
                self._console.print(streams.plain(line), soft_wrap=True)
        self.tick()

    def tick(self) -> None:
        if self._live is not None:
            self._live.refresh()

    def close(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _draw(self) -> RenderableType:
        return draw(self._board)


def draw(board: Board) -> RenderableType:
    """The board as one rich renderable; every row fits on one line of any width."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(no_wrap=True, style="bold", min_width=5)
    table.add_column(no_wrap=True, overflow="ellipsis", ratio=1, min_width=12)
    table.add_column(no_wrap=True, overflow="ellipsis", justify="right")
    for line in board.lines.values():
        style = "green" if line.claims else "yellow" if line.done or line.failed else "cyan"
        state = Text(line.state, style=style)
        state.truncate(STATE_WIDTH, overflow="ellipsis")
        table.add_row(Text(f"{line.mark} {line.id}"), Text(line.text), state)
    hidden = len(board.problems) - _PROBLEMS_SHOWN
    problems = [_row(f"Problem: {text}", "yellow") for text in board.problems[-_PROBLEMS_SHOWN:]]
    if hidden > 0:
        problems.insert(0, _row(f"{count(hidden, 'earlier problem')}; all stand in the report", "yellow"))
    return Group(*([table] if board.lines else []), *problems, *(_row(line, "dim") for line in _footer(board)))


def _footer(board: Board) -> list[str]:
    """Time, phase and cost; below it what is awaited, once nothing has happened for a while."""
    first = " | ".join(part for part in (duration(board.elapsed), board.phase, board.cost()) if part)
    if board.quiet_for < HEARTBEAT / 3 and not board.waiting:
        return [first]
    return [first, f"waiting for {duration(board.quiet_for)}: {board.awaited()}"]


def _row(text: str, style: str) -> RenderableType:
    from rich.text import Text

    return Text(text, style=style, no_wrap=True, overflow="ellipsis")
