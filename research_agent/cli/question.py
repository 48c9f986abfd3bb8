"""The question's text from its word on the command line: itself, ``-`` for standard input, ``@FILE``."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from research_agent.errors import ConfigError

LONGEST = 20_000
"""Characters of the longest question, the library's own limit (``nodes.opening``; a test holds the two together).
A question stands in every prompt of a run, so it must leave room for the evidence in a context of 32,768 tokens."""

_BYTES = 4 * LONGEST + 4
"""No question that fits is longer in UTF-8 (with a byte order mark), so no more is read."""

_ALLOWED_CONTROLS = "\n\r\t\f\v"


def read_question(words: Sequence[str], stdin: BinaryIO | None = None) -> str:
    """The question that the positional words give.

    Raises:
        ConfigError: kinds ``usage`` (none, or two), ``empty_question``, ``long_question``, ``binary_question``,
            ``bad_file``.
    """
    if not words:
        raise ConfigError(
            "There is no question.",
            kind="usage",
            next_step='Write it in quotes: research "QUESTION"; see research --help.',
        )
    if len(words) > 1:
        quoted = " ".join(words) if sum(map(len, words)) < 200 else "QUESTION"
        raise ConfigError(
            f"There are {len(words)} questions where one is expected.",
            kind="usage",
            next_step=f'If it is one, put it in quotes: research "{quoted}"',
        )
    return check_question(_text(words[0], stdin))


def check_question(text: str) -> str:
    """The question without surrounding white space, if it can be asked."""
    text = text.strip()
    if len(text) > LONGEST:
        raise ConfigError(
            f"The question is longer than {LONGEST:,} characters.",
            kind="long_question",
            next_step="It stands in every prompt of the run: ask briefly; give long material with --documents.",
        )
    if any(_is_binary(mark) for mark in text):
        raise _binary("The question")
    if not any(mark.isalnum() for mark in text):
        raise ConfigError(
            "The question is empty: it has no letter and no digit.",
            kind="empty_question",
            next_step='Write it in quotes: research "QUESTION"',
        )
    return text


def _text(word: str, stdin: BinaryIO | None) -> str:
    if word == "-":
        stream = stdin or sys.stdin.buffer
        if stream.isatty():
            sys.stderr.write("Type the question; end with Ctrl-D on a line of its own.\n")
        return _decode(stream.read(_BYTES), "Standard input")
    if word.startswith("@") and len(word) > 1:
        return _decode(_file(Path(word[1:]).expanduser()), f"The file {word[1:]}")
    return word


def _file(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(_BYTES)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ConfigError(
            f"The question cannot be read from {path}: {why}.",
            kind="bad_file",
            next_step="@ before a question names a file; a question that begins with @ needs a space before it.",
        ) from error


def _decode(data: bytes, what: str) -> str:
    if b"\0" in data:
        raise _binary(what)
    whole = len(data) < _BYTES
    try:
        return data.decode("utf-8-sig", errors="strict" if whole else "ignore")
    except UnicodeDecodeError as error:
        raise _binary(what) from error


def _binary(what: str) -> ConfigError:
    return ConfigError(
        f"{what} holds binary data or text that is not UTF-8.",
        kind="binary_question",
        next_step="A question is plain text; give a document with --documents PATH.",
    )


def _is_binary(mark: str) -> bool:
    return mark not in _ALLOWED_CONTROLS and unicodedata.category(mark) in ("Cc", "Cs")
