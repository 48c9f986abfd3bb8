"""What was changed between two tellings of one sentence, by kind, and what only looks like a change."""

from __future__ import annotations

import pytest

from research_agent.evidence.changes import changed
from research_agent.evidence.denying import one_denies
from research_agent.evidence.marks import rival_marks

BASE = "All replicas in the cluster must be restarted by PostgreSQL 14 within 30 minutes of the change on 3 May 2021."


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("30 minutes", "45 minutes", "number"),
        ("30 minutes", "30 hours", "unit"),
        ("3 May 2021", "3 June 2021", "date"),
        ("PostgreSQL 14", "PostgreSQL 16", "version"),
        ("must be", "must not be", "negation"),
        ("All replicas", "Some replicas", "scope"),
        ("must be", "may be", "modality"),
        ("All replicas", "Only replicas", "scope"),
        ("PostgreSQL 14", "MariaDB 14", "name"),
    ],
)
def test_one_change_has_its_kind(old: str, new: str, kind: str) -> None:
    found = changed(BASE, BASE.replace(old, new))
    assert found is not None
    assert found.kind == kind
    back = changed(BASE.replace(old, new), BASE)
    assert back is not None
    assert back.kind == kind


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ("所有用户都必须在三天之内修改密码。", "部分用户都必须在三天之内修改密码。", "scope"),
        ("该水库最深处为74米，建成于1962年。", "该水库最深处为74米，建成于1965年。", "date"),
        ("管理员可以在这里删除旧的备份文件。", "管理员不可以在这里删除旧的备份文件。", "negation"),
        ("缓存默认在启动之前清空一次。", "缓存默认在启动之后清空一次。", "direction"),
        ("The feature is enabled by default.", "The feature is disabled by default.", "direction"),
    ],
)
def test_kinds_in_short_and_in_chinese_sentences(first: str, second: str, kind: str) -> None:
    found = changed(first, second)
    assert found is not None
    assert found.kind == kind


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (BASE, BASE.replace("30 minutes", "half an hour")),
        (BASE, BASE.replace("3 May 2021", "2021-05-03")),
        (BASE, BASE.replace("All replicas", "Every replica")),
        (BASE, BASE.replace("must be restarted", "have to be restarted")),
        ("At least three replicas must run.", "Three or more replicas must run."),
        ("The disk holds 1.5 GB of logs.", "The disk holds 1,536 MB of logs."),
        ("约三成的学生参加了体检。", "约30%的学生参加了体检。"),
    ],
)
def test_other_words_for_the_same_are_no_change(first: str, second: str) -> None:
    assert changed(first, second) is None
    assert changed(second, first) is None


def test_sentences_of_one_mould_about_two_things_are_left_alone_in_strange_texts() -> None:
    one = "In order to track the depreciation of the asset, you will need two depreciation accounts in the book."
    two = "In order to track the appreciation of the asset, you will need three appreciation accounts in the book."
    assert changed(one, two, retold=False) is None


@pytest.mark.parametrize(
    ("first", "second", "which"),
    [
        ("The parser does not read the file twice.", "The parser reads the file twice.", 1),
        ("Where the file names no weight, 16 is assumed.", "The default weight in the file is 16.", 0),
        ("The service does not start until the lock is free.", "The service starts when the lock is free.", 0),
        ("No more than 3 users may log in.", "Up to 3 users may log in.", 0),
        ("它没有版本号，只有代号。", "它也有版本号。", 1),
        ("不设置时为空。", "默认为空，可以设置。", 0),
    ],
)
def test_who_denies(first: str, second: str, which: int) -> None:
    assert one_denies(first, second) == which


def test_a_mark_counts_beside_what_it_governs() -> None:
    assert rival_marks("All files are copied.", "Some files are copied.")
    assert not rival_marks("All files are copied.", "Files are copied; some users complain.")
    assert not rival_marks("Support ends in May 2021.", "Support must end in 2021.")


def test_a_comparison_turned_round_is_a_contradiction_and_one_turned_twice_is_not() -> None:
    found = changed("PostgreSQL is faster than MySQL for reads.", "MySQL is faster than PostgreSQL for reads.")
    assert found is not None
    assert found.kind == "direction"
    assert not changed("PostgreSQL is faster than MySQL for reads.", "MySQL is slower than PostgreSQL for reads.")
    assert changed("甲方案比乙方案更快。", "乙方案比甲方案更快。")
