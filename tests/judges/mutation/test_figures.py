"""Only the figures of the fact are swapped."""

from __future__ import annotations

import pytest

from research_agent.judges.mutation.figures import figures_of, swapped


@pytest.mark.parametrize(
    ("sentence", "fact", "otherwise"),
    [
        ("K2 is 2 km away [2].", "2 km", "K2 is 3 km away [2]."),
        ("It is 8,848 m high.", "8848 m", "It is 9,848 m high."),
        ("海拔8848.86米。", "8,848.86 m", "海拔9848.86米。"),
        ("1. Take 1 litre, see https://a.example/1.", "1 litre", "1. Take 2 litre, see https://a.example/1."),
        ("Since v1.30 it works[^1].", "1.30", "Since v2.30 it works[^1]."),
        ("Since 1853.", "built in 1854", "Since 1853."),
        ("K2 is far.", "K2 is far", "K2 is far."),
        ("保存为 UTF-8 编码。", "UTF-8 编码", "保存为 UTF-8 编码。"),
        ("With 0.21 m of 9 m.", "0.21 of 9", "With 3.21 m of 4 m."),
        ("See [2](https://a.example/2), 12.5 and 2.5.", "2.5", "See [2](https://a.example/2), 12.5 and 3.5."),
    ],
)
def test_figures_of_the_fact_are_swapped_and_no_others(sentence: str, fact: str, otherwise: str) -> None:
    assert swapped(sentence, figures_of(fact)) == otherwise
