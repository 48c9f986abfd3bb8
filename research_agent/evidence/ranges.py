"""Versions that the question names and a quote includes in a range: 13 in "clusters before version 17.0".

The asker's own version is seldom written in a manual; its range is. Only the direction that the quote states counts:
"17.0 or later" says nothing of 13.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from research_agent.evidence.content import figures_of
from research_agent.text.figures import Figure
from research_agent.text.tokens import STOPWORDS

_VERSION = r"(?:version |release |v)?(?P<bound>\d+(?:\.\d+)*)(?:\.[xX])?"
_CUED = re.compile(r"(?i)version|release|\bv\d|版")
_NO_PRODUCTS = frozenset(
    ("version", "versions", "release", "releases", "in", "from", "since", "before", "with", "for", "to", "on", "only")
)
_NAME = r"(?:(?P<name>[A-Z]\w+) )?"
_UP_TO = (
    re.compile(rf"\b(?:before|older than|earlier than|prior to|below|lower than)\s+{_NAME}{_VERSION}(?![\w%]|\.\d)"),
    re.compile(rf"(?:低于|早于|旧于)\s*{_NAME}{_VERSION}(?![\w%]|\.\d)"),
    re.compile(rf"{_NAME}(?<![\w.]){_VERSION}\s*版?本?\s*(?:之前|以前)"),
)
_FROM = (
    re.compile(rf"{_NAME}(?<![\w.]){_VERSION},? (?:and|or) (?:later|newer|above|higher|up)\b"),
    re.compile(rf"\b(?:back to|at least)\s+{_NAME}{_VERSION}(?![\w%]|\.\d)"),
    re.compile(rf"{_NAME}(?<![\w.]){_VERSION}\s*版?本?\s*(?:及以上|或更高|及更高|及之后|及以后|或以上)"),
)


def asked_and_included(figure: Figure, text: str, question: str, quotes: Sequence[str]) -> bool:
    """Whether the figure of ``text`` is a version that the question names, in a range which a quote states."""
    value = _version(figure)
    if not value or (figure.kind == "number" and _is_a_count(text, figure)):
        return False
    if not any(_version(other) == value for other in figures_of(question)):
        return False
    return any(
        (low is None or not _older(value, low)) and (high is None or _older(value, high))
        for low, high, name in _ranges(quotes)
        if not name or re.search(rf"\b{re.escape(name)}\b", question)
    )


def _is_a_count(text: str, figure: Figure) -> bool:
    """Whether a noun follows the number: ``13 slots``, not ``13 or 15``."""
    following = re.match(r"[- ]([a-z]+)|\s?[个份张台条次项种位]", text[figure.end :])
    return following is not None and (following[1] or "") not in _NO_NOUNS


_NO_NOUNS = STOPWORDS["en"] | {"alike", "respectively", "onwards", "upwards"}
_Bound = tuple[int, ...]


def _ranges(quotes: Sequence[str]) -> Iterator[tuple[_Bound | None, _Bound | None, str]]:
    """Each range as a first version, a first version no longer in it, and the product that is named before it."""
    for quote in quotes:
        for patterns, upper in ((_UP_TO, True), (_FROM, False)):
            for pattern in patterns:
                for found in pattern.finditer(quote):
                    bound, name = tuple(map(int, found["bound"].split("."))), found["name"] or ""
                    if len(bound) == 1 and not name and not _CUED.search(found.group()):
                        continue  # "before 17" may be a time of day
                    name = "" if name.lower() in _NO_PRODUCTS else name
                    yield (None, bound, name) if upper else (bound, None, name)


def _older(version: _Bound, bound: _Bound) -> bool:
    width = max(len(version), len(bound))
    return version + (0,) * (width - len(version)) < bound + (0,) * (width - len(bound))


def _version(figure: Figure) -> _Bound:
    """The figure as a version; empty for quantities, dates and numbers in words."""
    written = str(figure.value)
    if figure.kind not in ("version", "number") or figure.words or not re.fullmatch(r"\d+(?:\.\d+)*", written):
        return ()
    return tuple(int(part) for part in written.split("."))
