"""Limits that a claim states itself: since, until, for which version."""

from __future__ import annotations

import pytest

from research_agent.evidence.ledger import build_ledger
from tests.evidence.building import by_id, document, said


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("The option has been there since version 3.2 of the tool.", {("since", "3.2")}),
        ("Support lasted until 2020 for the old release.", {("until", "2020")}),
        ("As of March 2024 the town had nine bridges.", {("since", "March 2024")}),
        ("It needs Python 3.11 or later to start.", {("since", "3.11")}),
        ("该选项从版本 3.2 起可用。", {("since", "3.2")}),
        ("The bridge was opened on 3 May 1921.", set()),
    ],
)
def test_limits_of_a_sentence(text: str, limits: set[tuple[str, str]]) -> None:
    (claim,) = build_ledger(by_id(document("s1", text)), [said(("s1", text))]).claims.values()
    found = {(each.kind, each.value.removeprefix("version ")) for each in claim.qualifiers}
    assert {(kind, value[-len(wanted) :]) for kind, value in found for _, wanted in limits} == limits
