"""Claims that say the same become one claim with all their quotes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from research_agent.domain import Claim, Quote
from research_agent.evidence.content import content_terms, figures_of
from research_agent.evidence.polarity import denials, opposed
from research_agent.text.figures import same

SAME_CLAIM = 0.85
"""Jaccard overlap of content terms from which on two claims with the same figures and negation are one."""


def merge_duplicates(claims: Sequence[Claim], quotes: Mapping[str, Quote]) -> list[Claim]:
    """The claims without near-duplicates: each keeps all quotes, the best relevance and all sub-questions.

    The result does not depend on the order of ``claims``: the most relevant claim (then the shortest text, then
    the first in the alphabet) gives the words.
    """
    kept: list[Claim] = []
    by_term: dict[str, list[int]] = {}
    by_text: dict[str, int] = {}
    for claim in sorted(claims, key=lambda claim: (-claim.relevance, len(claim.text), claim.text, claim.id)):
        text = _normal(claim.text)
        at = by_text.get(text)
        if at is None:
            at = next(
                (other for other in _candidates(claim, by_term) if same_claim(kept[other].text, claim.text)), None
            )
        if at is None:
            at = len(kept)
            kept.append(claim)
            for term in content_terms(claim.text):
                by_term.setdefault(term, []).append(at)
        else:
            kept[at] = _merged(kept[at], claim)
        by_text.setdefault(text, at)
    return [replace(claim, quotes=_without_contained(claim.quotes, quotes)) for claim in kept]


def _candidates(claim: Claim, by_term: Mapping[str, Sequence[int]]) -> list[int]:
    """Claims that share one of this claim's rarest terms: any pair above SAME_CLAIM does."""
    terms = sorted(content_terms(claim.text), key=lambda term: (len(by_term.get(term, ())), term))
    probes = terms[: int(len(terms) * (1 - SAME_CLAIM)) + 1]
    return sorted({at for term in probes for at in by_term.get(term, ())})


def same_claim(first: str, second: str) -> bool:
    """Whether two texts state the same: nearly the same content terms, the same figures, the same polarity."""
    if _normal(first) == _normal(second):
        return True
    one, other = content_terms(first), content_terms(second)
    if not one or len(one & other) < SAME_CLAIM * len(one | other):
        return False
    return same_figures(first, second) and len(denials(first)) == len(denials(second)) and not opposed(first, second)


def same_figures(first: str, second: str) -> bool:
    """Whether every figure of each text is stated by the other too."""
    one, other = figures_of(first), figures_of(second)
    return all(any(same(figure, rival) for rival in other) for figure in one) and all(
        any(same(figure, rival) for rival in one) for figure in other
    )


def _normal(text: str) -> str:
    return " ".join(text.lower().split()).rstrip(".。!！")


def _merged(first: Claim, second: Claim) -> Claim:
    return replace(
        first,
        quotes=tuple(sorted({*first.quotes, *second.quotes})),
        relevance=max(first.relevance, second.relevance),
        sub_questions=tuple(dict.fromkeys(sorted((*first.sub_questions, *second.sub_questions)))),
        qualifiers=tuple(dict.fromkeys((*first.qualifiers, *second.qualifiers))),
    )


def _without_contained(ids: Sequence[str], quotes: Mapping[str, Quote]) -> tuple[str, ...]:
    """The quotes without those that lie inside another one of the same source and stance."""

    def contained(id: str) -> bool:
        inner = quotes[id]
        return any(
            other != id
            and quotes[other].source == inner.source
            and quotes[other].stance is inner.stance
            and quotes[other].start <= inner.start
            and inner.end <= quotes[other].end
            for other in ids
        )

    return tuple(id for id in ids if not contained(id))
