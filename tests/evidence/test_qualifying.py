"""Limits that a claim states itself: since, until, for which version."""

from __future__ import annotations

from dataclasses import replace

import pytest

from research_agent.domain import Block, BlockKind
from research_agent.evidence.ledger import build_ledger
from tests.evidence.building import by_id, document, said


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("The option has been there since version 3.2 of the tool.", {("since", "3.2")}),
        ("Support lasted until 2020 for the old release.", {("until", "2020")}),
        ("As of March 2024 the town had nine bridges.", {("since", "March 2024")}),
        ("It needs Python 3.11 or later to start.", set()),
        ("In version 3.11 or later the option is there.", {("since", "3.11")}),
        ("It is told from section 5.3.1 to the end.", set()),
        ("The service has been there since Windows 10 and Ubuntu 20.04.", set()),
        ("The parser was added in Title 4.2 of this product.", {("since", "4.2")}),
        ("该选项从版本 3.2 起可用。", {("since", "3.2")}),
        ("The bridge was opened on 3 May 1921.", set()),
    ],
)
def test_limits_of_a_sentence(text: str, limits: set[tuple[str, str]]) -> None:
    (claim,) = build_ledger(by_id(document("s1", text)), [said(("s1", text))]).claims.values()
    found = {(each.kind, each.value.removeprefix("version ")) for each in claim.qualifiers}
    assert {(kind, value[-len(wanted) :]) for kind, value in found for _, wanted in limits} == limits


@pytest.mark.parametrize(
    ("heading", "limits"),
    [
        ("Version 9.2", {"9.2"}),
        ("Changes since 3.2.1", {"3.2.1"}),
        ("Title 14.3", {"14.3"}),
        ("5.3.1 The cache", set()),
        ("The cache on Ubuntu 20.04", set()),
        ("Windows 10", set()),
    ],
)
def test_versions_of_a_heading(heading: str, limits: set[str]) -> None:
    said_there = "The cache holds nine hundred entries by default."
    text = f"{heading}\n\n{said_there}"
    blocks = (
        Block(0, len(heading), BlockKind.HEADING, 2),
        Block(len(heading) + 2, len(text), BlockKind.PARAGRAPH),
    )
    made = replace(document("s1", text), blocks=blocks)
    (claim,) = build_ledger(by_id(made), [said(("s1", said_there))]).claims.values()
    assert {each.value.removeprefix("Version ") for each in claim.qualifiers if each.kind == "version"} == limits
