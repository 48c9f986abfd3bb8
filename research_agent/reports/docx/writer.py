"""The report as a Word document (python-docx): real headings, lists, tables and links, and nothing that runs or loads.

The same report gives the same bytes: the document and its ZIP container are dated with the day of the question.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from research_agent.domain import Report
from research_agent.reports.blocks import Back, Block, Bullets, Heading, Line, Notice, Passage, Reference, Style, Table
from research_agent.reports.docx.lines import LineWriter
from research_agent.reports.extras import require
from research_agent.reports.labels import Labels, labels
from research_agent.reports.manuscript import manuscript

if TYPE_CHECKING:
    from docx.document import Document as WordDocument
    from docx.text.paragraph import Paragraph

_HEADINGS = {1: "Title", 2: "Heading 1", 3: "Heading 2"}


def render_docx(report: Report) -> bytes:
    """The report as a DOCX file.

    Raises:
        ConfigError: ``extra_missing``: python-docx is not installed.
    """
    require(("docx",))
    from research_agent.reports.docx.package import packed, prepared

    document = prepared(report)
    writer = _Writer(document, labels(report.question.language))
    for block in manuscript(report):
        writer.block(block)
    raw = BytesIO()
    document.save(raw)
    return packed(raw.getvalue(), report.question.asked)


class _Writer:
    def __init__(self, document: WordDocument, said: Labels) -> None:
        self.document = document
        self.said = said
        self.lines = LineWriter()
        self.ids = {style.name: style.style_id for style in document.styles}

    def block(self, block: Block) -> None:
        if isinstance(block, Heading):
            self.paragraph(block.line, _HEADINGS[block.level])
        elif isinstance(block, Notice):
            for line in block.lines:
                self.paragraph(line, "Notice")
        elif isinstance(block, Bullets):
            for item in block.items:
                self.paragraph(item, "List Bullet")
        elif isinstance(block, Table):
            self.table(block)
        elif isinstance(block, Reference):
            self.reference(block)
        else:
            self.paragraph(block.line, "Normal")

    def paragraph(self, line: Line, style: str) -> None:
        self.lines.write(self.styled(style), line)

    def styled(self, style: str) -> Paragraph:
        """An empty paragraph. Its style is set by id: the library would search all styles for its name each time."""
        paragraph = self.document.add_paragraph()
        paragraph._p.style = self.ids[style]
        return paragraph

    # ------------------------------------------------------------ tables

    def table(self, table: Table) -> None:
        made = self.document.add_table(rows=0, cols=len(table.columns), style="Table Grid")
        header = any(table.columns)
        for number, row in enumerate([*([table.columns] if header else []), *table.rows]):
            self.row(made.add_row(), row, header=header and number == 0)
        self.styled("Notice")  # two tables with nothing between them would become one

    def row(self, made: object, cells: Sequence[Line], *, header: bool) -> None:
        from docx.oxml import OxmlElement

        if header:
            made._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))  # type: ignore[attr-defined]
        for cell, line in zip(made.cells, cells, strict=True):  # type: ignore[attr-defined]
            cell.paragraphs[0]._p.style = self.ids["Cell"]
            self.lines.write(cell.paragraphs[0], line, strong=header)

    # ------------------------------------------------------------ references

    def reference(self, reference: Reference) -> None:
        """The entry is numbered by Word itself: references come in the order of their numbers."""
        entry = self.styled("List Number")
        self.lines.bookmark(entry, reference.anchor)
        self.lines.write(entry, reference.line)
        for note in reference.notes:
            self.lines.text(self.styled("Passage"), note, Style.EMPHASIS)
        for passage in reference.passages:
            self.passage(passage)

    def passage(self, passage: Passage) -> None:
        paragraph = self.styled("Passage")
        self.lines.bookmark(paragraph, passage.anchor)
        self.lines.text(paragraph, f"[{passage.label}] ", Style.STRONG)
        self.lines.text(paragraph, passage.text)
        self.lines.text(paragraph, f" ({passage.where})")
        if passage.back:
            self.lines.text(paragraph, f" · {self.said('cited_by')} ")
        for number, back in enumerate(passage.back):
            self.lines.text(paragraph, ", " if number else "")
            self.back(paragraph, back)

    def back(self, paragraph: object, back: Back) -> None:
        self.lines.text(paragraph, f"{back.title} ")
        for anchor, number in back.places:
            self.lines.jump(paragraph, anchor, f"↩{number}")
