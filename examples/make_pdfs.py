# /// script
# requires-python = ">=3.11"
# dependencies = ["fpdf2==2.8.4"]
# ///
"""Make the two PDFs in documents/ from pdf_sources/: ``uv run examples/make_pdfs.py`` (only this needs fpdf2).

A source is a header of ``name: value`` lines and, after an empty line, paragraphs; ``#`` and ``##`` are headings
and ``\\newpage`` is a page break.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from fpdf import FPDF  # type: ignore[import-not-found, unused-ignore]

HERE = Path(__file__).parent
STYLES = {"# ": ("B", 18, 8.5), "## ": ("B", 12.5, 7)}
BODY = ("", 10.5, 5.3)


def make(source: Path, target: Path) -> None:
    """Write one PDF. Its creation date is the document's, so that the file is the same whenever it is made."""
    head, body = source.read_text(encoding="utf-8").split("\n\n", 1)
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    pdf = FPDF(format="A4")
    pdf.set_margins(24, 22, 24)
    pdf.set_auto_page_break(True, margin=22)
    pdf.set_title(fields["title"])
    pdf.set_author(fields["author"])
    pdf.set_lang("en")
    pdf.set_creation_date(datetime.fromisoformat(fields["date"]).replace(tzinfo=UTC))
    pdf.add_page()
    for paragraph in body.strip().split("\n\n"):
        _paragraph(pdf, paragraph)
    pdf.output(str(target))


def _paragraph(pdf: FPDF, text: str) -> None:
    if text == "\\newpage":
        pdf.add_page()
        return
    for line in text.splitlines():
        mark = next((mark for mark in STYLES if line.startswith(mark)), "")
        style, size, height = STYLES.get(mark, BODY)
        pdf.set_font("Times", style, size)
        pdf.multi_cell(0, height, line.removeprefix(mark), align="L", new_x="LMARGIN", new_y="NEXT")
    pdf.ln(2.5)


if __name__ == "__main__":
    for path in sorted((HERE / "pdf_sources").glob("*/*.txt")):
        make(path, HERE / "documents" / path.parent.name / f"{path.stem}.pdf")
