"""Calibration of doubt, on trials that are worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from research_agent.adr_bench.scoreboard.doubt import calibration, cases_of
from research_agent.domain import ItemVerdict, Label, Trial, Verdict

YES, NO, NONE = "satisfied", "not_satisfied", "undecided"


def verdict(*items: Sequence[Trial]) -> Verdict:
    return Verdict(
        judge="checklist",
        score=1.0,
        decided=len(items),
        items=tuple(
            ItemVerdict(id=str(at), label=YES, value=1.0, weight=1.0, reason="", trials=tuple(trials))
            for at, trials in enumerate(items)
        ),
    )


def trials(*labels: Label) -> list[Trial]:
    return [Trial(label=label) for label in labels]


def test_the_last_trial_is_set_against_those_before() -> None:
    assert cases_of(verdict(trials(YES, YES, YES))) == ((0.0, False),)
    assert cases_of(verdict(trials(YES, YES, NO))) == ((0.0, True),)
    assert cases_of(verdict(trials(YES, NO, NO))) == ((1.0, False),), "of two the less favourable is settled on"


def test_what_cannot_be_told_is_no_case() -> None:
    assert cases_of(verdict(trials(YES), trials(YES, NO), trials(YES, YES, NONE), trials(NONE, NONE, YES), [])) == ()


def test_with_two_trials_the_label_tokens_tell_the_doubt() -> None:
    first = Trial(label=YES, probabilities={YES: 0.5, NO: 0.5})
    assert cases_of(verdict([first, Trial(label=NO)])) == ((1.0, True),)


def test_the_table_of_bins() -> None:
    found = calibration([(0.0, False), (0.0, False), (0.0, True), (0.2, False), (1.0, True), (1.5, True)])
    assert [(one.above, one.upto, one.disagreed.n, one.disagreed.value) for one in found.bins] == [
        (0.0, 0.0, 3, pytest.approx(1 / 3)),
        (0.0, 0.25, 1, 0.0),
        (0.75, 1.0, 1, 1.0),
        (1.0, pytest.approx(1.585, abs=0.001), 1, 1.0),
    ]
    assert found.cases == 6


def test_how_well_doubt_tells_disagreements_apart() -> None:
    """Positives 0, 1, 1.5 against negatives 0, 0, 0.2: wins 0 + 3 + 3, ties 2, of 9 pairs."""
    cases = [(0.0, False), (0.0, False), (0.0, True), (0.2, False), (1.0, True), (1.5, True)]
    assert calibration(cases).auc == pytest.approx((6 + 2 / 2) / 9)
    assert calibration([(0.0, True), (1.0, True)]).auc is None
    assert calibration([]).bins == ()
