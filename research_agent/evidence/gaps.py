"""Two sentences laid over each other, word by word: what they share in order, and the gaps where they part.

Words count by their stem, each figure is one token whatever its form, and each character of an unspaced script is one.
Words that stand in a gap here and in another gap there have only moved, and are no part of either.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from research_agent.evidence.content import figures_of, function_words
from research_agent.text.agreement import agree
from research_agent.text.figures import Figure, same
from research_agent.text.tokens import UNSPACED, terms

_TOKEN = re.compile(rf"[{UNSPACED}]|(?:--?)?[^\W{UNSPACED}]+(?:[_./'’-][^\W{UNSPACED}]+)*|[%+≥≤<>=]+")


@dataclass(frozen=True, slots=True)
class Token:
    key: str
    text: str
    start: int
    end: int
    figure: Figure | None = None

    @property
    def light(self) -> bool:
        return self.figure is None and self.key in function_words()


@dataclass(frozen=True, slots=True)
class Gap:
    """What stands in one place of either sentence, as tokens in order."""

    first: tuple[Token, ...]
    second: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Overlay:
    """Two sentences laid over each other."""

    gaps: tuple[Gap, ...]
    share: float
    """Of all tokens of both, those that stand in both in the same order; 0..1."""
    as_laid: tuple[Gap, ...] = ()
    """The gaps with the words that have only moved."""


@lru_cache(maxsize=16_384)
def tokens(text: str) -> tuple[Token, ...]:
    found: list[Token] = []
    at = 0
    for figure in (*figures_of(text), None):
        end = figure.start if figure else len(text)
        found += [_word(match) for match in _TOKEN.finditer(text, at, end)]
        if figure:
            found.append(Token(f"#{figure.kind}", figure.raw, figure.start, figure.end, figure))
            at = figure.end
    return tuple(found)


def _word(match: re.Match[str]) -> Token:
    word = match.group()
    if word.isascii() and word.isalpha():
        lower = word.lower()
        return Token(lower if lower in function_words() else (terms(word) or [lower])[0], word, *match.span())
    return Token(word.lower(), word, *match.span())


@lru_cache(maxsize=16_384)
def overlay(first: str, second: str) -> Overlay:
    """The two sentences laid over each other; figures that agree are the same token, others are not."""
    from rapidfuzz.distance import Indel

    one, other = tokens(first), tokens(second)
    a, b = _comparable(one, other)
    gaps: list[Gap] = []
    shared = 0
    left: list[Token] = []
    right: list[Token] = []
    for code in Indel.opcodes(a, b):
        if code.tag == "equal":
            shared += code.src_end - code.src_start
            if left or right:
                gaps.append(Gap(tuple(left), tuple(right)))
                left, right = [], []
        else:
            left += one[code.src_start : code.src_end]
            right += other[code.dest_start : code.dest_end]
    if left or right:
        gaps.append(Gap(tuple(left), tuple(right)))
    total = len(one) + len(other)
    return Overlay(_without_moved(gaps), 2 * shared / total if total else 1.0, tuple(gaps))


def _comparable(one: tuple[Token, ...], other: tuple[Token, ...]) -> tuple[list[str], list[str]]:
    """The keys of both; figures that agree get one key, others a key of their own."""
    a = [f"{token.key}/{at}" if token.figure else token.key for at, token in enumerate(one)]
    b = [f"{token.key}//{at}" if token.figure else token.key for at, token in enumerate(other)]
    taken: set[int] = set()
    for alike in (same, agree):  # the very same figure first, then one that may be it
        for at, token in enumerate(other):
            if token.figure and b[at].count("/") > 1:
                mine = (
                    n
                    for n, each in enumerate(one)
                    if each.figure and n not in taken and alike(each.figure, token.figure)
                )
                partner = next(mine, None)
                if partner is not None:
                    taken.add(partner)
                    b[at] = a[partner]
    return a, b


def _without_moved(gaps: list[Gap]) -> tuple[Gap, ...]:
    """The gaps without the tokens that one sentence has here and the other elsewhere."""
    here = Counter(_identity(token) for gap in gaps for token in gap.first)
    there = Counter(_identity(token) for gap in gaps for token in gap.second)
    moved = here & there
    if not moved:
        return tuple(gaps)
    left, right = Counter(moved), Counter(moved)
    cleared = [Gap(_rest(gap.first, left), _rest(gap.second, right)) for gap in gaps]
    return tuple(gap for gap in cleared if gap.first or gap.second)


def _identity(token: Token) -> str:
    return token.text if token.figure else token.key


def _rest(listed: tuple[Token, ...], moved: Counter[str]) -> tuple[Token, ...]:
    kept = []
    for token in listed:
        if moved[_identity(token)] > 0:
            moved[_identity(token)] -= 1
        else:
            kept.append(token)
    return tuple(kept)


def words_of(listed: tuple[Token, ...], text: str) -> str:
    """The tokens as they stand in the text, from the first to the last."""
    return text[listed[0].start : listed[-1].end] if listed else ""
