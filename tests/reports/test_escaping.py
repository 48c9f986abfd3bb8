"""Foreign text in Markdown: what must be escaped is, what need not be stays readable."""

from __future__ import annotations

import pytest

from research_agent.reports.escaping import escape, link
from research_agent.reports.plain import one_line, visible


@pytest.mark.parametrize(
    "text",
    [
        "8,848.86 m (29,031.7 ft)",
        "pg_upgrade needs --link",
        "3.12 is out",
        "-5 °C",
        "a: b",
        "10 > 5",
        "珠峰高程8848.86米。",
    ],
)
def test_plain_words_stay_as_they_are(text: str) -> None:
    assert escape(text) == text


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("- item", "\\- item"),
        ("2. item", "2\\. item"),
        ("> quote", "\\> quote"),
        ("### heading", "\\### heading"),
        ("(after a citation)", "\\(after a citation)"),
        ("__init__ and _x_", "\\_\\_init\\_\\_ and \\_x\\_"),
        ("a|b", "a\\|b"),
        ("see http://a.example", "see http\\://a.example"),
        ("two\nlines\r\n\tof text", "two lines of text"),
    ],
)
def test_what_would_act_is_escaped(text: str, escaped: str) -> None:
    assert escape(text) == escaped


@pytest.mark.parametrize("address", ["https://a.example/x?y=1#z", "HTTP://a.example/(x)_y"])
def test_addresses_of_the_web_are_links(address: str) -> None:
    assert link(address) == f"<{address}>"


@pytest.mark.parametrize("address", ["javascript:alert(1)", "https://a.example/> <script>", "https://a b", "file:///x"])
def test_other_addresses_are_text(address: str) -> None:
    assert link(address) == escape(address)


def test_what_hides_or_acts_is_taken_out_and_nothing_else() -> None:
    assert visible("a\x1b[31m\u202eb\u200b\ufeffc\nd\te\u00a0f") == "a[31mbc\nd\te\u00a0f"
    assert one_line("  a\u00a0\u3000b \n c ") == "a b c"
