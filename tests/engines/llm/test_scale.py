"""Characters are worth tokens: fewer of the dense ones are shown."""

from __future__ import annotations

from research_agent.engines.llm.scale import LEAST, characters_for
from tests.support.example_documents import markdown

EN = markdown("en", "# English\n\n" + "This is an ordinary sentence about how mountains are measured from afar. " * 50)
ZH = markdown("zh", "# 中文\n\n" + "珠穆朗玛峰的高度由两国共同测量并公布。" * 100)


def test_latin_text_gets_nearly_all_and_chinese_text_about_a_third() -> None:
    assert characters_for([EN], 20_000) > 15_000
    assert LEAST * 20_000 <= characters_for([ZH], 20_000) < 8_000
    assert characters_for([ZH], 20_000) < characters_for([EN, ZH], 20_000) < characters_for([EN], 20_000)
    assert characters_for([], 20_000) == 20_000
