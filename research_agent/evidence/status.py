"""What a claim is worth: agreed, single-source or disputed, with the reason in words for the reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from research_agent.domain import Claim, ClaimStatus, Position, Qualifier, Quote, Source, Stance
from research_agent.evidence.authority import rank
from research_agent.evidence.conflicts import Conflict, find_conflicts
from research_agent.evidence.reasons import Reasons
from research_agent.evidence.voices import Voices

_NAMED = 4
"""Sources that a reason names before it only counts."""


def settle_statuses(
    claims: Sequence[Claim],
    quotes: Mapping[str, Quote],
    sources: Mapping[str, Source],
    voices: Voices,
    language: str = "",
) -> list[Claim]:
    """The claims with status and reason; claims that contradict each other become one disputed claim.

    Args:
        voices: tells which of the sources are independent.
        language: BCP-47 tag, of the reasons.
    """
    say = Reasons(language)
    by_id = {claim.id: claim for claim in claims}
    sources_of = {claim.id: frozenset(quotes[id].source for id in claim.quotes) for claim in claims}
    conflicts = find_conflicts(claims, sources_of, sources)
    for conflict in conflicts:
        if conflict.versions:
            for id in (conflict.first, conflict.second):
                by_id[id] = _with_version(by_id[id], sources_of[id], sources)
    settled: list[Claim] = []
    for cluster in _clusters(by_id, [conflict for conflict in conflicts if not conflict.versions]):
        if len(cluster) > 1:
            inside = [conflict for conflict in conflicts if conflict.first in cluster and not conflict.versions]
            settled.append(_disputed([by_id[id] for id in cluster], inside, quotes, sources, say))
        else:
            settled.append(_standing(by_id[cluster[0]], quotes, sources, voices, say))
    return settled


def _clusters(claims: Mapping[str, Claim], conflicts: Sequence[Conflict]) -> list[list[str]]:
    """Claims joined by conflicts, in the claims' order."""
    cluster = {claim: [claim] for claim in claims}
    for conflict in conflicts:
        first, second = cluster[conflict.first], cluster[conflict.second]
        if first is not second:
            first.extend(second)
            for claim in second:
                cluster[claim] = first
    return list({id(members): members for members in cluster.values()}.values())


def _with_version(claim: Claim, ids: Iterable[str], sources: Mapping[str, Source]) -> Claim:
    versions = sorted({sources[id].version for id in ids if sources[id].version})
    known = {(qualifier.kind, qualifier.value) for qualifier in claim.qualifiers}
    fresh = [Qualifier(kind="version", value=version) for version in versions if ("version", version) not in known]
    return replace(claim, qualifiers=(*claim.qualifiers, *fresh))


def _disputed(
    claims: Sequence[Claim],
    conflicts: Sequence[Conflict],
    quotes: Mapping[str, Quote],
    sources: Mapping[str, Source],
    say: Reasons,
) -> Claim:
    """One claim for all sides. The most authoritative, then the newest, then the most relevant side comes first."""

    def weight(claim: Claim) -> tuple[int, int, float, str]:
        backing = [sources[quotes[id].source] for id in claim.quotes]
        newest = max((source.published.toordinal() for source in backing if source.published), default=0)
        return min(map(rank, backing)), -newest, -claim.relevance, claim.id

    ordered = sorted(claims, key=weight)
    who = {claim.id: _who(claim, quotes, sources, say) for claim in ordered}
    return replace(
        ordered[0],
        quotes=tuple(sorted({id for claim in claims for id in claim.quotes})),
        status=ClaimStatus.DISPUTED,
        reason=say("disputed", sides=_sides(conflicts, [claim.id for claim in ordered], who, say)),
        positions=tuple(Position(statement=claim.text, quotes=claim.quotes) for claim in ordered),
        sub_questions=tuple(dict.fromkeys(sorted(id for claim in claims for id in claim.sub_questions))),
        relevance=max(claim.relevance for claim in claims),
        qualifiers=(),
    )


def _sides(conflicts: Sequence[Conflict], order: Sequence[str], who: Mapping[str, str], say: Reasons) -> str:
    """``A (2020) says 8,848.86 m, B (2005) says 8,844.43 m``, the first position first, each saying once."""
    said: dict[tuple[str, str], str] = {}
    for conflict in conflicts:
        for id, what, denial in (
            (conflict.first, conflict.what.first, conflict.what.denied),
            (conflict.second, conflict.what.second, not conflict.what.denied),
        ):
            side = (
                say("says", name=who[id], what=what) if what else say("denies" if denial else "affirms", name=who[id])
            )
            said.setdefault((id, what), side)
    ranked = sorted(said.items(), key=lambda entry: order.index(entry[0][0]))
    return say("comma").join(dict.fromkeys(side for _, side in ranked))


def _who(claim: Claim, quotes: Mapping[str, Quote], sources: Mapping[str, Source], say: Reasons) -> str:
    ids = dict.fromkeys(quotes[id].source for id in claim.quotes)
    return say("and").join(say.source(sources[id]) for id in list(ids)[:_NAMED])


def _standing(
    claim: Claim,
    quotes: Mapping[str, Quote],
    sources: Mapping[str, Source],
    voices: Voices,
    say: Reasons,
) -> Claim:
    """Agreed or single-source; disputed where a quote speaks against it."""
    against = [id for id in claim.quotes if quotes[id].stance is Stance.AGAINST]
    if against:
        return _contradicted(claim, against, quotes, sources, say)
    groups = voices.of(claim, quotes)
    names = [say.source(sources[group.sources[0]]) for group in groups]
    if len(groups) > 1:
        listed = say("semicolon").join(names[:_NAMED]) + (say("more") if len(names) > _NAMED else "")
        return replace(claim, status=ClaimStatus.AGREED, reason=say("agreed", count=len(groups), names=listed))
    (voice,) = groups
    reason = say("single", name=names[0])
    if len(voice.sources) > 1:
        reason = say("dependent", count=len(voice.sources), why=voice.reason)
    return replace(claim, status=ClaimStatus.SINGLE_SOURCE, reason=reason)


def _contradicted(
    claim: Claim, against: Sequence[str], quotes: Mapping[str, Quote], sources: Mapping[str, Source], say: Reasons
) -> Claim:
    for_it = tuple(id for id in claim.quotes if id not in against)
    sides: tuple[Position, ...] = (Position(statement=claim.text, quotes=for_it),) if for_it else ()
    sides += tuple(Position(statement=" ".join(quotes[id].text.split()), quotes=(id,)) for id in against)
    names = say("comma").join(dict.fromkeys(say.source(sources[quotes[id].source]) for id in against))
    status = ClaimStatus.DISPUTED if for_it else ClaimStatus.REFUTED
    reason = say("against" if for_it else "refuted", names=names)
    return replace(claim, status=status, reason=reason, positions=sides)
