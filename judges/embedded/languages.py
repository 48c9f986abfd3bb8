"""Which statements can be compared with a report at all: words of another language stand in none of its sentences."""

from __future__ import annotations

import re

from research_agent.checking.passages import PassageFinder
from research_agent.evidence.content import function_words
from research_agent.judges.embedded.claims import Claims
from research_agent.text.detect import detect_language

UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WORD = re.compile(r"[^\W\d_]+")
_MOSTLY = 0.1
"""Share of letters in an unspaced script from which on a report is written in it: names and commands stay Latin."""


def comparable(claims: Claims, finder: PassageFinder) -> Claims:
    """The statements without those in another script than the report."""
    unspaced = is_unspaced(finder.document.text)

    def kept(text: str) -> str:
        return text if _in_script(text, unspaced) else ""

    return Claims(
        kept(claims.demand),
        kept(claims.fact),
        tuple(filter(None, map(kept, claims.quotes))),
        tuple(filter(None, map(kept, claims.examples))),
    )


def same_language(language: str, finder: PassageFinder) -> bool:
    """Whether the report is written in the primary language of a BCP-47 tag."""
    return language.split("-", 1)[0].lower() == detect_language(finder.document.text).split("-", 1)[0].lower()


def is_unspaced(text: str) -> bool:
    """Whether a text is written in a script without spaces, whatever Latin names stand in it."""
    letters = sum(map(len, _WORD.findall(text)))
    return bool(letters) and len(UNSPACED.findall(text)) >= _MOSTLY * letters


def _in_script(text: str, unspaced: bool) -> bool:
    """In a report of an unspaced script a Latin statement is one only where it is names and commands."""
    if UNSPACED.search(text):
        return unspaced
    return not unspaced or not any(word.lower() in function_words() for word in _WORD.findall(text))
