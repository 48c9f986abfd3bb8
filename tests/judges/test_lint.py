from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.judges.lint import errors, lint
from research_agent.judges.linting.findings import Principle
from research_agent.judges.rubric import DIMENSIONS, Evidence, Item, Kind, Rubric, load_rubrics
from tests.support.shared_data import ROOT, shared_data

EN = (
    "Our 600 GB PostgreSQL 13 cluster must move to 17 in 2027. Compare the methods dump, pg_upgrade and replication by "
    "downtime in a table, name the plan and the risk, and end with a section for the board."
)
ZH = (
    "我们 600 GB 的 PostgreSQL 13 要在 2027 年升到 17。请用表格比较转储、pg_upgrade 与逻辑复制三种"
    "办法的停机时间和风险，选定主方案，预算 5 万元，全文末尾写给领导的结论。"
)
OURS = [ROOT / "adr_bench" / "data" / language for language in ("zh", "en")]


def an_item(text: str, kind: Kind = "explicit", **more: object) -> Item:
    weight = -2.0 if kind == "negative" else 3.0
    return Item(**{"id": "q-x", "text": text, "weight": weight, "kind": kind, "dimension": DIMENSIONS[0]} | more)  # type: ignore[arg-type]


def a_rubric(*items: Item, language: str = "en", **more: object) -> Rubric:
    question = EN if language == "en" else ZH
    told = {"id": "q", "question": question, "language": language, "items": items}
    return Rubric(**told | more)  # type: ignore[arg-type]


def found(text: str, kind: Kind = "explicit", **more: object) -> set[tuple[Principle, str]]:
    """(principle, severity) of what is found on one item; form, which is about the whole, left out."""
    language = "en" if text.isascii() or not any("\u4e00" <= letter <= "\u9fff" for letter in text) else "zh"
    rubric = a_rubric(an_item(text, kind, **more), language=language)
    return {(one.principle, one.severity) for one in lint(rubric) if one.item and one.principle != "form"}


CLEAN = [
    "Names dump, pg_upgrade and replication as the three methods",
    "Compares the downtime of pg_upgrade with that of replication",
    "States that the evidence on downtime is not sufficient for a comprehensive comparison",
    "Explains why replication is hard to set up, and what pg_upgrade does instead",
    "Names one of the three methods as the main plan",
    "Has a table with 4 columns: method, downtime, risk, cost",
    "Gives the plan in at most 800 words",
    'Ends with a section headed "A comprehensive and clear summary, etc."',
    "Names at least two risks of pg_upgrade, such as link mode",
    "Says what happens to PostgreSQL before the upgrade",
    "States that PostgreSQL 17 keeps replication slots only for an old cluster of 17 or later",
    "对转储、pg_upgrade、逻辑复制三种办法各给出停机时间",
    "从三种办法中明确选定一种作为主方案",
    "指出现有停机时间的证据不充分、不全面",
    "用一张三列的表呈现比较",
    "全文不超过 3,000 字",
    "引用 Pashler 等人对停机时间的评述",
    "至少列出两种逻辑复制的风险，如序列、大对象等",
    "说明逻辑复制怎样切换",
    "把总金额与 5 万元的预算作比较",
]

PLANTED: list[tuple[Principle, str]] = [
    ("atomicity", "States the downtime of pg_upgrade and explains the risk of replication"),
    ("atomicity", "States the downtime of pg_upgrade. It also gives the risk of replication."),
    ("atomicity", "Names the downtime of pg_upgrade; names the risk of replication"),
    ("atomicity", "Covers (1) dump (2) pg_upgrade (3) replication with their downtime"),
    ("atomicity", "State the downtime of pg_upgrade and recommend a method for the cluster"),
    ("atomicity", "写明 pg_upgrade 的停机时间，并解释逻辑复制的风险"),
    ("atomicity", "写明 pg_upgrade 的停机时间；逻辑复制有风险"),
    ("atomicity", "写明 pg_upgrade 的停机时间。给出逻辑复制的风险。"),
    ("atomicity", "依次写出①转储②升级③复制"),
    ("atomicity", "The report names the risk of dump and it recommends a plan"),
    ("atomicity", "Should name the risk of dump and should justify the plan"),
    ("atomicity", "既比较转储的停机时间，又推荐主方案"),
    ("verifiability", "Covers all relevant aspects of downtime"),
    ("verifiability", "The table is clear and the plan is well justified"),
    ("verifiability", "Uses reliable and authoritative sources on downtime"),
    ("verifiability", "引用权威可靠的来源"),
    ("verifiability", "给出足够详细的停机时间数据"),
    ("verifiability", "Gives a comprehensive comparison of dump and pg_upgrade"),
    ("verifiability", "Sufficiently explains the downtime of replication"),
    ("verifiability", "The report on pg_upgrade is well-structured"),
    ("verifiability", "Discusses the downtime of replication in depth"),
    ("verifiability", "全面分析三种办法的停机时间"),
    ("verifiability", "对逻辑复制有深入的分析"),
    ("verifiability", "报告结构清晰"),
    ("verifiability", "合理论证升级办法的选择"),
    ("unambiguity", "Compares dump, pg_upgrade, etc."),
    ("unambiguity", "It names the downtime of pg_upgrade"),
    ("unambiguity", "Gives the downtime of the method in the previous item"),
    ("unambiguity", "Names the downtime and/or the risk of pg_upgrade"),
    ("unambiguity", "Gives the downtime of replication where appropriate"),
    ("unambiguity", "比较转储、升级、复制等"),
    ("unambiguity", "说明停机时间、数据丢失等方面的风险"),
    ("unambiguity", "给出上述办法的停机时间"),
    ("unambiguity", "尽可能给出停机时间"),
    ("alignment", "对转储、升级、复制三种办法各给出停机时间（写英文题目的条目）"),
]


@pytest.mark.parametrize("text", CLEAN)
def test_a_clean_item_has_no_finding(text: str) -> None:
    assert found(text) == set()


@pytest.mark.parametrize(("principle", "text"), PLANTED[:-1])
def test_a_planted_violation_is_an_error(principle: Principle, text: str) -> None:
    assert (principle, "error") in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Names some risks of pg_upgrade",
        "Gives a clear recommendation for replication",
        "给出一些停机时间",
        "States that it loses data",
    ],
)
def test_what_may_be_right_is_a_warning(text: str) -> None:
    assert {severity for _, severity in found(text)} == {"warning"}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Names the three upgrade methods", "Lists three upgrade methods"),
        ("写明升级的三种办法", "列出升级的三种办法"),
        ("Gives the downtime of replication", "Gives the downtime of replication."),
    ],
)
def test_the_same_item_twice_is_an_error(first: str, second: str) -> None:
    rubric = a_rubric(an_item(first, id="a"), an_item(second, id="b"), language="en" if first.isascii() else "zh")
    assert [(one.item, one.principle) for one in errors(rubric)] == [("b", "independence")]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Gives the scores in reading of all rounds", "Gives the scores in science of all rounds"),
        ("Says what is done before the upgrade", "Says what is done after the upgrade"),
        ("Finds that A drives B in the sample", "Finds that B drives A in the sample"),
        ("对每条路写出三年后的去向", "对每条路写出七年后的去向"),
    ],
)
def test_parallel_items_are_no_error(first: str, second: str) -> None:
    language = "en" if first.isascii() else "zh"
    assert not errors(a_rubric(an_item(first, id="a"), an_item(second, id="b"), language=language))


def test_an_item_within_a_longer_one_is_a_warning() -> None:
    short, long = "Gives the downtime of logical replication", "Gives the downtime of logical replication in minutes"
    findings = [one for one in lint(a_rubric(an_item(short, id="a"), an_item(long, id="b"))) if one.item]
    assert [(one.item, one.principle, one.severity) for one in findings] == [("b", "independence", "warning")]


@pytest.mark.parametrize(("language", "text"), [("en", PLANTED[-1][1]), ("zh", "Names the downtime of each method")])
def test_another_language_is_an_error(language: str, text: str) -> None:
    assert ("alignment", "error") in {
        (one.principle, one.severity) for one in lint(a_rubric(an_item(text), language=language))
    }


@pytest.mark.parametrize("text", ["Describes how to feed a llama", "介绍熊猫饲养"])
def test_an_item_that_has_nothing_to_do_with_the_task_is_a_warning(text: str) -> None:
    assert found(text) == {("alignment", "warning")}


# ---------------------------------------------------------------- facts


PROOF = (Evidence(url="https://example.org/a", quote="In total 3.2% of the 954 万 clusters lost data in May 2024."),)


@pytest.mark.parametrize(
    "text",
    [
        "States that 4.5% of the clusters lost data",
        "States that the share rose from 35% to more than 61%",
        "写明弹性提前最长不超过三年",
        "States that support ended in November 2025",
        "Gives the price of storage as EUR 1,250",
        "States that Article 15 requires a backup",
        "States that the server kept 8547 slots",
        "写明 2024 年有 954 万个集群升级",
        "写明依据是《数据法》第十二条",
        "写明涨幅为 34.85%",
    ],
)
def test_a_figure_without_a_passage_is_an_error(text: str) -> None:
    assert ("evidence", "error") in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "States that 3.2% of the clusters lost data",
        "States that 9.54 million clusters lost data in May 2024",
        "写明 954 万个集群中 3.2% 丢了数据",
        "States that the cluster holds 600 GB",
        "States that the PostgreSQL cluster holds 0.6 TB",
    ],
)
def test_a_figure_of_the_question_or_of_a_passage_is_none(text: str) -> None:
    assert not {one for one in found(text, evidence=PROOF) if one[0] == "evidence"}


def test_the_passage_must_be_that_item_s_own() -> None:
    proved = an_item("States that 3.2% of the clusters lost data", id="a", evidence=PROOF)
    bare = an_item("Says what the loss of data at 3.2% means for replication", id="b")
    assert [(one.item, one.severity) for one in lint(a_rubric(proved, bare)) if one.principle == "evidence"] == [
        ("b", "warning")
    ]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("I paid for 40 lessons and took 9.", "States that 31 lessons are to be paid back"),
        ("We fly on 20 March 2027; the rule is three months.", "States that blood is drawn by 20 December 2026"),
        ("养老金 4200 元，另补 3000 元。", "写明每月可用总额为 7200 元"),
        ("比较 2019—2025 年的情况。", "写明 2022 年的情况"),
    ],
)
def test_what_follows_from_the_question_is_no_fact(question: str, text: str) -> None:
    language = "en" if text.isascii() else "zh"
    rubric = a_rubric(an_item(text), language=language, question=question)
    assert not [one for one in lint(rubric) if one.principle == "evidence"]


def test_a_flaw_s_text_may_hold_any_figure_but_its_fact_may_not() -> None:
    claim = "Claims that 90% of the clusters lost data"
    assert found(claim, "negative") == set()
    assert ("evidence", "error") in found(claim, "negative", fact="It was 12.5%", evidence=PROOF)
    assert found(claim, "negative", fact="It was 3.2%", evidence=PROOF) == set()


def test_a_gold_fact_needs_a_passage() -> None:
    assert ("evidence", "error") in found("Says that PostgreSQL keeps slots", fact="It keeps slots")


def test_a_result_of_the_question_s_own_figures_needs_none() -> None:
    assert found("Computes that the upgrade of 600 GB takes 37.5 minutes", fact="600 / 16 = 37.5") == set()


# ---------------------------------------------------------------- form


def test_form_is_told_of_the_whole() -> None:
    rubric = a_rubric(an_item("Names a method for PostgreSQL", weight=9.0, dimension="beauty"))
    told = [(one.item, one.message.split(":")[0]) for one in lint(rubric) if one.principle == "form"]
    assert told == [
        ("", "It has 1 items; ours have 8 to 15."),
        ("", "No item is negative"),
        ("q-x", f"Its dimension 'beauty' is none of {', '.join(DIMENSIONS)}."),
        ("q-x", "Its weight 9 is beyond -5..5."),
    ]


def test_a_checklist_of_flaws_can_give_no_score() -> None:
    assert [one.message[:13] for one in errors(a_rubric(an_item("Claims that dump loses data", "negative")))] == [
        "No item earns"
    ]


def test_a_flaw_that_praises_is_an_error() -> None:
    rubric = a_rubric(an_item("Names a method for PostgreSQL", id="a"), an_item("Avoids link mode", "negative"))
    assert [one.principle for one in errors(rubric)] == ["form"]


def test_findings_come_in_the_order_of_the_items() -> None:
    rubric = a_rubric(
        an_item("It compares dump, pg_upgrade, etc.", id="b"), an_item("Sufficiently explains dump", id="a")
    )
    assert [one.item for one in lint(rubric)] == ["", "", "", "b", "b", "a"]


@given(st.text(max_size=80), st.text(max_size=80), st.sampled_from(["en", "zh", "de", "x"]))
def test_any_text_is_linted(question: str, text: str, language: str) -> None:
    item = Item(id="i", text=text, weight=1.0, kind="explicit", fact=text)
    rubric = Rubric(id="q", question=question, language=language, items=(item,))
    assert lint(rubric) == lint(rubric)


# ---------------------------------------------------------------- our own rubrics


@pytest.mark.parametrize("folder", OURS, ids=lambda folder: folder.name)
def test_our_tasks_have_no_error(folder: Path) -> None:
    rubrics = [rubric for file in sorted(folder.glob("*.jsonl")) for rubric in load_rubrics(file)]
    assert [f"{rubric.id}: {one.item} {one.message}" for rubric in rubrics for one in errors(rubric)] == []


def test_the_questions_over_documents_have_no_error() -> None:
    rubrics = load_rubrics(shared_data("questions") / "dev.jsonl")
    assert [f"{one.item} {one.message}" for rubric in rubrics for one in errors(rubric)] == []
