"""The alternatives of a field's first token, however the server cuts its tokens."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.llm.alternatives import alternatives_of

CONTENT = '{"items": [{"reason": "it says \\"label\\": \\"x\\"", "label": "found"}, {"label" : "absent"}]}'


def token(text: str, **others: float) -> dict[str, Any]:
    listed = [{"token": text, "logprob": math.log(0.5)}, *({"token": t, "logprob": p} for t, p in others.items())]
    return {"token": text, "logprob": math.log(0.5), "top_logprobs": listed}


@given(st.sets(st.integers(1, len(CONTENT) - 1), max_size=30))
def test_every_way_to_cut_tokens_gives_both_places(cuts: set[int]) -> None:
    texts = [CONTENT[start:end] for start, end in pairwise([0, *sorted(cuts), len(CONTENT)])]
    found = alternatives_of({"content": [token(text) for text in texts]}, "label")
    assert [next(iter(each.values())) for each in found] == [0.5, 0.5]
    first, second = (next(iter(each)) for each in found)
    assert first
    assert second
    assert "found".startswith(first[:5])
    assert "absent".startswith(second[:6])


def test_what_a_token_has_before_the_value_is_taken_off() -> None:
    tokens = [token('{"label":'), token(' "fo', **{' "abs': math.log(0.25), "{": math.log(0.1)}), token('und"}')]
    assert alternatives_of({"content": tokens}, "label") == [{"fo": 0.5, "abs": 0.25}]


@pytest.mark.parametrize(
    "logprobs", [None, {}, {"content": None}, {"content": ["x"]}, {"content": [{"logprob": 1}]}, []]
)
def test_servers_that_give_none_or_nonsense_give_nothing(logprobs: Any) -> None:
    assert alternatives_of(logprobs, "label") == []
