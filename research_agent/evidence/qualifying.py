"""What limits a claim: the versions of its sources, and since when, until when or for which version it says to hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Literal

from research_agent.domain import Claim, Document, Qualifier, Quote, Source
from research_agent.evidence.content import figures_of
from research_agent.evidence.context import context_of
from research_agent.text.figures import Figure

_Kind = Literal["since", "until"]
_BEFORE: tuple[tuple[_Kind, re.Pattern[str]], ...] = (
    (
        "since",
        re.compile(
            r"\b(?:since|as of|as from|starting (?:with|from|in)|beginning (?:with|in)|introduced in|added in|new in|"
            r"available (?:since|from|in)|from)(?: the)?(?: version| release| v\.?| [A-Z]\w+){0,2} ?\Z|"
            r"(?:自从?|从|截至|始于|新增于)(?: ?[A-Za-z]+)?(?: ?版本)? ?\Z",
            re.IGNORECASE,
        ),
    ),
    (
        "until",
        re.compile(
            r"\b(?:until|till|up to and including|removed in|dropped in|before|prior to)(?: the)?"
            r"(?: version| release| v\.?| [A-Z]\w+){0,2} ?\Z|(?:直到|至|移除于)(?: ?[A-Za-z]+)?(?: ?版本)? ?\Z",
            re.IGNORECASE,
        ),
    ),
)
_AFTER: tuple[tuple[_Kind, re.Pattern[str]], ...] = (
    (
        "since",
        re.compile(
            r",? (?:and|or) (?:later|newer|above|higher|up|onwards?)\b|,? onwards?\b|\+(?!\w)|"
            r" ?(?:版本?)?(?:起|开始|以来|以后|之后|及以上|或更高)"
        ),
    ),
    ("until", re.compile(r",? (?:and|or) (?:earlier|older|below|lower)\b| ?(?:版本?)?(?:以前|之前|为止|及以下)")),
)
_REACH = 40


def with_version(claim: Claim, ids: Iterable[str], sources: Mapping[str, Source]) -> Claim:
    """The claim with the versions of these sources, where it lacks them."""
    versions = sorted({sources[id].version for id in ids if sources[id].version})
    return _with(claim, [Qualifier(kind="version", value=version) for version in versions])


def qualified(claim: Claim, quotes: Mapping[str, Quote], documents: Mapping[str, Document]) -> Claim:
    """The claim with the limits that its own text states, and the version or date of a heading above its only quote."""
    found = [
        Qualifier(kind=kind, value=figure.raw.strip())
        for figure in figures_of(claim.text)
        if figure.kind in ("date", "version") and (kind := _kind(claim.text, figure))
    ]
    if len(claim.quotes) == 1:
        quote = quotes[claim.quotes[0]]
        headings = context_of(quote, documents.get(quote.source)).headings
        above = [figure for heading in headings for figure in figures_of(heading) if figure.kind == "version"]
        found += [Qualifier(kind="version", value=figure.raw.strip()) for figure in above[-1:]]
    return _with(claim, found)


def _kind(text: str, figure: Figure) -> _Kind | None:
    before = text[max(0, figure.start - _REACH) : figure.start]
    for kind, pattern in _BEFORE:
        if pattern.search(before):
            return kind
    for kind, pattern in _AFTER:
        if pattern.match(text, figure.end):
            return kind
    return None


def _with(claim: Claim, fresh: Iterable[Qualifier]) -> Claim:
    known = {(qualifier.kind, qualifier.value) for qualifier in claim.qualifiers}
    new = [each for each in dict.fromkeys(fresh) if (each.kind, each.value) not in known]
    return replace(claim, qualifiers=(*claim.qualifiers, *new)) if new else claim
