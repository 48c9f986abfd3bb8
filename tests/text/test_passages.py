"""Passages: disjoint, in order, covering every block, and cut where a reader would cut."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain import Block, BlockKind
from research_agent.text.passages import Passage, split_passages

KINDS = st.sampled_from(list(BlockKind))
PIECE = st.text(alphabet="ab .。\n字", min_size=1, max_size=60).filter(str.strip)


def build(parts: list[tuple[BlockKind, int, str]]) -> tuple[str, tuple[Block, ...]]:
    """A text of blocks, as the reading room composes it."""
    text, blocks = "", []
    for kind, level, part in parts:
        blocks.append(Block(len(text), len(text) + len(part), kind, level))
        text += part + "\n\n"
    return text, tuple(blocks)


@given(st.lists(st.tuples(KINDS, st.integers(0, 6), PIECE), max_size=12), st.integers(1, 120))
def test_passages_are_disjoint_in_order_verbatim_and_cover_all_blocks(
    parts: list[tuple[BlockKind, int, str]], size: int
) -> None:
    text, blocks = build(parts)
    passages = split_passages("s1", text, blocks, size)
    assert all(passage.text == text[passage.start : passage.end] and passage.text for passage in passages)
    assert all(a.end <= b.start for a, b in pairwise(passages))
    covered = {at for passage in passages for at in range(passage.start, passage.end)}
    assert all(at in covered for block in blocks for at in range(block.start, block.end))
    assert all(passage.end - passage.start <= max(size, size * 5 // 4) for passage in passages)


@given(PIECE, st.integers(1, 30))
def test_a_text_without_blocks_is_cut_at_blank_lines(text: str, size: int) -> None:
    covered = {at for passage in split_passages("s1", text, (), size) for at in range(passage.start, passage.end)}
    assert all(at in covered for at, char in enumerate(text) if not char.isspace())


def cut(*parts: tuple[BlockKind, int, str], size: int = 100) -> tuple[Passage, ...]:
    return split_passages("s1", *build(list(parts)), size)


def test_a_heading_starts_a_passage_and_belongs_to_the_path() -> None:
    first, second = cut(
        (BlockKind.HEADING, 1, "Upgrading"),
        (BlockKind.HEADING, 2, "With pg_upgrade"),
        (BlockKind.PARAGRAPH, 0, "It is quick."),
        (BlockKind.HEADING, 2, "With dumps"),
        (BlockKind.PARAGRAPH, 0, "It is slow."),
    )
    assert first.text.startswith("Upgrading\n\nWith pg_upgrade")
    assert first.headings == ("Upgrading", "With pg_upgrade")
    assert second.text.startswith("With dumps")
    assert second.headings == ("Upgrading", "With dumps")
    assert first.kind is BlockKind.PARAGRAPH


def test_small_blocks_under_one_heading_are_joined() -> None:
    (passage,) = cut(*[(BlockKind.PARAGRAPH, 0, "Short.")] * 5)
    assert passage.text.count("Short.") == 5


def test_code_and_table_rows_stay_together_where_they_fit() -> None:
    passages = cut((BlockKind.PARAGRAPH, 0, "x" * 60), *[(BlockKind.ROW, 0, "a | b | c")] * 5)
    assert [passage.kind for passage in passages] == [BlockKind.PARAGRAPH, BlockKind.ROW]


def test_a_long_block_is_cut_at_a_sentence_end() -> None:
    passages = cut((BlockKind.PARAGRAPH, 0, "One two three four. " * 20))
    assert all(passage.text.rstrip().endswith(".") for passage in passages)


def test_a_long_chinese_block_is_cut_at_a_sentence_end() -> None:
    passages = cut((BlockKind.PARAGRAPH, 0, "数据库需要升级，请先备份。" * 30))
    assert all(passage.text.rstrip().endswith("。") for passage in passages)


def test_a_long_block_without_sentences_is_cut_at_white_space() -> None:
    passages = cut((BlockKind.CODE, 0, "word " * 60))
    assert all(set(passage.text.split()) == {"word"} for passage in passages)


def test_headings_alone_are_a_passage_of_headings() -> None:
    (passage,) = cut((BlockKind.HEADING, 1, "Contents"))
    assert passage.kind is BlockKind.HEADING
