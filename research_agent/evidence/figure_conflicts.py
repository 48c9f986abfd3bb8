"""Figures of two statements that cannot both be right: number, unit, date or version."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import takewhile

from research_agent.evidence.content import figures_of, function_words
from research_agent.evidence.difference import Difference, DifferenceKind
from research_agent.evidence.meanings import one_meaning
from research_agent.text.agreement import agree
from research_agent.text.figures import Figure
from research_agent.text.tokens import terms
from research_agent.text.units import dimension, readings

_ONE_ORDER = 20
POINTER = re.compile(
    r"(?:\b(?:sections?|chapters?|figures?|fig\.?|pages?|pp?\.|appendix|appendices|tables?|footnotes?|listings?|"
    r"see(?: also)?|refer to)|[§¶]|参见|参看|见)\W{0,3}\Z",
    re.IGNORECASE,
)
"""What stands before the number or the name of a place in a text ("see Section 4.4")."""
_COUNTED = re.compile(r"(?: [A-Za-z]{3,}){1,2}")
_VERSION_LENGTH = 5
MEASURED = ("quantity", "percent", "money")


def figures_differ(first: str, second: str) -> Difference | None:
    """The one figure on each side that has no partner on the other, where they may be answers to one question."""
    found = rival_figures(first, second)
    return told(*found) if found else None


def rival_figures(first: str, second: str) -> tuple[Figure, Figure] | None:
    alone, left = unmatched(first, second)
    if len(alone) != 1 or len(left) != 1 or not rivals(alone[0], left[0]):
        return None
    return None if _count_apart(alone[0], first, left[0], second) else (alone[0], left[0])


def _count_apart(one: Figure, first: str, other: Figure, second: str) -> bool:
    """Whether two bare numbers count two things, of which one stands in one sentence only: 6,700 objects, 50 packs."""
    if not one.kind == other.kind == "number":
        return False
    mine, theirs = _counted(first, one), _counted(second, other)
    if not mine or not theirs or any(a == b or one_meaning(a, b) for a in mine for b in theirs):
        return False
    return not (mine & frozenset(terms(second)) and theirs & frozenset(terms(first)))


def _counted(text: str, figure: Figure) -> frozenset[str]:
    """The stems of the one or two words that follow a number in its clause; none where a function word does."""
    found = _COUNTED.match(text, figure.end)
    words = found.group().lower().split() if found else []
    taken = list(takewhile(lambda word: word not in function_words(), words))
    return frozenset(term for word in taken for term in terms(word))


def ranges_differ(first: str, second: str) -> Difference | None:
    """Two figures on each side that have no partner, each a rival of the one in its place: a range, a pair."""
    alone, left = unmatched(first, second)
    if len(alone) != 2 or len(left) != 2 or not all(map(rivals, alone, left)):
        return None
    one, other = (" ".join(figure.raw.strip() for figure in side) for side in (alone, left))
    return Difference(_kind(alone[1], left[1]), one, other)


def unmatched(first: str, second: str) -> tuple[list[Figure], list[Figure]]:
    """The figures of each that agree with none of the other; where one side then has none, each counts once."""
    one, other = _facts(first), _facts(second)
    alone = [figure for figure in one if not any(agree(figure, each) for each in other)]
    left = [figure for figure in other if not any(agree(figure, each) for each in one)]
    return (alone, left) if alone and left else _one_by_one(one, other)


def _facts(text: str) -> tuple[Figure, ...]:
    """The figures of a text without those that say where something stands."""
    return tuple(figure for figure in figures_of(text) if not POINTER.search(text[: figure.start]))


def _one_by_one(one: tuple[Figure, ...], other: tuple[Figure, ...]) -> tuple[list[Figure], list[Figure]]:
    left = list(other)
    alone = []
    for figure in one:
        partner = next((each for each in left if agree(figure, each)), None)
        if partner is None:
            alone.append(figure)
        else:
            left.remove(partner)
    return alone, left


def rivals(one: Figure, other: Figure) -> bool:
    """Whether two figures may be two answers to one question: one kind, and units of one dimension or one number."""
    if one.kind == other.kind == "quantity":
        return _dimension(one) == _dimension(other) or one.value == other.value
    if one.kind == other.kind == "date":
        return _precision(one) == _precision(other) or not str(one.value).startswith("-")
    if {one.kind, other.kind} == {"number", "version"}:
        number = one if one.kind == "number" else other
        return not (one.words or other.words) and _may_be_version(number.raw)
    return one.kind == other.kind and (one.unit == other.unit or one.value == other.value) and one.kind != "ordinal"


def _may_be_version(raw: str) -> bool:
    """Whether a bare number may be the number of a version: short, no thousands parted."""
    return len(raw.strip()) <= _VERSION_LENGTH and "," not in raw


def comparable(one: Figure, other: Figure) -> bool:
    """Whether the two are of one order: a difference of 0.86 m is no rival of a height."""
    pairs = [(a, b) for kind, a in _amounts(one) for like, b in _amounts(other) if kind == like]
    return any(a and b and max(abs(a), abs(b)) <= _ONE_ORDER * min(abs(a), abs(b)) for a, b in pairs)


def told(one: Figure, other: Figure) -> Difference:
    """The difference between two rivals, with its kind."""
    return Difference(_kind(one, other), one.raw.strip(), other.raw.strip())


def _kind(one: Figure, other: Figure) -> DifferenceKind:
    if one.kind == other.kind == "date":
        return "date"
    if "version" in (one.kind, other.kind):
        return "version"
    return "unit" if one.value == other.value and one.unit != other.unit else "number"


def _amounts(figure: Figure) -> list[tuple[str, Decimal]]:
    if not isinstance(figure.value, Decimal):
        return []
    return sorted(readings(figure.value, figure.unit)) if figure.kind == "quantity" else [(figure.unit, figure.value)]


def _dimension(figure: Figure) -> str:
    measured = dimension(figure.unit)
    return "time" if measured in ("second", "month") else "size" if measured in ("byte", "bit") else measured


def _precision(figure: Figure) -> int:
    return len(str(figure.value))
