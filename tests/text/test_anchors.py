"""Which text is meant, by an id and by its first words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.text.anchors import likeness, meant

TEXTS = {
    "f1": "LUKS2 is the default since cryptsetup 2.1.0.",
    "f2": "TRIM leaks which sectors are in use.",
    "f3": "LUKS2 is the format that GRUB 2.02 does not read.",
    "f4": "参考手册建议跨版本升级时使用 apt-get。",
}


@pytest.mark.parametrize(
    ("id", "anchor", "found"),
    [
        ("f2", "", "f2"),
        ("f9", "", None),
        ("f2", "TRIM leaks which sectors are in", "f2"),
        ("f2", "trim leaks which  sectors are in use…", "f2"),
        ("f1", "TRIM leaks which sectors are in", "f2"),
        ("f9", "TRIM leaks wich sectors", "f2"),
        ("f9", "参考手册建议跨版本升级", "f4"),
        ("f2", "LUKS2 is the", None),
        ("f3", "LUKS2 is the", "f3"),
        ("f2", "Headers hold eight key slots", None),
        ("f2", " ... ", "f2"),
    ],
)
def test_the_words_count_where_they_speak_against_the_id(id: str, anchor: str, found: str | None) -> None:
    assert meant(id, anchor, TEXTS) == found


@given(st.text(), st.text())
def test_likeness_is_a_share(anchor: str, text: str) -> None:
    assert 0.0 <= likeness(anchor, text) <= 1.0


@given(st.text(min_size=1).filter(lambda text: text.strip(" .…\n\t")))
def test_a_text_begins_with_itself(text: str) -> None:
    assert likeness(text, text + " and more") > 0.8 or not text.strip(" .…").casefold().strip()
