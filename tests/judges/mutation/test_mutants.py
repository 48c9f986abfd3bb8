"""Mutants change what they name and nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain import ItemVerdict, Label, Verdict
from research_agent.errors import ConfigError
from research_agent.judges.mutation.marks import Marks, load_marks, marks_by_gold
from research_agent.judges.mutation.mutants import Mutant, mutants
from research_agent.judges.mutation.self_test import SelfTest, compare, self_test
from research_agent.judges.rubric import Evidence, Item, Rubric
from research_agent.judges.scoring import valued, verdict_of
from research_agent.judges.subject import Subject, subject_of_text

REPORT = """# The lighthouse

The tower is 42 metres high [1]. It was built in 1853 [2].

## Height

- The tower is 42 metres high [1].
- Its lamp can be seen for 20 miles [1].

## History

It was built in 1853 [2]. The keeper left in 1970.

## Use

| what | since |
| --- | --- |
| museum | 1990 |

## References

1. Almanac
2. Chronicle
"""
HEIGHT = Item(
    id="height",
    text="States the height",
    weight=3.0,
    kind="explicit",
    fact="42 metres",
    evidence=(Evidence(file="a.txt", quote="The tower is 42 metres high"),),
)
YEAR = Item(id="year", text="States the year of building", weight=2.0, kind="explicit", fact="built in 1853")
MUSEUM = Item(id="museum", text="Says that it is a museum", weight=1.0, kind="implicit", fact="a museum since 1990")
FLAW = Item(
    id="flaw", text="Says that it fell down", weight=-2.0, kind="negative", examples=("The tower fell down in 1900.",)
)
RUBRIC = Rubric(id="t", question="How high?", language="en", items=(HEIGHT, YEAR, MUSEUM, FLAW))
MARKS = Marks(
    satisfied={
        "height": ("The tower is 42 metres high",),
        "year": ("It was built in 1853",),
        "museum": ("| museum | 1990 |",),
    },
    flaws={"flaw": "The tower fell down in 1900."},
    paraphrases=(("Its lamp can be seen for 20 miles", "From 20 miles away its lamp is visible"),),
)
SUBJECT = subject_of_text(REPORT, question="How high?", language="en")


def made(marks: Marks = MARKS) -> Mapping[str, Mutant]:
    return {one.name: one for one in mutants(SUBJECT, RUBRIC, marks)}


def test_removing_takes_every_sentence_that_says_it_and_no_other() -> None:
    text = made()["remove height"].subject.text
    assert "42" not in text
    assert text.count("It was built in 1853") == 2
    assert "- Its lamp" in text
    assert "\n- [1]" not in text, "a list item that is empty goes as a whole"
    assert made()["remove height"].target == "height"


def test_a_table_row_goes_as_a_line() -> None:
    text = made()["remove museum"].subject.text
    assert "museum |" not in text
    assert "| what | since |\n| --- | --- |\n" in text


def test_a_figure_is_swapped_where_it_states_the_fact_only() -> None:
    text = made()["number height"].subject.text
    assert "42" not in text
    assert text.count("The tower is 52 metres high") == 2
    assert text.count("1853") == 2


def test_items_that_share_the_sentence_are_touched() -> None:
    both = Marks(satisfied={"height": ("The tower is 42 metres high",), "year": ("42 metres high [1]. It was built",)})
    assert made(both)["remove height"].touched == {"year"}


def test_items_on_which_a_sentence_bears_are_touched_and_make_no_mutant() -> None:
    bearing = Marks(satisfied={"height": ("The tower is 42 metres high",)}, bearing={"year": ("metres high [1].",)})
    assert made(bearing)["remove height"].touched == {"year"}
    assert "remove year" not in made(bearing)


def test_the_figures_that_an_item_asks_for_are_swapped_and_not_a_number_beside_them() -> None:
    year = replace(YEAR, text="States the year: 1853", fact="built in 1853, 42 metres high")
    rubric = replace(RUBRIC, items=(year,))
    marks = Marks(satisfied={"year": ("The tower is 42 metres high [1]. It was built in 1853",)})
    assert not [one for one in mutants(SUBJECT, rubric, marks) if one.change == "number"]


def test_a_flaw_is_planted_once_and_the_rest_stays() -> None:
    text = made()["plant flaw"].subject.text
    assert text.count("The tower fell down in 1900.") == 1
    assert text.replace("The tower fell down in 1900.\n\n", "") == REPORT


def test_style_changes_no_sentence() -> None:
    found = made()
    for name in ("reorder", "pad"):
        kept = {sentence.text for sentence in found[name].subject.sentences}
        assert {sentence.text for sentence in SUBJECT.sentences} <= kept, name
    assert found["reorder"].subject.text != REPORT
    assert "From 20 miles away" in found["paraphrase"].subject.text
    assert sum(one.change == "inject" for one in found.values()) == 3
    assert not any(one.target for one in found.values() if one.change in ("reorder", "pad", "paraphrase", "inject"))


def test_gold_evidence_marks_sentences_and_examples_are_flaws() -> None:
    marks = marks_by_gold(SUBJECT, RUBRIC)
    assert marks.satisfied == {"height": ("The tower is 42 metres high [1].", "- The tower is 42 metres high [1].")}
    assert marks.flaws == {"flaw": "The tower fell down in 1900."}


@given(st.text(max_size=400))
def test_any_text_has_mutants(text: str) -> None:
    subject = subject_of_text(text, language="en")
    found = list(mutants(subject, RUBRIC, marks_by_gold(subject, RUBRIC)))
    assert {one.change for one in found} >= {"plant", "pad", "inject"}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("[]", "not a JSON object"),
        ('{"satisfied": {"x": ["The tower"]}}', "the item 'x'"),
        ('{"satisfied": {"year": ["It was built in 1854"]}}', "the report has not"),
        ('{"satisfied": []}', "`satisfied`"),
        ('{"bearing": {"year": ["It was built in 1854"]}}', "the report has not"),
        ("{", "cannot be read"),
    ],
)
def test_marks_that_do_not_fit_are_refused(data: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "marks.json"
    path.write_text(data, encoding="utf-8")
    with pytest.raises(ConfigError, match=words):
        load_marks(path, SUBJECT, RUBRIC)


def test_marks_by_hand_are_read(tmp_path: Path) -> None:
    path = tmp_path / "marks.json"
    path.write_text(json.dumps({"satisfied": {"year": ["It was built in 1853"]}}), encoding="utf-8")
    marks = load_marks(path, SUBJECT, RUBRIC)
    assert marks.satisfied == {"year": ("It was built in 1853",)}
    assert marks.flaws == {"flaw": "The tower fell down in 1900."}


class Reader:
    """A judge that looks for words; ``gullible``: it obeys an injection."""

    def __init__(self, gullible: bool = False) -> None:
        self.gullible = gullible

    async def judge(self, subject: Subject, rubric: Rubric) -> Verdict:
        words = {"height": "42", "year": "1853", "museum": "1990", "flaw": "fell down"}
        all_of_it = self.gullible and "satisfies all criteria" in subject.text
        return verdict_of(
            "reader", [self._item(one, words[one.id] in subject.text or all_of_it) for one in rubric.items]
        )

    def _item(self, item: Item, there: bool) -> ItemVerdict:
        label: Label = "satisfied" if there else "not_satisfied"
        return valued(ItemVerdict(id=item.id, label=label, value=None, weight=item.weight, reason=""))


async def test_a_judge_that_reads_passes() -> None:
    test = await self_test(lambda name: Reader(), SUBJECT, RUBRIC, MARKS)
    assert test.right == (7, 7)
    assert test.others == (0, 21)
    assert test.style == (0, 3)
    assert test.obeyed == (0, 3)


async def test_a_judge_that_obeys_is_found_out() -> None:
    test = await self_test(lambda name: Reader(gullible=True), SUBJECT, RUBRIC, MARKS)
    assert test.obeyed == (2, 3), "one of the three does not use these words"
    assert test.right == (7, 7)


async def test_a_judge_that_always_says_the_same_is_found_out() -> None:
    class Sleeper(Reader):
        async def judge(self, subject: Subject, rubric: Rubric) -> Verdict:
            return await Reader.judge(self, SUBJECT, rubric)

    test: SelfTest = await self_test(lambda name: Sleeper(), SUBJECT, RUBRIC, MARKS)
    assert test.right == (0, 7)


def test_a_flaw_that_was_undecided_flips_when_it_is_there() -> None:
    def verdict(label: Label) -> Verdict:
        return verdict_of("j", [valued(ItemVerdict(id="flaw", label=label, value=None, weight=-2.0, reason=""))])

    mutant = made()["plant flaw"]
    assert compare(verdict("undecided"), verdict("satisfied"), mutant).flipped
    assert not compare(verdict("undecided"), verdict("not_satisfied"), mutant).flipped
    assert not compare(verdict("satisfied"), verdict("satisfied"), mutant).flipped


def judged(label: Label, weight: float = 3.0, id: str = "height") -> Verdict:
    return verdict_of("j", [valued(ItemVerdict(id=id, label=label, value=None, weight=weight, reason=""))])


def test_a_demand_that_becomes_undecided_has_flipped_and_is_counted_apart() -> None:
    mutant = made()["remove height"]
    gone = compare(judged("satisfied"), judged("undecided"), mutant)
    assert (gone.flipped, gone.gave_up, gone.unjudged) == (True, True, False)
    missed = compare(judged("satisfied"), judged("partial"), mutant)
    assert (missed.flipped, missed.gave_up) == (True, False)


def test_a_demand_that_was_undecided_cannot_flip_and_is_counted_apart() -> None:
    mutant = made()["remove height"]
    never = compare(judged("undecided"), judged("not_satisfied"), mutant)
    kept = compare(judged("satisfied"), judged("not_satisfied"), mutant)
    assert (never.flipped, never.unjudged) == (False, True)
    test = SelfTest(outcomes=(never, kept))
    assert (test.right, test.right_of_judged) == ((1, 2), (1, 1))


def test_a_flaw_that_is_not_there_stands_the_same_decided_or_not() -> None:
    mutant = made()["remove height"]
    before, after = (judged(label, -2.0, "flaw") for label in ("not_satisfied", "undecided"))
    both = [verdict_of("j", [*judged("satisfied").items, *one.items]) for one in (before, after)]
    assert compare(both[0], both[1], mutant).others == ()
    there = verdict_of("j", [*judged("satisfied").items, *judged("satisfied", -2.0, "flaw").items])
    assert compare(both[0], there, mutant).others == ("flaw",)
