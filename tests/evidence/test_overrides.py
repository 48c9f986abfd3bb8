"""What the user decides about sources: patterns, the file, the flags, and what a wrong file is told."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.codec import dump, load
from research_agent.domain import Authority, Source
from research_agent.errors import ConfigError
from research_agent.evidence.authority import with_authority
from research_agent.evidence.overrides import Rulings, matches, read_rulings
from research_agent.evidence.voices import Voices
from tests.evidence.building import by_id, document, file_document

WEB = document(
    "w", "x", "https://news.example.org/2024/a%20b.html?x=1", title="Annual Report 2024", publisher="ACME"
).source
FILE = file_document("f", "x", "/home/me/docs/acme/report.pdf", author="Jane Roe").source


@pytest.mark.parametrize(
    ("pattern", "source", "fits"),
    [
        ("example.org", WEB, True),
        ("news.example.org", WEB, True),
        ("xample.org", WEB, False),
        ("*.example.org", WEB, True),
        ("example.org/2024/", WEB, True),
        ("example.org/2023/", WEB, False),
        ("news.example.org/*/a b.html", WEB, True),
        ("https://news.example.org/2024/a b.html?x=1", WEB, True),
        ("https://news.example.org/*", WEB, True),
        ("title:annual report*", WEB, True),
        ("publisher: acme", WEB, True),
        ("author:jane roe", FILE, True),
        ("id:f", FILE, True),
        ("report.pdf", FILE, True),
        ("acme/report.pdf", FILE, True),
        ("cme/report.pdf", FILE, False),
        ("docs/acme/", FILE, True),
        ("ocs/acme/", FILE, False),
        ("*.pdf", FILE, True),
        ("/home/me/docs/acme/report.pdf", FILE, True),
        ("example.org", FILE, False),
    ],
)
def test_patterns(pattern: str, source: Source, fits: bool) -> None:
    assert matches(pattern, source) is fits


@given(st.text(max_size=40))
def test_no_pattern_is_too_strange(pattern: str) -> None:
    assert matches(pattern, WEB) in (True, False)


SOURCES = """
format = 1
[[same]]
sources = ["one.org", "two.org"]
why = "One office writes both."
[[independent]]
sources = ["a.txt", "b.txt"]
[authority]
"three.org" = "official"
"publisher:Town*" = "press"
[dates]
"three.org" = 2024-05-01
"a.txt" = "2020-01-02"
"""
ONE = document("s1", "It rains a lot here in spring.", "https://one.org/1")
TWO = document("s2", "Much rain falls around Easter.", "https://two.org/1")
A = file_document("s3", "alpha", "/d/a.txt")
B = file_document("s4", "beta", "/d/b.txt")


def read(tmp_path: Path, text: str, **flags: tuple[str, ...]) -> Rulings:
    file = tmp_path / "sources.toml"
    file.write_text(text, encoding="utf-8")
    return read_rulings(file, **flags)


def test_the_file_joins_and_parts_and_the_report_says_by_whom(tmp_path: Path) -> None:
    rulings = read(tmp_path, SOURCES)
    documents = by_id(ONE, TWO, A, B)
    found = Voices(documents, rulings).groups(sorted(documents))
    assert [(group.sources, group.decided_by) for group in found] == [(("s1", "s2"), "user"), (("s3", "s4"), "user")]
    assert [group.reason for group in found] == ["One office writes both.", "you declared them independent"]
    assert [group.decided_by for group in Voices(documents).groups(sorted(documents))] == ["rules"]
    assert load(Rulings, dump(rulings)) == rulings


def test_kinds_and_dates(tmp_path: Path) -> None:
    rulings = read(tmp_path, SOURCES)
    third = document("s5", "x", "https://three.org/1", published=date(1999, 1, 1)).source
    ruled = with_authority(rulings.dated(third), rulings)
    assert (ruled.authority, ruled.published) == (Authority.OFFICIAL, date(2024, 5, 1))
    assert ruled.authority_reason == "your file of sources lists “three.org” as official"
    town = replace(B.source, publisher="Town Crier", authority=Authority.VENDOR)
    assert with_authority(town, rulings).authority is Authority.PRESS
    assert with_authority(town).authority is Authority.VENDOR
    assert rulings.dated(A.source).published == date(2020, 1, 2)


def test_flags_come_before_the_file(tmp_path: Path) -> None:
    rulings = read(tmp_path, SOURCES, independent=("one.org,two.org",), same=("d/",))
    voices = Voices(by_id(ONE, TWO, A, B), rulings)
    assert ("s1", "s2") in [group.sources for group in voices.groups(["s1", "s2"])]
    assert [group.reason for group in voices.groups(["s3", "s4"])] == ["you declared them one source"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[same]]\nsource = ['a']", "[[same]]"),
        ("same = 3", "[[same]]"),
        ("[authority]\n'a' = 'holy'", "the kinds are official"),
        ("[authority]\na.org = 'official'", "stands in quotes"),
        ("[dates]\n'a' = 'soon'", "2024-05-01"),
        ("[weights]\n'a' = 1", "weights"),
        ("format = 2", "format 2"),
        ("[[same]\n", "cannot be read"),
        ("[[independent]]\nsources = []", "without sources"),
    ],
)
def test_a_wrong_file_is_told_what_is_wrong(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ConfigError, match="file of sources") as caught:
        read(tmp_path, text)
    assert told in caught.value.message


def test_a_missing_file_and_half_a_flag(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        read_rulings(tmp_path / "none.toml")
    with pytest.raises(ConfigError, match="fewer than two"):
        read_rulings(None, same=("a.org",))
