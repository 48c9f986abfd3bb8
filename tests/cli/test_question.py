from __future__ import annotations

import io
from pathlib import Path

import pytest

from research_agent.cli.question import LONGEST, check_question, read_question
from research_agent.errors import ConfigError


def kind_of(words: list[str], stdin: bytes = b"") -> str:
    with pytest.raises(ConfigError) as caught:
        read_question(words, io.BytesIO(stdin))
    assert caught.value.next_step
    return caught.value.kind


def test_the_question_is_the_word_itself() -> None:
    assert read_question(["  Why?  a "]) == "Why?  a"


def test_a_dash_reads_standard_input() -> None:
    assert read_question(["-"], io.BytesIO("\ufeffWarum schwankt der Zins?\r\n".encode())) == "Warum schwankt der Zins?"


def test_an_at_sign_reads_a_file(tmp_path: Path) -> None:
    path = tmp_path / "frage.txt"
    path.write_text("为什么？是的\n", encoding="utf-8")
    assert read_question([f"@{path}"]) == "为什么？是的"


def test_none_and_two_questions_are_wrong_usage() -> None:
    assert kind_of([]) == "usage"
    assert kind_of(["what", "is"]) == "usage"


@pytest.mark.parametrize("text", ["", " \n", "???", "—"])
def test_an_empty_question_is_refused(text: str) -> None:
    assert kind_of([text]) == "empty_question"
    assert kind_of(["-"], text.encode()) == "empty_question"


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\x00\x00", b"caf\xe9 or tea?", b"a\x1b[2Jb"])
def test_a_binary_question_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "question"
    path.write_bytes(data)
    assert kind_of([f"@{path}"]) == "binary_question"


def test_a_word_that_is_not_utf8_is_refused() -> None:
    assert kind_of([b"caf\xe9".decode("utf-8", "surrogateescape")]) == "binary_question"


@pytest.mark.parametrize("mark", ["a", "é", "长", "𝄞a"])
def test_a_question_of_a_megabyte_is_refused_by_length(mark: str, tmp_path: Path) -> None:
    path = tmp_path / "question.txt"
    path.write_text(mark * 1_000_000, encoding="utf-8")
    assert kind_of([f"@{path}"]) == "long_question"


def test_the_longest_question_passes_in_any_script(tmp_path: Path) -> None:
    path = tmp_path / "question.txt"
    path.write_text("\ufeff" + "𠀀" * LONGEST, encoding="utf-8")
    assert len(read_question([f"@{path}"])) == LONGEST


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="nowhere"):
        read_question([f"@{tmp_path / 'nowhere'}"])
    assert kind_of([f"@{tmp_path}"]) == "bad_file"


def test_lines_stay_in_a_question() -> None:
    assert check_question("one\ntwo\tthree") == "one\ntwo\tthree"
