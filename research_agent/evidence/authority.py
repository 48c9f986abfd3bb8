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


def authority(source: Source) -> tuple[Authority, str]:
    """The kind of speaker and why, in words for the reader."""
    host = urlsplit(source.address).hostname or ""
    labels = host.lower().rstrip(".").split(".")
    for at in range(len(labels)):
        known = ".".join(labels[at:])
        if known in _hosts():
            return _hosts()[known], f"{known} is listed as {_hosts()[known]}"
    for kind, names in _table()["publishers"].items():
        for name in names:
            if _names(name, source.publisher):
                return Authority(kind), f"the publisher “{source.publisher}” is listed as {kind} (“{name}”)"
    return Authority.UNKNOWN, "no rule knows the host or the publisher"


def _names(name: str, publisher: str) -> bool:
    if not name.isascii():
        return name in publisher
    return bool(re.search(rf"\b{re.escape(name)}\b", publisher))


def with_authority(source: Source) -> Source:
    """The source with its authority filled in; one that is set already stays."""
    return source if source.authority is not Authority.UNKNOWN else replace(source, authority=authority(source)[0])


def rank(source: Source) -> int:
    """0 for the most authoritative."""
    return ORDER.index(source.authority)
