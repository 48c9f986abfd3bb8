"""Where a paragraph can be put into a report without tearing anything, and so that the report itself says it.

Not into a list, a table, a quotation or code, not between a sentence and the list that it announces; and not into the
reference list or the account of how the report was made, where a paragraph would be nobody's statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from research_agent.checking.lines import text_lines
from research_agent.checking.references import find_references
from research_agent.reports.labels import in_all_languages

_HEADING = re.compile(r"[ ]{0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*\Z")
_BOUND = re.compile(r"[ \t]*(?:[-*+•·‣▪–][ \t]|\d{1,3}[.)、][ \t]|\||>)|[ \t]{2}|\t")
"""How a line begins that belongs to those around it."""
_NOT_SAID = ("not_found", "method", "references")
"""Labels of the sections in which our reports tell of themselves."""


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines between two blank ones."""

    first: str
    last: str
    end: int
    """Where its last line ends in the text."""
    heading: bool
    stated: bool
    """Whether it stands where the report speaks of its matter."""


def inserted(text: str, paragraphs: Sequence[str]) -> str:
    """The text with the paragraphs put in, spread evenly over the places that it has."""
    places = _places(text)
    made, reached = "", 0
    for number, paragraph in enumerate(paragraphs, start=1):
        at = places[min(len(places) - 1, len(places) * number // (len(paragraphs) + 1))]
        before = made + (text[reached:at].lstrip("\n") if made else text[:at])
        made = f"{before.rstrip()}\n\n{paragraph}\n\n" if before.strip() else f"{paragraph}\n\n"
        reached = at
    return made + text[reached:].lstrip("\n")


def _places(text: str) -> list[int]:
    """Offsets behind blocks, in order; the end of the text where there is no other."""
    blocks = list(_blocks(text))
    found = [one.end for one, after in zip(blocks, [*blocks[1:], None], strict=False) if _is_place(one, after)]
    return found or [len(text)]


def _is_place(block: _Block, after: _Block | None) -> bool:
    if not block.stated or block.heading or block.last.rstrip().endswith((":", "：")):
        return False
    return after is None or not _BOUND.match(after.first)


def _blocks(text: str) -> Iterator[_Block]:
    lines, shown = text.split("\n"), text_lines(text)
    body = find_references(shown).body
    own = {title.casefold() for key in _NOT_SAID for title in in_all_languages(key)}
    at, skipped, first = 0, 0, -1
    for number, line in enumerate(lines):
        at += len(line) + 1
        if not line.strip():
            continue
        first = number if first < 0 else first
        if number + 1 < len(lines) and lines[number + 1].strip():
            continue
        if found := _HEADING.match(shown[first]):
            level = len(found[1])
            if not skipped or level <= skipped:
                skipped = level if found[2].casefold() in own else 0
        stated = not skipped and bool(body[first].strip() and body[number].strip())
        yield _Block(lines[first], line, at - 1, bool(found) and first == number, stated)
        first = -1
