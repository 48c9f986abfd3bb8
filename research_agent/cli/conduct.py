"""One research run from the command line: shows it, prints its report, says how to go on, gives the exit code.

``ask``, ``resume`` and ``replay`` differ in what they call and share everything else, which is here.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from research_agent.cli import streams
from research_agent.cli.approval import Approver, StdinAnswers
from research_agent.cli.board import Board
from research_agent.cli.closing import closing_lines, print_report
from research_agent.cli.exit_codes import ExitCode, Interrupted, of_report
from research_agent.cli.failures import Manner, report_failure, resume_line
from research_agent.cli.progress import Display, LiveBoard, PlainLines, Silent
from research_agent.cli.session import Session
from research_agent.events import Emit, Event

if TYPE_CHECKING:
    from research_agent.domain import Report

Call = Callable[[Emit, Approver], Coroutine[Any, Any, "Report"]]
"""The library's call, given where events go and who approves the plan."""


@dataclass(frozen=True, slots=True)
class View:
    """How a run is shown."""

    events: bool = False
    """Events as JSON lines on standard output."""
    object: bool = False
    """The report as one JSON object on standard output."""
    quiet: bool = False
    debug: bool = False

    @property
    def manner(self) -> Manner:
        return Manner(json=self.events or self.object, debug=self.debug)


class Conduct:
    """A run under way, between the library's events and the user."""

    def __init__(self, view: View, answers: StdinAnswers | None = None) -> None:
        self._view = view
        self._answers = answers or StdinAnswers()
        self._board = Board()
        self._display = _display(view, self._board)
        self._session = Session(self._display.tick)
        self._output_closed = False

    def run(self, call: Call) -> ExitCode:
        """Make the call and tell the user what became of it."""
        approver = Approver(answers=self._answers, pause=self._display.close, go_on=self._display.open)
        try:
            self._display.open()
            try:
                report = self._session.run(lambda: call(self._emit, approver))
            finally:
                self._display.close()
            return self._finish(report)
        except Interrupted as interrupted:
            return self._interrupted(interrupted)
        except streams.OutputClosed:
            return ExitCode.OUTPUT_CLOSED if self._view.events else ExitCode.OK
        except asyncio.CancelledError:
            return self._interrupted(Interrupted(signal.SIGINT))
        except Exception as error:  # noqa: BLE001 - the outermost edge: told, with the trace under --debug
            return report_failure(error, self._view.manner, None if self._board.replays else self._folder)

    @property
    def _folder(self) -> Path | None:
        return Path(self._board.folder) if self._board.folder else None

    def _emit(self, event: Event) -> None:
        """Hear an event. Never raises: an error here would be taken for one of the research."""
        self._board.take(event)
        self._display.show(event)
        if self._view.events and not self._output_closed:
            try:
                streams.write_json(event, indent=None)
            except streams.OutputClosed:
                self._output_closed = True
                self._session.stop(signal.SIGPIPE)

    def _finish(self, report: Report) -> ExitCode:
        if self._view.object:
            streams.write_json(self._board.report if self._board.report is not None else _as_json(report))
        elif not self._view.events:
            print_report(report)
        if not self._view.quiet and not self._view.events:
            if sys.stdout is not None and sys.stdout.isatty() and sys.stderr.isatty():
                streams.tell()
            for line in closing_lines(report, self._folder, self._board.elapsed):
                streams.tell(line)
        return of_report(report)

    def _interrupted(self, interrupted: Interrupted) -> ExitCode:
        if self._folder is not None:
            streams.tell(f"research: interrupted; what is done is kept.\nTo go on: {resume_line(self._folder)}")
        else:
            streams.tell("research: interrupted before anything was done.")
        return interrupted.exit_code


def _display(view: View, board: Board) -> Display:
    if view.quiet or view.events:
        return Silent()
    return (
        LiveBoard(board) if sys.stderr.isatty() and not streams.stderr_console().is_dumb_terminal else PlainLines(board)
    )


def _as_json(report: Report) -> dict[str, Any]:
    from research_agent.reports.document import report_json

    return report_json(report)
