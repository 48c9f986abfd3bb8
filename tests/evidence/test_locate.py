"""Rule 1: quotes are found as they stand, or as a slip away from it, and never changed in what they say."""

from __future__ import annotations

import time

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from research_agent.evidence.locate import locate

TEXT = (
    "The server must be stopped first. The “quick” brown fox\u00ades jump — over 5 lazy dogs, and they do not sleep.\n"
    "A table of 1,536\u00a0MB is scanned in 3 seconds; it doesn’t start until the lock is free.\n"
    "数据库 支持三种\n方法，包括转储与恢复。 "
    "Emoji 😀😀 come before this sentence about planets. ｆｕｌｌ ｗｉｄｔｈ text…"
)


def found(quote: str, text: str = TEXT) -> str | None:
    place = locate(text, quote)
    return text[place.start : place.end] if place else None


@pytest.mark.parametrize(
    ("quote", "true"),
    [
        ("The server must be stopped first.", "The server must be stopped first."),
        ('The "quick" brown foxes jump - over 5 lazy dogs', "The “quick” brown fox\u00ades jump — over 5 lazy dogs"),
        ("A table of 1,536 MB is scanned", "A table of 1,536\u00a0MB is scanned"),
        ("they do not sleep. A table", "they do not sleep.\nA table"),
        ("数据库支持三种方法，包括转储与恢复。", "数据库 支持三种\n方法，包括转储与恢复。"),
        ("数据库支持三种方法,包括转储与恢复", "数据库 支持三种\n方法，包括转储与恢复"),
        ("it doesn't start until the lock is free", "it doesn’t start until the lock is free"),
        ("full width text...", "ｆｕｌｌ ｗｉｄｔｈ text…"),
        ("😀 come before", "😀 come before"),
        ("  this sentence about planets.\n", "this sentence about planets."),
    ],
)
def test_exact_after_normalising(quote: str, true: str) -> None:
    place = locate(TEXT, quote)
    assert place is not None
    assert place.exact
    assert TEXT[place.start : place.end] == true


@pytest.mark.parametrize(
    ("quote", "true"),
    [
        ("The servre must be stopped first.", "The server must be stopped first."),
        ("the lazy dogs, and they do not sleep", "lazy dogs, and they do not sleep"),
        (
            "is scanned in 3 seconds, it doesn't start until the lock is free",
            "is scanned in 3 seconds; it doesn’t start until the lock is free",
        ),
    ],
)
def test_a_slip_is_replaced_by_the_true_text(quote: str, true: str) -> None:
    assert found(quote) == true


@pytest.mark.parametrize(
    "quote",
    [
        "The “quick” brown foxes jump — over 6 lazy dogs, and they do not sleep.",
        "The “quick” brown foxes jump — over 5 lazy dogs, and they do sleep.",
        "A table of 1,536 MB is scanned in 3 minutes; it doesn't start until the lock is free.",
        "A table of 1,537 MB is scanned in 3 seconds; it doesn't start until the lock is free.",
        "it does start until the lock is free and a table of 1,536 MB is scanned",
        "The server may be stopped first.",
        "nothing like this stands there",
        "",
        "   ",
    ],
)
def test_a_changed_statement_is_never_accepted(quote: str) -> None:
    assert locate(TEXT, quote) is None


def test_a_number_is_not_found_inside_another() -> None:
    assert locate("It uses 15 GB of memory.", "5 GB of memory") is None
    assert found("5 GB of memory", "It uses 15 GB of memory, once 5 GB of memory.") == "5 GB of memory"


def test_of_equal_places_the_closest_to_the_hint_is_taken() -> None:
    text = "It is so. " * 5
    assert [locate(text, "It is so.", near).start for near in (None, 0, 22, 49)] == [0, 0, 20, 40]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "quote", "true"),
    [
        ("It is not recommended for use.", "recommended for use", "not recommended for use"),
        ("You shouldn’t use it here.", "use it here", "shouldn’t use it here"),
        ("请不要使用该命令。", "要使用该命令", "不要使用该命令"),
        ("It is recommended for use.", "recommended for use", "recommended for use"),
    ],
)
def test_a_quote_cannot_leave_the_negation_before_it_behind(text: str, quote: str, true: str) -> None:
    assert found(quote, text) == true


def test_whole_words_are_preferred() -> None:
    place = locate("breathe the air", "the")
    assert place is not None
    assert place.start == 8


texts = st.text(
    alphabet=st.sampled_from("abc de.f,“”\u00ad\u00a0\n—…中文。！😀'\"-ＡＢ \u200b"), min_size=1, max_size=120
)


@given(texts, st.data())
@example("a\u00ad b", None)
def test_every_slice_is_located(text: str, data: st.DataObject | None) -> None:
    start = data.draw(st.integers(0, len(text) - 1)) if data else 0
    end = data.draw(st.integers(start + 1, len(text))) if data else len(text)
    piece = text[start:end]
    assume(piece.strip())
    place = locate(text, piece)
    assert place is not None
    assert place.exact
    assert text[place.start : place.end] == piece.strip()


@given(texts, texts)
def test_whatever_is_located_is_a_trimmed_slice(text: str, quote: str) -> None:
    place = locate(text, quote)
    if place:
        assert 0 <= place.start <= place.end <= len(text)
        assert 0 < place.score <= 1


@given(
    st.lists(st.sampled_from(["alpha", "beta", "gamma", "delta", "5", "not", "所有"]), min_size=8, max_size=30),
    st.data(),
)
def test_a_near_match_never_changes_a_number(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    assume("5" in words)
    changed = " ".join("6" if word == "5" else word for word in words)
    assert locate(text, changed) is None


@pytest.mark.parametrize(
    "quote", ["Lorem ipsum dolar sit amet", "nothing of this stands in there at all", "a" * 900 + "b"]
)
def test_a_large_text_takes_linear_time(quote: str) -> None:
    text = ("Lorem ipsum dolor sit “amet”,  consectetur. " + "a" * 40 + " ") * 12_000
    began = time.process_time()
    locate(text, quote)
    assert time.process_time() - began < 10
