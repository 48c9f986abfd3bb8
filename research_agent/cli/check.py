"""``research check FILE``: does each source that a report cites say what its sentence says? Any report, of any tool."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

from research_agent.cli import options, streams
from research_agent.cli.exit_codes import ExitCode
from research_agent.errors import ConfigError

if TYPE_CHECKING:
    from research_agent.checking.result import CheckedReport

File = Annotated[str, typer.Argument(metavar="FILE", help="A report in Markdown; - reads standard input.")]
Documents = Annotated[
    list[str] | None,
    typer.Option(
        "--documents",
        metavar="PATH",
        help="Folder, file or glob in which what is cited is looked up; the web is then left alone. Repeatable.",
    ),
]
Web = Annotated[bool, typer.Option("--web", help="With --documents: fetch the addresses that are not among them.")]

LARGEST = 20_000_000
"""Bytes of a report; a longer file is no report."""
TOLD_EVERY = 2.0
"""Seconds between two lines of progress."""


def check(
    file: File,
    documents: Documents = None,
    web: Web = False,
    local_only: options.LocalOnly = False,
    json: options.Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print the result (or an error) and nothing else.")] = False,
    debug: options.Debug = False,
) -> int:
    """Check any Markdown report: does each cited page support its sentence?

    Exit 0 when every cited sentence is supported, 1 when one is not (or its source cannot be read), 3 when nothing is
    cited. See docs/checking.md.
    """
    from research_agent.cli.session import Session
    from research_agent.settings import load_settings

    text = read_report(file)
    settings = load_settings(documents=tuple(documents or ()), local_only=local_only or None)
    progress = (lambda done, of, what: None) if quiet else source_teller()

    async def work() -> CheckedReport:
        from research_agent.checking.report import check_report

        return await check_report(text, settings=settings, web=web or not settings.documents, progress=progress)

    checked = Session().run(work)
    if json:
        streams.write_json(as_json(checked))
    else:
        from research_agent.cli.check_lines import result_lines

        streams.write("".join(f"{line}\n" for line in result_lines(checked)))
    return _code(checked)


def read_report(file: str, *, empty: bool = False) -> str:
    """The text of a report; an empty one only where ``empty`` allows it.

    Raises:
        ConfigError: kind ``bad_file``: it cannot be read, is empty, binary, or no text.
    """
    data = _bytes(file)
    name = "Standard input" if file == "-" else file
    if len(data) > LARGEST:
        raise _bad(f"{name} is larger than {LARGEST // 1_000_000} MB.", "A report is a text in Markdown.")
    if b"\0" in data[:65_536] or data.startswith((b"%PDF", b"PK\x03\x04")):
        raise _bad(f"{name} is no text.", "Give the report in Markdown; `research read` shows a PDF as text.")
    from research_agent.reading.charset import decode

    text = decode(data).text
    if not empty and not any(mark.isalnum() for mark in text):
        raise _bad(f"{name} is empty.", "Give a report in Markdown.")
    return text


def _bytes(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read(LARGEST + 1)
    try:
        with Path(file).expanduser().open("rb") as stream:
            return stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise _bad(f"The report {file} cannot be read: {why}.", "Check the path.") from error


def _bad(message: str, next_step: str) -> ConfigError:
    return ConfigError(message, kind="bad_file", next_step=next_step)


def source_teller() -> Callable[[int, int, str], None]:
    """Lines of progress on standard error: the first, the last, and one every few seconds."""
    told = -TOLD_EVERY

    def tell(done: int, of: int, what: str) -> None:
        nonlocal told
        if done == of or monotonic() - told >= TOLD_EVERY:
            told = monotonic()
            streams.tell(f"Read {done} of {of} cited sources: {streams.one_line(what, 100)}")

    return tell


def as_json(checked: CheckedReport) -> dict[str, Any]:
    """The result as documented in docs/checking.md."""
    from research_agent.codec import dump

    return {
        "sentences": [dump(sentence) for sentence in checked.sentences],
        "citation_accuracy": checked.citation_accuracy,
        "effective_citations": checked.effective_citations,
        "unreachable": checked.unreachable,
        "pairs": dict(checked.pairs),
        "listed": checked.listed,
    }


def _code(checked: CheckedReport) -> ExitCode:
    if not checked.sentences:
        return ExitCode.NOTHING_FOUND
    return ExitCode.OK if checked.count("supported") == len(checked.sentences) else ExitCode.FAILURE
