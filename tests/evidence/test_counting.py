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
        ("The two countries computed the height of the mountain.", "Each side computed the height of the mountain."),
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


TOOLS = "很重要的是高层的软件包管理工具，例如 aptitude 或 synaptic，依赖 apt，而 apt 又依赖 dpkg 来管理系统中的软件包。"
WAYS = "The manual describes dump and restore, pg_upgrade, and replication in that order."


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("管理软件包的四个工具相互依赖。", TOOLS),
        ("有三种工具可以管理软件包。", "管理软件包的工具有命令行前端、图形前端和底层工具。"),
        ("The manual describes three ways in order.", WAYS),
        ("The manual describes four ways in order.", WAYS),  # "dump and restore" may be two
        ("In order there are three ways, dump, pg_upgrade and replication.", WAYS),
        ("The manual describes two ways (pg_upgrade and replication) in order.", WAYS),
        ("手册介绍了两种方法：pg_upgrade 和 replication。", WAYS),
    ],
)
def test_a_number_in_words_counts_what_is_listed(text: str, evidence: str) -> None:
    assert faults(text, evidence) == ()


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("管理软件包的五个工具相互依赖。", TOOLS),
        ("管理软件包的三个工具相互依赖。", TOOLS),
        ("管理软件包的七个工具相互依赖。", TOOLS),
        ("五个工具分属上下层：aptitude 和 synaptic 依赖 apt，apt 又依赖 dpkg（手册，version 11.1）。", TOOLS),
        ("有四种工具可以管理软件包。", "管理软件包的工具有命令行前端、图形前端和底层工具。"),
        ("The manual describes five ways in order.", WAYS),
        ("The manual describes six ways: dump, pg_upgrade and replication.", WAYS),
        ("The tower has four doors.", "Built in 1887, the tower, which is red, has doors, said the office."),
    ],
)
def test_clauses_and_things_near_by_are_not_counted(text: str, evidence: str) -> None:
    assert any("stands in none" in fault for fault in faults(text, evidence))
