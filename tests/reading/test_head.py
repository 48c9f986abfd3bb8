"""Dates, authors and publishers that stand as lines at the head of a document."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain import BlockKind
from research_agent.reading.extract import Extracted, extract
from tests.reading.test_pdf import make_pdf, paragraph

PROSE = (
    "Mount Everest is 8,848 metres high by the survey that was made in 1954, and nothing measured since\n"
    "then has moved it by more than a few metres. The rest of this document says why that is so, and who found it.\n"
)


def read(text: str, name: str = "a.txt") -> Extracted:
    return extract(text.encode(), address=name)


def about(found: Extracted) -> tuple[str, str, str]:
    return str(found.published), found.author, found.publisher


def pieces(found: Extracted) -> list[str]:
    return [found.text[block.start : block.end] for block in found.blocks]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "THE TITLE\nA subtitle\n\nPublished: 2008-01-15\nAuthor: Ada Example\nPublisher: The Press\n\n"),
        ("a.txt", "The title\nPublished: 15 January 2008\nBy: Ada Example\nSource: The Press\n\n"),
        ("a.txt", "Title: The title\nDate: January 15, 2008\nAuthor: Ada Example\nPublished by: The Press\n\n"),
        ("a.rst", "Title\n=====\n\n:Date: 2008-01-15\n:Author: Ada Example\n:Organization: The Press\n\n"),
        ("a.adoc", "= Title\nAda Example <ada@example.org>\nv1.2, 2008-01-15: second\n:publisher: The Press\n\n"),
        ("a.adoc", "= Title\n:author: Ada Example\n:revdate: 2008-01-15\n:publisher: The Press\n\n"),
        (
            "a.md",
            "---\ntitle: 'Title'\ndate: 2008-01-15 # day\nauthor:\n  - name: Ada Example\npublisher: The Press\n---\n",
        ),
        (
            "a.md",
            '+++\ntitle = "Title"\npublished = 2008-01-15\nauthors = ["Ada Example"]\npublisher = "The Press"\n+++\n',
        ),
        ("a.md", "# Title\n\n**Published:** 2008-01-15\n**Author:** Ada Example\n**Publisher:** The Press\n\n"),
    ],
)
def test_every_line_based_format_has_them(name: str, text: str) -> None:
    found = read(text + PROSE, name)
    assert about(found) == ("2008-01-15", "Ada Example", "The Press")
    assert found.title.lower().removeprefix("the ") == "title"
    assert pieces(found)[-1] == " ".join(PROSE.split())


def test_chinese_labels() -> None:
    prose = "　　珠穆朗玛峰的高程是八千八百四十八米，这个数字由一九五四年的测量得出，此后的测量与它相差不过数米。\n"
    found = read(f"珠峰高程\n\n发布日期：2020年12月10日\n作者：张三\n来源：示例测绘通讯\n\n{prose}")
    assert about(found) == ("2020-12-10", "张三", "示例测绘通讯")
    assert found.title == "珠峰高程"
    assert pieces(found)[1:4] == ["发布日期：2020年12月10日", "作者：张三", "来源：示例测绘通讯"]


def test_each_field_is_a_block_of_its_own_and_stays_in_the_text() -> None:
    found = read("The title\nPublished: 2008-01-15\nPublisher: The Press\n" + PROSE)
    assert pieces(found) == ["The title", "Published: 2008-01-15", "Publisher: The Press", " ".join(PROSE.split())]
    assert [block.kind for block in found.blocks][1:3] == [BlockKind.ITEM, BlockKind.ITEM]


@pytest.mark.parametrize(
    "text",
    [
        PROSE + "\nPublished: 2008-01-15\n",  # after the first paragraph
        "The title\n\nHeight: 8,848 m\nFirst ascent: Hillary\nDate: 1953-05-29\n\n" + PROSE,  # a box of facts
        "The title\n\nPublished: last Tuesday\n\n" + PROSE,
        "The title\n\nPublished: 2008\n\n" + PROSE,
        "The title\n\n1 Survey\n\n2 Height\n\n3 Snow\n\nDate: 2008-01-15\n\n" + PROSE,  # below other headings
    ],
)
def test_in_doubt_there_is_no_date(text: str) -> None:
    assert read(text).published is None


def test_a_rule_at_the_start_is_no_front_matter() -> None:
    found = read("---\n\nThe first words stand below a rule.\n\n---\n\n# Head\n\nMore.\n", "a.md")
    assert "The first words" in found.text


def test_front_matter_is_no_text() -> None:
    found = read("---\ntitle: >-\n  A folded\n  title\ntags: [a, b]\nnested:\n  key: value\n---\nText.\n", "a.md")
    assert (found.title, found.text) == ("A folded title", "Text.")


XMP = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="{form}"
 xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/" prism:publicationDate="1954-03-01">
<dc:publisher><rdf:Bag><rdf:li>The Press</rdf:li></rdf:Bag></dc:publisher></rdf:Description></rdf:RDF></x:xmpmeta>"""


@pytest.mark.parametrize(
    ("form", "expected"),
    [("application/pdf", (date(1954, 3, 1), "The Press")), ("image/jpeg", (date(2020, 8, 3), ""))],
)
def test_a_pdf_has_them_in_xmp_and_a_picture_in_it_does_not_count(form: str, expected: tuple[date, str]) -> None:
    pdf = make_pdf([paragraph("Some text.")], info="/CreationDate (D:20200803120000Z)")
    found = extract(pdf + b"\n%" + XMP.format(form=form).replace("\n", " ").encode() + b"\n", address="a.pdf")
    assert (found.published, found.publisher) == expected
    assert any("the PDF was made" in note for note in found.notes) == (form != "application/pdf")


LINES = st.lists(st.sampled_from(["Date: 2008-01-15", "Author: A", "Height: 1", "Some words", "", "  on", "作者：甲"]))


@given(LINES, st.sampled_from(["a.txt", "a.md", "a.rst", "a.adoc"]))
def test_no_word_is_lost(lines: list[str], name: str) -> None:
    text = "\n".join(["The title", "", *lines, "", PROSE])
    assert "".join(read(text, name).text.split()) == "".join(text.split())
