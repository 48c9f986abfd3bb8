"""What a reader is told of a claim's status: who says what and when, in the report's language."""

from __future__ import annotations

from datetime import date

import pytest

from research_agent.evidence.independence import dependence
from research_agent.evidence.ledger import build_ledger
from research_agent.evidence.reasons import Reasons
from tests.evidence.building import by_id, document, file_document, said

NEW = document(
    "s1", "The mountain is 8,848.86 m high by the survey.", title="Joint survey", published=date(2020, 12, 8)
)
OLD = document("s2", "By the survey the mountain is 8,844.43 m high.", title="Rock survey", published=date(2005, 10, 9))
DENIAL = document("s3", "The mountain was moved by the earthquake.", title="Nature")
DENIED = document("s4", "The mountain was not moved by the earthquake.", title="Survey office")


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("en", "Sources differ: Joint survey (2020) says 8,848.86 m, Rock survey (2005) says 8,844.43 m."),
        ("zh-CN", "来源说法不一：Joint survey（2020）称8,848.86 m、Rock survey（2005）称8,844.43 m。"),
        ("fr", "Sources differ: Joint survey (2020) says 8,848.86 m, Rock survey (2005) says 8,844.43 m."),
    ],
)
def test_a_dispute_says_who_says_what_and_when(language: str, reason: str) -> None:
    ledger = build_ledger(by_id(NEW, OLD), [said(("s1", NEW.text), ("s2", OLD.text))], language=language)
    (claim,) = ledger.claims.values()
    assert claim.reason == reason


def test_a_denial_names_who_denies() -> None:
    ledger = build_ledger(by_id(DENIAL, DENIED), [said(("s3", DENIAL.text), ("s4", DENIED.text))])
    (claim,) = ledger.claims.values()
    assert "Nature says it" in claim.reason
    assert "Survey office denies it" in claim.reason


def test_one_source_and_what_makes_two_count_as_one() -> None:
    ledger = build_ledger(by_id(NEW), [said(("s1", NEW.text))], language="zh")
    assert next(iter(ledger.claims.values())).reason == "只有一个来源这样说：Joint survey（2020）。"
    known = file_document("s5", "One text.", "/a/one.txt", publisher="A")
    unknown = file_document("s6", "Another text.", "/b/two.txt", title="Two")
    assert dependence(known, unknown) == "who published “Two” is not known"
    assert dependence(known, unknown, Reasons("zh")) == "“Two”的发布者不明"
