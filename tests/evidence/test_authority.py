"""Who speaks: the table's longest host wins; nothing known is unknown."""

from __future__ import annotations

import pytest

from research_agent.domain import Authority
from research_agent.evidence.authority import authority, with_authority
from research_agent.evidence.reasons import Reasons
from tests.evidence.building import document, file_document


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("https://www.rfc-editor.org/rfc/rfc9110", Authority.STANDARDS),
        ("https://www.cdc.gov/x", Authority.OFFICIAL),
        ("https://csrc.nist.gov/pubs", Authority.STANDARDS),
        ("https://web.mit.edu/", Authority.ACADEMIC),
        ("https://www.bbc.co.uk/news", Authority.PRESS),
        ("https://alice.github.io/", Authority.PERSONAL),
        ("https://learn.microsoft.com/", Authority.VENDOR),
        ("https://example.org/", Authority.UNKNOWN),
        ("https://notreuters.com/", Authority.UNKNOWN),
    ],
)
def test_hosts(address: str, kind: Authority) -> None:
    found, reason = authority(document("a", "x", address).source)
    assert found is kind
    assert reason


def test_files_by_their_publisher() -> None:
    assert (
        with_authority(file_document("a", "x", "/d/a", publisher="University of Bern").source).authority
        is Authority.ACADEMIC
    )
    assert with_authority(file_document("a", "x", "/d/a", publisher="北京大学").source).authority is Authority.ACADEMIC
    assert (
        with_authority(file_document("a", "x", "/d/a", publisher="Universal Ltd").source).authority is Authority.UNKNOWN
    )


def test_the_reason_names_the_line_that_decided_in_the_readers_language() -> None:
    page = document("a", "x", "https://csrc.nist.gov/pubs").source
    assert with_authority(page).authority_reason == "the host nist.gov is listed as standards"
    assert with_authority(page, say=Reasons("zh")).authority_reason == "主机 nist.gov 被列为标准组织"
    assert with_authority(document("a", "x").source).authority_reason == "no rule knows the host or the publisher"


def test_a_saved_page_is_judged_by_the_address_that_it_names_and_a_page_by_its_own() -> None:
    saved = file_document("a", "x", "/d/a.html", canonical="https://www.cdc.gov/flu").source
    assert with_authority(saved).authority is Authority.OFFICIAL
    pretender = document("a", "x", "https://example.org/", canonical="https://www.cdc.gov/flu").source
    assert with_authority(pretender).authority is Authority.UNKNOWN
