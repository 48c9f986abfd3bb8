"""Standard output and standard error: results on one, everything else on the other, UTF-8 on both.

Text from sources is written to a terminal only without its control characters: an escape sequence in a page must not
move the cursor, change a title or colour a line.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor
    r"|\x1b[\]PX^_].*?(?:\x07|\x1b\\|$)"  # OSC, DCS, SOS, PM, APC up to their end
    r"|\x1b.?"
    r"|[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]",  # other controls; overrides of text direction
    re.DOTALL,
)


class OutputClosed(Exception):
    """Who read standard output has gone away (``research ... | head``)."""


def prepare() -> None:
    """Make both streams UTF-8 whatever the locale says; what cannot be written becomes ``?``.

    A stream that the caller closed leads nowhere: else the first file that is opened, such as a journal, would get its
    descriptor, and whatever a library or a child process prints.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):  # by descriptor: open takes the lowest
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for the process's life
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def plain(text: str) -> str:
    """The text without escape sequences and control characters; line ends and tabs stay."""
    return _ESCAPES.sub("", text.replace("\r\n", "\n"))


def one_line(text: str, longest: int = 200) -> str:
    """The text in one line, without control characters, cut at ``longest`` characters."""
    line = " ".join(plain(text).split())
    return line if len(line) <= longest else line[: longest - 3].rstrip() + "..."


def write(text: str) -> None:
    """Write a result to standard output, at once.

    Raises:
        OutputClosed: nobody reads it any more.
        OSError: it cannot be written, e.g. to a file on a full disk.
    """
    if sys.stdout is None:  # closed by the caller: research ... >&-
        raise OutputClosed
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError as error:
        _silence_stdout()
        raise OutputClosed from error
    except OSError as error:
        _silence_stdout()
        raise OSError(error.errno, error.strerror, "standard output") from error


def write_json(value: Any, *, indent: int | None = 2) -> None:
    """Write one JSON object and a line end."""
    write(json.dumps(value, ensure_ascii=False, indent=indent) + "\n")


def tell(text: str = "") -> None:
    """Write lines for a human to standard error; a closed standard error is no reason to fail."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(plain(text) + "\n")
        sys.stderr.flush()
    except OSError:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - stands for standard error from here on


def stderr_console() -> Console:
    """A rich console on standard error that reads no markup in what it prints; NO_COLOR is rich's own affair."""
    from rich.console import Console

    return Console(file=sys.stderr, markup=False, highlight=False, emoji=False)


def stdout_console() -> Console:
    """The same on standard output."""
    from rich.console import Console

    return Console(file=sys.stdout, markup=False, highlight=False, emoji=False)


def _silence_stdout() -> None:
    """Let the interpreter's own flush at exit succeed; without this it prints an error that nobody can act on."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - stands for standard output from here on


def show_cursor() -> None:
    """Undo what a live display does to a terminal, for a process that ends without closing it."""
    if sys.stderr.isatty():
        sys.stderr.write("\x1b[?25h\n")
        sys.stderr.flush()


def flush() -> None:
    """Write out what is buffered, before the process ends without the interpreter's own clean-up."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            if stream is not None:
                stream.flush()
