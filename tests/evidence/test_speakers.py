"""Who speaks in a document, and when two names are one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from research_agent.domain import Document
from research_agent.evidence.independence import dependence
from research_agent.evidence.speakers import one_name, speaker_of
from tests.evidence.building import document, file_document


def file(id: str, name: str, text: str = "", **facts: Any) -> Document:
    """A file of one folder of downloads."""
    return file_document(id, text or f"What {id} says of its own matter.", f"/downloads/{name}", **facts)


@pytest.mark.parametrize(
    ("first", "second", "dependent"),
    [
        (file("a", "a.html", publisher="ACME"), file("b", "b.html", publisher="Other"), False),
        (file("a", "a.html", publisher="ACME Inc."), file("b", "b.html", publisher="Acme"), True),
        (file("a", "a.html", canonical="https://www.x.org/1"), file("b", "b.html", canonical="https://y.org/2"), False),
        (file("a", "a.html", canonical="https://www.x.org/1"), file("b", "b.html", canonical="https://x.org/2"), True),
        (file("a", "a.html", canonical="https://mozilla.org/1"), file("b", "b.html", publisher="Mozilla"), True),
        (file("a", "a.pdf", author="Jane Roe"), file("b", "b.pdf", author="Max Moe and Ann Lee"), False),
        (file("a", "a.pdf", author="Jane Roe"), file("b", "b.pdf", author="Ann Lee, Jane Roe"), True),
        (file("a", "a.pdf", author="Roe, Jane"), file("b", "b.pdf", author="Jane Roe"), True),
        (file("a", "a.pdf", author="admin"), file("b", "b.pdf", author="Jane Roe"), True),
        (file("a", "a.pdf", publisher="ACME"), file("b", "b.pdf", author="Jane Roe"), True),
        (file("a", "a.txt", "One.\n\n© 2019-2024 ACME Ltd. All rights reserved."),
         file("b", "b.txt", "Two.\n\nCopyright (c) 2020 by Other Works."), False),
        (file("a", "a.txt", "One.\n\n© 2019-2024 ACME Ltd. All rights reserved."),
         file("b", "b.txt", "Two.\n\nCopyright 2021 Acme"), True),
        (file("a", "a.txt"), file("b", "b.txt"), True),
        (document("a", "x", "https://one.org/1", publisher="WordPress"),
         document("b", "y", "https://two.org/1", publisher="WordPress"), False),
        (document("a", "x", "https://one.org/1", publisher="The Daily Post"),
         document("b", "y", "https://two.org/1", publisher="Daily Post"), True),
        (document("a", "x", "https://one.org/1", canonical="https://two.org/9"),
         document("b", "y", "https://two.org/1"), True),
        (document("a", "x", "http://127.0.0.1:80/1", canonical="https://a.org/1"),
         document("b", "y", "http://127.0.0.1:81/1", canonical="https://b.org/1"), False),
        (document("a", "x", "http://127.0.0.1:80/1"), document("b", "y", "http://127.0.0.1:81/1"), True),
    ],
)  # fmt: skip
def test_what_a_document_says_of_itself_comes_before_its_folder(
    first: Document, second: Document, dependent: bool
) -> None:
    assert bool(dependence(first, second)) is dependent
    assert bool(dependence(second, first)) is dependent


def test_a_publisher_that_is_a_host_is_a_domain() -> None:
    assert speaker_of(file("a", "a.html", publisher="www.example.co.uk")).domains == {"example.co.uk"}


def test_copyright_lines_name_a_holder_only_with_a_year() -> None:
    assert speaker_of(file("a", "a.txt", "Copyright is a right of authors. Copyright law says so.")).publishers == ()
    assert speaker_of(file("a", "a.txt", "版权所有：示例公司")).publishers == ("示例公司",)


@pytest.mark.parametrize(
    ("first", "second", "one"),
    [("BBC News", "BBC", False), ("Reuters", "Reuters Fact Check", True), ("Acme GmbH", "ACME", True), ("", "", False)],
)
def test_names(first: str, second: str, one: bool) -> None:
    assert one_name(first, second) is one


def test_two_people_of_one_name_are_told_apart_by_their_publishers() -> None:
    one = file("a", "a.pdf", author="Wei Zhang", publisher="North")
    other = file("b", "b.pdf", author="Wei Zhang", publisher="South")
    assert not dependence(one, other)
    bare = [replace(each, source=replace(each.source, publisher="")) for each in (one, other)]
    assert dependence(bare[0], bare[1])
