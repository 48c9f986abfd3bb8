"""DOCX without an office library, and without trusting what is in the archive."""

from __future__ import annotations

import io
import zipfile
from datetime import date

import pytest

from research_agent.domain import BlockKind
from research_agent.errors import ReadError
from research_agent.reading import docx
from research_agent.reading.extract import extract

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
BODY = f"""<w:document {W}><w:body>
<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>Harbour</w:t></w:r></w:p>
<w:p><w:r><w:t xml:space="preserve">The harbour </w:t></w:r><w:r><w:t>opened.</w:t></w:r>
<w:del><w:r><w:delText>closed</w:delText></w:r></w:del></w:p>
<w:p><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr><w:r><w:t>an item</w:t></w:r></w:p>
<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>
<w:tc><w:p><w:r><w:t>Year</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Ships</w:t></w:r></w:p></w:tc></w:tr>
<w:tr><w:tc><w:p><w:r><w:t>1911</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>40</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
</w:body></w:document>"""
STYLES = f'<w:styles {W}><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>'
CORE = (
    '<cp:coreProperties xmlns:cp="urn:cp" xmlns:dc="http://purl.org/dc/elements/1.1/"'
    ' xmlns:dcterms="http://purl.org/dc/terms/">'
    "<dc:title>The Harbour</dc:title><dc:creator>Ada</dc:creator>"
    "<dcterms:created>2021-02-03T00:00:00Z</dcterms:created></cp:coreProperties>"
)


def make_docx(**parts: str) -> bytes:
    out = io.BytesIO()
    named = {"word/document.xml": BODY, "word/styles.xml": STYLES, "docProps/core.xml": CORE, **parts}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in named.items():
            archive.writestr(name, text)
    return out.getvalue()


def test_structure_and_properties() -> None:
    found = extract(make_docx(), address="a.docx")
    blocks = [(block.kind, block.level, found.text[block.start : block.end]) for block in found.blocks]
    assert blocks == [
        (BlockKind.HEADING, 1, "Harbour"),
        (BlockKind.PARAGRAPH, 0, "The harbour opened."),
        (BlockKind.ITEM, 2, "an item"),
        (BlockKind.ROW, 1, "Year | Ships"),
        (BlockKind.ROW, 0, "1911 | 40"),
    ]
    assert (found.title, found.author, found.published) == ("The Harbour", "Ada", date(2021, 2, 3))


def test_an_entity_bomb_is_refused() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>' + BODY
    with pytest.raises(ReadError, match="entities") as caught:
        extract(make_docx(**{"word/document.xml": bomb}), address="a.docx")
    assert caught.value.kind == "damaged"


def test_a_zip_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docx, "MAX_PART", 1000)
    with pytest.raises(ReadError) as caught:
        extract(make_docx(**{"word/document.xml": BODY + " " * 100_000}), address="a.docx")
    assert caught.value.kind == "too_large"


def test_a_truncated_file_is_damaged() -> None:
    with pytest.raises(ReadError) as caught:
        extract(make_docx()[:-40], address="/d/cut.docx")
    assert caught.value.kind == "damaged"
    assert "/d/cut.docx" in str(caught.value)
