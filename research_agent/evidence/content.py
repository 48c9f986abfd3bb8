"""What a sentence is about: its content terms, without function words and without figures."""

from __future__ import annotations

from functools import cache, lru_cache

from research_agent.text.figures import Figure, figures
from research_agent.text.tokens import STOPWORDS, function_terms, terms


@cache
def function_words() -> frozenset[str]:
    """The words themselves, unstemmed, of every language that has a list."""
    return frozenset(word for listed in STOPWORDS.values() for word in listed)


def folded(text: str) -> str:
    """In lower case and on one line: two texts that differ in nothing else are one."""
    return " ".join(text.lower().split())


@lru_cache(maxsize=8192)
def figures_of(text: str) -> tuple[Figure, ...]:
    """``figures``, kept for the sentences and quotes that are compared again and again."""
    return figures(text)


@lru_cache(maxsize=8192)
def content_terms(text: str) -> frozenset[str]:
    """Stemmed terms (CJK: character pairs) that carry meaning; figures are compared on their own."""
    pieces, at = [], 0
    for figure in figures_of(text):
        pieces.append(text[at : figure.start])
        at = figure.end
    pieces.append(text[at:])
    return frozenset(terms(" ".join(pieces))) - function_terms()


def share_in(terms_of: frozenset[str], others: frozenset[str]) -> float:
    """The share, 0..1, of the first terms that are among the others; 1 where there are none."""
    return len(terms_of & others) / len(terms_of) if terms_of else 1.0
