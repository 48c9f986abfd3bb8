"""Rule 2: what a sentence may say of its quotes, and what is a fault."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from research_agent.domain import Derived, DraftSentence, SentenceKind, Source
from research_agent.evidence.names import Wording
from research_agent.evidence.support import check_support
from tests.evidence.building import document, quote

METHODS = (
    "The traditional method for moving data to a new major version is to dump and restore the database, though this "
    "can be slow. A faster method is pg_upgrade. Replication methods are also available."
)
LIMITS = (
    "Such a switch-over results in only several seconds of downtime. The limit is 1,536 MB for 25% of 2,000 users "
    "since 31 March 2025, and OpenSSH 9.2p1 is required."
)
CHINESE = "教育部规定，自2025年3月31日起，三成学生须参加体检。"
MANUAL = document(
    "s1",
    METHODS,
    title="PostgreSQL: Documentation: 15: Upgrading",
    version="15.20",
    work="PostgreSQL documentation",
    publisher="The PostgreSQL Global Development Group",
    published=date(2026, 2, 12),
).source


def faults(
    text: str, *texts: str, derived: tuple[Derived, ...] = (), sources: tuple[Source, ...] = (MANUAL,)
) -> tuple[str, ...]:
    return check_support(DraftSentence(text=text, derived=derived), [quote(each) for each in texts], sources)


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("The limit is 1.5 GB.", LIMITS),
        ("The limit has applied since March 2025.", LIMITS),
        ("A quarter of the users have a limit.", LIMITS),
        ("The switch-over takes several seconds.", LIMITS),
        ("It requires OpenSSH 9.2p1.", LIMITS),
        ("The PostgreSQL 15 documentation calls pg_upgrade faster than dump and restore.", METHODS),
        ("In 2026 the PostgreSQL Global Development Group called pg_upgrade the faster method.", METHODS),
        (
            "PostgreSQL offers three ways to a new major version: dump and restore, pg_upgrade, and replication.",
            METHODS,
        ),
        ("First, dump and restore the database.", METHODS),
        ('Moving the data "to a new major version" by dump and restore can be slow.', METHODS),
        ("There are two methods here, pg_upgrade and replication.", METHODS),
        ("自2025年3月31日起，30%的学生须参加体检。", CHINESE),
        (
            "The Ministry of Education (教育部) has required examinations of 30% of students since 31 March 2025.",
            CHINESE,
        ),
        ("迁移有三种方法：转储与恢复、pg_upgrade 和复制。", METHODS),
    ],
)
def test_honest_sentences_pass(text: str, evidence: str) -> None:
    assert faults(text, evidence) == ()


@pytest.mark.parametrize(
    ("text", "evidence", "reason"),
    [
        ("The limit is 2 GB.", LIMITS, "2 GB"),
        ("The limit is 1,536 kB.", LIMITS, "1,536 kB"),
        ("The limit has applied since 30 March 2025.", LIMITS, "30 March 2025"),
        ("It requires OpenSSH 9.3p1.", LIMITS, "9.3p1"),
        ("Three in four users, or 75%, have no limit.", LIMITS, "75%"),
        ("The faster method to move data is pg_dumpall.", METHODS, "pg_dumpall"),
        ("The faster method to move data, says Oracle, is an upgrade.", METHODS, "Oracle"),
        ("The PostgreSQL 16 documentation calls pg_upgrade faster.", METHODS, "16"),
        ('It calls the traditional method "painfully slow and risky".', METHODS, "quotation"),
        ("Dump and restore is not slow when moving data to a new major version.", METHODS, "denies"),
        ("Cats sleep for most of their lives on warm windowsills and dream.", METHODS, "something else"),
        ("自2025年3月31日起，40%的学生须参加体检。", CHINESE, "40%"),
        ("教育部规定三成学生不须参加体检。", CHINESE, "denies"),
        ("The Ministry of Education has required examinations of 30% of students.", CHINESE, "original in brackets"),
        ("The Ministry of Health (卫生部) has required examinations of 30% of students.", CHINESE, "卫生部"),
        ("", METHODS, "no text"),
    ],
)
def test_what_the_quotes_do_not_say_is_a_fault(text: str, evidence: str, reason: str) -> None:
    assert reason in " ".join(faults(text, evidence))


def test_a_sentence_without_quotes_is_a_fault() -> None:
    assert faults("The limit is 1.5 GB.") == ("It has no quote.",)


def test_a_verbatim_quote_passes_in_any_language() -> None:
    assert faults(CHINESE, CHINESE) == ()
    assert faults("A faster method is pg_upgrade. " + CHINESE, METHODS, CHINESE) == ()


@pytest.mark.parametrize(
    ("text", "derived", "holds"),
    [
        ("That is 500 users.", Derived(value="500", how="product", operands=("25%", "2,000")), True),
        ("That is 600 users.", Derived(value="600", how="product", operands=("25%", "2,000")), False),
        ("That is 500 users.", Derived(value="500", how="product", operands=("25%", "2,001")), False),
        ("The other 1,500 users are free.", Derived(value="1,500", how="difference", operands=("2,000", "500")), False),
        ("It names 2 limits.", Derived(value="2", how="count", operands=("1,536 MB", "25%")), True),
        ("It names 3 limits.", Derived(value="3", how="count", operands=("1,536 MB", "25%")), False),
    ],
)
def test_derived_numbers_are_computed_again(text: str, derived: Derived, holds: bool) -> None:
    assert (faults(text, LIMITS, derived=(derived,)) == ()) is holds


def test_growth_in_percent() -> None:
    sales = "Sales rose from 150 to 200 units in all regions."
    growth = Derived(value="33%", how="percent-change", operands=("150", "200"))
    assert faults("Sales rose by 33% in all regions.", sales, derived=(growth,)) == ()


def test_cells_of_a_row_are_checked() -> None:
    row = DraftSentence(kind=SentenceKind.ROW, cells=("pg_upgrade", "faster", "10 minutes"))
    assert check_support(row, [quote(METHODS)], [MANUAL]) == ("“10 minutes” stands in none of its quotes.",)


def test_a_header_may_hold_the_unit() -> None:
    assert faults("The buffer is 128 MB in size.", "shared_buffers (MB) | buffer size | 128") == ()
    assert faults("The share of the north is 30%.", "region | share in percent | north | 30") == ()


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("The service starts only after the lock is free.", "The service does not start until the lock is free."),
        (
            "The old cluster is inaccessible once the new one is started.",
            "You cannot access the old cluster once the new one is started.",
        ),
        ("The index is kept.", "The index is not removed."),
    ],
)
def test_negation_in_other_words_is_no_fault(text: str, evidence: str) -> None:
    assert faults(text, evidence) == ()


def test_a_denial_turned_into_an_affirmation_is_a_fault() -> None:
    assert faults(
        "Optimizer statistics are transferred by pg_upgrade.", "Optimizer statistics are not transferred by pg_upgrade."
    )


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        (
            "Recommended for production use of large databases.",
            "It is not generally recommended for production use of large databases.",
        ),
        (
            "The old cluster can be used by other services.",
            "Nobody has said that the old cluster can be used by other services.",
        ),
    ],
)
def test_a_fragment_cannot_leave_its_denial_behind(text: str, evidence: str) -> None:
    assert "affirms what its quote denies" in " ".join(faults(text, evidence))


SURFACES = (
    "The published heights range from 8,844.43 m to 8,872 m. Such differences come from what was measured (rock or "
    "snow), from the instruments, and from the reference surface, not from growth."
)
SWITCH = "因为高度不同，主要是因为测量对象不同，而不是因为山在长高。"


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("Differences come from what was measured (rock or snow), instruments and the reference surface.", SURFACES),
        ("高度不同，主要是因为测量对象不同。", SWITCH),
        (
            "Replication can run as the owner of the subscription, but only superusers can replicate into such tables.",
            "Replication can run as the owner of the subscription. Because policies are not checked, only superusers "
            "can replicate into such tables.",
        ),
        (
            "The old cluster has replicated all messages to subscribers, and the new cluster has no permanent slots.",
            "The old cluster has replicated all the messages to subscribers. The new cluster must not have permanent "
            "slots.",
        ),
        (
            "No if the old cluster was started in link mode, because it shares files with the new cluster.",
            "If the old cluster was started in link mode, it shares files with the new cluster.",
        ),
        (
            "Without the value of 1987, all heights lie close together.",
            "Leave out the value of 1987: all heights lie close together.",
        ),
    ],
)
def test_a_denial_of_something_else_turns_nothing_round(text: str, evidence: str) -> None:
    assert faults(text, evidence) == ()


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("Such differences come from growth, from the instruments, and from the reference surface.", SURFACES),
        ("高度不同，主要是因为山在长高。", "高度不同，并不是因为山在长高。"),
        (
            "Replication can not run as the owner of the subscription in this version.",
            "Replication can run as the owner of the subscription in this version.",
        ),
        (
            "The new cluster must have permanent logical slots before the upgrade.",
            "The new cluster must not have permanent logical slots before the upgrade.",
        ),
        ("No connections are allowed to the old cluster.", "Connections are allowed to the old cluster."),
    ],
)
def test_what_is_turned_round_is_still_found(text: str, evidence: str) -> None:
    assert any("denies" in fault for fault in faults(text, evidence))


def test_initialisms_years_in_cells_and_instructions() -> None:
    survey = "It was measured on 5 May 1999 with the Global Positioning System by people of the United States."
    row = DraftSentence(kind=SentenceKind.ROW, cells=("1999", "United States", "GPS"))
    assert check_support(row, [quote(survey)], []) == ()
    assert faults("Choose PostgreSQL: a faster method is pg_upgrade.", METHODS) == ()
    wrong = DraftSentence(kind=SentenceKind.ROW, cells=("1998", "United Kingdom", "GNSS"))
    assert check_support(wrong, [quote(survey)], []) == (
        "“1998” stands in none of its quotes.",
        "The name “Kingdom” stands in none of its quotes.",
        "The name “GNSS” stands in none of its quotes.",
    )
    assert check_support(replace(row, cells=("1999 m",)), [quote(survey)], []) != ()


def test_a_raised_figure_behind_a_name_does_not_matter() -> None:
    assert Wording("用户管理 | GOsa² | ---").names("GOsa")
    assert Wording("用户管理 | GOsa").names("GOsa²")


def test_a_writer_may_confirm_a_sentence_against_the_check_of_words_but_not_its_figures() -> None:
    denied = DraftSentence(text="The gate of the harbour does not open in the 33 winter days.", confirmed=True)
    said = [quote("The gate of the harbour does open in the 33 winter days.")]
    assert check_support(replace(denied, confirmed=False), said, ())
    assert check_support(denied, said, ()) == ()
    assert check_support(replace(denied, text=denied.text.replace("33", "34")), said, ())


def test_a_title_in_title_marks_may_be_printed_in_other_letters() -> None:
    guide = replace(MANUAL, title="一份简短的关于 LATEX 安装的介绍1", language="zh")
    said = "《一份简短的关于 LaTeX 安装的介绍》称，目前主流的中文处理手段是 ctex 宏包。"
    assert faults(said, "目前主流的中文处理手段是 ctex 宏包。", sources=(guide,)) == ()
    assert faults(said.replace("简短", "冗长"), "目前主流的中文处理手段是 ctex 宏包。", sources=(guide,))


def test_an_initialism_of_the_question_stands_for_the_words_of_a_quote() -> None:
    said = DraftSentence(text="Suspended VMs may need a step on any clock update.")
    evidence = [quote("Virtual machines that are suspended may need a step on any clock update.")]
    assert check_support(said, evidence, (MANUAL,), question="Which client should laptops and VMs use?") == ()
    assert check_support(said, evidence, (MANUAL,), question="Which client should laptops use?")
    other = [quote("Voice boxes that are suspended may need a step on any clock update.")]
    assert check_support(said, other, (MANUAL,), question="Which client should laptops and VMs use?")
