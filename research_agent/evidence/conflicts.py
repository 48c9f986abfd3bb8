"""Claims about the same matter that cannot both hold: other figures, a denial, an opposed word.

Conservative: two claims are about the same matter only when most content words of the shorter one stand in the
other too, and they part only where every other figure of the same kind agrees or is missing. Two versions of one
work that differ are no dispute: each claim then carries its version (design, rule 3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from research_agent.domain import Claim, Source
from research_agent.evidence.content import content_terms, figures_of, share_in
from research_agent.evidence.independence import different_versions
from research_agent.evidence.polarity import denies, may_deny, opposed, without_polarity
from research_agent.text.figures import Figure, covers
from research_agent.text.units import dimension

SAME_MATTER = 0.8
"""Share of the shorter claim's content terms that the other one must hold (``benchmarks/conflicts.py``)."""
_SAME_LENGTH = 0.6
"""The shorter claim's terms must be at least this share of the longer one's: a detail is no rival of a summary."""
_FEWEST_TERMS = 3


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two claims, by id, and what parts them, in words."""

    first: str
    second: str
    what: str
    versions: bool
    """They speak of different versions of one work: a difference to report, no dispute."""


def find_conflicts(
    claims: Sequence[Claim], sources_of: Mapping[str, frozenset[str]], sources: Mapping[str, Source]
) -> tuple[Conflict, ...]:
    """Pairs of claims from different sources that contradict each other.

    Args:
        claims: all claims.
        sources_of: claim id -> the ids of its quotes' sources.
        sources: by id.
    """
    found = []
    for first, second in _about_the_same(claims):
        if sources_of[first.id] & sources_of[second.id]:
            continue
        what = difference(first.text, second.text)
        if what:
            pairs = [(sources[a], sources[b]) for a in sources_of[first.id] for b in sources_of[second.id]]
            versions = bool(pairs) and all(different_versions(a, b) for a, b in pairs)
            found.append(Conflict(first.id, second.id, what, versions))
    return tuple(found)


def _about_the_same(claims: Sequence[Claim]) -> Iterator[tuple[Claim, Claim]]:
    """Pairs that share enough terms, found through an index of terms: rare terms first, so pairs stay few."""
    by_term: dict[str, list[int]] = {}
    listed = [matter(claim.text) for claim in claims]
    for at, terms in enumerate(listed):
        for term in terms:
            by_term.setdefault(term, []).append(at)
    for at, terms in enumerate(listed):
        rare = sorted(terms, key=lambda term: (len(by_term[term]), term))
        # One of the rarest terms is shared by any pair that shares SAME_MATTER of its terms.
        probes = rare[: max(1, int(len(terms) * (1 - SAME_MATTER * _SAME_LENGTH)) + 1)]
        for other in sorted({other for term in probes for other in by_term[term] if other > at}):
            if same_matter(terms, listed[other]):
                yield claims[at], claims[other]


def matter(text: str) -> frozenset[str]:
    """What a statement is about: its content terms, whatever it says of them."""
    return content_terms(without_polarity(text))


def same_matter(first: frozenset[str], second: frozenset[str]) -> bool:
    """Whether two statements, given by what they are about, are about the same matter."""
    small, large = sorted((first, second), key=len)
    if len(small) < _FEWEST_TERMS or len(small) < _SAME_LENGTH * len(large):
        return False
    return share_in(small, large) >= SAME_MATTER


def difference(first: str, second: str) -> str:
    """What parts two statements about the same matter, in words; empty where they do not contradict each other."""
    return _figures_differ(first, second) or _denied(first, second) or _opposite(first, second)


def _figures_differ(first: str, second: str) -> str:
    one, other = figures_of(first), figures_of(second)
    only_first = [figure for figure in one if not any(_agree(figure, rival) for rival in other)]
    only_second = [figure for figure in other if not any(_agree(figure, rival) for rival in one)]
    if len(only_first) != 1 or len(only_second) != 1 or len(one) != len(other):
        return ""
    a, b = only_first[0], only_second[0]
    return f"{a.raw} against {b.raw}" if _rivals(a, b) else ""


def _agree(one: Figure, other: Figure) -> bool:
    return covers(one, other) or covers(other, one)


def _rivals(one: Figure, other: Figure) -> bool:
    """Whether two figures may be two answers to one question: the same kind, and units of the same dimension."""
    if one.kind == other.kind == "quantity":
        return dimension(one.unit) == dimension(other.unit) or _time(one) == _time(other) == "time"
    if one.kind == "date" and other.kind == "date":
        return True
    return one.kind == other.kind and one.unit == other.unit and one.kind != "ordinal"


def _time(figure: Figure) -> str:
    return "time" if dimension(figure.unit) in ("second", "month") else dimension(figure.unit)


def _denied(first: str, second: str) -> str:
    if denies(first) == denies(second):
        return ""
    affirmed, denied = (second, first) if denies(first) else (first, second)
    if may_deny(affirmed) or not share_in(matter(affirmed), matter(denied)) >= SAME_MATTER:
        return ""
    return "one says it, the other denies it"


def _opposite(first: str, second: str) -> str:
    if denies(first) != denies(second):
        return ""
    pair = opposed(first, second)
    if pair is None or len(matter(first) ^ matter(second)) > 3:
        return ""
    return f"“{pair[0]}” against “{pair[1]}”"
