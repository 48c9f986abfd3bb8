"""Rule 3: who counts as one voice."""

from __future__ import annotations

import pytest

from research_agent.domain import Document
from research_agent.evidence.copying import shared_text
from research_agent.evidence.independence import dependence, independent_groups
from research_agent.evidence.speakers import registrable_domain
from tests.evidence.building import by_id, document, file_document

PROSE = " ".join(f"Sentence {n} tells of subject {n * 7} and of matter {n * n}, which is known." for n in range(60))
EDITED = PROSE.replace("Sentence 1", "Paragraph 1").replace("which is known", "as is known", 10)


@pytest.mark.parametrize(
    ("address", "domain"),
    [
        ("https://www.example.co.uk/a", "example.co.uk"),
        ("https://a.b.example.org", "example.org"),
        ("https://alice.github.io/x", "alice.github.io"),
        ("http://192.0.2.7:80/", "192.0.2.7"),
        ("https://intranet/x", "intranet"),
    ],
)
def test_registrable_domain(address: str, domain: str) -> None:
    assert registrable_domain(address) == domain


@pytest.mark.parametrize(
    ("first", "second", "dependent"),
    [
        (document("a", "x y z", "https://www.one.org/1"), document("b", "q r s", "https://docs.one.org/2"), True),
        (document("a", "x y z", "https://one.org/1"), document("b", "q r s", "https://two.org/2"), False),
        (document("a", PROSE, "https://one.org/1"), document("b", EDITED, "https://two.org/2"), True),
        (document("a", "same", "https://one.org/1"), document("b", "same", "https://two.org/2"), True),
        (file_document("a", "x", "/d/one/a.html"), file_document("b", "y", "/d/one/b.html"), True),
        (
            file_document("a", "x", "/d/1/a", work="Manual", version="1"),
            file_document("b", "y", "/d/2/a", work="Manual", version="2"),
            True,
        ),
        (file_document("a", "x", "/d/1/a", work="Manual"), file_document("b", "y", "/d/2/a", work="Guide"), False),
        (
            file_document("a", "x", "/d/1/a", publisher="ACME"),
            file_document("b", "y", "/d/2/a", publisher="acme"),
            True,
        ),
        (
            file_document("a", "x", "/d/1/a", publisher="ACME"),
            file_document("b", "y", "/d/2/a", publisher="Other"),
            False,
        ),
        (file_document("a", "x", "/d/1/a"), file_document("b", "y", "/d/2/a"), True),
    ],
)
def test_dependence_has_a_reason(first: Document, second: Document, dependent: bool) -> None:
    assert bool(dependence(first, second)) is dependent
    assert bool(dependence(second, first)) is dependent


def test_groups_join_what_depends_on_each_other() -> None:
    documents = by_id(
        document("a", "one", "https://one.org/1"),
        document("b", "two", "https://two.org/1"),
        document("c", "three", "https://one.org/2"),
    )
    groups = independent_groups(["a", "b", "c"], documents)
    assert [group.sources for group in groups] == [("a", "c"), ("b",)]
    assert groups[0].reason == "both come from one.org"
    assert independent_groups(["a", "gone"], documents)[0].sources == ("a", "gone")


def test_shared_text_of_copies_and_strangers() -> None:
    assert shared_text(PROSE, EDITED) > 0.5
    assert shared_text(PROSE, "Nothing of this stands in the other text at all, not one run of words.") == 0
    assert shared_text("", PROSE) == 0
    assert (
        shared_text("一段中文的文字，被别的网站原样转载了出去。", "转载：一段中文的文字，被别的网站原样转载了出去。")
        == 1
    )
