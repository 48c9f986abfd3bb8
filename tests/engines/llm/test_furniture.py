"""What tells nothing of a document's subject is not shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from research_agent.engines.llm.furniture import abridged, is_pointer, is_reference_list, without_anchor
from research_agent.engines.llm.numbering import CUT, Numbering
from research_agent.text.passages import split_passages
from tests.support.example_documents import markdown

PAGE = """# How high it is

9 December 2020

The mountain is 8,848.86 metres high. It was measured in 2020.

## Why figures differ

Snow and rock are two surfaces.

## Sources

AFP, 8 December 2020, example.org
"""


def test_lists_of_sources_titles_and_dates_are_left_out() -> None:
    page = markdown("page", PAGE)
    text = Numbering(split_passages(page.source.id, page.text, page.blocks), {page.source.id: page}).text()
    assert "8,848.86" in text
    assert "two surfaces" in text
    assert "AFP" not in text
    assert "9 December 2020" not in text
    assert CUT not in text


def test_a_gap_is_marked_and_the_label_is_the_first_sentences_heading() -> None:
    page = markdown("page", PAGE)
    start = page.text.index("It was measured")
    passage = next(p for p in split_passages(page.source.id, page.text, page.blocks) if "8,848.86" in p.text)
    part = replace(passage, start=start, end=passage.end, text=page.text[start : passage.end])
    lines = Numbering([part], {page.source.id: page}).text().splitlines()
    assert lines[2] == CUT
    assert lines[3].startswith("[1.1] It was measured")


def test_headings_of_sources_and_link_marks() -> None:
    assert is_reference_list(["A", "7. References"])
    assert is_reference_list(["参考资料"])
    assert not is_reference_list(["Sources of error"])
    assert not is_reference_list([])
    assert without_anchor("18.6.2. Upgrading #") == "18.6.2. Upgrading"
    assert without_anchor("Remove it (A. Author) § §") == "Remove it (A. Author)"


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("[14]", True),
        ("(See patch(1).)", True),
        ('[33] See Debian Policy Manual, 7 "Declaring relationships between packages".', True),
        ("参见 deb(5)。", True),
        ("[11] This is the default up to v13.", False),
        ("See the rise of 2020, which was 5%.", False),
        ("Seed pods ripen in May.", False),
        ("42", False),
    ],
)
def test_what_only_says_where_to_look_tells_nothing(text: str, points: bool) -> None:
    assert is_pointer(text) is points


def test_a_long_output_is_shown_without_its_middle() -> None:
    lines = [f"line {n}" for n in range(100)]
    shown = abridged(lines)
    assert (shown[0], shown[-1]) == ("line 0", "line 99")
    assert len(shown) < 30
    assert any("78 lines" in line for line in shown)
    assert abridged(lines[:20]) == lines[:20]
