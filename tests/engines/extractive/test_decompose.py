from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain import Intent
from research_agent.engines.extractive.decompose import decompose, fragments, intent_of, named, sides


def clauses(text: str, most: int = 5) -> list[str]:
    return [clause.text for clause in decompose(text, most).clauses]


def test_a_question_of_several_parts_is_parted() -> None:
    text = "Is the roof safe, how should I repair the gutter, and can I keep the old tiles?"
    assert clauses(text) == ["Is the roof safe", "How should I repair the gutter", "Can I keep the old tiles"]


def test_what_sets_the_scene_is_kept_beside_the_question() -> None:
    parts = decompose("We run a bakery with ovens, mixers and fridges. Which machines need a yearly inspection?", 5)
    (clause,) = parts.clauses
    assert clause.text == "Which machines need a yearly inspection"
    assert "mixers" in clause.scene
    assert "fridges" in clause.scene


def test_chinese_is_parted_too() -> None:
    assert clauses("默认网段是多少？为什么只能有一个主服务器？") == ["默认网段是多少", "为什么只能有一个主服务器"]


def test_a_clause_that_points_back_keeps_what_it_points_to() -> None:
    (clause,) = clauses("Some old guides recommend lead paint - is that still good advice?")
    assert "lead paint" in clause
    assert "good advice" in clause


def test_a_statement_alone_is_its_own_question() -> None:
    assert clauses("postgres vacuum") == ["postgres vacuum"]


def test_too_many_parts_are_joined_with_their_neighbours() -> None:
    text = "What is A1? What is B2? What is C3? What is D4?"
    assert len(clauses(text, 2)) == 2
    assert all(name in " ".join(clauses(text, 2)) for name in ("A1", "B2", "C3", "D4"))


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("Compare steel and timber frames by cost.", Intent.COMPARISON),
        ("Should we buy or lease the van?", Intent.DECISION),
        ("How do I set up a print server?", Intent.HOW_TO),
        ("Why is the sky blue?", Intent.EXPLANATION),
        ("The two manuals contradict each other about oil.", Intent.CONTRADICTION),
        ("Who wrote the charter?", Intent.FACT),
        ("两种方案有什么区别？", Intent.COMPARISON),
        ("如何安装打印机？", Intent.HOW_TO),
        ("为什么天空是蓝色的？", Intent.EXPLANATION),
    ],
)
def test_the_kind_of_question(text: str, intent: Intent) -> None:
    assert intent_of(text) is intent


def test_names_versions_and_sides() -> None:
    text = "Should we use MariaDB 10.11, MySQL or SQLite for the intranet?"
    assert "MariaDB 10.11" in named(text)
    assert sides("should we use MariaDB, MySQL or SQLite") == ("MariaDB", "MySQL", "SQLite")
    kinds = {constraint.kind for constraint in decompose(text, 5).constraints}
    assert {"version", "entity"} <= kinds


def test_a_capital_at_the_start_is_no_name() -> None:
    assert "Gardens" not in named("Gardens need water.")


@given(st.text(max_size=300), st.integers(min_value=1, max_value=8))
def test_any_text_gives_at_least_one_clause_with_facets(text: str, most: int) -> None:
    parts = decompose(text, most)
    assert 1 <= len(parts.clauses) <= most
    assert all(clause.facets for clause in parts.clauses)


@given(st.lists(st.text(max_size=60), min_size=1, max_size=4))
def test_fragments_are_never_lost_altogether(texts: list[str]) -> None:
    assert fragments(texts)
