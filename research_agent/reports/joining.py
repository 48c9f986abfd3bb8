"""Sentences as running text: with spaces between them, or without where a script has none."""

from __future__ import annotations

from collections.abc import Iterable

_UNSPACED = frozenset({"zh", "ja", "th", "lo", "km", "my"})


def join_sentences(sentences: Iterable[str], language: str) -> str:
    """The sentences in one line, joined as the language joins them."""
    return joiner(language).join(sentence for sentence in sentences if sentence)


def joiner(language: str) -> str:
    """What stands between two sentences of a language."""
    return "" if language.split("-", 1)[0].lower() in _UNSPACED else " "
