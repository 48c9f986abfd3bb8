"""The stored text: blocks in order, disjoint, never empty, and nothing in it that cannot be seen."""

from __future__ import annotations

import itertools
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain import BlockKind
from research_agent.errors import ReadError
from research_agent.reading.compose import HARD_BREAK, Piece, clean, compose, fold, join_cells, require_text

PIECES = st.lists(st.builds(Piece, st.sampled_from(BlockKind), st.text(), st.integers(0, 6)))


@given(PIECES)
def test_blocks_cover_the_text_in_order_with_a_blank_line_between(pieces: list[Piece]) -> None:
    text, blocks = compose(pieces)
    parts = [text[block.start : block.end] for block in blocks]
    assert "\n\n".join(parts) == text
    assert all(part.strip() for part in parts)
    assert all(one.end < two.start for one, two in itertools.pairwise(blocks))


@given(PIECES)
def test_the_text_can_be_written_as_utf8_and_read_back(pieces: list[Piece]) -> None:
    text, _ = compose(pieces)
    assert text.encode().decode() == text
    assert unicodedata.normalize("NFC", text) == text
    assert not set(text) & set("\r\x00\x0b\x0c\ufeff\u200b\u202e")


@given(st.text())
def test_folding_changes_nothing_but_white_space_and_unseen_characters(text: str) -> None:
    assert "".join(fold(text).split()) == "".join(clean(text).replace(HARD_BREAK, " ").split())


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)).split() == fold(text).split()


@pytest.mark.parametrize(
    ("raw", "folded"),
    [
        ("a  b\n\tc", "a b c"),
        ("数据\n    库", "数据库"),
        ("数据 库", "数据 库"),
        ("数据\nSQL", "数据 SQL"),
        ("ab\u200bc\u00adde\ufeff", "abcde"),
        ("e\u0301t\u00e9", "été"),
        (f"line one {HARD_BREAK} line two", "line one\nline two"),
        ("a\u00a0b", "a b"),
        ("evil\u202etxet", "eviltxet"),
    ],
)
def test_folding(raw: str, folded: str) -> None:
    assert fold(raw) == folded


def test_code_keeps_its_lines_and_indentation() -> None:
    text, blocks = compose([Piece(BlockKind.CODE, "\n\nif x:   \r\n    y()\n\n\n\nz()\n")])
    assert text == "if x:\n    y()\n\nz()"
    assert blocks[0].kind is BlockKind.CODE


def test_rows_keep_the_place_of_empty_cells() -> None:
    assert join_cells(["a", "", "c", ""]) == "a | | c"
    assert join_cells(["", ""]) == ""


@pytest.mark.parametrize(
    ("text", "kind"),
    [("", "empty"), ("... --- |", "empty"), ("\ufffd" * 50 + "ab", "binary"), ("\ue000\ue001\ue002a", "binary")],
)
def test_unreadable_text_is_refused(text: str, kind: str) -> None:
    with pytest.raises(ReadError) as caught:
        require_text(text, "here.html")
    assert caught.value.kind == kind
    assert "here.html" in str(caught.value)


def test_a_few_damaged_characters_are_no_reason_to_refuse() -> None:
    require_text("A long enough sentence with one bad \ufffd character in it.", "x")
