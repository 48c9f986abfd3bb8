"""A sentence that takes a side in a dispute is cited with that side's sources."""

from __future__ import annotations

from dataclasses import replace

from research_agent.domain import Claim, ClaimStatus, Position, Sentence, SentenceKind
from research_agent.reports.sides import quotes_behind, restates_its_sides
from tests.reports.sample import HEIGHT

DENIED = Claim(
    id="c9",
    text="The earthquake lowered the summit.",
    quotes=("q1", "q2"),
    status=ClaimStatus.DISPUTED,
    reason="One says it, the other denies it.",
    positions=(
        Position(statement="The earthquake lowered the summit.", quotes=("q1",)),
        Position(statement="The earthquake did not lower the summit.", quotes=("q2",)),
    ),
)


def test_the_side_whose_figure_the_sentence_gives() -> None:
    assert quotes_behind(Sentence(text="Everest is 8,848.86 metres high."), HEIGHT) == ("q1",)
    assert quotes_behind(Sentence(kind=SentenceKind.ROW, cells=("old", "8848 m")), HEIGHT) == ("q3",)


def test_both_sides_where_the_sentence_gives_both() -> None:
    assert quotes_behind(Sentence(text="Some say 8,848 m, others 8,848.86 m."), HEIGHT) == ("q1", "q3")


def test_the_side_that_denies_what_the_sentence_denies() -> None:
    assert quotes_behind(Sentence(text="The quake did not change the height."), DENIED) == ("q2",)
    assert quotes_behind(Sentence(text="The quake lowered it."), DENIED) == ("q1",)


def test_all_quotes_where_there_is_no_dispute() -> None:
    plain = replace(HEIGHT, positions=())
    assert quotes_behind(Sentence(text="Everest is 8,850 m high."), plain) == ("q1", "q3")


def test_a_reason_that_only_lists_the_sides_is_told_from_one_that_explains() -> None:
    assert not restates_its_sides(HEIGHT)
    assert restates_its_sides(replace(HEIGHT, reason="Sources differ: “8,848.86 m” against “8,848 m”."))
