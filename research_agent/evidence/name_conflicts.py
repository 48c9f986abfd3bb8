"""One name in the place of another, where the rest of two statements agrees: a command, a person, a place."""

from __future__ import annotations

import re
from collections import Counter

from rapidfuzz.distance import Indel

from research_agent.evidence.difference import Difference
from research_agent.evidence.names import Wording, identifiers, names, quoted

_VARIANT = 0.8
"""Likeness of two names from which on they are two spellings of one (``organise``, ``organize``)."""
_VALUE = 24
"""Characters of a value in quotation marks that is as good as a name (``"debug"``)."""
_PREFIX = 4
"""Letters with which a short form and its long form begin alike (``Postgres``, ``PostgreSQL``)."""


def names_replaced(first: str, second: str) -> Difference | None:
    """The one name of each statement that the other does not hold in any form."""
    alone, left = unmatched_names(first, second)
    if len(alone) != 1 or len(left) != 1 or one_name(alone[0], left[0]):
        return None
    return Difference("name", alone[0], left[0])


def unmatched_names(first: str, second: str) -> tuple[list[str], list[str]]:
    """The names of each statement that the other one does not hold; words in a row that are names are one name."""
    return _lacking(first, second), _lacking(second, first)


def names_part(first: str, second: str) -> bool:
    """Whether each names something that the other does not."""
    return all(unmatched_names(first, second))


def _lacking(text: str, other: str) -> list[str]:
    wording = Wording(other)
    listed = [name.text for name in names(text) if not wording.names(name.text)]
    values = [value for value in quoted(text) if len(value) <= _VALUE and value.lower() not in other.lower()]
    return list(
        dict.fromkeys([*_joined(text, listed), *(value for value in values if not set(value.split()) & set(listed))])
    )


def _joined(text: str, listed: list[str]) -> list[str]:
    joined: list[str] = []
    for name in dict.fromkeys(listed):
        if joined and re.search(rf"{re.escape(joined[-1])}\s{re.escape(name)}(?!\w)", text):
            joined[-1] = f"{joined[-1]} {name}"
        else:
            joined.append(name)
    return joined


def one_name(first: str, second: str) -> bool:
    """Whether two names are forms of one: spellings, a short form, a part of it."""
    one, other = (re.sub(r"[\W_]+", "", name.lower()) for name in (first, second))
    if one == other or not one or not other:
        return True
    if re.sub(r"\D", "", one) != re.sub(r"\D", "", other):
        return False
    short, long = sorted((one, other), key=len)
    if long.startswith(short) and len(short) >= _PREFIX and not (first.startswith("-") or second.startswith("-")):
        return True
    apart = sorted((first.lower().split(), second.lower().split()), key=len)
    if set(apart[0]) <= set(apart[1]):
        return True
    return len(short) > _PREFIX and "_" not in first + second and Indel.normalized_similarity(one, other) >= _VARIANT


def identifiers_differ(first: str, second: str) -> Difference | None:
    """One identifier on each side differs in its digits only (``SHA-1``, ``SHA-256``)."""
    one, other = Counter(identifiers(first)), Counter(identifiers(second))
    alone, left = list((one - other).elements()), list((other - one).elements())
    if len(alone) != 1 or len(left) != 1 or _letters(alone[0]) != _letters(left[0]):
        return None
    return Difference("name", alone[0], left[0])


def _letters(identifier: str) -> str:
    return re.sub(r"\d+", "", identifier)
