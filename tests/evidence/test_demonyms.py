"""Countries and their people; beginnings that only look alike."""

from __future__ import annotations

import pytest

from research_agent.evidence.demonyms import called_after
from research_agent.evidence.names import Wording


@pytest.mark.parametrize(
    ("name", "evidence"),
    [
        ("Chinese", "China's value"),
        ("China", "a Chinese team"),
        ("American", "the United States survey"),
        ("American", "the US survey"),
        ("United States", "an American survey"),
        ("Nepali", "Nepal sent its own people"),
        ("Austrian", "in Austria"),
        ("Himalayan", "the Himalaya"),
        ("Italians", "from Italy"),
    ],
)
def test_people_and_their_country_are_one_name(name: str, evidence: str) -> None:
    assert Wording(evidence).names(name)


@pytest.mark.parametrize(
    ("name", "evidence"),
    [
        ("Austrian", "in Australia"),
        ("Australian", "in Austria"),
        ("Nigerian", "in Niger"),
        ("Romanian", "the Roman road"),
        ("Julian", "said Julia"),
        ("American", "they told us so"),
        ("Chinese", "the chin"),
        ("Indian", "in Indiana"),
    ],
)
def test_what_only_looks_alike_is_not(name: str, evidence: str) -> None:
    assert not Wording(evidence).names(name)


def test_most_names_have_no_other_form() -> None:
    assert called_after("PostgreSQL") == frozenset()
