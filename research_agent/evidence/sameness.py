"""Whether two claims say the same in other words.

Words alone do not tell: "clone mode keeps the old cluster" and "link mode keeps the old cluster" share all but one. So
beside the share of content terms it matters on which side the rest stands. Where one claim only says more than the
other, they are one; where each has a word of its own that carries meaning, they are two, unless their figures already
tell that they speak of one thing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

from research_agent.domain import Qualifier
from research_agent.evidence.content import content_terms, figures_of
from research_agent.evidence.names import Wording, identifiers, is_latin, names
from research_agent.evidence.polarity import denials, denied_parts, opposed
from research_agent.text.figures import Figure, same
from research_agent.text.tokens import terms, words

SAME_CLAIM = 0.6
"""Jaccard overlap of content terms from which on two claims may be one (``benchmarks/evidence_merging.py``)."""
_TOLD = 0.75
"""The overlap from which on figures in common can tell that they are."""
_TELLING = 3
"""So many figures in common tell that two claims speak of one thing."""
_UNSPACED = 0.85
"""The overlap in an unspaced script, where a changed word is several pairs of characters."""
_INSIDE = 0.95
"""Share of the shorter claim's character pairs that the longer one holds, in an unspaced script, where it only says
more; in other scripts it holds all terms."""
_LIGHT = """announce announced publish published say says said state stated states report reported reports show shows
shown give gives gave given call calls called describe describes described note notes noted explain explains find found
obtain obtained measure measured use uses used using make makes made amount amounts come comes about also value result
according figure documentation document recommend recommended list lists listed mention mentioned 提醒 指出 说明 建议
推荐 认为 称为 介绍 提到 另一处 处称 文档 报告 公布 发布 测得 使用"""
"""Words of telling and of measuring: which of them is used does not part two claims."""
_LIMITS = re.compile(
    r"\b(?:not only|"
    r"if|unless|except|excluding|only|when|whenever|until|without|instead|rather|may|might|could|some|most|almost|"
    r"often|sometimes|usually|least|unlike|other than)\b|不仅|如果|除非|除了|只有|仅|直到|可能|通常|有时|部分|一些",
    re.IGNORECASE,
)


def same_claim(first: str, second: str) -> bool:
    """Whether two texts state the same, or one the same as the other and something besides."""
    if normal(first) == normal(second):
        return True
    one, other = content_terms(first), content_terms(second)
    if not one or not other or len(one & other) < SAME_CLAIM * len(one | other):
        return False
    if _inside(first, second):
        alike = _figures_agree(first, second, some=True) and _limits(first) == _limits(second)
    else:
        alike = _figures_agree(first, second, some=False) and _only_told_otherwise(first, second)
    return alike and not (
        _polarity_differs(first, second)
        or opposed(first, second)
        or names_differ(first, second)
        or _identifiers_differ(first, second)
    )


def _inside(first: str, second: str) -> bool:
    """Whether the longer one says all that the shorter one says."""
    (small, short), (large, long) = sorted(
        ((content_terms(text), len(words(text))) for text in (first, second)), key=lambda each: (len(each[0]), each[1])
    )
    if len(large) > len(small) and long <= short:
        return False  # a word more in as many words: one stands in the place of another
    return len(small & large) >= (1.0 if is_latin(first) else _INSIDE) * len(small)


def _only_told_otherwise(first: str, second: str) -> bool:
    """Whether the words that each has for itself carry nothing, or what both have tells enough."""
    one, other = content_terms(first), content_terms(second)
    overlap = len(one & other) / len(one | other)
    if (one ^ other) <= _light_terms():
        return True
    if not is_latin(first):
        return overlap >= _UNSPACED
    return overlap >= _TOLD and len(_in_common(first, second)) >= _TELLING


def normal(text: str) -> str:
    return " ".join(text.lower().split()).rstrip(".。!！")


def compatible(first: Sequence[Qualifier], second: Sequence[Qualifier]) -> bool:
    """Whether nothing that limits the one claim excludes what limits the other: no two different versions or dates."""
    for kind in ("version", "since", "until"):
        one = [figure for each in first if each.kind == kind for figure in figures_of(each.value)]
        other = [figure for each in second if each.kind == kind for figure in figures_of(each.value)]
        if one and other and not any(same(a, b) for a in one for b in other):
            return False
    return True


def extent(text: str) -> tuple[int, int]:
    """How much a text says: its figures, then its content terms."""
    return len(figures_of(text)), len(content_terms(text))


@cache
def _light_terms() -> frozenset[str]:
    return frozenset(term for word in _LIGHT.split() for term in terms(word))


def _limits(text: str) -> list[str]:
    """The words that make a statement hold only sometimes."""
    return sorted(found.lower() for found in _LIMITS.findall(text))


def _figures_agree(first: str, second: str, *, some: bool) -> bool:
    """The same figures; or ``some`` of the longer one's are all of the other's, which then has fewer."""
    one, other = figures_of(first), figures_of(second)
    lacking = [figure for figure in one if not _among(figure, other)]
    more = [figure for figure in other if not _among(figure, one)]
    if not lacking and not more:
        return True
    return some and not (lacking and more) and len(one) != len(other) and bool(lacking) == (len(one) > len(other))


def _in_common(first: str, second: str) -> set[str]:
    return {str(figure.value) for figure in figures_of(first) if _among(figure, figures_of(second))}


def _among(figure: Figure, others: Sequence[Figure]) -> bool:
    return any(same(figure, other) for other in others)


def _polarity_differs(first: str, second: str) -> bool:
    """Different denials, but for a denial of something that only one of them speaks of."""
    if len(denials(first)) == len(denials(second)):
        return False
    more, less = (first, second) if len(denials(first)) > len(denials(second)) else (second, first)
    if denials(less):
        return True
    said = content_terms(less)
    return any(content_terms(part) & said or not content_terms(part) for part in denied_parts(more))


def _identifiers_differ(first: str, second: str) -> bool:
    one, other = Counter(identifiers(_without_figures(first))), Counter(identifiers(_without_figures(second)))
    return bool(one - other) and bool(other - one)


def _without_figures(text: str) -> str:
    """The text without figures and their units: 1.5 GB and 1,536 MB are no identifiers."""
    for figure in reversed(figures_of(text)):
        text = f"{text[: figure.start]} {text[figure.end :]}"
    return text


def names_differ(first: str, second: str) -> bool:
    """Whether each names something that the other does not."""
    one, other = Wording(first), Wording(second)
    return any(not other.names(name.text) for name in names(first)) and any(
        not one.names(name.text) for name in names(second)
    )
