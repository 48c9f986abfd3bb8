"""`make research` hands over the question as it was typed, whatever is in it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.shared_data import ROOT

PREREQUISITES = ("requirements.txt", "requirements-build.txt", "requirements-dev.txt", "pyproject.toml")

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="needs make")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout that is set up, whose `research` tells its arguments, one a line and ended by a bar."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    for name in PREREQUISITES:
        (tmp_path / name).touch()
    tools = tmp_path / ".venv" / "bin"
    tools.mkdir(parents=True)
    (tools / "research").write_text('#!/bin/sh\nprintf "%s|\\n" "$@"\n')
    for name in ("research", "python"):
        (tools / name).touch(mode=0o755)
        (tools / name).chmod(0o755)
    (tmp_path / ".venv" / "base.stamp").touch()
    return tmp_path


def make(checkout: Path, *arguments: str, **variables: str) -> str:
    done = subprocess.run(
        ["make", "--no-print-directory", *arguments],
        cwd=checkout,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.parametrize(
    "question",
    [
        "Is \"x\" the same as 'x', and $HOME as ~?",
        "What is `touch pwned`; $(touch pwned) $(shell touch pwned) ${HOME} $$ $5?",
        "100% or # a comment \\ and \\n?",
        "珠穆朗玛峰有多高？",
        "two\nlines",
    ],
)
def test_a_question_arrives_as_it_was_typed(checkout: Path, question: str) -> None:
    expected = f"ask|\n{question}|\n--documents|\nmy docs|\n"
    assert make(checkout, "research", f"Q={question}", "DOCS=my docs") == expected
    assert make(checkout, "research", Q=question, DOCS="my docs") == expected
    assert not (checkout / "pwned").exists()


def test_without_a_question_the_examples_are_asked(checkout: Path) -> None:
    told = make(checkout, "research")
    assert "How high is Mount Everest" in told
    assert told.endswith("--documents|\nexamples/documents|\n")


def test_without_documents_the_web_is_asked(checkout: Path) -> None:
    assert make(checkout, "research", "Q=x y?", "DOCS=") == "ask|\nx y?|\n"
