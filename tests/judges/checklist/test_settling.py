"""Parts and trials come to one label, and doubt to one number."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain import Label, Trial
from research_agent.judges.checklist.doubt import entropy, label_probabilities
from research_agent.judges.checklist.replies import NEGATIVE, POSITIVE
from research_agent.judges.checklist.settling import Judged, over_parts, over_trials
from tests.support.judging import item

LABELS: tuple[Label, ...] = ("satisfied", "partial", "not_satisfied", "undecided")


def trial(label: Label, **more: float) -> Trial:
    return Trial(label=label, reason=f"reason {label}", probabilities=more)


@pytest.mark.parametrize(
    ("labels", "demand", "flaw"),
    [
        (["satisfied"], "satisfied", "satisfied"),
        (["satisfied", "not_satisfied"], "not_satisfied", "satisfied"),
        (["satisfied", "partial"], "partial", "satisfied"),
        (["satisfied", "satisfied", "not_satisfied"], "satisfied", "satisfied"),
        (["satisfied", "partial", "not_satisfied"], "not_satisfied", "satisfied"),
        (["undecided", "satisfied", "undecided"], "satisfied", "satisfied"),
        (["undecided", "undecided"], "undecided", "undecided"),
    ],
)
def test_the_majority_of_the_decided_trials_counts(labels: list[Label], demand: Label, flaw: Label) -> None:
    for order in permutations(labels):
        trials = [trial(label) for label in order]
        assert over_trials(item("a", "x", 2.0), trials).label == demand
        assert over_trials(item("a", "x", -2.0), trials).label == flaw


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (["not_satisfied", "satisfied", "undecided"], "satisfied"),
        (["not_satisfied", "partial"], "partial"),
        (["undecided", "partial"], "undecided"),
        (["not_satisfied", "undecided"], "undecided"),
        (["not_satisfied", "not_satisfied"], "not_satisfied"),
    ],
)
def test_one_part_that_has_it_is_enough_and_absence_needs_all(parts: list[Label], expected: Label) -> None:
    for order in permutations(parts):
        assert over_parts([Judged(trial(label)) for label in order]).label == expected


def test_what_is_said_in_one_part_is_not_missing_from_the_whole() -> None:
    missing, there = Judged(trial("satisfied"), omission=True), Judged(trial("not_satisfied"))
    assert over_parts([missing, there]).label == "not_satisfied"
    assert over_parts([missing, missing]).label == "satisfied"


def test_entropy_of_probabilities_and_of_labels() -> None:
    assert entropy([trial("satisfied")]) is None
    assert entropy([trial("satisfied"), trial("undecided")]) is None
    assert entropy([trial("satisfied"), trial("satisfied")]) == 0.0
    assert entropy([trial("satisfied"), trial("partial"), trial("not_satisfied")]) == pytest.approx(1.584963)
    assert entropy([trial("satisfied", satisfied=0.5, partial=0.5)]) == 1.0
    both = [trial("satisfied", satisfied=1.0), trial("partial", partial=1.0), trial("partial")]
    assert entropy(both) == 1.0


@given(st.lists(st.sampled_from(LABELS), min_size=1, max_size=9))
def test_entropy_lies_between_none_and_three_labels(labels: list[Label]) -> None:
    value = entropy([trial(label) for label in labels])
    assert value is None or 0.0 <= value <= 1.584963


def test_beginnings_of_labels_become_their_probabilities() -> None:
    given_ = {"s": 0.4, "satisfied": 0.2, 'not_satisfied","': 0.1, "N": 0.1, "The": 0.1, "": 0.1}
    assert label_probabilities(given_, POSITIVE) == {"satisfied": 0.75, "partial": 0.0, "not_satisfied": 0.25}
    assert label_probabilities({"f": 0.5, "abs": 0.5}, NEGATIVE)["satisfied"] == 0.5
    assert label_probabilities({"The": 1.0}, POSITIVE) == {}
