"""A dispute as one claim: its sides, who says what since when, and which side this report takes for now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from research_agent.domain import Claim, ClaimStatus, Position, Quote, Source
from research_agent.evidence.authority import rank
from research_agent.evidence.difference import Difference
from research_agent.evidence.reasons import Reasons
from research_agent.evidence.recency import prefer, since
from research_agent.evidence.sides import sides_of
from research_agent.evidence.stating import stated

NAMED = 4
"""Sources that a reason names before it only counts."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two claims, by id, and what parts them."""

    first: str
    second: str
    what: Difference
    versions: bool = False
    """They speak of different versions of one work, or of themselves: a difference to report, no dispute."""


def disputed(
    claims: Sequence[Claim],
    conflicts: Sequence[Conflict],
    quotes: Mapping[str, Quote],
    sources: Mapping[str, Source],
    say: Reasons,
) -> Claim:
    """One claim for all sides. The side that holds now comes first, else the most authoritative, then the newest.

    Claims that say the same are one side. Between sides of one source only the source itself could decide: the claim is
    doubtful, with both quotes.
    """
    found = [(conflict.first, conflict.second, conflict.what) for conflict in conflicts]
    sides = sides_of(_ordered(claims, quotes, sources), found)
    backing = [_sources([id for claim in side for id in claim.quotes], quotes, sources) for side in sides]
    preferred = prefer(backing, say)
    if preferred.side:
        sides.insert(0, sides.pop(preferred.side))
        backing.insert(0, backing.pop(preferred.side))
    told = {claim.id: place for place, side in enumerate(sides) for claim in side}
    words = _words(conflicts, told, [_who(speakers, say) for speakers in backing], say)
    alone = len({source.id for side in backing for source in side}) == 1
    cited = [tuple(dict.fromkeys(id for claim in side for id in claim.quotes)) for side in sides]
    said = [stated(side[0].text, ids, quotes, sources) for side, ids in zip(sides, cited, strict=True)]
    return replace(
        sides[0][0],
        text=said[0],
        quotes=tuple(sorted({id for claim in claims for id in claim.quotes})),
        status=ClaimStatus.DOUBTFUL if alone else ClaimStatus.DISPUTED,
        reason=say("contradicts_itself" if alone else "disputed", sides=words, name=say.source(backing[0][0])),
        positions=tuple(
            Position(statement=statement, quotes=ids, since=since(speakers))
            for statement, ids, speakers in zip(said, cited, backing, strict=True)
        ),
        reading="" if alone else preferred.why,
        sub_questions=tuple(dict.fromkeys(sorted(id for claim in claims for id in claim.sub_questions))),
        relevance=max(claim.relevance for claim in claims),
        qualifiers=(),
    )


def _ordered(claims: Sequence[Claim], quotes: Mapping[str, Quote], sources: Mapping[str, Source]) -> list[Claim]:
    def weight(claim: Claim) -> tuple[int, int, float, str]:
        backing = _sources(claim.quotes, quotes, sources)
        newest = max((source.published.toordinal() for source in backing if source.published), default=0)
        return min(map(rank, backing)), -newest, -claim.relevance, claim.id

    return sorted(claims, key=weight)


def _sources(ids: Iterable[str], quotes: Mapping[str, Quote], sources: Mapping[str, Source]) -> list[Source]:
    return [sources[source] for source in dict.fromkeys(quotes[id].source for id in ids)]


def _who(backing: Sequence[Source], say: Reasons) -> str:
    return say("and").join(say.source(source) for source in backing[:NAMED])


def _words(conflicts: Sequence[Conflict], told: Mapping[str, int], who: Sequence[str], say: Reasons) -> str:
    """``A (2020) says 8,848.86 m, B (2005) says 8,844.43 m``, the first position first, each saying once.

    Args:
        told: the side of each claim.
        who: the names of each side's sources.
    """
    said: dict[tuple[int, str], str] = {}
    for conflict in conflicts:
        for id, what, other in (
            (conflict.first, conflict.what, conflict.what.second),
            (conflict.second, conflict.what.turned(), conflict.what.first),
        ):
            said.setdefault((told[id], what.first), saying(who[told[id]], what, other, say))
    return say("comma").join(dict.fromkeys(side for _, side in sorted(said.items(), key=lambda entry: entry[0][0])))


def saying(name: str, what: Difference, other: str, say: Reasons) -> str:
    """What one side says, in words: its figure or word, that it denies, or that it lacks the ``other`` side's word."""
    if what.kind == "negation":
        return say("denies" if what.denied else "affirms", name=name)
    if not what.first:
        return say("without", name=name, what=other)
    quoted = what.first if what.kind in ("number", "unit", "date", "version") else say("quoted", what=what.first)
    return say("says", name=name, what=quoted)
