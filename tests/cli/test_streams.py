from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.cli import streams


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]8;;https://e.org\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("a\r\nb\tc\x08", "a\nb\tc"),
        ("\x9b2Jx", "2Jx"),
        ("safe\u202etxt.exe", "safetxt.exe"),
        ("\x1b", ""),
    ],
)
def test_escape_sequences_are_taken_out(text: str, expected: str) -> None:
    assert streams.plain(text) == expected


@given(st.text())
def test_plain_text_has_no_control_characters_left(text: str) -> None:
    cleaned = streams.plain(text)
    assert not any((ord(mark) < 32 and mark not in "\n\t") or 127 <= ord(mark) < 160 for mark in cleaned)


def test_one_line_is_one_line_and_short() -> None:
    assert streams.one_line("a\n  b\t c") == "a b c"
    assert streams.one_line("x" * 50, 10) == "xxxxxxx..."


class Closed:
    def write(self, text: str) -> int:
        raise BrokenPipeError

    def flush(self) -> None: ...


def test_a_closed_output_is_told_apart_from_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Closed())
    with pytest.raises(streams.OutputClosed):
        streams.write("x")
    sys.stdout.close()
