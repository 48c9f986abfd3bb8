from __future__ import annotations

import pytest

from research_agent.engines.extractive.standalone import balanced, is_quotable, leans, marker_length

GOOD = [
    "The compat file defines the debhelper compatibility level.",
    "Always create a header backup before performing this operation!",
    "Entering a sale is done in a similar way to a purchase (see Section 9.5.2) except that the amount is negative.",
    "在每个学校网络中仅能有一个主服务器的原因是主服务器提供 DHCP。",
    "pg_upgrade does not transfer the statistics of the optimizer.",
]
BAD = [
    "What should I do if the disk is full?",
    "The following options are available:",
    "See section 4 for the details of this procedure.",
    "For more information, please refer to the manual page.",
    "Home | Documentation | Download | About",
    "Previous page Next page Back to top of the page.",
    "23 Installing both 24 Seeing more output from make 25 Workarounds for unusual problems",
    "Copyright 2020 The Authors, all rights reserved.",
    "and a half-open (bracket that never closes is here.",
    "Short.",
    "there are extreme cases where",
    "目录",
    "参见第四章的说明和示例内容。",
]


@pytest.mark.parametrize("text", GOOD)
def test_sentences_that_say_something(text: str) -> None:
    assert is_quotable(text)


@pytest.mark.parametrize("text", BAD)
def test_navigation_fragments_and_questions(text: str) -> None:
    assert not is_quotable(text)


def test_a_list_item_needs_no_full_stop() -> None:
    text = "Remove the creation permission on the public schema for all users"
    assert is_quotable(text, whole=False)
    assert not is_quotable(text, whole=True)


@pytest.mark.parametrize(
    "text",
    [
        "This is faster.",
        "However, the header is lost.",
        "It has been removed.",
        "In addition, both must match.",
        "Two such zeros can differ by decimetres.",
        "To do this, stop the server.",
        "它已经不再使用。",
        "但是这需要更多内存。",
        "要解决这个问题，可以重新启动。",
    ],
)
def test_sentences_that_lean_on_the_one_before(text: str) -> None:
    assert leans(text)


@pytest.mark.parametrize(
    "text",
    [
        "The header must be backed up.",
        "There are two ways to do it.",
        "In addition to the purchase, the repair is an expense.",
        "其他服务器可以稍后安装。",
        "Itemised lists are longer.",
    ],
)
def test_sentences_that_stand_alone(text: str) -> None:
    assert not leans(text)


def test_a_bibliographic_line_is_no_sentence() -> None:
    assert not is_quotable("英国《卫报》引述《中国日报》关于山峰高度的报道，2015年6月16日", whole=False)
    assert not is_quotable(
        "Smith and others on the height of the highest mountain, Journal of Surveys 2012", whole=False
    )


def test_brackets_and_markers() -> None:
    assert balanced("a (b) [c]")
    assert not balanced('he said "no')
    assert marker_length("3. Stop the server.") == 3
    assert marker_length("• Stop") == 2
    assert marker_length("3.5 metres") == 0
