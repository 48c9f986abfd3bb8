"""Who speaks in a document: by its domain, the publisher and authors that it names, and its copyright line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Literal
from urllib.parse import urlsplit

from research_agent.domain import Document, Source
from research_agent.evidence.reasons import Reasons

_EDGE = 3_000
"""Characters at either end of a text in which a copyright line is looked for."""
_IMPRINT = re.compile(
    r"(?:(?:©|\(c\)|\bcopyright\b)[\s:©]*(?:\(c\)\s*)?(?:(?:19|20)\d\d(?:\s*[-–—,]\s*)?)+[,\s]*(?:by\s+)?(?:©\s*)?"
    r"|版权所有\s*[:：©]\s*(?:(?:19|20)\d\d(?:\s*[-–—,]\s*)?)*\s*)"
    r"(?P<name>[^\W\d_][^\n.;|()<>:：。；（）\d]{1,80})",
    re.IGNORECASE,
)
"""A copyright line with its year: without one it is a word of some sentence."""
_NO_NAME = re.compile(
    r"^(?:copyright|holders?|owners?|notices?|laws?|licen[cs]e|information|and\b|or\b|of\b|in\b|is\b|the authors?|its"
    r"\b|their\b|respective|all rights|statement|infringement|protected|year|file)",
    re.IGNORECASE,
)
_RIGHTS = re.compile(
    r"(?:,?\s*(?:all rights reserved|some rights reserved|and contributors|et al|保留所有权利).*)$", re.IGNORECASE
)
_HOST = re.compile(r"^(?:www\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$", re.IGNORECASE)
_SHORTEST = 4
"""Letters of a name below which it is no sign of one speaker when it stands at the head of a longer one."""


@cache
def names(section: str) -> frozenset[str]:
    """The names of a section of ``independence.toml``, folded."""
    return frozenset(plain(name) for name in table()[section]["names"])


@cache
def table() -> dict[str, Any]:
    """``independence.toml``."""
    return tomllib.loads(files("research_agent.evidence").joinpath("independence.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Speaker:
    """Whom a document names as its speaker; everything empty: nobody."""

    domains: frozenset[str] = frozenset()
    """Registrable ones: of the address, and of the address that the document names as its own."""
    publishers: tuple[str, ...] = ()
    authors: frozenset[str] = frozenset()

    @property
    def known(self) -> bool:
        return bool(self.domains or self.publishers)


def speaker_of(document: Document) -> Speaker:
    """The document's domain and publisher, else the name in its copyright line; and its authors."""
    source = document.source
    domains = frozenset(domains_of(source))
    stated = source.publisher.strip()
    if _HOST.match(stated) and not source.publisher.isupper():
        domains |= {registrable_domain(f"https://{stated}")}
        stated = ""
    publishers: tuple[str, ...] = (stated,) if stated and plain(stated) not in names("platforms") else ()
    if not domains and not publishers:
        publishers = tuple(dict.fromkeys(_imprints(document.text)))[:1]
    return Speaker(domains, publishers, frozenset(_authors(source.author)))


Verdict = Literal["same", "different", "unknown"]


def compare(a: Speaker, b: Speaker, say: Reasons) -> tuple[Verdict, str]:
    """Whether two documents have one speaker, and why, in words; the reason is empty unless they have."""
    if shared := sorted(a.domains & b.domains):
        return "same", say("domain", domain=shared[0])
    for publisher in a.publishers:
        if any(one_name(publisher, other) for other in b.publishers) or _of_domain(publisher, b.domains):
            return "same", say("publisher", publisher=publisher)
    if owner := next((name for name in b.publishers if _of_domain(name, a.domains)), ""):
        return "same", say("publisher", publisher=owner)
    if a.known and b.known:
        return "different", ""
    if a.authors and b.authors:
        both = sorted(a.authors & b.authors)
        return ("same", say("author", author=both[0])) if both else ("different", "")
    return "unknown", ""


def one_name(first: str, second: str) -> bool:
    """Whether two names of organisations are one: equal without legal forms, or one begins with the other."""
    a, b = _bare(first), _bare(second)
    if a == b:
        return bool(a)
    short, long = sorted((a, b), key=len)
    return len("".join(short)) >= _SHORTEST and long[: len(short)] == short


def _bare(name: str) -> list[str]:
    return [word for word in plain(name).split() if word not in names("legal")] or plain(name).split()


def _of_domain(publisher: str, domains: frozenset[str]) -> bool:
    """Whether a publisher's name is that of a domain: ``Mozilla`` and mozilla.org."""
    joined = "".join(_bare(publisher))
    return len(joined) >= _SHORTEST and any(domain.partition(".")[0].replace("-", "") == joined for domain in domains)


def domains_of(source: Source) -> Iterator[str]:
    """The registrable domains that a source has: its address's, and that of the address it names as its own."""
    own = domain_of(source)
    named = registrable_domain(source.canonical) if source.canonical else ""
    if own and not (named and _nameless(own)):
        yield own
    if named:
        yield named


def domain_of(source: Source) -> str:
    """The registrable domain of a web source; empty for a file."""
    for address in (source.address, source.requested):
        if address.startswith(("http://", "https://")):
            return registrable_domain(address)
    return ""


def _nameless(domain: str) -> bool:
    """A machine without a public name: a number, or a host of the own network."""
    return "." not in domain or not re.search(r"[a-z]", domain.rpartition(".")[2])


@lru_cache(maxsize=4096)
def registrable_domain(address: str) -> str:
    """``example.co.uk`` for ``https://www.example.co.uk/page``; the host itself for numbers and unknown suffixes."""
    from tld import get_fld  # its copy of the public suffix list comes with the package: no network

    known = get_fld(address, fail_silently=True, search_private=True)
    return str(known) if known else (urlsplit(address).hostname or "").lower().removeprefix("www.")


def _authors(stated: str) -> Iterator[str]:
    """The authors of a byline, each as its words in order of the alphabet: ``Smith, Jane`` is ``Jane Smith``."""
    stated = re.sub(r"^\s*(?:by|作者[:：]?)\s+", "", stated, flags=re.IGNORECASE)
    one = re.fullmatch(r"[^\W\d]+, [^\W\d]+\.?(?: [^\W\d]+\.?)?", stated)
    for name in [stated] if one else re.split(r"[,;、；|]|\s(?:and|und|et|y|&)\s|和", stated):
        if plain(name) and plain(name) not in names("nobody"):
            yield " ".join(sorted(plain(name).split()))


def _imprints(text: str) -> Iterator[str]:
    edges = text if len(text) <= 2 * _EDGE else f"{text[:_EDGE]}\n{text[-_EDGE:]}"
    for found in _IMPRINT.finditer(edges):
        name = _RIGHTS.sub("", found["name"]).strip(" ,-–—*_\"'")
        if (name[:1].isupper() or not name[:1].isascii()) and not _NO_NAME.match(name) and len(plain(name)) > 1:
            yield name


@lru_cache(maxsize=8192)
def plain(name: str) -> str:
    """Words only, lower case."""
    return " ".join(re.findall(r"\w+", name.lower()))
