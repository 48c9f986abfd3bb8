"""Nearly the same words, and yet not the same."""

from __future__ import annotations

import pytest

from research_agent.evidence.parting import parted


@pytest.mark.parametrize(
    ("one", "other", "are"),
    [
        ("The default is 100.", "The default is 200.", True),
        ("The ferry runs in winter.", "The ferry does not run in winter.", True),
        ("The limit is 1,536 MB.", "The limit is 1.5 GB.", False),
        ("The ferry runs in winter.", "In winter the ferry runs.", False),
        ("默认值是100。", "默认值是200。", True),
    ],
)
def test_figures_and_denials_part_two_texts(one: str, other: str, are: bool) -> None:
    assert parted(one, other) is are
    assert parted(other, one) is are
