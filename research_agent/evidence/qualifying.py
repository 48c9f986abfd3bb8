"""What limits a claim: the versions of its sources, and since when, until when or for which version it says to hold.

A version limits a claim only where the sentence, or the heading above it, gives it as one of what the document is
about. The number of a section is none, nor is the version of another product (Windows 10 in a manual of Git).
"""

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
_OF = r"(?: the)?(?: version| release| v\.?| (?-i:[A-Z][\w+#.-]*)){0,3} ?\Z"
_OF_CHINESE = r"(?: ?[A-Za-z][\w+#.-]*)?(?: ?版本)? ?\Z"
_BEFORE: tuple[tuple[_Kind, re.Pattern[str]], ...] = (
    (
        "since",
        re.compile(
            rf"\b(?:since|as of|as from|starting (?:with|from|in)|beginning (?:with|in)|introduced in|added in|new in|"
            rf"available (?:since|from|in)|from){_OF}|(?:自从?|从|截至|始于|新增于){_OF_CHINESE}",
            re.IGNORECASE,
        ),
    ),
    (
        "until",
        re.compile(
            rf"\b(?:until|till|up to and including|removed in|dropped in|before|prior to){_OF}|"
            rf"(?:直到|至|移除于){_OF_CHINESE}",
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
_CUE = re.compile(r"(?:\b(?:versions?|releases?|v)\.?|版本) ?\Z", re.IGNORECASE)
_NAME = re.compile(r"(?:\A|[\s(（“\u3400-\u9fff])([A-Za-z][\w+#.-]*) ?\Z")
_NO_NAME = re.compile(
    r"an?|and|as|available|before|beginning|by|for|from|in|introduced|new|of|on|or|prior|releases?|removed|since|"
    r"starting|than|the|till|to|until|up|versions?|with"
)
"""Words before a version that name nothing; of names, only those with a capital are known."""
_OWN_PART = 3
"""Letters of a word of the title from which on it may be the name of what a document is about."""


def with_version(claim: Claim, ids: Iterable[str], sources: Mapping[str, Source]) -> Claim:
    """The claim with the versions of these sources, where it lacks them."""
    versions = sorted({sources[id].version for id in ids if sources[id].version})
    return _with(claim, [Qualifier(kind="version", value=version) for version in versions])


def qualified(claim: Claim, quotes: Mapping[str, Quote], documents: Mapping[str, Document]) -> Claim:
    """The claim with the limits that its own text states, and the version in a heading above its only quote."""
    cited = [documents[quotes[id].source].source for id in claim.quotes if quotes[id].source in documents]
    subjects = frozenset().union(*map(_subject, cited))
    found = [
        Qualifier(kind=kind, value=figure.raw.strip())
        for figure in figures_of(claim.text)
        if figure.kind in ("date", "version")
        and (kind := _kind(claim.text, figure))
        and (figure.kind == "date" or _of_subject(claim.text, figure, subjects))
    ]
    if len(claim.quotes) == 1:
        quote = quotes[claim.quotes[0]]
        headings = context_of(quote, documents.get(quote.source)).headings
        above = [
            figure
            for heading in headings
            for figure in figures_of(heading)
            if figure.kind == "version" and _heads(heading, figure, subjects)
        ]
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


def _subject(source: Source) -> frozenset[str]:
    """The words that name what a document is about, in lower case."""
    words = re.findall(r"[A-Za-z][\w+#]*", f"{source.title} {source.work} {source.part_of}")
    return frozenset(word.lower() for word in words if len(word) >= _OWN_PART)


def _of_subject(text: str, figure: Figure, subjects: frozenset[str]) -> bool:
    """Whether a version is not said to be another thing's: no name stands before it, or a name of the subject."""
    name = _name_before(text, figure)
    return not name or name in subjects


def _heads(heading: str, figure: Figure, subjects: frozenset[str]) -> bool:
    """Whether a heading says for which version the text under it holds: "Version 9.2", "Changes since 3.2.1"."""
    if not _of_subject(heading, figure, subjects):
        return False
    before = heading[: figure.start]
    cued = _CUE.search(before) or _CUE.match(figure.raw) or _kind(heading, figure)
    return bool(cued or _name_before(heading, figure))


def _name_before(text: str, figure: Figure) -> str:
    """The word that the version belongs to, in lower case; empty where there is none."""
    before = _CUE.sub("", text[: figure.start].rstrip() + " ").rstrip()
    found = _NAME.search(before)
    if found is None or found[1].islower() or _NO_NAME.fullmatch(found[1].lower()):
        return ""
    return found[1].lower()


def _with(claim: Claim, fresh: Iterable[Qualifier]) -> Claim:
    known = {(qualifier.kind, qualifier.value) for qualifier in claim.qualifiers}
    new = [each for each in dict.fromkeys(fresh) if (each.kind, each.value) not in known]
    return replace(claim, qualifiers=(*claim.qualifiers, *new)) if new else claim
