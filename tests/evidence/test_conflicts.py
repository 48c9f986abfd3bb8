"""Which statements contradict each other, and which only look like it."""

from __future__ import annotations

import pytest

from research_agent.evidence.conflicts import Difference, contradiction, difference, find_conflicts
from tests.evidence.building import claim, document


def conflict(first: str, second: str) -> Difference | None:
    return contradiction(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The default timeout of the server is 30 seconds.", "The server's default timeout is 60 seconds."),
        ("Support for the release ends in March 2025.", "Support for the release ends in May 2026."),
        ("The feature needs PostgreSQL 14 or later.", "The feature needs PostgreSQL 16 or later."),
        (
            "The tool supports incremental backups of databases.",
            "The tool does not support incremental backups of databases.",
        ),
        ("The limit rises with the size of the table.", "The limit falls with the size of the table."),
        ("Mount Everest is 8,848 m high by the survey.", "Mount Everest is 8,850 m high by the survey."),
        ("三成学生须参加年度体检。", "四成学生须参加年度体检。"),
        ("该工具支持数据库的增量备份。", "该工具不支持数据库的增量备份。"),
        (
            "The glacier above the village was 310 m thick in the year of the survey.",
            "In the year of the survey they measured 280 m for the glacier above the village.",
        ),
        (
            "At least two replicas must be running in the cluster.",
            "At least three replicas must be running in the cluster.",
        ),
    ],
)
def test_contradictions(first: str, second: str) -> None:
    assert conflict(first, second)
    assert conflict(second, first)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The buffer of the server is 1.5 GB.", "The server's buffer is 1,536 MB."),
        ("Support ends in 2025 for the release.", "Support for the release ends in March 2025."),
        ("The default timeout of the server is 30 seconds.", "The default port of the server is 5432."),
        ("The timeout is 30 seconds.", "The cache of the other tool holds 60 seconds of music and video."),
        ("The service does not start until the lock is free.", "The service starts only when the lock is free."),
        ("三成学生须参加年度体检。", "30%的学生须参加年度体检。"),
        ("It copies 10 files in 5 seconds on the server.", "It copies 20 files in 9 seconds on the server."),
        ("The tool cannot read encrypted archives.", "The tool is unable to read encrypted archives."),
        (
            "The new height of the mountain is 0.86 m more than the old one.",
            "The new height of the mountain is 8,848.86 m by the announcement.",
        ),
        (
            "The glacier above Ulvik was 310 m thick in the year of the survey.",
            "In the year of the survey they measured 280 m for the glacier above Odda.",
        ),
        (
            "PostgreSQL 17 adds an application which creates a logical replica from a physical standby server.",
            "In PostgreSQL 17 the application creates a logical replica from a physical standby without copying data.",
        ),
    ],
)
def test_no_contradiction(first: str, second: str) -> None:
    assert not conflict(first, second)


def test_a_denial_of_something_else_in_the_same_sentence_is_no_conflict() -> None:
    first = "The height announced in 2020, 8,848.86 m, is that of the snow, and no height of the rock was given."
    second = "The height announced in 2020 is 8,848.86 m, 86 centimetres more than that of the snow before."
    assert difference(first, second) is None


def test_a_title_that_is_the_statement_does_not_make_its_figure_a_version() -> None:
    said = {"s1": "The default of max_connections is 100.", "s2": "The default of max_connections is 200."}
    sources = {name: document(name, text, title=text).source for name, text in said.items()}
    claims = [claim(name, text) for name, text in said.items()]
    found = find_conflicts(claims, {name: frozenset({name}) for name in said}, sources)
    assert [each.versions for each in found] == [False]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            "The following undocumented sqlite3 features, deprecated in Python 3.10, are now removed:",
            "All of the following modules were deprecated in Python 3.11, and are now removed:",
        ),
        (
            "Remove the tkinter.tix module (deprecated in Python 3.6).",
            "Removed the binhex module, deprecated in Python 3.9.",
        ),
        (
            "Remove the 2to3 tool and lib2to3 module (deprecated in Python 3.11).",
            "The lib2to3 package and 2to3 tool may not be able to parse Python 3.10 or newer.",
        ),
    ],
)
def test_versions_said_of_two_things_are_no_contradiction(first: str, second: str) -> None:
    assert contradiction(first, second) is None


def test_versions_said_of_one_thing_are_one() -> None:
    what = contradiction("The imp module is removed in Python 3.12.", "The imp module is removed in Python 3.13.")
    assert what is not None
    assert what.kind == "version"
