"""Whose words a document says that it carries: a news agency's, another publication's, a company's press release.

Only the head and the end of a text are looked at, where credits stand; in between somebody else may be quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from research_agent.domain import Document
from research_agent.evidence.reasons import Reasons
from research_agent.evidence.speakers import Speaker, compare, names, one_name, plain, registrable_domain, table

_HEAD, _END = 1_500, 1_200
_NAME = r"(?P<name>(?:https?://\S+)|[^\W\d_][^\n,;()（）。，；<>]{1,70}?)"
_STOP = r"(?=\s*(?:[,;()（）。，；<>\n]|\.\s|\.$|$|\s[-–—]\s|\s(?:on|in|at|under|and is|as|with)\s))"
_REPUBLISHED = re.compile(
    r"(?:(?:originally|first)\s+(?:published|appeared|posted|reported|ran)\s+(?:by|at|on|in)(?:\s+the\s+website\s+of)?"
    r"|(?:re-?published|reprinted|reproduced|syndicated|adapted|re-?posted)\s+(?:here\s+)?(?:from|courtesy of|"
    r"(?:with|by)\s+(?:the\s+)?(?:kind\s+)?permission\s+(?:of|from))"
    r"|(?:转载自|转自|摘自|首发于|首发自|原载于?|原刊于?|原文来自|原文链接\s*[:：]|文章来源\s*[:：]|(?:稿件)?来源\s*[:：]))"
    rf"\s*[“\"《「]?{_NAME}[”\"》」]?{_STOP}",
    re.IGNORECASE | re.MULTILINE,
)
_RELEASE = re.compile(rf"^(?:SOURCE:?\s+|News provided by:?\s+|消息来源\s*[:：]\s*){_NAME}{_STOP}", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Origin:
    """Somebody whose words a document carries."""

    key: str
    """An agency's key, a domain, or a folded name."""
    name: str
    """As the document writes it."""


def origins(document: Document) -> tuple[Origin, ...]:
    """Whom the document credits for its text, in the order of its words; usually nobody."""
    text = document.text
    edges = text if len(text) <= _HEAD + _END else f"{text[:_HEAD]}\n{text[-_END:]}"
    found = [*_agencies(edges, document.source.author, document.source.publisher)]
    for credit in (*_REPUBLISHED.finditer(edges), *_RELEASE.finditer(edges)):
        name = credit["name"].strip(" .\"'“”《》")
        if plain(name) and plain(name) not in names("platforms") and not _is_wire(name):
            found.append(Origin(_key(name), name))
    return tuple({origin.key: origin for origin in found}.values())


def one_origin(a: Sequence[Origin], b: Sequence[Origin], speakers: tuple[Speaker, Speaker], say: Reasons) -> str:
    """Why two documents carry the same words of a third, or one those of the other; empty when they do not say so."""
    for origin in a:
        if any(origin.key == other.key or one_name(origin.name, other.name) for other in b):
            return say("origin", name=origin.name)
    for carried, speaker in ((a, speakers[1]), (b, speakers[0])):
        for origin in carried:
            if _speaks(origin, speaker, say):
                return say("republished", name=origin.name)
    return ""


def _speaks(origin: Origin, speaker: Speaker, say: Reasons) -> bool:
    domains = frozenset({origin.key}) if "." in origin.key else frozenset()
    named = Speaker(domains, () if domains else tuple(_aliases().get(origin.key, (origin.name,))))
    return compare(named, speaker, say)[0] == "same"


def _agencies(edges: str, author: str, publisher: str) -> Iterator[Origin]:
    for key, pattern in _credits().items():
        stated = pattern.search(edges) if any(alias in edges for alias in _aliases()[key]) else None
        name = next(
            (alias for alias in _aliases()[key] if _is_by(alias, author) or plain(alias) == plain(publisher)), ""
        )
        if stated:
            yield Origin(key, next(group for group in stated.groups() if group))
        elif name:
            yield Origin(key, name)


def _is_by(alias: str, author: str) -> bool:
    """Whether a byline names the agency: alone, as ``Reuters Staff``, or in a list."""
    if not alias.isascii():
        return alias in author
    return any(re.match(rf"(?:by\s+)?{re.escape(alias)}\b", part.strip()) for part in re.split(r"[,;/|]| and ", author))


@cache
def _aliases() -> dict[str, tuple[str, ...]]:
    return {key: tuple(known) for key, known in table()["agencies"].items()}


@cache
def _credits() -> dict[str, re.Pattern[str]]:
    """Per agency: dateline, byline, copyright or source line, and the Chinese 电头."""
    patterns = {}
    for key, known in _aliases().items():
        names = "|".join(re.escape(name) for name in sorted(known, key=len, reverse=True))
        patterns[key] = re.compile(
            rf"[(（]({names})[)）]\s*(?:[-–—:]|--)"
            rf"|^(?:By|Source|Credit|来源|稿源|文章来源)\s*[:：]?\s*(?:the\s+)?({names})(?=\s*(?:$|[,;.|，。/]|Staff|News))"
            rf"|(?:©|\(c\)|[Cc]opyright)[^\n]{{0,30}}?\b({names})(?!\w)"
            rf"|^[（(]?({names})[^\n。，]{{0,24}}?\d{{1,2}}月\d{{1,2}}日[^\n。，]{{0,6}}?(?:专)?电",
            re.MULTILINE,
        )
    return patterns


def _key(name: str) -> str:
    if re.match(r"https?://|www\.", name) or re.fullmatch(r"[\w-]+(?:\.[\w-]+)+", name):
        return registrable_domain(name if name.startswith("http") else f"https://{name}")
    alias = next((key for key, known in _aliases().items() for one in known if plain(one) == plain(name)), "")
    return alias or plain(name)


def _is_wire(name: str) -> bool:
    return plain(name) in names("wires")
