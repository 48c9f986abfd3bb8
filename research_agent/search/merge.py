"""One list from many: reciprocal rank fusion over providers and queries, each page once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from research_agent.domain import SearchHit

K = 60
"""The constant of Cormack, Clarke and Buettcher, "Reciprocal rank fusion outperforms Condorcet and individual rank
learning methods", SIGIR 2009, section 2: how little the very first ranks stand out."""

_MOST_SPANS = 8
_TRACKING = re.compile(
    r"utm_\w+|gclid|gclsrc|dclid|fbclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_hs\w+|mkt_tok|ref_src|ref_url|spm|srsltid|wbraid|"
    r"gbraid|_ga|vero_id|cmpid",
    re.IGNORECASE,
)
_PORTS = {"http": 80, "https": 443}


def fuse(lists: Sequence[Sequence[SearchHit]]) -> tuple[SearchHit, ...]:
    """All hits, each page once, best first, ranked anew.

    A page's score is the sum of ``1 / (K + rank)`` over the lists that hold it; ties go to the better best rank,
    then to the address. Of the twins the best ranked is kept, with the passages and the date that any of them knows.
    """
    groups: dict[str, list[SearchHit]] = {}
    for hits in lists:
        for key, hit in {canonical(hit.address): hit for hit in reversed(hits)}.items():
            groups.setdefault(key, []).append(hit)
    scored = [(sum(1 / (K + hit.rank) for hit in twins), _join(twins)) for twins in groups.values()]
    scored.sort(key=lambda pair: (-round(pair[0], 12), pair[1].rank, pair[1].address))
    return tuple(replace(hit, rank=rank) for rank, (_, hit) in enumerate(scored, start=1))


def _join(twins: list[SearchHit]) -> SearchHit:
    best = min(twins, key=lambda hit: (hit.rank, hit.provider, hit.address))
    published = next((hit.published for hit in [best, *twins] if hit.published), None)
    snippet = best.snippet or next((hit.snippet for hit in twins if hit.snippet), "")
    return replace(best, published=published, snippet=snippet, spans=_spans(twins))


def _spans(twins: list[SearchHit]) -> tuple[tuple[int, int], ...]:
    """The best passages for each query in turn, then the second best ..., without repetitions."""
    longest = max(len(hit.spans) for hit in twins)
    in_turn = [hit.spans[n] for n in range(longest) for hit in twins if n < len(hit.spans)]
    return tuple(dict.fromkeys(in_turn))[:_MOST_SPANS]


def canonical(address: str) -> str:
    """An address by which two spellings of one page are recognised; not for fetching.

    Scheme and ``www.`` count for nothing, nor do case of the host, default port, fragment, trailing slash, order of
    parameters and tracking parameters. Of a file the line (``#line=12``) names the document and stays.
    """
    try:
        parts = urlsplit(address.strip())
        port = parts.port
    except ValueError:
        return address
    if parts.scheme.lower() == "file":
        return urlunsplit(("file", "", parts.path, "", parts.fragment))
    host = (parts.hostname or "").rstrip(".").removeprefix("www.")
    if port and port != _PORTS.get(parts.scheme.lower()):
        host = f"{host}:{port}"
    kept = [
        (name, value) for name, value in parse_qsl(parts.query, keep_blank_values=True) if not _TRACKING.fullmatch(name)
    ]
    path = re.sub("/+", "/", parts.path).rstrip("/")
    return urlunsplit(("", host, path, urlencode(sorted(kept)), ""))
