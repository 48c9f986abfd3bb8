"""Of statements that contradict each other: which one holds now, as far as who speaks and when can tell.

The newer of two equally authoritative statements wins for "now" (design, rule 4). Nothing wins by being newer than a
better source, or by being better than a newer one: then both are reported and neither is taken. What a document says
against itself (retracted, superseded, outdated, satire) counts before all else. No rule here makes a statement true.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from research_agent.domain import Authority, Source
from research_agent.evidence.authority import rank
from research_agent.evidence.reasons import ENGLISH, Reasons
from research_agent.evidence.works import same_work

_TIER = {
    **dict.fromkeys((Authority.STANDARDS, Authority.OFFICIAL, Authority.ACADEMIC), 0),
    **dict.fromkeys((Authority.PRESS, Authority.VENDOR), 1),
    **dict.fromkeys((Authority.UNKNOWN, Authority.PERSONAL), 2),
}
"""Kinds of speaker between which time decides. Nobody is preferred for being unknown."""


@dataclass(frozen=True, slots=True)
class Preference:
    """Which side of a dispute a report takes for now, and why."""

    side: int | None
    """Its number among the sides; None: neither."""
    why: str
    """In words for the reader: why this side, or why none."""


def prefer(sides: Sequence[Sequence[Source]], say: Reasons = ENGLISH) -> Preference:
    """The side that holds now.

    Args:
        sides: for each side, the sources that state it, with their authority; never empty. Two sides or more.
        say: the words for the reasons.
    """
    sound = [number for number, side in enumerate(sides) if any(not source.standing for source in side)]
    if len(sound) == 1:
        fallen = next(source for number, side in enumerate(sides) if number != sound[0] for source in side)
        kind = say(fallen.standing)
        return Preference(sound[0], say("prefer_standing", name=say.source(fallen), kind=kind))
    if not sound:
        return Preference(None, say("prefer_none_sound"))
    return _by_time(sides, sound, say)


def _by_time(sides: Sequence[Sequence[Source]], sound: Sequence[int], say: Reasons) -> Preference:
    speakers = {number: _speaker(sides[number]) for number in sound}
    best = min(_TIER[speaker.authority] for speaker in speakers.values())
    leading = [number for number in sound if _TIER[speakers[number].authority] == best]
    newest = next((at for at in sound if all(_newer(speakers[at], speakers[o]) for o in sound if o != at)), None)
    if newest in leading:
        older = next(speakers[number] for number in sound if number != newest)
        return Preference(newest, say("prefer_newer", newer=say.when(speakers[newest]), older=say.when(older)))
    if newest is not None:
        better, newer = say.when(speakers[leading[0]]), say.when(speakers[newest])
        return Preference(None, say("prefer_none_older", better=better, newer=newer))
    if len(leading) == 1 and best < _TIER[Authority.UNKNOWN] and not _outdone(leading[0], speakers):
        first = speakers[leading[0]]
        return Preference(leading[0], say("prefer_better", name=say.when(first), kind=say(first.authority.value)))
    return Preference(None, say("prefer_none"))


def _outdone(number: int, speakers: Mapping[int, Source]) -> bool:
    return any(_newer(other, speakers[number]) for at, other in speakers.items() if at != number)


def _speaker(side: Sequence[Source]) -> Source:
    """Who speaks for a side: of its sources in good standing the most authoritative, of these the newest."""
    sound = [source for source in side if not source.standing]
    best = min(map(rank, sound))
    leading = [source for source in sound if rank(source) == best]
    return max(leading, key=lambda source: (source.published or date.min, version_key(source.version), source.id))


def _newer(first: Source, second: Source) -> bool:
    """Whether the first is known to be newer: a later version of one work, else a later date."""
    if same_work(first, second) and first.version and second.version and first.version != second.version:
        return version_key(first.version) > version_key(second.version)
    return bool(first.published and second.published and first.published > second.published)


def version_key(version: str) -> tuple[tuple[int, ...], int]:
    """Sort key: ``9.4`` before ``9.10``, ``10rc1`` before ``10``."""
    numbers = tuple(int(part) for part in re.findall(r"\d+", re.split(r"(?i)[-.]?(?:alpha|beta|rc|a|b)", version)[0]))
    return numbers, 0 if re.search(r"(?i)alpha|beta|rc", version) else 1


def since(sources: Sequence[Source]) -> date | None:
    """When a side first said so: the earliest known date of its sources."""
    return min((source.published for source in sources if source.published), default=None)
