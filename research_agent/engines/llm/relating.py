"""relate: one call to the small model on claims that may say the same, or exclude each other, in other words.

Code has joined what is said in nearly the same words (``evidence.sameness``) and parted what differs in a figure or a
denial (``evidence.conflicts``). Left are claims of different sources that share rare terms: only these are shown, by
matter. Without such claims nobody is asked. The reply is numbers; ``evidence.relations`` accepts or refuses each pair.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from research_agent.domain import Claim, Question, Relation
from research_agent.engines.llm.replies import RelateReply
from research_agent.engines.standing import shortened
from research_agent.evidence.content import content_terms
from research_agent.evidence.ledger import Ledger
from research_agent.llm.models import Models
from research_agent.llm.tokens import estimate

LIMIT = 1_000
"""Completion tokens of the reply."""
ALIKE = 0.35
"""Share of the rarer terms' weight of the lighter claim that the other one must hold, to be shown beside it
(benchmarks/related_claims.py, docs/reflection.md)."""
GROUP = 6
"""Claims of one matter that are shown together, at most."""
TOKENS = 1_000
"""Tokens of all claims shown, by estimate; the sources' names come on top."""
RAREST, BOTH = 6, 2
"""Of the rarest terms of each claim that any other claim has, how many are looked at, and how many of these two claims
must share: what is said of one thing shares the words that few others use (benchmarks/related_claims.py)."""
TELLING = 4
"""Content terms of a claim that can be told to be about something."""
SHOWN = 260
"""Characters of one claim: enough for every condition of it."""

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Asked:
    """Groups of claims on one matter, by rank, and the pairs among them that nobody has judged yet."""

    groups: tuple[tuple[Claim, ...], ...]
    pairs: frozenset[Pair]


async def find_relations(
    models: Models,
    question: Question,
    ledger: Ledger,
    known: frozenset[Pair],
    occurrence: int,
    old: Collection[str] = (),
) -> tuple[tuple[Relation, ...], frozenset[Pair]]:
    """What the model thinks of claims that may be related, and the pairs that it was shown.

    Args:
        known: pairs that it judged before; they are not shown for their own sake again.
        occurrence: how often this run asked before.
        old: claims that were there when it was asked last; two of these are not compared again.

    Raises:
        ModelError, BudgetError.
    """
    asked = candidates(ledger, known, old)
    if not asked.groups:
        return (), frozenset()
    numbered = dict(enumerate((claim for group in asked.groups for claim in group), start=1))
    reply = await models.ask(
        role="verifier",
        prompt="relate",
        variables={"question": question.text, "claims": "\n".join(_lines(asked.groups, ledger))},
        reply=RelateReply,
        stage="verify",
        subject="relations",
        occurrence=occurrence,
        limit=LIMIT,
    )
    matter = {claim.id: place for place, group in enumerate(asked.groups) for claim in group}
    found = []
    for part in reply.pairs:
        first, second = numbered.get(part.first), numbered.get(part.second)
        kind = part.kind.strip().lower()
        if first is None or second is None or first is second or matter[first.id] != matter[second.id]:
            continue
        one, other = sorted((first.id, second.id))
        what = shortened(part.what, SHOWN)
        if kind == "same":
            found.append(Relation(first=one, second=other, kind="same", what=what))
        elif kind == "contradicts":
            found.append(Relation(first=one, second=other, kind="contradicts", what=what))
    return tuple(dict.fromkeys(found)), asked.pairs


def candidates(ledger: Ledger, known: frozenset[Pair] = frozenset(), old: Collection[str] = ()) -> Asked:
    """Claims of different sources that share their rarest terms, the likeliest pairs first, in groups of one matter: a
    claim joins a group when it may be related to every claim in it."""
    claims = {claim.id: claim for claim in ledger.claims.values()}
    scored = {
        pair: share for pair, share in _plausible(claims, ledger) if pair not in known and not set(pair) <= {*old}
    }
    groups: list[list[str]] = []
    left = TOKENS
    for pair in sorted(scored, key=lambda pair: (-scored[pair], pair)):
        placed = {id for group in groups for id in group}
        new = [id for id in pair if id not in placed]
        joined = next((group for group in groups if set(pair) & set(group)), [])
        cost = sum(estimate(shortened(claims[id].text, SHOWN)) for id in new)
        fits = all(_pair(id, other) in scored for id in new for other in joined if other not in pair)
        if not new or len(joined) + len(new) > GROUP or cost > left or not fits:
            continue
        left -= cost
        joined += new
        if len(joined) == len(new):
            groups.append(joined)
    shown = {_pair(*pair) for group in groups for pair in combinations(group, 2)}
    pairs = frozenset(pair for pair in scored if pair in shown)
    return Asked(tuple(tuple(claims[id] for id in group) for group in groups), pairs)


def _plausible(claims: Mapping[str, Claim], ledger: Ledger) -> Iterator[tuple[Pair, float]]:
    """Pairs of claims of different sources that share enough, with the share of their terms' weight."""
    sources = {id: _sources(claim, ledger) for id, claim in claims.items()}
    weights = rarity(claim.text for claim in claims.values())
    rarest = rarest_terms([claim.text for claim in claims.values()], weights)
    telling = [id for id, claim in claims.items() if len(content_terms(claim.text)) >= TELLING]
    for one, other in combinations(sorted(telling), 2):
        both_disputed = claims[one].positions and claims[other].positions
        if both_disputed or not sources[one].isdisjoint(sources[other]):
            continue
        first, second = claims[one].text, claims[other].text
        if len(rarest[first] & rarest[second]) >= min(BOTH, len(rarest[first]), len(rarest[second])) > 0:
            share = alike(first, second, weights)
            if share >= ALIKE:
                yield (one, other), share


def rarest_terms(texts: Sequence[str], weights: Mapping[str, float], most: int = RAREST) -> dict[str, frozenset[str]]:
    """Of each text the rarest of the terms that another text has as well."""
    counts = Counter(term for text in texts for term in content_terms(text))
    found = {}
    for text in texts:
        shared = sorted((-weights[term], term) for term in content_terms(text) if counts[term] > 1)
        found[text] = frozenset(term for _, term in shared[:most])
    return found


def _pair(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)


def _lines(groups: Sequence[Sequence[Claim]], ledger: Ledger) -> Iterator[str]:
    number = 0
    for group in groups:
        yield "---"
        for claim in group:
            number += 1
            names = sorted({_label(ledger, source) for source in _sources(claim, ledger)})
            yield f"{number}. {shortened(claim.text, SHOWN)} [{'; '.join(names[:2])}]"


def _label(ledger: Ledger, source: str) -> str:
    known = ledger.sources.get(source)
    if known is None:
        return source
    facts = [known.version] if known.version else []
    facts += [str(known.published.year)] if known.published else []
    return ", ".join([shortened(known.title or known.address, 60), *facts])


def _sources(claim: Claim, ledger: Ledger) -> frozenset[str]:
    return frozenset(ledger.quotes[quote].source for quote in claim.quotes if quote in ledger.quotes)


def rarity(texts: Iterable[str]) -> Mapping[str, float]:
    """Inverse document frequency of the content terms: what all texts say tells nothing."""
    found = [content_terms(text) for text in texts]
    counts = Counter(term for terms in found for term in terms)
    return {term: math.log(1 + len(found) / count) - math.log(2) for term, count in counts.items()}


def alike(one: str, other: str, weights: Mapping[str, float]) -> float:
    """The weight of the terms that both texts have beside that of the lighter text, 0..1."""
    first, second = sorted(content_terms(one)), sorted(content_terms(other))
    lighter = min(sum(weights[term] for term in first), sum(weights[term] for term in second))
    return sum(weights[term] for term in first if term in second) / lighter if lighter > 0 else 0.0
