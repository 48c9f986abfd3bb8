"""The PDF, read back with another library: outline, links, text, properties; and what no font can show."""

from __future__ import annotations

import ctypes
import re
from dataclasses import replace
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest
import typst
from hypothesis import given, settings
from hypothesis import strategies as st

from research_agent.domain import Report, Sentence
from research_agent.errors import ConfigError
from research_agent.reports.markdown import render_markdown
from research_agent.reports.pdf.fonts import families, not_shown
from research_agent.reports.pdf.writer import render_pdf
from tests.reports.hostile import BAD_ADDRESSES, HOSTILE, hostile
from tests.reports.sample import QUOTES, REPORT

FAMILIES = typst.Fonts().families()
NEEDS_CHINESE = pytest.mark.skipif(
    not any("CJK SC" in name or name in {"SimSun", "Songti SC"} for name in FAMILIES),
    reason="no Chinese font on this machine (Debian: fonts-noto-cjk)",
)


def in_language(tag: str) -> Report:
    return replace(REPORT, question=replace(REPORT.question, language=tag))


def text_of(document: Any) -> str:
    """The text as it is copied, lines joined."""
    return re.sub(r"\s+", " ", " ".join(page.get_textpage().get_text_range() for page in document))


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def links(document: Any) -> tuple[list[str], int]:
    """Addresses that the document's links open, and the number of links to a place in it."""
    web, inside = [], 0
    for page in document:
        position, link = ctypes.c_int(0), raw.FPDF_LINK()
        while raw.FPDFLink_Enumerate(page, position, link):
            action = raw.FPDFLink_GetAction(link)
            size = raw.FPDFAction_GetURIPath(document, action, None, 0) if action else 0
            if size:
                buffer = ctypes.create_string_buffer(size)
                raw.FPDFAction_GetURIPath(document, action, buffer, size)
                web.append(buffer.value.decode())
            elif raw.FPDFLink_GetDest(document, link):
                inside += 1
    return web, inside


@pytest.fixture(scope="module")
def sample() -> Any:
    return pdfium.PdfDocument(render_pdf(REPORT))


def test_the_outline_has_the_headings(sample: Any) -> None:
    assert [(one.level, one.get_title()) for one in sample.get_toc()][:4] == [
        (0, "The height of Mount Everest"),
        (1, "Answer"),
        (1, "Heights"),
        (1, "Where sources disagree"),
    ]


def test_properties_are_the_reports(sample: Any) -> None:
    facts = sample.get_metadata_dict()
    assert facts["Title"] == "The height of Mount Everest"
    assert facts["Subject"] == "How high is Mount Everest?"
    assert facts["CreationDate"].startswith("D:20261130")
    assert b"/Lang (en)" in render_pdf(REPORT) or b"/Lang(en)" in render_pdf(REPORT)


def test_it_is_tagged_for_screen_readers(sample: Any) -> None:
    assert raw.FPDFCatalog_IsTagged(sample)


def test_pages_are_numbered(sample: Any) -> None:
    assert f"1 / {len(sample)}" in sample[0].get_textpage().get_text_range()


def test_every_citation_is_a_link_and_every_passage_leads_back(sample: Any) -> None:
    web, inside = links(sample)
    text = text_of(sample)
    cited, back = len(re.findall(r"\[\d+[a-z]*](?! “)", text)), text.count("↩")
    assert cited >= len(QUOTES)
    assert back >= len(QUOTES)
    assert inside == cited + back
    assert web == ["https://s0000news.example/page"]


def test_everything_that_markdown_says_is_said(sample: Any) -> None:
    words = set(re.findall(r"\w+", render_markdown(REPORT))) - {"1", "2", "3"}
    assert words - set(re.findall(r"\w+", text_of(sample))) == set()


def test_each_passage_has_its_words_and_its_page(sample: Any) -> None:
    text = text_of(sample)
    assert "[3a] “The summit rock is 8,844.43 metres above sea level.” (page 1, characters 0–51)" in text
    assert all(squeezed(quote.text) in squeezed(text) for quote in QUOTES)


@NEEDS_CHINESE
@pytest.mark.parametrize("tag", ["zh", "zh-Hant-TW"])
def test_chinese_text_is_text_as_it_was_written(tag: str) -> None:
    sentence = "2020年12月8日，中国和尼泊尔共同宣布珠穆朗玛峰的高程为8848.86米。"
    document = pdfium.PdfDocument(
        render_pdf(replace(in_language(tag), answer=(Sentence(text=sentence, claims=("c1",)),)))
    )
    assert sentence in document[0].get_textpage().get_text_range()
    assert "参考文献" in [one.get_title() for one in document.get_toc()]


def test_the_same_report_gives_the_same_bytes() -> None:
    assert render_pdf(REPORT) == render_pdf(REPORT)


def test_other_addresses_are_text() -> None:
    sources = [replace(REPORT.sources[0], id=f"s{n}", address=address) for n, address in enumerate(BAD_ADDRESSES)]
    document = pdfium.PdfDocument(render_pdf(replace(REPORT, sources=(*REPORT.sources, *sources))))
    assert links(document)[0] == ["https://s0000news.example/page"]
    assert "javascript:alert(1)" in text_of(document)


@pytest.mark.parametrize("text", HOSTILE)
def test_foreign_text_stays_text(text: str) -> None:
    document = pdfium.PdfDocument(render_pdf(hostile(text)))
    assert links(document)[0] == ["https://s0000news.example/page"]
    shown = "".join(letter for letter in text if letter.isprintable() and not letter.isspace())
    if shown.isascii():
        assert shown in squeezed(text_of(document)).replace("\ufffe", "").replace("\u0002", "")
    for page in document:
        text_page = page.get_textpage()
        assert all(text_page.get_charbox(n)[2] <= page.get_width() for n in range(text_page.count_chars()))


UNSHOWN = "\U00012000\U00013000"
"""Cuneiform and hieroglyphs; the tests below are skipped where somebody has a font for them."""


def test_letters_of_the_report_that_no_font_shows_are_an_error_with_a_next_step() -> None:
    report = replace(REPORT, answer=(Sentence(text=f"It says {UNSHOWN[0]}.", claims=("c1",)),))
    with pytest.raises(ConfigError, match=r"Cuneiform.*Install a font") as caught:
        render_pdf(report)
    assert caught.value.kind == "no_font"


def test_letters_of_a_quote_that_no_font_shows_stand_as_their_numbers_and_the_first_page_says_so() -> None:
    quotes = (replace(QUOTES[0], text=f"The tablet has {UNSHOWN} on it"), *QUOTES[1:])
    document = pdfium.PdfDocument(render_pdf(replace(REPORT, quotes=quotes)))
    assert "The tablet has [U+12000][U+13000] on it" in text_of(document)
    assert "2 characters that no font" in document[0].get_textpage().get_text_range()


def test_the_typesetter_says_what_it_cannot_show_in_the_words_that_we_read() -> None:
    with pytest.raises(typst.TypstError) as caught:
        typst.compile(f'#set document(title: "x")\n#"a{UNSHOWN}\U000f1234b"'.encode(), pdf_standards=["ua-1"])
    assert not_shown(caught.value.diagnostic) == set(UNSHOWN) | {"\U000f1234"}


def test_chinese_characters_take_the_form_of_the_reports_language() -> None:
    installed = ["Noto Serif CJK JP", "Noto Serif CJK SC", "Noto Serif CJK TC", "Other"]
    assert families("zh", installed)[1] == "Noto Serif CJK SC"
    assert families("zh-Hant", installed)[1] == "Noto Serif CJK TC"
    assert families("ja", installed)[1] == "Noto Serif CJK JP"
    assert families("en", installed)[1:] == ("Noto Serif CJK SC", "Noto Serif CJK TC", "Noto Serif CJK JP")
    assert families("ko", []) == ("Libertinus Serif",)


@settings(max_examples=8, deadline=None)
@given(st.text(max_size=60))
def test_any_text_gives_a_document_or_says_which_font_is_missing(text: str) -> None:
    try:
        made = render_pdf(hostile(text))
    except ConfigError as error:
        assert error.kind == "no_font"  # noqa: PT017 - hypothesis finds either
    else:
        assert len(pdfium.PdfDocument(made)) >= 1
