from __future__ import annotations

import pytest

from research_agent.domain import ItemVerdict
from research_agent.judges.gold import judge_quotes, recall, shares, trigrams
from research_agent.judges.rubric import Evidence, Item, Rubric
from research_agent.judges.scoring import verdict_of

RUBRIC = Rubric(
    id="q",
    question="Why?",
    language="en",
    items=(
        Item(
            id="a",
            text="switch-over",
            weight=4,
            kind="explicit",
            evidence=(Evidence(file="x", quote="such a switch takes only several seconds of downtime"),),
        ),
        Item(
            id="b", text="中文", weight=1, kind="implicit", evidence=(Evidence(file="y", quote="仅能有一个主服务器"),)
        ),
        Item(id="c", text="no gold", weight=2, kind="implicit"),
        Item(id="d", text="flaw", weight=-3, kind="negative"),
    ),
)


def test_half_of_the_trigrams_are_enough() -> None:
    verdict = judge_quotes(RUBRIC, [("q1", "It takes only several seconds of downtime.")])
    assert [item.label for item in verdict.items] == ["satisfied", "not_satisfied", "undecided", "undecided"]
    assert verdict.decided == 2
    assert verdict.score == pytest.approx(4 / 5)
    assert recall(verdict) == 0.5


def test_chinese_characters_are_words() -> None:
    verdict = judge_quotes(RUBRIC, [("q1", "网络中仅能有一个主服务器。")])
    assert verdict.items[1].label == "satisfied"


def test_two_quotes_do_not_add_up() -> None:
    verdict = judge_quotes(RUBRIC, [("q1", "such a switch takes"), ("q2", "seconds of downtime")])
    assert verdict.items[0].label == "not_satisfied"


def test_nothing_decided_has_no_score() -> None:
    bare = Rubric(id="q", question="?", language="en", items=RUBRIC.items[2:])
    verdict = judge_quotes(bare, [])
    assert verdict.score is None
    assert recall(verdict) is None


def test_short_texts_are_compared_whole() -> None:
    assert shares(trigrams("two words"), trigrams("two words"))
    assert not shares(trigrams(""), trigrams("anything"))


def test_a_flaw_costs_and_the_score_is_never_below_zero() -> None:
    def item(value: float, weight: float) -> ItemVerdict:
        return ItemVerdict(id="i", label="satisfied", value=value, weight=weight, reason="")

    assert verdict_of("j", [item(1, 2), item(0, 2)]).score == 0.5
    assert verdict_of("j", [item(1, 2), item(1, -5)]).score == 0.0
