"""Who speaks: the table's longest host wins; nothing known is unknown."""

from __future__ import annotations

import pytest

from research_agent.domain import Authority
from research_agent.evidence.authority import authority, with_authority
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
