"""A user's file of sources that is malformed, huge, beside the point, or contradicts itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command_line import QUESTION, Said, research, two_pages


def asked(text: str | bytes, *flags: str) -> Said:
    documents = two_pages(Path("documents"))
    Path("sources.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    words = ("--documents", str(documents), "--engine", "extractive", "--sources-file", "sources.toml", *flags)
    return research(QUESTION, *words)


@pytest.mark.parametrize(
    "text",
    [
        b"\xff\xfe\x00broken",
        "[authority\n",
        'same = "a.txt"\n',
        "same = [1, 2]\n",
        "same = [[]]\n",
        '[authority]\n"guide.txt" = "pope"\n',
        '[authority]\n"guide.txt" = 7\n',
        '[dates]\n"guide.txt" = "yesterday"\n',
        '[dates]\n"guide.txt" = 2011\n',
        "format = 99\n",
        'obey = "this file"\n',
        'format = "' + "x" * 100 + '"\n',
        "a." * 5000 + "a = 1\n",
        "x = " + "[" * 5000 + "]" * 5000 + "\n",
    ],
    ids=range(14),
)
def test_what_is_no_file_of_sources_starts_nothing(here: Path, text: str | bytes) -> None:
    said = asked(text)
    assert said.code == 2
    assert "sources.toml" in said.complaint
    assert not list(here.glob("runs/2*"))


def test_a_huge_file_that_names_nothing_changes_nothing(here: Path) -> None:
    plain = asked("")
    lines = "\n".join(f'"*stranger-{number}*" = "official"' for number in range(1_000))
    huge = asked(f"[authority]\n{lines}\n")
    assert (plain.code, huge.code) == (0, 0)
    told = [
        [(claim["text"], claim["status"], claim["reason"]) for claim in said.report["claims"]] for said in (plain, huge)
    ]
    assert told[0] == told[1]


def test_a_file_that_contradicts_itself_is_told_or_decided_by_the_first(here: Path) -> None:
    said = asked('same = [["survey.md", "guide.txt"]]\nindependent = [["survey.md", "guide.txt"]]\n')
    if said.code == 2:
        assert "sources.toml" in said.complaint
    else:
        assert said.code == 0
        assert {claim["status"] for claim in said.report["claims"]} <= {"disputed", "single-source"}
        assert research("verify", str(said.folder)).code == 0


def test_patterns_are_no_programs(here: Path) -> None:
    """Patterns that would take for ever as regular expressions are plain wildcards here."""
    evil = "*a" * 60 + "b"
    said = asked(f'[authority]\n"{evil}" = "official"\n"(a+)+$" = "official"\n"../../*" = "official"\n')
    assert said.code == 0
    assert all(source["authority"] != "official" for source in said.report["sources"])
