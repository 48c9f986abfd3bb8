"""Which line ends of a plain text stay."""

from __future__ import annotations

import textwrap

from hypothesis import given
from hypothesis import strategies as st

from research_agent.reading.extract import extract

PROSE = textwrap.fill("The survey of the mountain took three years, and the parties met on the summit in May. " * 4, 72)


def blocks(text: str) -> list[str]:
    found = extract(text.encode(), address="a.txt")
    return [found.text[block.start : block.end] for block in found.blocks]


def test_a_list_of_figures_has_a_block_a_line() -> None:
    listed = " 1  Everest         8,848\n 2  K2              8,611\n10  Annapurna       8,091"
    assert blocks(f"{PROSE}\n\n{listed}\n") == [
        " ".join(PROSE.split()),
        "1 Everest 8,848",
        "2 K2 8,611",
        "10 Annapurna 8,091",
    ]


def test_labels_and_values_have_a_block_a_line_even_after_a_full_line() -> None:
    facts = (
        "Mount Everest (Nepali: Sagarmatha; Tibetan: Chomolungma; in Chinese)\n"
        "Height: 8,848 m (29,029 ft)\n"
        "Position: 27 degrees 59 minutes north, 86 degrees 55 minutes\n"
        "First ascent: 29 May 1953"
    )
    assert blocks(f"{PROSE}\n\n{facts}\n\n{PROSE}\n")[1:5] == facts.split("\n")


def test_a_wrapped_value_stays_whole() -> None:
    sources = (
        "Sources: State Bureau of Surveying and Mapping, announcement of the ninth of\nOctober 2005. Survey of India."
    )
    assert blocks(f"{PROSE}\n\n{sources}\n")[-1] == " ".join(sources.split())


def test_verse_keeps_its_lines() -> None:
    verse = (
        "The ice was here, the ice was there,\nThe ice was all around:\nIt cracked and growled, and roared\nLike noises"
    )
    assert blocks(verse) == [verse]
    assert blocks(f"{PROSE}\n\n{verse}\n")[-1] == verse


def test_a_title_is_not_joined_to_the_prose_below_it() -> None:
    assert blocks(f"{PROSE}\n\nWhat was found\n{PROSE}\n")[1:] == ["What was found", " ".join(PROSE.split())]


def test_chinese_paragraphs_are_told_by_their_indentation() -> None:
    one = "珠穆朗玛峰位于中国与尼泊尔的边界上，是世界最高峰。两国在二〇二〇年共同公布了它的高程。"
    two = "此前的测量分别在一九七五年和二〇〇五年进行，测得的数字并不相同，原因在于测量对象不同。"

    def wrapped(text: str) -> str:
        return "\n".join(textwrap.wrap("　　" + text, 20, drop_whitespace=False))

    assert blocks(f"{wrapped(one)}\n{wrapped(two)}\n") == [one, two]
    assert blocks(f"　　{one}\n　　{two}\n") == [one, two]


def test_a_text_that_was_not_wrapped_has_a_paragraph_a_line() -> None:
    long = " ".join(PROSE.split())
    assert blocks(f"{long}\nA short one.\n{long}\n{long}\n") == [long, "A short one.", long, long]


WORDS = st.lists(st.text("abcdefghij", min_size=1, max_size=11), min_size=30, max_size=90)


@given(WORDS, st.integers(60, 90))
def test_prose_is_joined_at_any_width(words: list[str], width: int) -> None:
    text = "The " + " ".join(words) + "."
    assert blocks("\n".join(textwrap.wrap(text, width)) + "\n") == [text]
