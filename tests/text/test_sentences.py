"""Sentence bounds: what ends a sentence, what does not, and what must hold for every text."""

from __future__ import annotations

import itertools
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain import Block, BlockKind
from research_agent.text.sentences import sentence_spans


def split(text: str, blocks: tuple[Block, ...] = ()) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text, blocks)]


@pytest.mark.parametrize(
    "sentences",
    [
        ["Use a tool, e.g. pg_dump, to copy it.", "Then restore."],
        ["It runs on Python 3.12.", "The file pg_hba.conf is read."],
        ["See Fig. 3 and No. 5 of the list.", "Dr. Smith agrees."],
        ["J. R. R. Tolkien wrote it.", "He lived in the U.S. for a while."],
        ["He moved to the U.S.", "The move was hard."],
        ["Call foo.bar() first.", "pg_upgrade does the rest."],
        ["The disk is full.", "iptables stops logging."],
        ["It waited ... and went on.", "Really?", "Yes!"],
        ['He said "Stop."', "Then he left."],
        ["Is it fast?", "(Some say so.)", "We measured 1.5 GB."],
        ["This holds (see the notes. They are long) in all cases.", "Good."],
        ["Water boils at 100.5 degrees.", "2025 was warm."],
        ["It is known.[12]", "Others disagree."],
        ["Apples, pears, etc. are fruit.", "Nuts are not."],
        ["C'est vrai, p. ex. pour M. Dupont.", "Oui."],
    ],
)
def test_latin_sentences(sentences: list[str]) -> None:
    assert split(" ".join(sentences)) == sentences


@pytest.mark.parametrize(
    "sentences",
    [
        ["数据库支持三种方法。", "第一种最慢；", "第二种更快！", "是吗？"],
        ["他说：“你好。”", "然后走了。"],
        ["它需要 PostgreSQL 15.2 版本。", "配置在 pg_hba.conf 中。"],
        ["（见下文。）", "详情如下。"],
        ["これは文です。", "「はい。」", "次の文です。"],
        ["等等……他来了。", "好。"],
    ],
)
def test_cjk_sentences(sentences: list[str]) -> None:
    assert split("".join(sentences)) == sentences


def test_list_number_is_no_sentence() -> None:
    assert split("1. Stop the server.\n2. Copy the files. Wait.") == [
        "1. Stop the server.",
        "2. Copy the files.",
        "Wait.",
    ]


def test_items_and_rows_without_blocks_are_units() -> None:
    text = "# Title. Really.\nIntro text:\n- one thing\n- another. With two.\n\n| a | b. C |\n|---|---|\n| 1 | 2 |\n"
    assert split(text) == ["Intro text:", "- one thing", "- another.", "With two.", "| a | b. C |", "| 1 | 2 |"]


def test_fenced_code_is_no_sentence() -> None:
    assert split("Before.\n```\nx = 1. y\n```\nAfter.") == ["Before.", "After."]


def test_wrapped_lines_stay_one_sentence() -> None:
    assert split("A sentence that\ngoes on. Next.") == ["A sentence that\ngoes on.", "Next."]


def test_blocks_bound_sentences() -> None:
    text = "Heading one\nA paragraph without stop\nsecond one. Third.\na | b. c | d\ncode. here"
    kinds = [BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.PARAGRAPH, BlockKind.ROW, BlockKind.CODE]
    blocks, at = [], 0
    for line, kind in zip(text.split("\n"), kinds, strict=True):
        blocks.append(Block(at, at + len(line), kind))
        at += len(line) + 1
    assert split(text, tuple(blocks)) == ["A paragraph without stop", "second one.", "Third.", "a | b. c | d"]


pieces = st.lists(
    st.sampled_from(
        ["A", "e.g", ".", "。", "!", "…", " ", "\n", "\n\n", "(", ")", "”", "3", "中", "| ", "- ", "#", "x"]
    )
    | st.characters(),
    max_size=60,
).map("".join)


@given(pieces)
def test_spans_are_ordered_disjoint_trimmed_and_not_empty(text: str) -> None:
    last = 0
    for start, end in sentence_spans(text):
        assert last <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        last = end


@given(pieces, st.data())
def test_no_sentence_crosses_a_block_and_none_is_lost(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=5)) | {0, len(text)})
    kinds = st.sampled_from([BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.ROW])
    blocks = tuple(Block(a, b, data.draw(kinds)) for a, b in itertools.pairwise(cuts))
    spans = sentence_spans(text, blocks)
    for start, end in spans:
        assert any(block.start <= start and end <= block.end for block in blocks)
    covered = "".join(text[start:end] for start, end in spans)
    assert "".join(covered.split()) == "".join(text.split())


@pytest.mark.parametrize("unit", ["(", "a. ", "(a. ", "。", ".", "e.g. ", "A. B ", "\n- x. "])
def test_time_is_linear(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    began = time.process_time()
    sentence_spans(text)
    assert time.process_time() - began < 10


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "It is 8,850 m. In 2020 it was 8,848.86 m. Xu Han said 120 m. It is so.",
            ["It is 8,850 m.", "In 2020 it was 8,848.86 m.", "Xu Han said 120 m.", "It is so."],
        ),
        ("It took 5 min. The end was near.", ["It took 5 min.", "The end was near."]),
        ("It is 5 m. and more. M. Dupont est venu.", ["It is 5 m. and more.", "M. Dupont est venu."]),
        ("In “K2 or Everest? The surveys”, he says so. Yes.", ["In “K2 or Everest? The surveys”, he says so.", "Yes."]),
        ("He said “Why not? Let us go.” He left.", ["He said “Why not?", "Let us go.”", "He left."]),
        ("《K2 还是珠峰？意大利的测量》，1994 年出版。好。", ["《K2 还是珠峰？意大利的测量》，1994 年出版。", "好。"]),
        (
            "Published: 2021-02-15\nPublisher: Review\nA first sentence. A second.",
            ["Published: 2021-02-15", "Publisher: Review", "A first sentence.", "A second."],
        ),
        (":Publisher: Review\n:Published: 2021", [":Publisher: Review", ":Published: 2021"]),
        ("Height\n8,848 m\nYear\n1954", ["Height", "8,848 m", "Year", "1954"]),
        (
            "Height: 8,848 m Position: 27 degrees First ascent: 29 May 1953",
            ["Height: 8,848 m", "Position: 27 degrees", "First ascent: 29 May 1953"],
        ),
        (
            "He went to\nthe mountain in\nMay and saw\nthe snow. Good.",
            ["He went to\nthe mountain in\nMay and saw\nthe snow.", "Good."],
        ),
        ("Note: this is\none sentence.", ["Note: this is\none sentence."]),
    ],
)
def test_units_titles_and_lists_of_fields(text: str, parts: list[str]) -> None:
    assert [text[start:end] for start, end in sentence_spans(text)] == parts
    block = (Block(0, len(text), BlockKind.PARAGRAPH),)
    assert [text[start:end] for start, end in sentence_spans(text, block)] == parts
