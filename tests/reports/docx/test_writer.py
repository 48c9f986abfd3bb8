"""The Word document, read back: its structure, its links, and nothing that runs."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from docx import Document
from docx.oxml.ns import qn
from hypothesis import given, settings
from hypothesis import strategies as st

from research_agent.domain import Report
from research_agent.reports.docx.writer import render_docx
from research_agent.reports.markdown import render_markdown
from research_agent.reports.plain import one_line
from tests.reports.hostile import BAD_ADDRESSES, HOSTILE, hostile
from tests.reports.sample import QUOTES, REPORT


def opened(report: Report = REPORT) -> Any:
    return Document(io.BytesIO(render_docx(report)))


def in_language(tag: str) -> Report:
    return replace(REPORT, question=replace(REPORT.question, language=tag))


def paragraphs(document: Any, style: str) -> list[str]:
    return [one.text for one in document.paragraphs if one.style.name == style]


def elements(document: Any, tag: str) -> Iterator[Any]:
    yield from document.element.body.iter(qn(tag))


def bookmarks(document: Any) -> list[str]:
    return [one.get(qn("w:name")) for one in elements(document, "w:bookmarkStart")]


def jumps(document: Any) -> list[tuple[str, str]]:
    links = [one for one in elements(document, "w:hyperlink") if one.get(qn("w:anchor"))]
    return [(one.get(qn("w:anchor")), "".join(text.text for text in one.iter(qn("w:t")))) for one in links]


def targets(document: Any) -> list[str]:
    return [one.target_ref for one in document.part.rels.values() if one.is_external]


def test_headings_are_headings() -> None:
    document = opened()
    assert paragraphs(document, "Title") == ["The height of Mount Everest"]
    assert paragraphs(document, "Heading 1") == [
        "Answer",
        "Heights",
        "Where sources disagree",
        "What could not be established",
        "How this report was made",
        "References",
    ]
    assert "Searches" in paragraphs(document, "Heading 2")


def test_rows_are_a_table_with_a_header_that_is_repeated() -> None:
    table = opened().tables[0]
    assert [[cell.text for cell in row.cells] for row in table.rows] == [
        ["Surface", "Height"],
        ["rock", "8,844.43 m[3a][3b]"],
        ["snow", "8,848.86 m[1a]"],
    ]
    assert [row._tr.find(f"{qn('w:trPr')}/{qn('w:tblHeader')}") is not None for row in table.rows] == [
        True,
        False,
        False,
    ]


def test_every_citation_leads_to_a_bookmark_of_its_passage_and_back() -> None:
    document = opened()
    names = bookmarks(document)
    assert len(names) == len(set(names))
    assert {anchor for anchor, _ in jumps(document)} <= set(names)
    cited = {anchor for anchor, text in jumps(document) if text.startswith("[")}
    assert cited == {f"q_{number}" for number in range(1, len(QUOTES) + 1)}
    back = {anchor for anchor, text in jumps(document) if text.startswith("↩")}
    assert {"a_1", "s1_2", "d_1"} <= back
    assert all(re.fullmatch(r"[a-z]\w{0,39}", name) for name in names)


def test_references_are_numbered_by_word_in_their_order() -> None:
    document = opened()
    assert [text.split(" — ")[0] for text in paragraphs(document, "List Number")] == [
        source.title for source in REPORT.sources
    ]


def test_each_passage_has_its_words_its_page_and_its_source_a_date() -> None:
    document = opened()
    passages = " ".join(paragraphs(document, "Passage"))
    assert "[3a] “The summit rock is 8,844.43 metres above sea level.” (page 1, characters 0–51)" in passages
    assert all(quote.text in passages for quote in QUOTES)
    assert "published 2020-12-09" in paragraphs(document, "List Number")[0]


def test_everything_that_markdown_says_is_said() -> None:
    document = opened()
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    said = " ".join([*(one.text for one in document.paragraphs), *cells])
    words = set(re.findall(r"\w+", render_markdown(REPORT))) - {"1", "2", "3"}
    assert words <= set(re.findall(r"\w+", said))


def test_only_live_addresses_of_the_web_are_links() -> None:
    assert targets(opened()) == ["https://s0000news.example/page"]


def test_other_addresses_are_text() -> None:
    sources = [replace(REPORT.sources[0], id=f"s{n}", address=address) for n, address in enumerate(BAD_ADDRESSES)]
    document = opened(replace(REPORT, sources=(*REPORT.sources, *sources)))
    assert targets(document) == ["https://s0000news.example/page"]
    assert "javascript:alert(1)" in "".join(paragraphs(document, "List Number"))


def test_properties_and_language_are_the_reports() -> None:
    document = opened(in_language("zh"))
    properties = document.core_properties
    assert (properties.title, properties.language) == (REPORT.title, "zh")
    assert properties.created == properties.modified == datetime(2026, 11, 30, tzinfo=UTC)
    language = next(document.styles.element.iter(qn("w:lang")))
    assert (language.get(qn("w:val")), language.get(qn("w:eastAsia"))) == ("zh", "zh-CN")
    assert "参考文献" in paragraphs(document, "Heading 1")


@pytest.mark.parametrize("tag", ["en", "zh-Hant-TW", "ja", "ko", "ar", "fr-CA", "tlh"])
def test_any_language_gives_a_document(tag: str) -> None:
    language = next(opened(in_language(tag)).styles.element.iter(qn("w:lang")))
    assert language.get(qn("w:val")) == tag


def test_the_same_report_gives_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    first = render_docx(REPORT)
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    monkeypatch.setattr("time.localtime", lambda *_: (2033, 5, 18, 3, 33, 20, 2, 138, 0))
    assert render_docx(REPORT) == first


def test_the_container_holds_no_macro_picture_or_foreign_part() -> None:
    with zipfile.ZipFile(io.BytesIO(render_docx(REPORT))) as container:
        names = container.namelist()
        relations = b"".join(container.read(name) for name in names if name.endswith(".rels"))
    assert not [name for name in names if re.search(r"vba|macro|thumbnail|customXml|embed|activeX|media", name)]
    assert relations.count(b"External") == 1


@pytest.mark.parametrize("text", HOSTILE)
def test_foreign_text_stays_text(text: str) -> None:
    document = opened(hostile(text))
    assert targets(document) == ["https://s0000news.example/page"]
    names = bookmarks(document)
    assert {anchor for anchor, _ in jumps(document)} <= set(names)
    assert len(names) == len(set(names))
    said = "".join(one.text for one in document.paragraphs)
    assert not set(said) & set("\x00\x1b\x9b\u202e\u2066\ufffe\uffff\ud800")
    shown = re.sub(r"\s+", " ", "".join(letter for letter in text if letter.isprintable() or letter.isspace())).strip()
    assert shown in paragraphs(document, "Title")[0]


@settings(max_examples=8, deadline=None)
@given(st.text(max_size=60))
def test_any_text_gives_a_document_that_can_be_read(text: str) -> None:
    document = opened(hostile(text))
    assert one_line(text) in paragraphs(document, "Title")
