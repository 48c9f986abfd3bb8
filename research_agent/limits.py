"""What the user allows as evidence, enforced by code: once on a search hit, again on the source that was read.

* A site covers its host and all hosts below it; with a port, that port only; with a path, what lies under it.
  Case, a trailing dot and the two spellings of an international name make no difference.
* Site limits are about the web: documents that the user named by path (``file://``) are never refused by them.
* ``since`` and ``until`` are inclusive, and apply to files too. A date that is not known yet does not refuse a
  search hit (most providers give none); a source whose date is still unknown after it was read is refused,
  because nobody could show that it lies within the period that was asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from research_agent.domain import Limits


@dataclass(frozen=True, slots=True)
class _Place:
    host: str
    port: int | None
    path: str


def refusal(limits: Limits, address: str, published: date | None, *, read: bool = False) -> str | None:
    """Why a hit or a source is not allowed, in words for the reader of the report; None when it is.

    Args:
        limits: what the user allows.
        address: of the hit, or of the source after redirects (both are worth a check).
        published: the publication date, where known.
        read: True for a source that was read, so that an unknown date will stay unknown.
    """
    return _site_refusal(limits, address) or _date_refusal(limits, published, read)


def _site_refusal(limits: Limits, address: str) -> str | None:
    if not (limits.only_sites or limits.exclude_sites) or address.lower().startswith("file:"):
        return None
    place = _place(address)
    if place is None:
        return f"{address!r} has no host that the site limits could be checked against"
    excluded = next((site for site in limits.exclude_sites if _covers(site, place)), None)
    if excluded is not None:
        return f"{place.host} is excluded (--exclude-site {excluded})"
    if limits.only_sites and not any(_covers(site, place) for site in limits.only_sites):
        return f"{place.host} is not among the sites asked for (--only-site {', '.join(limits.only_sites)})"
    return None


def _date_refusal(limits: Limits, published: date | None, read: bool) -> str | None:
    if limits.since is None and limits.until is None:
        return None
    if published is None:
        return "no publication date known, and a period was asked for (--since, --until)" if read else None
    if limits.since is not None and published < limits.since:
        return f"published {published}, before {limits.since} (--since)"
    if limits.until is not None and published > limits.until:
        return f"published {published}, after {limits.until} (--until)"
    return None


def _covers(site: str, place: _Place) -> bool:
    wanted = _place(site)
    if wanted is None:
        return False
    same_host = place.host == wanted.host or place.host.endswith(f".{wanted.host}")
    same_port = wanted.port is None or wanted.port == place.port
    same_path = place.path == wanted.path or place.path.startswith(f"{wanted.path}/") or not wanted.path
    return same_host and same_port and same_path


@lru_cache(maxsize=4096)
def _place(address: str) -> _Place | None:
    """Host, port and path of an address, or of a site as a user writes it (``*.Example.org:8080``)."""
    text = address.strip()
    scheme, slashes, _ = text.partition("://")
    try:
        parts = urlsplit(text if slashes else f"//{text}")
        port = parts.port
    except ValueError:  # a port that is no number, brackets that do not close
        return None
    host = _ascii_host(parts.hostname or "")
    if not host:
        return None
    default = {"http": 80, "https": 443}.get(scheme.lower()) if slashes else None
    return _Place(host, port or default, unquote(parts.path).rstrip("/"))


def _ascii_host(host: str) -> str:
    """The host in lower case and in the form that DNS uses; as it is where that form does not exist."""
    bare = host.lower().removeprefix("*.").strip(".")
    if bare.isascii():
        return bare
    import idna  # half a megabyte of tables, and international names are rare

    try:
        return idna.encode(bare, uts46=True).decode("ascii")
    except idna.IDNAError:
        return bare
