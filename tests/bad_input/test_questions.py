"""Questions that cannot be asked, and odd ones that can."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from research_agent.engines.extractive.decompose import decompose
from tests.support.command_line import research

MEGABYTE = b"why " * 262_144


def no_run(here: Path) -> bool:
    return not list(here.glob("runs/2*"))


@pytest.mark.parametrize("question", ["", "   ", "\n", "???!!!", "🗼🗼🗼"])
def test_a_question_without_a_word_is_wrong_usage(question: str, here: Path, documents: Path) -> None:
    said = research(question, "--documents", str(documents))
    assert said.code == 2
    assert "empty" in said.complaint
    assert no_run(here)


@pytest.mark.parametrize("way", ["-", "@question.txt"])
@pytest.mark.parametrize(
    ("data", "told"),
    [
        (MEGABYTE, "longer than 20,000 characters"),
        (b"", "empty"),
        (b"\x00\x01\x02" * 99, "binary"),
        (b"\xff\xfe\xfa" * 99, "not UTF-8"),
        (b"is it \x1b[31mred?", "binary"),
    ],
)
def test_huge_and_binary_questions(way: str, data: bytes, told: str, here: Path, documents: Path) -> None:
    Path("question.txt").write_bytes(data)
    said = research(way, "--documents", str(documents), stdin=data)
    assert said.code == 2
    assert told in said.complaint
    assert no_run(here)


@pytest.mark.parametrize(("word", "told"), [("@nofile", "No such file"), ("@.", "directory"), ("@a\0b", "null")])
def test_a_question_file_that_cannot_be_read(word: str, told: str, documents: Path) -> None:
    said = research(word, "--documents", str(documents))
    assert said.code == 2
    assert told in said.complaint


@pytest.mark.parametrize("question", ["كم ارتفاع المنارة؟", "灯塔有多高？", "🗼 high? 🗼", "a" * 5000, "Ostrova"])
def test_odd_questions_get_an_answer_or_an_honest_none(question: str, documents: Path) -> None:
    said = research("--documents", str(documents), "--", question)
    assert said.code in (0, 3)
    assert said.report["outcome"] in ("complete", "partial", "no_evidence")
    assert research("verify", str(said.folder)).code == 0


@pytest.mark.parametrize("unit", ["a", "Ab", "a, ", "和", "a和", "Aaa bb. ", "1.", "what? ", "a-", "a\n", "a_."])
def test_the_longest_question_is_taken_apart_in_seconds(unit: str) -> None:
    text = (unit * 20_000)[:20_000]
    began = time.process_time()
    assert decompose(text, 5).clauses
    assert time.process_time() - began < 10  # it took minutes, growing with the square and the cube of the length
