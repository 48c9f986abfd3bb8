"""Index terms and words, script by script."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.text.tokens import STOPWORDS, terms, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Running tests", ["run", "test"]),
        ("PostgreSQL's settings", ["postgresql", "postgr", "sql", "set"]),
        ("pg_upgrade", ["pg_upgrade", "pg", "upgrad"]),
        ("JavaScript", ["javascript", "java", "script"]),
        ("HTMLParser", ["htmlparser", "html", "parser"]),
        ("3.12", ["3.12", "3"]),
        ("v15.2.1", ["15.2.1", "15.2", "15"]),
        ("Python3.12", ["python3.12", "python", "3.12", "3"]),
        ("postgresql.conf", ["postgresql.conf", "postgresql", "conf"]),
        ("naïve Straße Łódź", ["naiv", "strass", "lodz"]),
        ("l’eau", ["l", "eau"]),
        ("ＰＤＦ　１２", ["pdf", "12"]),
        ("在Debian系统中", ["在", "debian", "系统", "统中"]),
        ("データベース", ["デー", "ータ", "タベ", "ベー", "ース"]),
        ("ﾃﾞｰﾀ", ["デー", "ータ"]),
        ("한국어", ["한국", "국어"]),
        ("й", ["й"]),
        ("", []),
        ("... !? ——", []),
    ],
)
def test_terms(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_an_identifier_is_found_by_its_whole_and_by_its_parts() -> None:
    indexed = set(terms("Set vacuum_freeze_min_age in PostgreSQL 15.20."))
    for query in ("vacuum_freeze_min_age", "freeze", "postgresql", "15", "15.20"):
        assert set(terms(query)) & indexed, query


def test_composed_and_decomposed_letters_are_one() -> None:
    assert terms("café") == terms("cafe\u0301") == ["cafe"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don’t stop", ["don't", "stop"]),
        ("v15.2 costs 1,000", ["v", "15.2", "costs", "1,000"]),
        ("升级到 17", ["升", "级", "到", "17"]),
        ("pg_upgrade utf8", ["pg_upgrade", "utf8"]),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@given(st.text())
def test_any_text_has_terms_and_words_without_white_space(text: str) -> None:
    assert all(term and not any(char.isspace() for char in term) for term in (*terms(text), *words(text)))


@given(st.text(max_size=40), st.text(max_size=40))
def test_white_space_separates_terms(left: str, right: str) -> None:
    assert terms(f"{left}\n{right}") == terms(left) + terms(right)


def test_a_long_run_of_letters_and_digits_is_quick() -> None:
    assert len(terms("a1" * 100_000)) < 100
    assert words("a" + "1" * 100_000)
    assert terms("A." * 50_000)


def test_stop_words_are_those_of_questions() -> None:
    assert {"what", "the", "how"} <= STOPWORDS["en"]
    assert {"什么", "如何", "的"} <= STOPWORDS["zh"]
