"""What a text affirms and denies word by word: words with an opposite, each with its sign and its neighbours.

``raise the rate`` and ``reduce the rate`` hold one meaning with two signs; a denial in the same clause turns a sign
round. Two texts part over a word where its place in the passage, told by its neighbours, has the other
sign.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from research_agent.checking.meanings import forms, held, places
from research_agent.evidence.content import content_terms
from research_agent.evidence.meanings import meanings_of
from research_agent.evidence.polarity import UN, strict_cues

REACH = 5
"""Words (Chinese: pairs of characters) on each side that tell which thing a word is said of."""
_DENIED_WORDS = 6
"""Words behind a denial that it still turns round."""
_CLAUSE_END = re.compile(r"[,;:.!?()，；：。！？（）]|\b(?:and|but|or|while|whereas|so|then|because)\b", re.IGNORECASE)
_UNDONE = re.compile(rf" {UN}[a-z]{{4,}}")
"""``partly unused`` is not fully used."""
_LESS = re.compile(
    r"\b(?:less|hardly|scarcely|barely|unable|fails? to|failed to|refuses? to|prevents?|instead of|rather than)\b"
)


@dataclass(frozen=True, slots=True)
class Signed:
    """One place of a word that has an opposite."""

    name: str
    """Its line in the list of meanings."""
    side: int
    """1, or -1 for a word behind the bar of its line."""
    denied: bool
    word: str
    near: frozenset[str]
    """Content terms beside it."""

    @property
    def sign(self) -> int:
        return -self.side if self.denied else self.side


@lru_cache(maxsize=4096)
def signed(text: str) -> tuple[Signed, ...]:
    """Every word of a text that has an opposite, in order."""
    listed = list(places(text))
    denied = [*((start, end) for start, end, _ in strict_cues(text)), *(found.span() for found in _LESS.finditer(text))]
    found = []
    for at, (start, end, term) in enumerate(listed):
        for meaning in meanings_of(term):
            if meaning.sign:
                cues = sum(_reaches(text, cue, start, listed) for cue in denied)
                turned = (cues + bool(_UNDONE.match(text, end))) % 2 == 1
                beside = text[listed[max(0, at - REACH)][0] : listed[min(len(listed) - 1, at + REACH)][1]]
                near = content_terms(beside) - {term}
                found.append(Signed(meaning.name, meaning.sign, turned, text[start:end], near))
    return tuple(found)


def _reaches(text: str, cue: tuple[int, int], start: int, listed: list[tuple[int, int, str]]) -> bool:
    between = text[cue[1] : start]
    if cue[1] > start or _CLAUSE_END.search(between):
        return False
    return sum(cue[1] <= first < start for first, _, _ in listed) < _DENIED_WORDS


def opposite(text: str, passage: str) -> Iterator[tuple[str, str]]:
    """Words of a statement and the words of the passage that say the opposite of them about the same thing. A word
    that is only denied on one side is left to the rules about denials."""
    stated = signed(passage)
    for own in signed(text):
        fits = [(len(_shared(own, other)), other) for other in stated if other.name == own.name]
        best = max((fit for fit, other in fits if other.sign == own.sign or other.side == own.side), default=0)
        rivals = [(fit, other) for fit, other in fits if other.sign != own.sign and other.side != own.side]
        fit, other = max(rivals, key=lambda each: each[0], default=(0, None))
        if other is not None and fit > best:
            yield own.word, other.word


def _shared(one: Signed, other: Signed) -> frozenset[str]:
    offered = frozenset().union(*map(forms, other.near)) if other.near else frozenset()
    return held(one.near, offered)
