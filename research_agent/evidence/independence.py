"""Rule 3: which sources are independent of one another, and why others are not.

Two sources are one voice when one speaker stands behind both (``speakers``), when they are one work (``works``), when
they carry the same words of a third (``syndication``) or when one text holds the other (``copying``). Of documents
that say nothing about themselves, those of one folder are one publication, and what is unknown counts as dependent:
it joins one other voice and does not make two others one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from research_agent.domain import Document, Source
from research_agent.evidence.citing import retells
from research_agent.evidence.copying import copied, own_words
from research_agent.evidence.overrides import Ruling, Rulings
from research_agent.evidence.reasons import ENGLISH, Reasons
from research_agent.evidence.speakers import Speaker, compare, speaker_of
from research_agent.evidence.syndication import Origin, one_origin, origins
from research_agent.evidence.works import collection, one_work


@dataclass(frozen=True, slots=True)
class Group:
    """Sources that count as one voice."""

    sources: tuple[str, ...]
    reason: str
    """Why they are one, in words; empty for a single source."""


@dataclass(frozen=True, slots=True)
class Link:
    """Why two sources are not independent."""

    reason: str
    firm: bool = True
    """False: only that nothing tells them apart."""
    by_user: bool = False


class Profile:
    """What one document says about itself, worked out once."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.source = document.source

    @cached_property
    def speaker(self) -> Speaker:
        return speaker_of(self.document)

    @cached_property
    def own_words(self) -> str:
        return own_words(self.document)

    @cached_property
    def origins(self) -> tuple[Origin, ...]:
        return origins(self.document)


class Kinship:
    """Which of a run's documents depend on each other; each pair is looked at once.

    Args:
        documents: by source id; a source without a document depends on everything.
        rulings: what the user decided; they come before every rule.
        say: the words for the reasons.
    """

    def __init__(
        self, documents: Mapping[str, Document], rulings: Rulings | None = None, say: Reasons = ENGLISH
    ) -> None:
        self._profiles = {id: Profile(document) for id, document in documents.items()}
        self._rulings = rulings or Rulings()
        self._say = say
        self._known: dict[tuple[str, str], Link | None] = {}

    def link(self, first: str, second: str) -> Link | None:
        """Why the two are not independent; None when they are."""
        pair = (min(first, second), max(first, second))
        if pair not in self._known:
            self._known[pair] = self._judged(*pair)
        return self._known[pair]

    def told_apart(self, first: str, second: str) -> bool:
        """Whether the user declared the two independent."""
        ruling = self._ruling(first, second)
        return ruling is not None and ruling.independent

    def named(self, source: str) -> bool:
        """Whether it is known who speaks in a document."""
        profile = self._profiles.get(source)
        return profile is not None and profile.speaker.known

    def why_apart(self, first: str, second: str) -> str:
        """The user's own reason for it; empty where none was given."""
        ruling = self._ruling(first, second)
        return ruling.why if ruling else ""

    def _ruling(self, first: str, second: str) -> Ruling | None:
        a, b = self._profiles.get(first), self._profiles.get(second)
        return self._rulings.on(a.source, b.source) if a and b else None

    def _judged(self, first: str, second: str) -> Link | None:
        a, b = self._profiles.get(first), self._profiles.get(second)
        if a is None or b is None:
            return Link(self._say("off_record"), firm=False)
        ruling = self._ruling(first, second)
        if ruling is not None:
            reason = ruling.why or self._say("user_same")
            return None if ruling.independent else Link(reason, by_user=True)
        return relation(a, b, self._say)


def relation(a: Profile, b: Profile, say: Reasons) -> Link | None:
    """What the rules say of two documents, in this order: text, speaker, work, origin, copy; else what is unknown."""
    if a.source.id == b.source.id or a.source.sha256 == b.source.sha256:
        return Link(say("same_text"))
    verdict, reason = compare(a.speaker, b.speaker, say)
    reason = (
        reason
        or one_work(a.document, b.document, say)
        or one_origin(a.origins, b.origins, (a.speaker, b.speaker), say)
        or _retold(a.document, b.document, say)
        or _copied(a, b, say)
    )
    if reason:
        return Link(reason)
    return None if verdict == "different" else _unknown(a, b, say)


def _retold(first: Document, second: Document, say: Reasons) -> str:
    for citing, cited in ((first, second), (second, first)):
        if name := retells(citing, cited):
            return say("cites", name=say.source(citing.source), cited=name)
    return ""


def _copied(first: Profile, second: Profile, say: Reasons) -> str:
    share = copied(first.own_words, second.own_words)
    return say("copied", share=share) if share else ""


def _unknown(a: Profile, b: Profile, say: Reasons) -> Link | None:
    """Two documents of which at least one names no speaker: told apart by their works, if those are known."""
    if _folder(a.source) and _folder(a.source) == _folder(b.source):
        return Link(say("folder"), firm=not (a.speaker.known or b.speaker.known))
    shared = collection(a.source)
    if shared and shared == collection(b.source):
        return Link(say("collection", name=shared))
    if a.source.work and b.source.work:
        return None
    nameless = [say("quoted", what=one.source.name) for one in (a, b) if not one.speaker.known]
    return Link(say("unknown", names=say("and").join(nameless)), firm=False)


def _folder(source: Source) -> str:
    path = source.path or (unquote(urlsplit(source.address).path) if source.address.startswith("file:") else "")
    return str(PurePosixPath(path).parent) if path else ""


def dependence(first: Document | None, second: Document | None, say: Reasons = ENGLISH) -> str:
    """Why the two are not independent by the rules, in words; empty when they are."""
    if first is None or second is None:
        return say("off_record")
    found = relation(Profile(first), Profile(second), say)
    return found.reason if found else ""


def independent_groups(
    sources: Sequence[str], documents: Mapping[str, Document], say: Reasons = ENGLISH
) -> tuple[Group, ...]:
    """The sources in groups that are independent of each other, in order of first mention."""
    kinship = Kinship(documents, say=say)
    return grouped(sources, kinship.link, kinship.told_apart, say)


Links = Callable[[str, str], Link | None]


def grouped(
    sources: Sequence[str], link: Links, apart: Callable[[str, str], bool], say: Reasons = ENGLISH
) -> tuple[Group, ...]:
    """The sources in groups: firm links join all that they touch; a group that is only not told apart from others then
    joins one of them, so that an unknown document never makes two independent ones one.

    Args:
        apart: pairs that stay apart, whatever else they are joined through.
    """
    order = list(dict.fromkeys(sources))
    groups = [_Joined([source]) for source in order]
    for first, second in combinations(order, 2):
        found = link(first, second)
        if found and found.firm:
            _join(groups, first, second, found.reason, apart)
    settled: list[_Joined] = []
    # Those that most others are told apart from first: they are the hosts of the unknown ones.
    for group in sorted(groups, key=lambda one: sum(bool(_any_link(one, o, link)) for o in groups if o is not one)):
        home = next(((host, why) for host in settled if (why := _only_loosely(host, group, link, apart))), None)
        if home is None:
            settled.append(group)
        else:
            home[0].take(group, home[1])
    made = [Group(tuple(sorted(one.members, key=order.index)), one.reason(say)) for one in settled]
    return tuple(sorted(made, key=lambda one: order.index(one.sources[0])))


class _Joined:
    """A group while it grows."""

    def __init__(self, members: list[str]) -> None:
        self.members = members
        self.reasons: list[str] = []

    def take(self, other: _Joined, reason: str) -> None:
        self.members += other.members
        self.reasons += [*other.reasons, reason]

    def reason(self, say: Reasons) -> str:
        return say("semicolon").join(dict.fromkeys(self.reasons))


def _join(groups: list[_Joined], first: str, second: str, reason: str, apart: Callable[[str, str], bool]) -> None:
    one = next(group for group in groups if first in group.members)
    other = next(group for group in groups if second in group.members)
    if one is other or any(apart(a, b) for a in one.members for b in other.members):
        return
    one.take(other, reason)
    groups.remove(other)


def _any_link(group: _Joined, other: _Joined, link: Links) -> Link | None:
    return next((found for a in group.members for b in other.members if (found := link(a, b))), None)


def _only_loosely(host: _Joined, group: _Joined, link: Links, apart: Callable[[str, str], bool]) -> str:
    """Why a group joins another one that no firm link joins it to; empty when it stays by itself."""
    if any(apart(a, b) for a in host.members for b in group.members):
        return ""
    found = _any_link(host, group, link)
    return found.reason if found else ""
