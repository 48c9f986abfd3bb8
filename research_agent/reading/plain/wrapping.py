"""Which line ends of a plain text only wrap a paragraph, and which were set on purpose."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from itertools import pairwise

from research_agent.reading.head import as_field, field_of
from research_agent.reading.plain.lines import indent


class Break(Enum):
    """What stands between a line and the one before it."""

    WRAP = "wrap"
    LINE = "line"
    """The line end is kept, in the same block (verse, settings)."""
    BLOCK = "block"
    """The line begins a block of its own (an entry of a list, a field, a paragraph)."""


_WIDE = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]")
_INDENTED = re.compile(r"^(?:\u3000{2}|\s{4,8}(?=[\u3400-\u9fff“「『《]))\s*\S")
"""How a Chinese paragraph begins."""
_STOPPED = re.compile(r"[.!?。！？…:：;；][\"'”’」』)）]*$")
_PUNCTUATED = re.compile(r"[,;:.!?—–，；：。！？、…][\"'”’」』)）]*$")
_OPENING = "\"'“‘(（[《「『【"
_ENTRY = re.compile(r"^\s*(?:\d|\S.*\S {3,}\S)")
UNWRAPPED = 160
"""Columns. Nobody wraps at more; where one line in twenty is longer, each paragraph is one line."""
_EARLY = 0.8
"""A line to which the next word could have been added below this share of the width was ended on purpose; editors
and people who wrap by hand leave less."""
_FEW = 4
"""Lines that it takes to tell a list or verse from a short paragraph."""


def columns(text: str) -> int:
    """The width of a line on a terminal: Chinese and Japanese characters take two columns."""
    return len(text) + sum(character >= "\u2e80" for character in text)


def wrap_width(lines: Sequence[str]) -> int:
    """The column at which a text was wrapped, 0 when it was not: that of its longest lines, a few outliers aside."""
    lengths = sorted(columns(line.rstrip()) for line in lines if line.strip())
    if not lengths:
        return 72
    longest = lengths[int(len(lengths) * 0.95)]
    return 0 if longest > UNWRAPPED else max(40, min(120, longest))


def breaks(lines: Sequence[str], width: int) -> list[Break]:
    """For each line of a block without blank lines, what stands before it; the first is always a block."""
    fields = [as_field(line) is not None for line in lines]
    ended = _all_ended(lines)
    kinds = [Break.BLOCK]
    for number in range(1, len(lines)):
        line, before = lines[number], lines[number - 1]
        if _in_run(fields, number, lines) or _begins_chinese(line, before):
            kinds.append(Break.BLOCK)
        elif not (ended or not width or _ends_early(before, line, width)):
            kinds.append(Break.WRAP)
        elif not width or _is_unit(before, line, width, last=number + 1 == len(lines)) or fields[number - 1]:
            kinds.append(Break.BLOCK)
        else:
            kinds.append(Break.LINE)
    return kinds


def _is_unit(before: str, line: str, width: int, *, last: bool) -> bool:
    """Two lines that no wrapping joins have nothing to do with each other: entries, Chinese paragraphs (a Latin one
    may have a line for each sentence), a title and the prose below it.
    """
    if is_entry(line) and (is_entry(before) or not _ends_open(before)):
        return True
    if _STOPPED.search(before.rstrip()):
        return _WIDE.search(before) is not None and _WIDE.search(line) is not None and columns(line) > width // 2
    titled = is_shouting(before) and not is_shouting(line)
    return titled or (
        _begins(line) and not last and columns(line.rstrip()) >= _EARLY * width and not _ends_open(before)
    )


def _ends_open(line: str) -> bool:
    return _PUNCTUATED.search(line.rstrip()) is not None


def is_shouting(line: str) -> bool:
    """A few words in upper case that do not end like a sentence."""
    stripped = line.strip()
    letters = [character for character in stripped if character.isalpha()]
    shouting = (
        len(letters) > 3
        and all(character.isupper() for character in letters if character.isascii())
        and letters[0].isascii()
    )
    ends = len(stripped) > 90 or stripped[-1:] in ".,;:。，；"
    return shouting and not ends and indent(line) < 4 and len(stripped.split()) <= 12


def is_entry(line: str) -> bool:
    """A line with a number in front or with columns, as a list of figures has them."""
    return _ENTRY.match(line) is not None


def _in_run(fields: Sequence[bool], number: int, lines: Sequence[str]) -> bool:
    """A field beside another field, or one whose label is known as one of a document's own."""
    if not fields[number]:
        return False
    field = as_field(lines[number])
    neighbour = fields[number - 1] or (number + 1 < len(fields) and fields[number + 1])
    return neighbour or (field is not None and number == 1 and bool(field_of(field[0])))


def _begins_chinese(line: str, before: str) -> bool:
    """Indented by two characters, after a line that is not, or that ends a sentence."""
    if not _INDENTED.match(line):
        return False
    return indent(before) < indent(line) or _STOPPED.search(before.strip()) is not None


def _ends_early(line: str, following: str, width: int) -> bool:
    return columns(line.rstrip()) + 1 + _first_word(following) < _EARLY * width


def _first_word(line: str) -> int:
    """Columns of what had to fit on the line before: a word, or one Chinese or Japanese character."""
    word = line.strip().split(" ", 1)[0]
    wide = _WIDE.search(word)
    return columns(word[: wide.start() + 1]) if wide else len(word)


def _begins(line: str) -> bool:
    first = line.strip()[:1]
    return first.isupper() or first.isdigit() or first in _OPENING or _WIDE.match(first) is not None


def _all_ended(lines: Sequence[str]) -> bool:
    """Every line begins anew and no width explains where they end: verse, or a list without marks.

    Lines that were filled to a width W have a longest line of at most W, and no next word would have fitted. That
    each of four lines of prose that somebody wrapped by hand begins with a capital or a number is rare.
    Chinese characters say nothing about where a line begins, so they are left to the width.
    """
    if len(lines) < _FEW or not all(_begins(line) and not _WIDE.match(line.strip()) for line in lines):
        return False
    longest = max(columns(line.rstrip()) for line in lines)
    return any(columns(line.rstrip()) + 1 + _first_word(following) <= longest for line, following in pairwise(lines))
