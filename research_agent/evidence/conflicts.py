"""Claims about the same matter that cannot both hold: other figures, a denial, an opposed word.

Conservative: two claims are about the same matter only when most content words of the shorter one stand in the
other too, and they part only where every other figure of the same kind agrees or is missing. Two versions of one
work that differ are no dispute: each claim then carries its version (design, rule 3).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from research_agent.domain import Claim, Source
from research_agent.evidence.content import content_terms, figures_of, share_in
from research_agent.evidence.independence import different_versions
from research_agent.evidence.names import identifiers
from research_agent.evidence.polarity import (
    denied_parts,
    denies,
    denying_clause,
    may_deny,
    opposed,
    without_polarity,
)
from research_agent.evidence.sameness import names_differ
from research_agent.text.figures import Figure, covers
from research_agent.text.sentences import sentence_spans
from research_agent.text.units import dimension, readings

LIKE_MATTER = 0.65
"""The share that is enough where two measured figures differ."""
_MEASURED = ("quantity", "percent", "money")
_ONE_ORDER = 20
SAME_MATTER = 0.8
"""Share of the shorter claim's content terms that the other one must hold (``benchmarks/evidence_thresholds.py``)."""
_SAME_LENGTH = 0.6
"""The shorter claim's terms must be at least this share of the longer one's: a detail is no rival of a summary."""
_FEWEST_TERMS = 3
_NEARLY = 4
"""Content terms that two nearly equal statements may not share (an identifier is several)."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What parts two statements: a figure, identifier or word of each; none where one denies what the other says."""

    first: str = ""
    second: str = ""
    denied: bool = False
    """The one that stands first is the denial."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two claims, by id, and what parts them."""

    first: str
    second: str
    what: Difference
    versions: bool
    """They speak of different versions of one work, or of themselves: a difference to report, no dispute."""


def find_conflicts(
    claims: Sequence[Claim], sources_of: Mapping[str, frozenset[str]], sources: Mapping[str, Source]
) -> tuple[Conflict, ...]:
    """Pairs of claims from different sources of which one sentence contradicts one of the other's.

    Args:
        claims: all claims.
        sources_of: claim id -> the ids of its quotes' sources.
        sources: by id.
    """
    units = [(claim.id, claim.text[start:end]) for claim in claims for start, end in sentence_spans(claim.text)]
    found: dict[tuple[str, str], Conflict] = {}
    for (first, one), (second, other) in _about_the_same(units):
        if first == second or sources_of[first] & sources_of[second] or (first, second) in found:
            continue
        what = contradiction(one, other)
        if what:
            pairs = [(sources[a], sources[b]) for a in sources_of[first] for b in sources_of[second]]
            versions = all(different_versions(a, b) or _speak_of_themselves(one, a, other, b) for a, b in pairs)
            found[first, second] = Conflict(first, second, what, versions)
    return tuple(found.values())


_Unit = tuple[str, str]
"""A claim's id and one sentence of it."""


def _about_the_same(units: Sequence[_Unit]) -> Iterator[tuple[_Unit, _Unit]]:
    """Pairs that share enough terms, found through an index of terms: rare terms first, so pairs stay few."""
    by_term: dict[str, list[int]] = {}
    listed = [matter(text) for _, text in units]
    for at, terms in enumerate(listed):
        for term in terms:
            by_term.setdefault(term, []).append(at)
    for at, terms in enumerate(listed):
        rare = sorted(terms, key=lambda term: (len(by_term[term]), term))
        # One of the rarest terms is shared by any pair that shares LIKE_MATTER of its terms.
        probes = rare[: int(len(terms) * (1 - LIKE_MATTER * _SAME_LENGTH)) + 1]
        for other in sorted({other for term in probes for other in by_term[term] if other > at}):
            if same_matter(terms, listed[other], LIKE_MATTER):
                yield units[at], units[other]


def matter(text: str) -> frozenset[str]:
    """What a statement is about: its content terms, whatever it says of them."""
    return content_terms(without_polarity(text))


def same_matter(first: frozenset[str], second: frozenset[str], least: float | None = None) -> bool:
    """Whether two statements, given by what they are about, are about the same matter: ``least`` or SAME_MATTER."""
    small, large = sorted((first, second), key=len)
    if len(small) < _FEWEST_TERMS or len(small) < _SAME_LENGTH * len(large):
        return False
    return share_in(small, large) >= (SAME_MATTER if least is None else least)


def contradiction(first: str, second: str) -> Difference | None:
    """What parts two statements, where they are about the same matter; measured figures ask for less of it."""
    one, other = matter(first), matter(second)
    if same_matter(one, other):
        return difference(first, second)
    return _measured_differ(first, second) if same_matter(one, other, LIKE_MATTER) else None


def difference(first: str, second: str) -> Difference | None:
    """What parts two statements about the same matter; None where they do not contradict each other."""
    return (
        _figures_differ(first, second)
        or _identifiers_differ(first, second)
        or _denied(first, second)
        or _opposite(first, second)
    )


def _figures_differ(first: str, second: str) -> Difference | None:
    rivals = _rival_figures(first, second)
    return Difference(rivals[0].raw, rivals[1].raw) if rivals else None


def _measured_differ(first: str, second: str) -> Difference | None:
    """Two measurements or shares that may be answers to one question, in statements that name the same things."""
    rivals = _rival_figures(first, second)
    if rivals is None or rivals[0].kind not in _MEASURED or names_differ(first, second) or not _comparable(*rivals):
        return None
    return Difference(rivals[0].raw, rivals[1].raw)


def _comparable(one: Figure, other: Figure) -> bool:
    """Whether the two are of one order: a difference of 0.86 m is no rival of a height."""
    pairs = [(a, b) for kind, a in _amounts(one) for like, b in _amounts(other) if kind == like]
    return any(a and b and max(abs(a), abs(b)) <= _ONE_ORDER * min(abs(a), abs(b)) for a, b in pairs)


def _amounts(figure: Figure) -> list[tuple[str, Decimal]]:
    if not isinstance(figure.value, Decimal):
        return []
    return sorted(readings(figure.value, figure.unit)) if figure.kind == "quantity" else [(figure.unit, figure.value)]


def _rival_figures(first: str, second: str) -> tuple[Figure, Figure] | None:
    """The one figure on each side that has no partner on the other, where they may be answers to one question."""
    left = list(figures_of(second))
    alone = []
    for figure in figures_of(first):
        partner = next((other for other in left if _agree(figure, other)), None)
        if partner is None:
            alone.append(figure)
        else:
            left.remove(partner)
    if len(alone) != 1 or len(left) != 1 or not _rivals(alone[0], left[0]):
        return None
    return alone[0], left[0]


def _speak_of_themselves(one: str, a: Source, other: str, b: Source) -> bool:
    """Whether the figures that differ are the sources' own versions or years ("Version 13 contains ...")."""
    rivals = _rival_figures(one, other)
    return rivals is not None and _is_its_own(rivals[0], a) and _is_its_own(rivals[1], b)


def _is_its_own(figure: Figure, source: Source) -> bool:
    published = source.published.isoformat() if source.published else ""
    label = f"{source.title} ; version {source.version} ; {published}"
    return figure.kind in ("version", "date") and any(covers(figure, own) for own in figures_of(label))


def _identifiers_differ(first: str, second: str) -> Difference | None:
    """One identifier on each side differs in its digits only (``SHA-1``, ``SHA-256``), all else being nearly equal."""
    one, other = Counter(identifiers(first)), Counter(identifiers(second))
    alone, left = list((one - other).elements()), list((other - one).elements())
    if len(alone) != 1 or len(left) != 1 or _letters(alone[0]) != _letters(left[0]):
        return None
    return Difference(alone[0], left[0]) if len(matter(first) ^ matter(second)) <= _NEARLY else None


def _letters(identifier: str) -> str:
    return re.sub(r"\d+", "", identifier)


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


def _denied(first: str, second: str) -> Difference | None:
    if denies(first) == denies(second):
        return None
    affirmed, denied = (second, first) if denies(first) else (first, second)
    if may_deny(affirmed, denied) or not share_in(matter(affirmed), matter(denied)) >= SAME_MATTER:
        return None
    # what is denied must be what the other affirms, not something that the same sentence says besides
    if share_in(matter(denying_clause(denied)), matter(affirmed)) < SAME_MATTER:
        return None
    if not any(share_in(matter(part), matter(affirmed)) >= SAME_MATTER for part in denied_parts(denied)):
        return None
    return Difference(denied=denied is first)


def _opposite(first: str, second: str) -> Difference | None:
    if denies(first) != denies(second):
        return None
    pair = opposed(first, second)
    if pair is None or len(matter(first) ^ matter(second)) > _NEARLY:
        return None
    return Difference(f"“{pair[0]}”", f"“{pair[1]}”")
