"""A report's blocks as data for the template: strings, numbers, names of anchors; nothing of it is read as markup."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from research_agent.reports.addresses import link_target
from research_agent.reports.blocks import (
    Address,
    Anchor,
    Block,
    Bullets,
    Cite,
    Heading,
    Label,
    Line,
    Notice,
    Passage,
    Reference,
    Style,
    Table,
    Words,
)
from research_agent.reports.labels import Labels
from research_agent.reports.plain import one_line, visible

Shown = Callable[[str], str]
"""Text as the fonts can show it."""

_LONG = 40
"""Characters without a place for a line to end; about half a line of the page."""
_PIECE = 16
_PARTS = re.compile(r"\s+|\S+")
_BREAKS_ANYWHERE = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")


class BlockData:
    """Turns blocks into data."""

    def __init__(self, said: Labels, shown: Shown) -> None:
        self.said = said
        self.shown = shown

    def block(self, block: Block) -> dict[str, Any]:
        if isinstance(block, Heading):
            return self.heading(block)
        if isinstance(block, Notice):
            return {"kind": "notice", "lines": [self.line(line) for line in block.lines]}
        if isinstance(block, Bullets):
            return {"kind": "bullets", "items": [self.line(item) for item in block.items]}
        if isinstance(block, Table):
            return self.table(block)
        if isinstance(block, Reference):
            return self.reference(block)
        return {"kind": "paragraph", "line": self.line(block.line)}

    def heading(self, heading: Heading) -> dict[str, Any]:
        """A heading of which nothing is visible would make the file refuse to be made, and be no use either."""
        line = self.line(heading.line)
        if not any(piece.strip() for one in line if one["kind"] == "text" for word in one["words"] for piece in word):
            line = [self.text(self.said("report"))] if heading.level == 1 else []
        return {"kind": "heading" if line else "nothing", "level": heading.level, "line": line}

    def table(self, table: Table) -> dict[str, Any]:
        return {
            "kind": "table",
            "width": len(table.columns),
            "header": any(table.columns),
            "columns": [self.line(cell) for cell in table.columns],
            "rows": [[self.line(cell) for cell in row] for row in table.rows],
        }

    def reference(self, reference: Reference) -> dict[str, Any]:
        number = (Anchor(reference.anchor), Label(f"{reference.number}. "))
        return {
            "kind": "reference",
            "line": self.line((*number, *reference.line)),
            "notes": [self.line((Words(note),)) for note in reference.notes],
            "passages": [list(self.passage(passage)) for passage in reference.passages],
        }

    def passage(self, passage: Passage) -> Iterator[dict[str, Any]]:
        yield from self.line((Anchor(passage.anchor), Label(f"[{passage.label}] ", Style.STRONG)))
        yield from self.line((Words(passage.text), Label(f" ({passage.where})")))
        if passage.back:
            yield self.text(f" · {self.said('cited_by')} ")
        for rank, back in enumerate(passage.back):
            yield self.text(f"{', ' if rank else ''}{back.title} ")
            for anchor, number in back.places:
                yield {"kind": "jump", "to": anchor, "text": f"↩{number}"}

    def line(self, line: Line) -> list[dict[str, Any]]:
        return [part for one in line for part in self.inline(one)]

    def inline(self, one: Any) -> Iterator[dict[str, Any]]:
        if isinstance(one, Words):
            yield self.text(one_line(one.text), one.style)
        elif isinstance(one, Label):
            yield self.text(one.text, one.style)
        elif isinstance(one, Anchor):
            yield {"kind": "anchor", "name": one.name}
        elif isinstance(one, Cite):
            for anchor, label in one.passages:
                yield {"kind": "jump", "to": anchor, "text": f"[{label}]"}
        elif isinstance(one, Address):
            target = link_target(one.text)
            yield {"kind": "web", "to": target, "words": self.words(one.text)} if target else self.text(one.text)

    def text(self, text: str, style: Style = Style.PLAIN) -> dict[str, Any]:
        return {"kind": "text", "style": style.value, "words": self.words(text)}

    def words(self, text: str) -> list[list[str]]:
        """The text as words and white space; a word that is too long for a line in pieces."""
        flat = re.sub(r"\s+", " ", self.shown(visible(text)))
        found: list[list[str]] = []
        for part in _PARTS.findall(flat):
            pieces = _pieces(part)
            if len(pieces) == 1 and found and len(found[-1]) == 1:
                found[-1] = [found[-1][0] + part]  # one run of text as far as it goes: its shaping must not be cut
            else:
                found.append(pieces)
        return found or [[""]]


def _pieces(word: str) -> list[str]:
    if len(word) <= _LONG or _BREAKS_ANYWHERE.search(word):
        return [word]
    return [word[start : start + _PIECE] for start in range(0, len(word), _PIECE)]
