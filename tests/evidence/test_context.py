"""A quote leans on the headings above it, the header of its table and what the text before it named; on no more."""

from __future__ import annotations

import pytest

from research_agent.domain import Block, BlockKind, Document, DraftSentence, Quote
from research_agent.evidence.context import context_of
from research_agent.evidence.quoting import make_quote
from research_agent.evidence.support import check_support
from tests.evidence.building import document

PARTS = (
    ("Heights by survey", BlockKind.HEADING, 1),
    ("The Survey Department opened in 1957. The Roads Office helped.", BlockKind.PARAGRAPH, 0),
    ("9.1.1 Nepal", BlockKind.HEADING, 2),
    ("So the department measured gravity across the country.", BlockKind.PARAGRAPH, 0),
    ("3. China", BlockKind.HEADING, 2),
    ("The surface was measured with radar in May.", BlockKind.PARAGRAPH, 0),
    ("Method | PostgreSQL 13 | PostgreSQL 15", BlockKind.ROW, 1),
    ("Clone | no | yes", BlockKind.ROW, 0),
)


def _document() -> Document:
    text, blocks = "", []
    for words, kind, level in PARTS:
        blocks.append(Block(len(text), len(text) + len(words), kind, level))
        text += words + "\n\n"
    bare = document("s1", text)
    return Document(source=bare.source, text=text, blocks=tuple(blocks))


DOCUMENT = _document()


def quoted(words: str) -> Quote:
    start = DOCUMENT.text.index(words)
    return make_quote(DOCUMENT, start, start + len(words))


def faults(text: str, words: str, documents: dict[str, Document] | None = None) -> tuple[str, ...]:
    documents = {"s1": DOCUMENT} if documents is None else documents
    return check_support(DraftSentence(text=text), [quoted(words)], [DOCUMENT.source], documents=documents)


def test_the_headings_from_the_top_down_and_the_header_of_the_table() -> None:
    context = context_of(quoted("Clone | no | yes"), DOCUMENT)
    assert context.headings == ("Heights by survey", "3. China")
    assert context.header == "Method | PostgreSQL 13 | PostgreSQL 15"
    assert context_of(quoted("The surface"), DOCUMENT).header == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("In May the surface in China was measured with radar.", PARTS[5][0]),
        ("In May the Chinese measured the surface with radar.", PARTS[5][0]),
        ("Section 9.1.1 says that the department measured gravity across the country.", PARTS[3][0]),
        ("The Survey Department measured gravity across the country.", PARTS[3][0]),
        ("PostgreSQL 15 has clone, PostgreSQL 13 has no clone.", PARTS[7][0]),
    ],
)
def test_what_stands_around_a_quote_may_be_said_with_it(text: str, words: str) -> None:
    assert faults(text, words) == ()
    assert faults(text, words, {}) != ()


@pytest.mark.parametrize(
    ("text", "words", "named"),
    [
        ("In May the surface in Nepal was measured with radar.", PARTS[5][0], "Nepal"),  # another section's heading
        ("The surface was measured with radar in 3 days of May.", PARTS[5][0], "3"),  # a section's number
        ("The Roads Department measured gravity across the country.", PARTS[3][0], "Roads"),
        ("PostgreSQL 17 has clone, PostgreSQL 13 has no clone.", PARTS[7][0], "17"),
        ("The surface was measured with radar in 1957.", PARTS[5][0], "1957"),
    ],
)
def test_what_stands_elsewhere_may_not(text: str, words: str, named: str) -> None:
    assert any(named in fault for fault in faults(text, words))
