"""What a claim is worth: agreed, single-source or disputed, with the reason in words for the reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from research_agent.domain import Claim, ClaimStatus, Document, Position, Qualifier, Quote, Source, Stance
from research_agent.evidence.authority import rank
from research_agent.evidence.conflicts import Conflict, find_conflicts
from research_agent.evidence.content import figures_of
from research_agent.evidence.independence import Group, independent_groups
from research_agent.evidence.reasons import Reasons
from research_agent.text.figures import covers

_NAMED = 4
"""Sources that a reason names before it only counts."""


def settle_statuses(
    claims: Sequence[Claim],
    quotes: Mapping[str, Quote],
    sources: Mapping[str, Source],
    documents: Mapping[str, Document],
    language: str = "",
) -> list[Claim]:
    """The claims with status and reason; claims that contradict each other become one disputed claim.

    Args:
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
            settled.append(_standing(by_id[cluster[0]], quotes, sources, documents, say))
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
    documents: Mapping[str, Document],
    say: Reasons,
) -> Claim:
    """Agreed or single-source; disputed where a quote speaks against it."""
    against = [id for id in claim.quotes if quotes[id].stance is Stance.AGAINST]
    if against:
        return _contradicted(claim, against, quotes, sources, say)
    voices = _voices(claim, quotes, documents, say)
    names = [say.source(sources[group.sources[0]]) for group in voices]
    if len(voices) > 1:
        listed = say("semicolon").join(names[:_NAMED]) + (say("more") if len(names) > _NAMED else "")
        return replace(claim, status=ClaimStatus.AGREED, reason=say("agreed", count=len(voices), names=listed))
    (voice,) = voices
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


def _voices(
    claim: Claim, quotes: Mapping[str, Quote], documents: Mapping[str, Document], say: Reasons
) -> tuple[Group, ...]:
    """Independent groups of the sources that state all of the claim's figures; at least one group."""
    ids = list(dict.fromkeys(quotes[id].source for id in claim.quotes))
    stating = [id for id in ids if _states_figures(claim, id, quotes)] or ids[:1]
    groups = independent_groups(stating, documents, say)
    return _one_sentence_one_voice(groups, claim, quotes, say)


def _states_figures(claim: Claim, source: str, quotes: Mapping[str, Quote]) -> bool:
    stated = [figure for id in claim.quotes if quotes[id].source == source for figure in figures_of(quotes[id].text)]
    return all(any(covers(figure, evidence) for evidence in stated) for figure in figures_of(claim.text))


def _one_sentence_one_voice(
    groups: Sequence[Group], claim: Claim, quotes: Mapping[str, Quote], say: Reasons
) -> tuple[Group, ...]:
    """Groups that quote the very same words become one: somebody copied."""
    joined: list[tuple[Group, frozenset[str]]] = []
    for group in groups:
        said = frozenset(
            " ".join(quotes[id].text.lower().split()) for id in claim.quotes if quotes[id].source in group.sources
        )
        twin = next((at for at, (_, other) in enumerate(joined) if said & other), None)
        if twin is None:
            joined.append((group, said))
            continue
        first, other = joined[twin]
        reason = say("semicolon").join(filter(None, (first.reason, group.reason, say("same_words"))))
        joined[twin] = Group((*first.sources, *group.sources), reason), said | other
    return tuple(group for group, _ in joined)
