"""Two things that may be counted without a quote that says "two"."""

from __future__ import annotations

import pytest

from research_agent.domain import DraftSentence
from research_agent.evidence.support import check_support
from tests.evidence.building import quote

MODELS = "Models of the geoid below the mountain differed by a metre or more before gravity was measured there."
PAIR = "Nepal and China announced one height of the mountain together in December."


def faults(text: str, *texts: str) -> tuple[str, ...]:
    return check_support(DraftSentence(text=text), [quote(each) for each in texts], [])


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("Models of the geoid differed, so two heights of the mountain could differ by a metre.", MODELS),
        ("In December the two countries announced one height of the mountain together.", PAIR),
        ("这两个国家一起公布了高度。", "尼泊尔和中国一起公布了山的高度。"),
    ],
)
def test_two_of_a_difference_or_a_named_pair(text: str, evidence: str) -> None:
    assert faults(text, evidence) == ()


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("Two models of the geoid below the mountain were measured there.", MODELS),
        ("In December Nepal and China announced two heights of the mountain together.", PAIR),
        ("The three countries announced one height of the mountain in December.", PAIR),
        ("The two countries announced one height in December.", "Nepal, India and China announced one height."),
    ],
)
def test_any_other_two_is_a_figure(text: str, evidence: str) -> None:
    assert any("stands in none" in fault for fault in faults(text, evidence))
