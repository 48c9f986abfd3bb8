from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain import ItemVerdict, Label, Verdict
from research_agent.judges.formulas import (
    Cited,
    Criterion,
    Labelled,
    citation_accuracy,
    compliance,
    effective_citations,
    pooled_citation_accuracy,
    race,
    strict_reward,
)
from research_agent.judges.scoring import valued, verdict_of

LABELS: tuple[Label, ...] = ("satisfied", "partial", "not_satisfied")
WORKED: list[Labelled] = [
    (4, "satisfied"),
    (3, "partial"),
    (2, "not_satisfied"),
    (-3, "partial"),
    (-1, "not_satisfied"),
]

labelled = st.lists(
    st.tuples(st.floats(-5, 5).filter(lambda weight: abs(weight) > 0.01), st.sampled_from(LABELS)), max_size=15
)


def as_verdict(items: list[Labelled], *, veto: bool = False) -> Verdict:
    return verdict_of(
        "checklist",
        [
            valued(
                ItemVerdict(id=str(place), label=label, value=None, weight=weight, reason="", veto=veto and weight < 0)
            )
            for place, (weight, label) in enumerate(items)
        ],
    )


def test_the_worked_example_on_each_scale() -> None:
    # positive weights: 4 + 3 + 2 = 9
    assert compliance(WORKED) == pytest.approx((4 * 1 + 3 * 0.5 + 2 * 0 - 3 * 0.5 - 1 * 0) / 9)
    assert compliance(WORKED, ternary=False) == pytest.approx(4 / 9)
    assert strict_reward(WORKED) == pytest.approx(
        (4 - 3) / 9
    )  # the flaw's part counts whole, the demand's part nothing


def test_the_published_scores_are_not_cut_and_are_0_without_positive_weights() -> None:
    assert compliance([(2, "not_satisfied"), (-3, "satisfied")]) == -1.5
    assert strict_reward([(2, "not_satisfied"), (-3, "partial")]) == -1.5
    assert compliance([(-3, "satisfied")]) == strict_reward([]) == 0.0


def test_an_undecided_item_has_no_published_value() -> None:
    for score in (compliance, strict_reward):
        with pytest.raises(ValueError, match="undecided"):
            score([(2.0, "undecided")])


@given(labelled)
def test_our_verdict_carries_the_published_scores(items: list[Labelled]) -> None:
    verdict = as_verdict(items)
    if any(weight > 0 for weight, _ in items):
        assert verdict.score_uncut == pytest.approx(strict_reward(items))
        assert verdict.score == pytest.approx(max(0.0, strict_reward(items)))
        assert verdict.score_ternary == pytest.approx(max(0.0, compliance(items)))
    else:
        assert (verdict.score, verdict.score_ternary) == (None, None)


@given(labelled)
def test_the_scores_never_exceed_1_and_strict_is_never_above_ternary(items: list[Labelled]) -> None:
    assert strict_reward(items) <= compliance(items) + 1e-9 <= 1 + 2e-9


@given(labelled, st.floats(0.1, 10))
def test_only_the_weights_ratios_matter(items: list[Labelled], factor: float) -> None:
    scaled = [(weight * factor, label) for weight, label in items]
    assert compliance(scaled) == pytest.approx(compliance(items))
    assert strict_reward(scaled) == pytest.approx(strict_reward(items))


@given(labelled.filter(bool), st.data())
def test_meeting_more_never_lowers_a_score(items: list[Labelled], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(items) - 1))
    weight = items[place][0]
    better = list(items)
    better[place] = (weight, "satisfied" if weight > 0 else "not_satisfied")
    for score in (compliance, strict_reward):
        assert score(better) >= score(items) - 1e-9


# ---------------------------------------------------------------- RACE


def scored(*rows: tuple[float, float, float]) -> list[Criterion]:
    return [Criterion(weight=weight, target=target, reference=reference) for weight, target, reference in rows]


def test_race_by_hand() -> None:
    result = race(
        {"insight": scored((0.25, 8, 6), (0.75, 4, 6)), "readability": scored((1.0, 9, 6))},
        {"insight": 0.6, "readability": 0.4},
    )
    # insight: target 0.25*8 + 0.75*4 = 5, reference 6; readability 9 and 6
    assert result.dimensions == {"insight": pytest.approx(5 / 11), "readability": pytest.approx(9 / 15)}
    target, reference = 0.6 * 5 + 0.4 * 9, 6.0
    assert result.overall == pytest.approx(target / (target + reference))


def test_race_takes_the_weighted_mean_when_weights_do_not_sum_to_1() -> None:
    assert race({"a": scored((2, 9, 3), (2, 3, 3))}, {"a": 1.0}).overall == pytest.approx(6 / 9)


def test_race_of_two_empty_reports_is_0() -> None:
    assert race({"a": scored((1, 0, 0))}, {"a": 1.0}).overall == 0.0


@pytest.mark.parametrize(
    ("criteria", "weights", "words"),
    [
        ({"a": scored((1, 5, 5))}, {"b": 1.0}, "criteria of"),
        ({"a": scored((1, 11, 5))}, {"a": 1.0}, "outside"),
        ({"a": scored((0, 5, 5))}, {"a": 1.0}, "sum to 0"),
    ],
)
def test_race_refuses(criteria: dict[str, list[Criterion]], weights: dict[str, float], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        race(criteria, weights)


@given(st.lists(st.tuples(st.floats(0.1, 1), st.floats(0, 10), st.floats(0.1, 10)), min_size=1, max_size=6))
def test_race_is_mirrored_when_the_reports_are_swapped(rows: list[tuple[float, float, float]]) -> None:
    one = race({"a": scored(*rows)}, {"a": 1.0}).overall
    other = race({"a": scored(*((weight, theirs, ours) for weight, ours, theirs in rows))}, {"a": 1.0}).overall
    assert one + other == pytest.approx(1)


# ---------------------------------------------------------------- FACT


def test_fact_by_hand() -> None:
    reports = [Cited(supported=9, judged=10), Cited(supported=1, judged=2), Cited(supported=0, judged=0)]
    assert citation_accuracy(reports) == pytest.approx((0.9 + 0.5 + 0) / 3)
    assert pooled_citation_accuracy(reports) == pytest.approx(10 / 12)
    assert effective_citations(reports) == pytest.approx(10 / 3)


def test_fact_of_nothing_is_none() -> None:
    assert citation_accuracy([]) is pooled_citation_accuracy([Cited(supported=0, judged=0)]) is None
    assert effective_citations([]) is None
