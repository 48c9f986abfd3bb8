"""What a claim is worth: agreed, single-source, disputed, refuted or doubtful, with the reason in words.

Agreed: two independent voices say it. Disputed: sources contradict each other. Refuted: sources only speak against it,
or the only source has withdrawn it. Doubtful: the only source contradicts itself, passes it on as hearsay, or says of
itself that it no longer holds or is satire. Authority and date never make a statement true or false.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from research_agent.domain import Claim, ClaimStatus, Position, Quote, Source, Stance
from research_agent.evidence.confidence import with_confidence
from research_agent.evidence.conflicts import find_conflicts
from research_agent.evidence.disputes import NAMED, Conflict, disputed
from research_agent.evidence.qualifying import with_version
from research_agent.evidence.reasons import Reasons
from research_agent.evidence.rebuttals import hearsay
from research_agent.evidence.recency import since
from research_agent.evidence.stating import stated
from research_agent.evidence.voices import Voices


def settle_statuses(
    claims: Sequence[Claim],
    quotes: Mapping[str, Quote],
    sources: Mapping[str, Source],
    voices: Voices,
    language: str = "",
    known: Sequence[Conflict] = (),
) -> list[Claim]:
    """The claims with status and reason; claims that contradict each other become one disputed claim.

    Args:
        voices: tells which of the sources are independent.
        language: BCP-47 tag, of the reasons.
        known: conflicts that were found in the sources' own words; others are looked for in the claims' texts.
    """
    say = Reasons(language)
    by_id = {claim.id: claim for claim in claims}
    sources_of = {claim.id: frozenset(quotes[id].source for id in claim.quotes) for claim in claims}
    conflicts = _all_conflicts(known, find_conflicts(claims, sources_of, sources))
    for conflict in conflicts:
        if conflict.versions:
            for id in (conflict.first, conflict.second):
                by_id[id] = with_version(by_id[id], sources_of[id], sources)
    real = [conflict for conflict in conflicts if not conflict.versions]
    settled: list[Claim] = []
    for cluster in _clusters(by_id, real):
        if len(cluster) > 1:
            inside = [conflict for conflict in real if conflict.first in cluster]
            settled.append(disputed([by_id[id] for id in cluster], inside, quotes, sources, say))
        else:
            settled.append(_standing(by_id[cluster[0]], quotes, sources, voices, say))
    return [with_confidence(claim, quotes, voices) for claim in settled]


def _all_conflicts(known: Sequence[Conflict], others: Sequence[Conflict]) -> list[Conflict]:
    pairs = {frozenset((conflict.first, conflict.second)) for conflict in known}
    return [*known, *(each for each in others if frozenset((each.first, each.second)) not in pairs)]


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
        listed = say("semicolon").join(names[:NAMED]) + (say("more") if len(names) > NAMED else "")
        return replace(claim, status=ClaimStatus.AGREED, reason=say("agreed", count=len(groups), names=listed))
    (voice,) = groups
    weak = _weakness(claim, quotes, sources, say)
    if weak is not None:
        return replace(claim, status=weak[0], reason=weak[1])
    reason = say("single", name=names[0])
    if len(voice.sources) > 1:
        reason = say("dependent", count=len(voice.sources), why=voice.reason)
    return replace(claim, status=ClaimStatus.SINGLE_SOURCE, reason=reason)


def _weakness(
    claim: Claim, quotes: Mapping[str, Quote], sources: Mapping[str, Source], say: Reasons
) -> tuple[ClaimStatus, str] | None:
    """What speaks against believing the one voice that says it: its own words about itself or about the matter."""
    backing = [sources[source] for source in dict.fromkeys(quotes[id].source for id in claim.quotes)]
    if all(source.standing for source in backing):
        first = backing[0]
        status = ClaimStatus.REFUTED if first.standing == "retracted" else ClaimStatus.DOUBTFUL
        return status, say("own_words", name=say.source(first), kind=say(first.standing), what=first.standing_words)
    if hearsay(claim.text) or all(hearsay(quotes[id].text) for id in claim.quotes):
        return ClaimStatus.DOUBTFUL, say("hearsay", name=say.source(backing[0]))
    return None


def _contradicted(
    claim: Claim, against: Sequence[str], quotes: Mapping[str, Quote], sources: Mapping[str, Source], say: Reasons
) -> Claim:
    for_it = tuple(id for id in claim.quotes if id not in against)
    sides: tuple[Position, ...] = (_position(claim.text, for_it, quotes, sources),) if for_it else ()
    sides += tuple(_position(" ".join(quotes[id].text.split()), (id,), quotes, sources) for id in against)
    names = say("comma").join(dict.fromkeys(say.source(sources[quotes[id].source]) for id in against))
    status = ClaimStatus.DISPUTED if for_it else ClaimStatus.REFUTED
    reason = say("against" if for_it else "refuted", names=names)
    return replace(claim, status=status, reason=reason, positions=sides)


def _position(
    statement: str, ids: Sequence[str], quotes: Mapping[str, Quote], sources: Mapping[str, Source]
) -> Position:
    backing = [sources[quotes[id].source] for id in ids]
    return Position(statement=stated(statement, ids, quotes, sources), quotes=tuple(ids), since=since(backing))
