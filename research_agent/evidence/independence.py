"""Rule 3: which sources are independent of one another, and why others are not.

Web: neither the registrable domains (public suffix list, private part included: two people on one blog host are
two domains) nor the texts coincide. Files: different publishers by metadata, or else different works; files of
one folder are one publication, and what is unknown counts as dependent. Near-duplicate texts are found by the
containment of their word shingles, estimated on a fixed sample of the hashes (Broder 1997, "On the resemblance and
containment of documents", section 4: keep those that are 0 modulo m).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from research_agent.domain import Document, Source
from research_agent.evidence.reasons import ENGLISH, Reasons
from research_agent.text.tokens import words

SHINGLE = 6
"""Words a shingle."""
_SAMPLE = 8
"""One shingle in so many is kept, by its hash."""
_READ = 200_000
"""Characters of a text that are compared."""
COPIED = 0.5
"""Share of the shorter text's shingles that the longer one holds, from which on they are one text. Lightly edited
copies of corpus documents (a tenth of the sentences changed) share 0.6 to 0.9, different documents under 0.1."""
_FEWEST = 12
"""Sampled shingles below which a text is compared whole, without sampling."""


@dataclass(frozen=True, slots=True)
class Group:
    """Sources that count as one voice."""

    sources: tuple[str, ...]
    reason: str
    """Why they are one, in words; empty for a single source."""


def independent_groups(
    sources: Sequence[str], documents: Mapping[str, Document], say: Reasons = ENGLISH
) -> tuple[Group, ...]:
    """The sources in groups that are independent of each other, in order of first mention.

    Args:
        sources: source ids.
        documents: by id; a source without a document depends on everything.
        say: the words for the reasons.
    """
    order = list(dict.fromkeys(sources))
    parent = {source: source for source in order}
    reasons: dict[str, list[str]] = {source: [] for source in order}

    def root(source: str) -> str:
        while parent[source] != source:
            source = parent[source]
        return source

    for at, first in enumerate(order):
        for second in order[at + 1 :]:
            reason = dependence(documents.get(first), documents.get(second), say)
            if reason and root(first) != root(second):
                reasons[root(first)] += [*reasons[root(second)], reason]
                parent[root(second)] = root(first)
    members: dict[str, list[str]] = {}
    for source in order:
        members.setdefault(root(source), []).append(source)
    return tuple(
        Group(tuple(group), say("semicolon").join(dict.fromkeys(reasons[head]))) for head, group in members.items()
    )


def dependence(first: Document | None, second: Document | None, say: Reasons = ENGLISH) -> str:
    """Why the two are not independent, in words; empty when they are."""
    if first is None or second is None:
        return say("off_record")
    a, b = first.source, second.source
    if a.id == b.id or a.sha256 == b.sha256:
        return say("same_text")
    return _same_publication(a, b, say) or _copied(first, second, say)


def _same_publication(a: Source, b: Source, say: Reasons) -> str:
    if _folder(a) and _folder(a) == _folder(b):
        return say("folder")
    if domain_of(a) and domain_of(b):
        return say("domain", domain=domain_of(a)) if domain_of(a) == domain_of(b) else ""
    publishers = _plain(a.publisher), _plain(b.publisher)
    if all(publishers):
        return say("publisher", publisher=a.publisher) if publishers[0] == publishers[1] else _same_work(a, b, say)
    if domain_of(a) or domain_of(b):
        return "" if a.work and b.work and not same_work(a, b) else _unknown(a, b, say)
    if not (a.work and b.work):
        return _unknown(a, b, say)
    return _same_work(a, b, say)


def _unknown(a: Source, b: Source, say: Reasons) -> str:
    """Which of the two lacks a publisher; both, where both lack one."""
    nameless = [say("quoted", what=source.title or source.address) for source in (a, b) if not source.publisher]
    return say("unknown", names=say("and").join(nameless))


def _same_work(a: Source, b: Source, say: Reasons) -> str:
    if not same_work(a, b):
        return ""
    if a.version and b.version and a.version != b.version:
        return say("versions", work=a.work, first=a.version, second=b.version)
    return say("work", work=a.work)


def same_work(a: Source, b: Source) -> bool:
    """Whether the two are one work, in the same or in different versions."""
    return bool(a.work) and _plain(a.work) == _plain(b.work)


def different_versions(a: Source, b: Source) -> bool:
    """Whether the two are known to be different versions of one work."""
    return same_work(a, b) and bool(a.version) and bool(b.version) and a.version != b.version


def domain_of(source: Source) -> str:
    """The registrable domain of a web source, or of the web page that a file names as its own; empty otherwise."""
    for address in (source.address, source.requested):
        if address.startswith(("http://", "https://")):
            return registrable_domain(address)
    return ""


@lru_cache(maxsize=4096)
def registrable_domain(address: str) -> str:
    """``example.co.uk`` for ``https://www.example.co.uk/page``; the host itself for numbers and unknown suffixes."""
    from tld import get_fld  # its copy of the public suffix list comes with the package: no network

    known = get_fld(address, fail_silently=True, search_private=True)
    return str(known) if known else (urlsplit(address).hostname or "").lower()


def _folder(source: Source) -> str:
    path = source.path or (unquote(urlsplit(source.address).path) if source.address.startswith("file:") else "")
    return str(PurePosixPath(path).parent) if path else ""


def _plain(name: str) -> str:
    return " ".join(re.findall(r"\w+", name.lower()))


def _copied(first: Document, second: Document, say: Reasons) -> str:
    share = shared_text(first.text, second.text)
    return say("copied", share=share) if share >= COPIED else ""


def shared_text(first: str, second: str) -> float:
    """The share, 0..1, of the shorter text's shingles that stand in the longer one too."""
    one, other = _sampled(first), _sampled(second)
    if min(len(one), len(other)) < _FEWEST:
        one, other = _shingles(first), _shingles(second)
    small, large = sorted((one, other), key=len)
    return len(small & large) / len(small) if small else 0.0


@lru_cache(maxsize=256)
def _sampled(text: str) -> frozenset[int]:
    return frozenset(value for value in _shingles(text) if value % _SAMPLE == 0)


def _shingles(text: str) -> frozenset[int]:
    listed = words(text[:_READ])
    return frozenset(_hash(" ".join(listed[at : at + SHINGLE])) for at in range(len(listed) - SHINGLE + 1))


def _hash(shingle: str) -> int:
    return int.from_bytes(hashlib.blake2b(shingle.encode(), digest_size=8).digest(), "big")
