"""One document in, text with structure out; or an error that names the file and the reason."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from research_agent.domain import BlockKind
from research_agent.errors import ReadError
from research_agent.reading.extract import Extracted, extract
from tests.support.shared_data import shared_data

HARD = ("s01_gbk_declared_gb2312", "s02_shift_jis_no_charset", "s03_cookie_wall", "s04_two_column", "s05_encrypted_pdf")
HARD += ("s06_empty_body", "s07_tables_math_code", "s08_deeply_nested", "s09_html_named_pdf", "s10_rss")


def squeezed(text: str) -> str:
    return re.sub(r"[\s\-\u00ad\u2010]+", "", text)


def checked(extracted: Extracted) -> Extracted:
    """What must hold for every text."""
    ends = [0]
    for block in extracted.blocks:
        assert ends[-1] <= block.start < block.end <= len(extracted.text)
        assert extracted.text[block.start : block.end].strip()
        ends.append(block.end)
    assert all(0 <= page <= len(extracted.text) for page in extracted.pages)
    assert list(extracted.pages) == sorted(extracted.pages)
    return extracted


def read_error(data: bytes, name: str) -> ReadError | None:
    """The error of a document that cannot be read; None when it can, and its text is as it must be."""
    try:
        checked(extract(data, address=name))
    except ReadError as error:
        return error
    return None


@pytest.mark.parametrize("name", HARD)
def test_hard_inputs_behave_as_expected(name: str) -> None:
    folder = shared_data("hard_inputs") / name
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    file = folder / expected["file"]

    def read() -> Extracted:
        return extract(file.read_bytes(), address=file.as_uri(), content_type=expected["served_content_type"])

    if expected["outcome"] == "error":
        with pytest.raises(ReadError) as caught:
            read()
        assert caught.value.kind == expected["error"]["kind"]
        assert file.name in str(caught.value)
        return
    found = checked(read())
    assert expected["title"] is None or squeezed(found.title) == squeezed(expected["title"])
    assert [part for part in expected["must_contain"] if squeezed(part) not in squeezed(found.text)] == []
    assert [part for part in expected["must_not_contain"] if part in found.text] == []


def test_every_hard_input_is_tested() -> None:
    assert {path.name for path in shared_data("hard_inputs").iterdir() if path.is_dir()} == set(HARD)


@given(
    st.binary(max_size=600),
    st.sampled_from(["a.html", "a.md", "a.rst", "a.adoc", "a.txt", "a.json", "a.pdf", "a.docx", "a.rss"]),
)
@settings(max_examples=150, deadline=None)
def test_any_bytes_give_a_text_or_a_read_error(data: bytes, name: str) -> None:
    error = read_error(data, name)
    assert error is None or name in str(error)


PARTS = """
<p> </p> <div> </div> <table><tr><td> </table> <li> <pre> </pre> <h2> text 中文 &amp; <a> </a> [x](y) # - * | ``` ====
"""
LINES = ("\n", "| a | b |\n", "|---|\n", "```\n", ".. note::\n", "   indented\n", "====\n", "<a href=x>")
MARKUP = st.lists(st.sampled_from((*(f"{part} " for part in PARTS.split()), *LINES)))


@given(MARKUP, st.sampled_from(["a.html", "a.md", "a.rst", "a.adoc", "a.txt"]))
@settings(max_examples=150, deadline=None)
def test_any_markup_gives_ordered_blocks(parts: list[str], name: str) -> None:
    error = read_error("".join(parts).encode(), name)
    assert error is None or error.kind in ("empty", "damaged")


def test_json_lines_are_a_document_a_line() -> None:
    line = json.dumps(
        {"title": "On ice", "text": "Ice floats.\n\nIt is lighter.", "date": "2024-05-01", "url": "https://x.test/ice"}
    ).encode()
    found = checked(extract(line, address="file:///d/x.jsonl#line=12"))
    assert (found.title, found.published, found.canonical) == ("On ice", date(2024, 5, 1), "https://x.test/ice")
    assert [found.text[block.start : block.end] for block in found.blocks] == [
        "On ice",
        "Ice floats.",
        "It is lighter.",
    ]


def test_the_name_of_the_folder_gives_the_version() -> None:
    found = extract(
        b"<html><title>19.6. Upgrading</title><body><p>Text here.</p>",
        address="file:///d/postgresql-doc-15-15.20/upgrading.html",
    )
    assert (found.work, found.version) == ("postgresql-doc/upgrading.html", "15.20")


def test_a_translation_that_declares_its_originals_language_is_not_believed() -> None:
    page = '<html lang="en"><body><p>内核的开发过程与其他项目不同，这里说明怎样提交补丁。</p>'
    assert extract(page.encode(), address="a.html").language == "zh"


def test_a_long_document_takes_linear_time() -> None:
    from time import perf_counter

    def seconds(paragraphs: int) -> float:
        page = (
            "<html><body>"
            + "<p>The quick brown fox jumps over the lazy dog again.</p><div><ul><li>x</ul></div>" * paragraphs
        )
        start = perf_counter()
        extract(page.encode(), address="a.html")
        return perf_counter() - start

    seconds(50)
    assert seconds(8000) < 40 * seconds(1000) + 1


@pytest.mark.slow
def test_the_corpus_is_read_to_the_last_document() -> None:
    corpus = shared_data("corpus")
    rows = [json.loads(line) for line in (corpus / "manifest.jsonl").read_text(encoding="utf-8").splitlines()]
    for row in rows:
        path = corpus / row["file"]
        found = checked(extract(path.read_bytes(), address=path.as_uri()))
        assert found.format == row["format"] or (found.format, row["format"]) == ("rst", "text"), path


def test_kinds_of_blocks_of_a_page() -> None:
    page = Path(__file__).with_name("page.html").read_bytes()
    found = checked(extract(page, address="https://docs.example.org/guide.html"))
    kinds = [(block.kind, block.level, found.text[block.start : block.end]) for block in found.blocks]
    assert kinds == [
        (BlockKind.HEADING, 1, "Backups"),
        (BlockKind.PARAGRAPH, 0, "A backup of 10^6 files takes 3 hours."),
        (BlockKind.HEADING, 2, "Options"),
        (BlockKind.ITEM, 1, "--fast"),
        (BlockKind.ITEM, 1, "Skips the check."),
        (BlockKind.CODE, 0, "backup --fast \\\n    /home"),
        (BlockKind.ROW, 1, "Level | Time"),
        (BlockKind.ROW, 0, "1 | 20 min"),
        (BlockKind.ROW, 0, "2 | | see below"),
        (BlockKind.QUOTE, 0, "Never trust one copy."),
        (BlockKind.ITEM, 1, "first"),
        (BlockKind.ITEM, 2, "nested"),
    ]
    assert (found.title, found.published, found.author) == ("Backups — Manual 2.4", date(2023, 4, 5), "Ada Example")
    assert (found.language, found.version, found.work) == ("en", "2.4", "Backups — Manual")
