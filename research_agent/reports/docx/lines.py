"""Lines of a report as runs of a Word paragraph, with bookmarks, jumps to them, and links to the web."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from typing import Any

from research_agent.reports.addresses import link_target
from research_agent.reports.blocks import Address, Anchor, Cite, Label, Line, Style, Words
from research_agent.reports.plain import one_line, visible


class LineWriter:
    """Writes into paragraphs of one document; numbers its bookmarks."""

    def __init__(self) -> None:
        self._ids: Iterator[int] = count(1)

    def write(self, paragraph: Any, line: Line, *, strong: bool = False) -> None:
        for one in line:
            if isinstance(one, Words):
                self.text(paragraph, one_line(one.text), Style.STRONG if strong else one.style)
            elif isinstance(one, Label):
                self.text(paragraph, one.text, Style.STRONG if strong else one.style)
            elif isinstance(one, Anchor):
                self.bookmark(paragraph, one.name)
            elif isinstance(one, Cite):
                for anchor, label in one.passages:
                    self.jump(paragraph, anchor, f"[{label}]")
            elif isinstance(one, Address):
                self.address(paragraph, one.text)

    def text(self, paragraph: Any, text: str, style: Style = Style.PLAIN) -> None:
        """A run of text on one line, without anything that XML or a reader could not take."""
        flat = re.sub(r"\s+", " ", visible(text))
        if flat:
            run = paragraph.add_run(flat)
            run.bold = True if style is Style.STRONG else None
            run.italic = True if style is Style.EMPHASIS else None
            run.font.name = "Consolas" if style is Style.CODE else None

    def bookmark(self, paragraph: Any, name: str) -> None:
        from docx.oxml import OxmlElement
        from docx.oxml.ns import qn

        number = str(next(self._ids))
        for tag in ("w:bookmarkStart", "w:bookmarkEnd"):
            element = OxmlElement(tag)
            element.set(qn("w:id"), number)
            if tag == "w:bookmarkStart":
                element.set(qn("w:name"), _bookmark(name))
            paragraph._p.append(element)

    def jump(self, paragraph: Any, anchor: str, text: str) -> None:
        """A link to a bookmark of this document."""
        self._link(paragraph, text, "w:anchor", _bookmark(anchor))

    def address(self, paragraph: Any, address: str) -> None:
        """A link to the web, or plain text where the address may not be one."""
        from docx.opc.constants import RELATIONSHIP_TYPE

        target = link_target(address)
        if not target:
            self.text(paragraph, address)
            return
        relation = paragraph.part.relate_to(target, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
        self._link(paragraph, address, "r:id", relation)

    def _link(self, paragraph: Any, text: str, attribute: str, value: str) -> None:
        from docx.oxml import OxmlElement
        from docx.oxml.ns import qn

        link = OxmlElement("w:hyperlink")
        link.set(qn(attribute), value)
        run = paragraph.add_run(visible(text))
        run._r.style = "Hyperlink"
        link.append(run._r)
        paragraph._p.append(link)


def _bookmark(name: str) -> str:
    """Word takes letters, digits and underscores."""
    return name.replace("-", "_")
