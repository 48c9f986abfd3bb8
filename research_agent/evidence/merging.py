"""Claims that say the same become one claim with all their quotes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from research_agent.domain import Claim, Quote
from research_agent.evidence.content import content_terms
from research_agent.evidence.sameness import compatible, extent, normal, same_claim


def merge_duplicates(claims: Sequence[Claim], quotes: Mapping[str, Quote]) -> list[Claim]:
    """The claims without near-duplicates: each keeps all quotes, the best relevance and all sub-questions.

    The result does not depend on the order of ``claims``. Of claims from several sources the one
    that says least gives the words, so that all quotes support them; of claims from one source the fullest.
    """
    kept: list[Claim] = []
    by_term: dict[str, list[int]] = {}
    by_text: dict[str, int] = {}
    for claim in sorted(claims, key=lambda claim: (-claim.relevance, len(claim.text), claim.text, claim.id)):
        text = normal(claim.text)
        at = by_text.get(text)
        if at is None:
            at = next((other for other in sorted(_candidates(claim, by_term)) if _one(kept[other], claim)), None)
        if at is None:
            at = len(kept)
            kept.append(claim)
            for term in content_terms(claim.text):
                by_term.setdefault(term, []).append(at)
        else:
            kept[at] = merged(kept[at], claim, quotes)
        by_text.setdefault(text, at)
    return [replace(claim, quotes=_without_contained(claim.quotes, quotes)) for claim in kept]


def _candidates(claim: Claim, by_term: Mapping[str, Sequence[int]]) -> set[int]:
    """Claims that share one of this claim's rarer terms; its light ones are common, so half of its terms will do."""
    terms = sorted(content_terms(claim.text), key=lambda term: (len(by_term.get(term, ())), term))
    return {at for term in terms[: len(terms) // 2 + 1] for at in by_term.get(term, ())}


def _one(first: Claim, second: Claim) -> bool:
    return same_claim(first.text, second.text) and compatible(first.qualifiers, second.qualifiers)


def merged(first: Claim, second: Claim, quotes: Mapping[str, Quote]) -> Claim:
    """Two claims that say the same as one: the words of the one that says least, or of one source the fullest."""
    one_source = len({quotes[id].source for id in (*first.quotes, *second.quotes)}) == 1
    one, other = extent(first.text), extent(second.text)
    better = other > one if one_source else other < one
    return replace(
        first,
        text=second.text if better else first.text,
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
