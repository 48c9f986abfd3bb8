"""Rule 4: who speaks. The table is ``authority.toml`` beside this file; reasons name the line that decided."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

from research_agent.domain import Authority, Source
from research_agent.evidence.overrides import Rulings
from research_agent.evidence.reasons import ENGLISH, Reasons

ORDER = (
    Authority.STANDARDS,
    Authority.OFFICIAL,
    Authority.ACADEMIC,
    Authority.PRESS,
    Authority.VENDOR,
    Authority.UNKNOWN,
    Authority.PERSONAL,
)
"""Most authoritative first; breaks ties and nothing else."""


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(files("research_agent.evidence").joinpath("authority.toml").read_text(encoding="utf-8"))


@cache
def _hosts() -> dict[str, Authority]:
    return {host: Authority(kind) for kind, hosts in _table()["hosts"].items() for host in hosts}


def authority(source: Source, rulings: Rulings | None = None, say: Reasons = ENGLISH) -> tuple[Authority, str]:
    """The kind of speaker and why, in words for the reader: the line of the user's table or of ours that decided."""
    if ruled := (rulings or Rulings()).weight(source):
        return ruled.authority, say("listed_by_user", what=ruled.pattern, kind=_kind(ruled.authority, say))
    host = urlsplit(_address(source)).hostname or ""
    labels = host.lower().rstrip(".").split(".")
    for at in range(len(labels)):
        known = ".".join(labels[at:])
        if known in _hosts():
            return _hosts()[known], say("listed_host", what=known, kind=_kind(_hosts()[known], say))
    for kind, names in _table()["publishers"].items():
        for name in names:
            if _names(name, source.publisher):
                told = {"publisher": source.publisher, "what": name, "kind": _kind(Authority(kind), say)}
                return Authority(kind), say("listed_publisher", **told)
    return Authority.UNKNOWN, say("listed_nowhere")


def _address(source: Source) -> str:
    """The address that tells who speaks: a page's own, or the one that a file names as the place where it came from."""
    return source.address if source.address.startswith(("http://", "https://")) else source.canonical


def _kind(kind: Authority, say: Reasons) -> str:
    """Its name in a sentence, as the table writes it or in the reader's language."""
    return say("unknown_kind" if kind is Authority.UNKNOWN else kind.value)


def _names(name: str, publisher: str) -> bool:
    if not name.isascii():
        return name in publisher
    return bool(re.search(rf"\b{re.escape(name)}\b", publisher))


def with_authority(source: Source, rulings: Rulings | None = None, say: Reasons = ENGLISH) -> Source:
    """The source with its authority and the reason; an authority that is set already stays, unless the user ruled."""
    rulings = rulings or Rulings()
    if source.authority is not Authority.UNKNOWN and rulings.weight(source) is None:
        return source
    kind, reason = authority(source, rulings, say)
    return replace(source, authority=kind, authority_reason=reason)


def rank(source: Source) -> int:
    """0 for the most authoritative."""
    return ORDER.index(source.authority)
