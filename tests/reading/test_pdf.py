"""PDF: reading order, paragraphs, running heads, hyphens, pages."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest

from research_agent.domain import BlockKind
from research_agent.errors import ReadError
from research_agent.reading.extract import Extracted, extract
from tests.support.pdf import Line, make_pdf, paragraph

LEFT = (
    "The left column speaks of ships. It holds many words that run over several lines of the page and end with a stop."
)
RIGHT = (
    "The right column speaks of trains. It holds other words that also run over several lines and end with a stop too."
)


def read(data: bytes, name: str = "a.pdf") -> Extracted:
    return extract(data, address=name)


def test_columns_that_are_drawn_line_by_line_are_read_one_after_the_other() -> None:
    left, right = paragraph(LEFT * 2, width=30), paragraph(RIGHT * 2, x=320, width=30)
    mixed = [line for pair in zip(left, right, strict=True) for line in pair]
    text = " ".join(read(make_pdf([mixed])).text.split())
    assert LEFT in text
    assert RIGHT in text
    assert text.index("ships") < text.index("trains")


def test_a_heading_across_both_columns_comes_first() -> None:
    title = Line(72, 760, "A study of two ways to travel across a whole country", 20)
    lines = [title, *paragraph(LEFT, width=30), *paragraph(RIGHT, x=320, width=30)]
    found = read(make_pdf([lines]))
    first = found.blocks[0]
    assert (first.kind, found.text[first.start : first.end]) == (BlockKind.HEADING, title.text)


def test_prose_in_larger_type_than_the_code_around_it_is_no_heading() -> None:
    """A commented source: more than half of it is code in small type, the explanations are set larger."""
    prose = [
        Line(72, 780 - 14 * n, f"The option number {n} is kept for old documents and warns", 10) for n in range(22)
    ]
    code = [Line(72, 460 - 9 * n, f"\\cs_new:Npn \\ctex_internal_macro_name:nn {n} {{ do it }}", 8) for n in range(45)]
    title = Line(72, 810, "How options work", 16)
    found = read(make_pdf([[title, *prose, *code]]))
    headings = [found.text[one.start : one.end] for one in found.blocks if one.kind is BlockKind.HEADING]
    assert headings == ["How options work"]


def test_a_sentence_in_large_type_is_text() -> None:
    said = "This guide is old, please read the new one instead."
    found = read(make_pdf([[Line(72, 760, said, 14), *paragraph(LEFT, width=40)]]))
    assert found.blocks[0].kind is BlockKind.PARAGRAPH


def test_hard_wrapped_lines_are_joined_and_hyphens_at_their_ends_removed() -> None:
    lines = [
        Line(72, 700, "The govern-"),
        Line(72, 688, "ment backed an open-"),
        Line(72, 676, "source project."),
        Line(72, 600, "It is open-source."),
    ]
    assert read(make_pdf([lines])).text.startswith("The government backed an open-source project.")


def test_running_heads_and_page_numbers_are_left_out() -> None:
    pages = [
        [
            Line(72, 800, "Annual Report of the Harbour"),
            *paragraph(f"Page {word} says something of its own here.", y=700),
            Line(290, 30, str(number)),
        ]
        for number, word in enumerate(("one", "two", "three", "four"), 1)
    ]
    found = read(make_pdf(pages))
    assert "Annual Report" not in found.text
    assert [found.text[page:].split()[1] for page in found.pages] == ["one", "two", "three", "four"]


def test_a_paragraph_that_runs_over_a_page_stays_whole() -> None:
    pages = [
        paragraph("The first half of the sentence stands on this page and", y=100),
        paragraph("the second half stands on the next one."),
    ]
    assert "this page and the second half" in " ".join(read(make_pdf(pages)).text.split())


def test_side_by_side_fragments_are_cells_of_a_row() -> None:
    lines = [
        Line(x, y, text)
        for y, row in ((700, ("Year", "Ships")), (688, ("1911", "40")), (676, ("1912", "52")))
        for x, text in zip((72, 250), row, strict=True)
    ]
    found = read(make_pdf([lines]))
    assert [found.text[block.start : block.end] for block in found.blocks] == ["Year | Ships", "1911 | 40", "1912 | 52"]
    assert {block.kind for block in found.blocks} == {BlockKind.ROW}


def test_metadata_gives_title_author_and_date() -> None:
    info = "/Title (Ships of 1911) /Author (Ada Example) /CreationDate (D:20200803120000Z)"
    found = read(make_pdf([paragraph("Some text.")], info=info))
    assert (found.title, found.author, found.published) == ("Ships of 1911", "Ada Example", date(2020, 8, 3))


def test_a_title_that_is_a_file_name_is_replaced_by_the_largest_line() -> None:
    lines = [Line(72, 760, "Ships and Trains", 22), *paragraph("Some text of usual size that is long enough.")]
    assert read(make_pdf([lines], info="/Title (Microsoft Word - final.doc)")).title == "Ships and Trains"


@pytest.mark.parametrize(("data", "kind"), [(make_pdf([[]]), "empty"), (b"%PDF-1.7\n" + b"rubbish" * 50, "damaged")])
def test_no_text_and_rubbish_are_errors(data: bytes, kind: str) -> None:
    with pytest.raises(ReadError) as caught:
        read(data, "scan.pdf")
    assert caught.value.kind == kind
    assert "scan.pdf" in str(caught.value)


def test_threads_may_read_at_the_same_time() -> None:
    data = make_pdf([paragraph(f"{chr(97 + number) * 9} {LEFT}") for number in range(20)])
    with ThreadPoolExecutor(4) as threads:
        texts = set(threads.map(lambda _: read(data).text, range(8)))
    assert len(texts) == 1


def test_notes_in_the_margin_do_not_cut_the_text_in_two() -> None:
    text = paragraph(f"{LEFT} {RIGHT}", width=40)
    notes = [
        Line(400, 694, "1 A. Krogh, Hidden models, 1994,", 6),
        Line(400, 686, "pages 1501 to 1531 of the book.", 6),
    ]
    mixed = [text[0], notes[0], text[1], notes[1], *text[2:]]
    found = " ".join(read(make_pdf([mixed])).text.split())
    assert LEFT in found
    assert "1994, pages 1501" in found
