"""A long report in parts: nothing is lost, every part fits, sections stay together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from research_agent.judges.checklist.parts import OVERLAP, parts_of
from research_agent.judges.subject import subject_of_text

PIECES = ("# Head {}\n\n", "Some {} words. ", "没有空格的句子{}。", "x" * 300 + "{}", "{}\n\n", "| {} | b |\n")


def test_what_fits_stays_whole() -> None:
    assert parts_of(subject_of_text("A short report."), lambda text: True) == ("A short report.",)


def test_a_part_ends_before_a_heading() -> None:
    text = "".join(f"## Section {n}\n\n" + "A sentence of some length stands here. " * 20 + "\n\n" for n in range(12))
    parts = parts_of(subject_of_text(text), lambda part: len(part) <= 3_000)
    assert len(parts) > 3
    assert all(text[text.index(part) + len(part) :].startswith("## Section") for part in parts[:-1])
    assert all(part.startswith("A sentence") for part in parts[1:])


def test_where_nothing_fits_there_are_no_parts() -> None:
    assert parts_of(subject_of_text("One sentence. Two."), lambda text: len(text) < 3) == ()


@given(
    st.lists(st.sampled_from(PIECES), max_size=20),
    st.integers(1_100, 3_000),
)
def test_parts_cover_the_report_and_overlap_little(pieces: list[str], room: int) -> None:
    text = "".join(piece.format(number) for number, piece in enumerate(pieces * 12))
    parts = parts_of(subject_of_text(text), lambda part: len(part) <= room)
    assert all(len(part) <= room for part in parts)
    covered = 0
    for part in parts:
        places = [at for at in range(max(0, covered - OVERLAP), covered + 1) if text.startswith(part, at)]
        assert places
        covered = places[0] + len(part)
    assert covered == len(text)
