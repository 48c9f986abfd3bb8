"""A sentence is cut out whole, and its neighbours keep their marks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.judges.mutation.cutting import marked, without
from research_agent.judges.subject import subject_of_text


def cut(text: str, part: str) -> str:
    subject = subject_of_text(text, language="en")
    for sentence in reversed(marked(subject, [part])):
        text = without(text, sentence)
    return text


@pytest.mark.parametrize(
    ("text", "part", "left"),
    [
        ("   > “The tower is old. It leans a bit.” (page 1)\n", "is old", "   > “It leans a bit.” (page 1)\n"),
        ("   > “The tower is old. It leans.” (page 1)\n", "It leans", "   > “The tower is old.” (page 1)\n"),
        ("   > “The tower is old. It leans.” (page 1)\n\nNext.\n", "old. It leans", "\nNext.\n"),
        ("   > “The tower is old.” (page 1)\n\nNext.\n", "old", "\nNext.\n"),
        ("- The tower is old. It leans.\n- Next\n", "is old", "- It leans.\n- Next\n"),
        ("- The tower is old. It leans.\n- Next\n", "It leans", "- The tower is old. \n- Next\n"),
        ("**The tower is old. It leans.** Yes.\n", "is old", "**It leans.** Yes.\n"),
        ("1. The tower is old [1].\n2. It leans.\n", "is old", "2. It leans.\n"),
        ("It is **old**. It leans.\n", "old", "It leans.\n"),
    ],
)
def test_marks_of_a_line_stay_with_what_is_left(text: str, part: str, left: str) -> None:
    assert cut(text, part) == left


@given(st.lists(st.sampled_from(["The tower is old.", "> “It leans.”", "- One.", "| a | b |", "", "# T"]), max_size=8))
def test_what_is_cut_is_gone_and_all_else_is_there(lines: list[str]) -> None:
    text = "\n".join([*lines, "The lamp shines."])
    left = cut(text, "The lamp shines")
    assert "lamp" not in left
    assert left.split() == "\n".join(lines).split()
