"""Content terms by what they mean: words that stand for one another count as one, opposites as one with another sign.

``evidence/meanings.txt`` is a plain list of lines (docs/checking.md). A report that says "dropped" of what its source
says "removed" shares that word with it; one that says "added" shares it too, and turns it round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise

from research_agent.evidence.content import content_terms
from research_agent.evidence.meanings import meanings_of, phrases
from research_agent.evidence.polarity import UN
from research_agent.text.tokens import terms

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_UN = re.compile(rf"(?:{UN}|non)-?([a-z]{{4,}})")
_GLUE = re.compile("[的了和与及或是在有也都而但就被把将会可对从这那其]")
"""Chinese function words of one character: no pair of characters may reach across them."""
_HAN = re.compile(r"[\u3400-\u9fff]+")


@lru_cache(maxsize=16384)
def said_terms(text: str) -> frozenset[str]:
    """What a statement has to find: its content terms, and a phrase of the list as the name of its line."""
    parted = _HAN.sub(lambda run: " ".join(_GLUE.split(run.group())), text)
    found = content_terms(parted)
    pairs = _phrases(text)
    return (found - {stem for pair in pairs for stem in pair}) | {phrases()[pair].name for pair in pairs}


@lru_cache(maxsize=16384)
def meant_terms(text: str) -> frozenset[str]:
    """What a passage offers: its content terms, the lines that they stand in, and its compounds."""
    found = content_terms(text)
    return frozenset().union(
        found, compounds(text), *map(forms, found), (phrases()[pair].name for pair in _phrases(text))
    )


@cache
def forms(term: str) -> frozenset[str]:
    """What a term may be found by: itself, its lines, and itself without a prefix that denies it."""
    bare = _UN.fullmatch(term)
    listed = meanings_of(term)
    names = (name for meaning in listed for name in (meaning.name, meaning.sided))
    return frozenset((term, *names, *([bare[1]] if bare else ())))


@cache
def same_forms(term: str) -> frozenset[str]:
    """``forms`` without those that its opposites have too."""
    opposed = {meaning.name for meaning in meanings_of(term) if meaning.sign}
    return forms(term) - opposed


def held_as_said(said: frozenset[str], meant: frozenset[str]) -> frozenset[str]:
    """``held``, opposites left out."""
    return frozenset(term for term in said if not same_forms(term).isdisjoint(meant))


def held(said: frozenset[str], meant: frozenset[str]) -> frozenset[str]:
    """Those of a statement's terms that a passage holds, in these words or in others."""
    return frozenset(term for term in said if not forms(term).isdisjoint(meant))


def share_meant(said: frozenset[str], meant: frozenset[str]) -> float:
    """``held`` as a share, 0..1; 1 where there are no terms."""
    return len(held(said, meant)) / len(said) if said else 1.0


def _phrases(text: str) -> list[tuple[str, ...]]:
    stems = [found[-1] for word in _WORD.finditer(text) if word.group().isascii() and (found := terms(word.group()))]
    return [pair for pair in pairwise(stems) if pair in phrases()]


@lru_cache(maxsize=16384)
def compounds(text: str) -> frozenset[str]:
    """Neighbouring words written as one: a ``file system`` is a ``filesystem``."""
    listed = [word.group().lower() for word in _WORD.finditer(text) if word.group().isascii()]
    joined = (f"{one}{other}" for one, other in pairwise(piece for word in listed for piece in word.split("-")))
    return frozenset(terms(word)[0] for word in joined if 5 < len(word) < 24 and word.isalpha())


def places(text: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and term of each word (Chinese: pair of characters)."""
    for word in _WORD.finditer(text):
        run = word.group()
        if run.isascii():
            for piece in re.finditer(r"[A-Za-z]+", run):
                found = terms(piece.group())
                if found:
                    yield word.start() + piece.start(), word.start() + piece.end(), found[-1]
        else:
            for at in range(len(run) - 1):
                yield word.start() + at, word.start() + at + 2, run[at : at + 2]
