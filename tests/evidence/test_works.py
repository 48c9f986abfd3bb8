"""One work in versions, parts and languages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from research_agent.domain import Document
from research_agent.evidence.independence import dependence
from research_agent.evidence.works import editions_apart, translated
from tests.evidence.building import document, file_document

ENGLISH = " ".join(f"Set max_size_{n} to {n * 37} before open_file_{n} reads /etc/app{n}.conf again." for n in range(9))
CHINESE = "".join(f"先把 max_size_{n} 设为 {n * 37}，再让 open_file_{n} 读取 /etc/app{n}.conf。" for n in range(9))


def web(id: str, text: str, language: str = "en", path: str = "1", **facts: Any) -> Document:
    return document(id, text, f"https://{id}-site.org/{path}", language=language, **facts)


@pytest.mark.parametrize(
    ("first", "second", "dependent"),
    [
        (file_document("a", "x", "/d/pg-doc-13-13.1/a.html", work="pg-doc/a.html", version="13.1"),
         file_document("b", "y", "/d/pg-doc-15-15.2/b.html", work="pg-doc/b.html", version="15.2"), True),
        (file_document("a", "x", "/d/pg-doc-13-13.1/a.html", work="pg-doc/a.html", version="13.1"),
         file_document("b", "y", "/d/lite-doc-3.1/b.html", work="lite-doc/b.html", version="3.1"), False),
        (file_document("a", "x", "/d/faq-11.1/use.en.html", language="en"),
         file_document("b", "y", "/d/faq-zh-cn-11.1/use.zh-cn.html", language="zh"), True),
        (web("a", "x", "en", "docs/en/setup"), web("b", "y", "zh", "docs/zh/setup"), True),
        (web("a", "x", "en", "docs/en/setup"), web("b", "y", "zh", "docs/zh/usage"), False),
        (web("a", "x", "en", "docs/en/setup"), web("b", "y", "en", "docs/de/setup"), False),
        (web("a", ENGLISH), web("b", CHINESE, "zh"), True),
        (web("a", "x", work="Handbook", version="1", publisher="North"),
         web("b", "y", work="Handbook", version="2", publisher="South"), False),
        (web("a", "x", work="Handbook of Old Bridges", version="1", publisher="North"),
         web("b", "y", work="Handbook of Old Bridges", version="2", publisher="South"), True),
    ],
)  # fmt: skip
def test_one_work_is_one_voice(first: Document, second: Document, dependent: bool) -> None:
    assert bool(dependence(first, second)) is dependent
    assert bool(dependence(second, first)) is dependent


def test_a_page_that_names_the_other_as_its_translation() -> None:
    one = web("a", "x")
    named = replace(one, source=replace(one.source, alternates=("https://www.b-site.org/1/",)))
    assert dependence(named, web("b", "y", "zh")) == "one names the other as its translation"
    assert dependence(web("b", "y", "zh"), named)


def test_two_texts_about_one_thing_are_no_translations() -> None:
    other = "".join(f"参数 limit_{n} 的默认值是 {n * 11}，在 /etc/other{n}.conf 里。" for n in range(9))
    assert translated(ENGLISH, CHINESE)
    assert not translated(ENGLISH, other)
    assert not translated("", CHINESE)


def test_editions_say_so_at_their_head() -> None:
    text = "The Manual\n\n{0}\n\nA file {1} be kept."
    one, other = (
        document(f"s{at}", text.format(*words))
        for at, words in enumerate((("Version 1.17", "should"), ("Version 1.22", "may")))
    )
    assert editions_apart(one, other)
    assert not editions_apart(one, one)
    told = document("s3", "The Manual\n\nThis is about version 1.22 of the tool.\n\nA file may be kept.")
    assert not editions_apart(one, told)
