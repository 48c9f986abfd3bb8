"""Words in the place of others between copies: what is a difference, and what copy editors change."""

from __future__ import annotations

import pytest

from research_agent.evidence.changes import changed
from research_agent.evidence.figure_conflicts import figures_differ

BASE = "The scheduler flushes the journal with fsync before the server stores a stable snapshot in June on every host."


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("fsync", "syncfs"),
        ("journal", "ledger"),
        ("in June", "in July"),
        ("stable", "unstable"),
        ("server", "client"),
        ("the journal", "the ADH table"),
    ],
)
def test_another_word_in_a_copy_is_a_difference(old: str, new: str) -> None:
    found = changed(BASE, BASE.replace(old, new), copied=True)
    assert found is not None
    assert old.split()[-1] in found.first
    assert new.split()[-1] in found.second


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("stores", "stored"),
        ("stores", "saves"),
        ("snapshot", "snapshots"),
        ("scheduler", "schedular"),
        ("fsync", "FSYNC"),
        ("on every host", "on each machine"),
    ],
)
def test_forms_spellings_and_other_words_for_it_are_none(old: str, new: str) -> None:
    assert changed(BASE, BASE.replace(old, new), copied=True) is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            "How locks are taken on the tables is told in Section 4.4.",
            "How locks are taken on the tables is told in Section 5.4.",
        ),
        (
            "The default list of tokens is longer than the others (see Quoting).",
            "The default list of tokens is longer than the others (see Escaping).",
        ),
        (
            "The signatures use SHA3-256 instead of SHA2 (thanks, Linus).[1]",
            "The signatures use SHA3-256 instead of SHA2 (thanks, Linus).2",
        ),
    ],
)
def test_where_something_stands_is_no_fact(first: str, second: str) -> None:
    assert changed(first, second, copied=True) is None


def test_only_copies_are_held_to_their_words() -> None:
    assert changed(BASE, BASE.replace("journal", "ledger")) is None


@pytest.mark.parametrize(
    ("first", "second", "parts"),
    [
        ("On start the broker notifies the worker once.", "On start the worker notifies the broker once.", True),
        ("The broker and the worker start at once.", "The worker and the broker start at once.", False),
        ("The old client differs from the new server.", "The new server differs from the old client.", False),
    ],
)
def test_words_that_changed_places(first: str, second: str, parts: bool) -> None:
    assert (changed(first, second, copied=True) is not None) is parts


@pytest.mark.parametrize(
    ("first", "second", "parts"),
    [
        ("许多用户因此比较喜欢在北京的镜像站点下载。", "许多用户因此比较喜欢在南京的镜像站点下载。", True),
        ("许多用户因此使用这里的镜像站点下载文件。", "许多用户因此采用这里的镜像站点下载文件。", False),
        ("许多日本人因此比较喜欢 ISO 2022 。", "许多日本人因此比较喜欢 ISO 2020 。", True),
    ],
)
def test_chinese_copies(first: str, second: str, parts: bool) -> None:
    assert (changed(first, second, copied=True) is not None) is parts


def test_years_that_are_both_rough_differ() -> None:
    first = "The protocol for monitoring the servers was designed circa 1988 by the working group."
    assert changed(first, first.replace("1988", "1986"))
    assert changed(first, first.replace("circa 1988", "in 1988")) is None


@pytest.mark.parametrize(
    ("first", "second", "parts"),
    [
        (
            "The daily job packs when there are over 6700 objects.",
            "When there are 50 archives the daily job packs.",
            False,
        ),
        ("The cluster has 3 replicas by default.", "By default, 5 replicas are in the cluster.", True),
    ],
)
def test_numbers_that_count_two_things(first: str, second: str, parts: bool) -> None:
    assert (figures_differ(first, second) is not None) is parts
