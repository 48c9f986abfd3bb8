"""What exactly a sentence denies: the word behind each "not", and whether it only sets a condition.

"Where the configuration names no weight", 不设置时 and "without further settings" say when something holds and deny
nothing; "no more than 3" is a bound; "does not start until" affirms that it starts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from research_agent.evidence.content import content_terms
from research_agent.evidence.marks import marks
from research_agent.evidence.polarity import cues, strict_cues
from research_agent.text.tokens import UNSPACED, words

_CLAUSE = re.compile(
    r"[,;:.!?，；：。！？、—–()（）]|\b(?:and|but|while|whereas|although|though|so that|because)\b|"
    r"但是?|而且?|并且?|因为|所以",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"^\W*(?:if|when|whenever|where|wherever|unless|until|once|as long as|in case|without|except|whether|since|"
    r"for lack|in the absence)\b|^\W*(?:如果|若|当|除非|直到|倘若|在没有)|(?:时|的话|的情况下?)\W*$",
    re.IGNORECASE,
)
_REACH = 48
_HAN_REACH = 4


@dataclass(frozen=True, slots=True)
class Denial:
    """One cue that denies something."""

    word: str
    object: frozenset[str]
    """Terms of the first content word behind it; of an unspaced script, its first pairs of characters."""
    clause: str


@lru_cache(maxsize=8192)
def denied(text: str) -> tuple[Denial, ...]:
    """The denials of a text, in order; conditions and bounds left out."""
    bounds = [mark for mark in marks(text) if mark.axis == "bound" or mark.sense in ("not only", "never")]
    found: list[Denial] = []
    for start, end, word in strict_cues(text):
        if word == "without" or any(mark.start <= start < mark.end and mark.sense != "never" for mark in bounds):
            continue
        first, last = _clause_around(text, start)
        clause = text[first:last]
        if _CONDITION.search(clause):
            continue
        found.append(Denial(word, _object(text[end:last]), clause))
    return tuple(found)


def _clause_around(text: str, at: int) -> tuple[int, int]:
    first, last = 0, len(text)
    for edge in _CLAUSE.finditer(text):
        if edge.end() <= at:
            first = edge.end()
        elif edge.start() > at:
            last = edge.start()
            break
    return first, last


def _object(behind: str) -> frozenset[str]:
    if re.match(rf"[{UNSPACED}]", behind):
        run = re.match(rf"[{UNSPACED}]+", behind)
        head = run.group()[:_HAN_REACH] if run else ""
        return frozenset(head[at : at + 2] for at in range(max(1, len(head) - 1)))
    for word in words(behind[:_REACH]):
        terms = content_terms(word)
        if terms:
            return terms
    return frozenset()


def one_denies(first: str, second: str) -> int:
    """Which of two statements denies what the other affirms: 1 or 2; 0 for neither, or where it is not sure.

    The word that is denied stands in the other statement, in a clause without any word that may deny it there too.
    """
    one, other = denied(first), denied(second)
    if len(one) % 2 == len(other) % 2:
        return 0
    denying, affirming = (first, second) if len(one) > len(other) else (second, first)
    for denial in denied(denying):
        if any(denial.object & rival.object for rival in denied(affirming)):
            continue
        if denial.object and _affirms(affirming, denial, denying):
            return 1 if denying is first else 2
    return 0


def _affirms(text: str, denial: Denial, denying: str) -> bool:
    spans = [0, *(edge for found in _CLAUSE.finditer(text) for edge in found.span()), len(text)]
    for start, end in zip(spans[::2], spans[1::2], strict=True):
        clause = text[start:end]
        if denial.object <= content_terms(clause) and not cues(clause) - cues(denying):
            return True
    return False
