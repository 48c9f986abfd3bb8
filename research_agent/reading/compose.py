"""From pieces (kind, text) to a stored text with blocks: the one place where white space and characters are cleaned.

The stored text is NFC, has LF line ends, one blank line between blocks and no characters that cannot be seen.
Inside a block only white space is changed: runs fold to one space, and a line break between two Chinese or
Japanese characters, which stands for nothing in those scripts, is removed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from research_agent.domain import Block, BlockKind
from research_agent.errors import ReadError


class Piece(NamedTuple):
    """One structural unit before it has a place in the text. ``text`` may hold any white space."""

    kind: BlockKind
    text: str
    level: int = 0


# Soft hyphen, zero-width space, word joiner, byte-order mark, direction marks and overrides (which can make a quote
# look different from what it is). The zero-width joiners U+200C and U+200D carry meaning in several scripts and stay.
_UNSEEN = re.compile(
    "[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\x00-\x08\x0e-\x1f\x7f\x80-\x84\x86-\x9f]"
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_WIDE = "\u2e80-\u303f\u3040-\u30ff\u3100-\u312f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uff60"
_BREAK_BETWEEN_WIDE = re.compile(rf"(?<=[{_WIDE}])[ \t\r\f\v]*\n\s*(?=[{_WIDE}])")
_SPACES = re.compile(r"\s+")
_TRAILING = re.compile(r"[^\S\n]+(?=\n)|[^\S\n]+\Z")
_LINE_ENDS = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_BLANK_LINES = re.compile(r"\n{3,}")

HARD_BREAK = "\x1e"
"""A line break that the author set (``<br>``): kept as LF inside a block. A record separator never occurs in prose."""


def clean(text: str) -> str:
    """Characters only: NFC, LF, nothing unseen, no lone surrogates (they cannot be written as UTF-8)."""
    text = _SURROGATE.sub("\ufffd", _LINE_ENDS.sub("\n", text))
    return unicodedata.normalize("NFC", _UNSEEN.sub("", text))


def fold(text: str) -> str:
    """One block of prose on one line (or one line for each hard break)."""
    lines = (_fold_line(line) for line in text.split(HARD_BREAK))
    return "\n".join(line for line in lines if line)


def _fold_line(text: str) -> str:
    text = clean(text)
    return _SPACES.sub(" ", _BREAK_BETWEEN_WIDE.sub("", text)).strip()


def fold_code(text: str) -> str:
    """A block of code: its lines and indentation kept, outer blank lines and trailing spaces removed."""
    text = clean(text.replace(HARD_BREAK, "\n")).replace("\xa0", " ")
    return _BLANK_LINES.sub("\n\n", _TRAILING.sub("", text)).strip("\n")


def join_cells(cells: Iterable[str]) -> str:
    """A table row as one line; empty cells at its end are left out, others keep their place."""
    row = [_SPACES.sub(" ", fold(cell)) for cell in cells]
    while row and not row[-1]:
        row.pop()
    return " | ".join(row).replace("|  |", "| |").strip() if any(row) else ""


def compose(pieces: Iterable[Piece]) -> tuple[str, tuple[Block, ...]]:
    """The stored text and its blocks: in order, disjoint, never empty."""
    parts: list[str] = []
    blocks: list[Block] = []
    at = 0
    for piece in pieces:
        text = fold_code(piece.text) if piece.kind is BlockKind.CODE else fold(piece.text)
        if not text.strip():
            continue
        if parts:
            parts.append("\n\n")
            at += 2
        parts.append(text)
        blocks.append(Block(at, at + len(text), piece.kind, piece.level))
        at += len(text)
    return "".join(parts), tuple(blocks)


# More than one unreadable character in ten is a wrong charset, a font without a character map or a binary file;
# a real page with a few damaged characters stays far below.
UNREADABLE_SHARE = 0.1


def unreadable_share(text: str) -> float:
    """The share of replacement, private-use, unassigned and control characters among the visible ones."""
    seen = bad = 0
    for character in text[:200_000]:
        if character.isspace():
            continue
        seen += 1
        if character > "\x7f" or character < " ":
            bad += character == "\ufffd" or unicodedata.category(character) in ("Co", "Cn", "Cc", "Cs")
    return bad / seen if seen else 0.0


def require_text(text: str, address: str, *, hint: str = "") -> None:
    """The quality gate.

    Raises:
        ReadError: kind ``empty`` when there is no word in it, kind ``binary`` when it is mostly unreadable.
    """
    if not any(character.isalnum() for character in text):
        raise ReadError(
            f"There is no readable text in {address}{hint}.",
            kind="empty",
            next_step="Open it in a browser: it may need a script, a login or text recognition to show its text.",
        )
    share = unreadable_share(text)
    if share > UNREADABLE_SHARE:
        raise ReadError(
            f"The text of {address} is unreadable: {share:.0%} of its characters are no characters of any script.",
            kind="binary",
            next_step="It is a binary file, or its fonts or its declared charset are wrong: give another copy.",
        )
