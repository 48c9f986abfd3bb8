"""Negation and opposites, English and Chinese, near and far."""

from __future__ import annotations

import pytest

from research_agent.evidence.polarity import denied_parts, denies, may_deny, opposed


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("It does not work.", True),
        ("It doesn’t work.", True),
        ("It never fails to work.", True),
        ("It is not only fast but small.", False),
        ("The server, which nobody had touched for many long years, would, they said, start.", True),
        ("It does not start until the lock is free.", False),
        ("See No. 5 of the list.", False),
        ("它不支持复制。", True),
        ("它不仅支持复制。", False),
        ("不同版本的性能不断提高。", False),
        ("无论如何都支持。", False),
        ("尚未支持。", True),
        ("It is not unlikely that it is not so.", False),
    ],
)
def test_denies(text: str, denied: bool) -> None:
    assert denies(text) is denied


@pytest.mark.parametrize(
    "text", ["It is unable to start.", "It is inaccessible.", "Without it nothing goes.", "禁止访问"]
)
def test_other_words_may_deny(text: str) -> None:
    assert may_deny(text)


def test_plain_statements_deny_nothing() -> None:
    assert not may_deny("Install the unit under the information desk.")


@pytest.mark.parametrize(
    ("first", "second", "pair"),
    [
        ("Sales increased.", "Sales decreased.", ("increased", "decreased")),
        ("至少三天", "至多三天", ("至少", "至多")),
        ("before and after", "after", None),
        ("It is fast.", "It is quick.", None),
    ],
)
def test_opposed(first: str, second: str, pair: tuple[str, str] | None) -> None:
    assert opposed(first, second) == pair


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Differences come from the surface, not from growth.", ("from growth",)),
        ("高度不同主要是因为测量对象不同，而不是因为山在长高。", ("是因为山在长高",)),
        ("It has not changed.", ("changed",)),
        ("Of these there are none.", ("Of these there are none.",)),
        ("It does not start until the summer.", ()),
        ("No if you use link mode, because there is no way back.", ("way back",)),
        ("No, there is a way back.", ()),
    ],
)
def test_what_is_denied_is_what_follows_in_the_clause(text: str, parts: tuple[str, ...]) -> None:
    assert denied_parts(text) == parts
