"""What stands in brackets as labels of a reference list: numbers, ranges, keys, in the notations of many tools."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
NUMBERS = re.compile(r"\^?\d{1,4}(?:\s*[,，、;；–—-]\s*\^?\d{1,4})*\Z")
_DAGGER = re.compile(r"(\d{1,4})(?::\d{1,4})?\s*(?:†.*)?\Z|(\d{1,4})†.*\Z")
_KEYED = re.compile(
    r"(?:citation|cite|source|src|ref|reference|doc|document|web|来源|引用|文献|资料)[\s:_#.-]*(\d{1,4})\Z", re.I
)
_PAGED = re.compile(r"(\d{1,4})\s*[,:]\s*(?:pp?\.|pages?|S\.|§|第)\s*[\w\s.–-]{1,20}\Z", re.IGNORECASE)
_PART = re.compile(r"\^?(\d{1,4})(?:\s*[–—-]\s*\^?(\d{1,4}))?\Z")
_MOST_IN_RANGE = 50


@dataclass(frozen=True, slots=True)
class Notation:
    """What counts as a citation in one report."""

    known: Callable[[str], bool]
    """Whether a label is one of the reference list's."""
    names_source: Callable[[str], bool] = lambda text: False
    """Whether words in brackets name one of the documents."""
    escaped: bool = False
    """Numbers whose brackets are escaped count: the report has no others."""


def labels_in(inside: str, notation: Notation, *, lens: bool = False) -> list[str]:
    """The labels that stand in brackets; empty where the words are none."""
    text = inside.strip().translate(RAISED)
    if NUMBERS.match(text):
        return [label for part in re.split(r"[,，、;；]", text) for label in _expanded(part.strip())]
    if "†" in text or lens:
        found = [_DAGGER.match(part.strip()) for part in re.split(r"[,，;；]\s*(?=\d+(?::\d+)?†)", text)]
        return [each[1] or each[2] for each in found if each]
    if paged := _PAGED.match(text):
        return [paged[1]]
    parts = [part.strip() for part in re.split(r"[,，;；]", text)]
    keyed = [_KEYED.match(part) for part in parts]
    if all(keyed) or (keyed[0] and all(each or part.isdigit() for each, part in zip(keyed, parts, strict=True))):
        return [
            part if notation.known(part) else each[1] if each else part for each, part in zip(keyed, parts, strict=True)
        ]
    if text.startswith("^") or all(part and notation.known(part) for part in parts):
        return [part.lstrip("^") for part in parts]
    return []


def _expanded(part: str) -> list[str]:
    found = _PART.match(part)
    if found is None:
        return []
    first, last = int(found[1]), int(found[2] or found[1])
    if not first <= last <= first + _MOST_IN_RANGE:
        return [str(first), str(last)]
    return [str(number) for number in range(first, last + 1)]
