"""A page that is there in the question's language is not shown in another one as well."""

from __future__ import annotations

from dataclasses import replace

from research_agent.domain import Document
from research_agent.engines.llm.translations import translations
from tests.support.example_documents import markdown


def page(path: str, language: str, text: str, version: str = "1.2") -> Document:
    made = markdown(path, text)
    source = replace(made.source, address=f"file:///doc-1.2/{path}", path=f"/doc-1.2/{path}", language=language)
    return replace(made, source=replace(source, version=version))


ENGLISH = page("intro.en.html", "en", "# Intro\n\nThe oven is hot.\n")
CHINESE = page("intro.zh-cn.html", "zh-cn", "# 简介\n\n烤箱很热。\n")


def test_the_translation_is_left_out_whichever_language_is_asked_in() -> None:
    assert translations("en", [CHINESE, ENGLISH]) == {CHINESE.source.id}
    assert translations("zh", [CHINESE, ENGLISH]) == {ENGLISH.source.id}


def test_another_page_and_another_version_are_no_translation() -> None:
    other = page("use.zh-cn.html", "zh-cn", "# 使用\n\n烤箱很热。\n")
    newer = page("intro.zh-cn.html", "zh-cn", "# 简介\n\n烤箱不热。\n", version="2.0")
    assert translations("en", [ENGLISH, other, newer]) == frozenset()


def test_a_page_of_unknown_language_is_kept() -> None:
    assert translations("en", [ENGLISH, page("intro.zh-cn.html", "", "x")]) == frozenset()
