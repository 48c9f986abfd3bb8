"""Whether a sentence only passes on what somebody else says: then its source is no second voice for the statement.

Judged by the words around a quote alone, so it holds for one claim and not for the whole document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import urlsplit

from research_agent.domain import Document, Quote
from research_agent.evidence.reasons import Reasons
from research_agent.evidence.speakers import plain, speaker_of, table
from research_agent.evidence.works import collection
from research_agent.text.sentences import sentence_spans

_BEFORE = 400
"""Characters before and after a quote in which its sentence is looked for."""
_BEFORE_NAME, _AFTER_NAME = 60, 30
"""Characters between a name and the word that makes it the source of a statement."""
_SHORTEST = 3
_TITLE_WORDS = 3
"""Words of a title, from which on its standing near a quote is no chance."""
_FROM = (
    r"according to|as (?:reported|stated|noted|described|announced|documented|quoted|published) (?:by|in)|"
    r"(?:reported|cited|quoted) (?:by|in)|citing|quoting|\(via|sources?:|as per|in the words of|"
    r"(?:data|figures|numbers) from"
)
_SAYS = (
    r"(?:reported|said|wrote|announced|stated|claimed|told|estimated|found|noted|confirmed|warned)\b|"
    r"(?:reports|says|writes|announces|states|claims|estimates|finds|notes|confirms|recommends|warns)\s+that\b"
)
"""In the present only with ``that``: a program ``reports an error``, and nobody cites it."""
_ZH_FROM = r"据|援引|引述|引用|转引自|来源[:：]|按照"
_ZH_SAYS = r"报道|表示|称|指出|宣布|公布|认为|说|写道|发布|披露|透露|消息|统计|数据"
_CUE_BEFORE = re.compile(rf"(?:{_FROM})\s|(?:{_ZH_FROM})", re.IGNORECASE)
_CUE_AFTER = re.compile(rf"\b(?:{_SAYS})|(?:{_ZH_SAYS})", re.IGNORECASE)
_POINTS = re.compile(
    r"(?:full (?:text|story|article|version|report)|original(?:ly)?(?: \w+){0,3}|sources?|via|"
    r"first published(?: \w+){0,2}|"
    r"read (?:the )?(?:full|whole|original)[\w ]{0,20}|"
    r"原文(?:链接|地址|出处|来源)?|全文(?:链接|见)?|来源|出处|转自|转载自)"
    r"\s*(?:at|on|in|is|here|见)?\s*[:：]?\s*[(（\[<]?(?:https?://)?(?:www\.)?$",
    re.IGNORECASE,
)
"""What stands before the address of an original."""
_SPEAKS_FOR_MORE = re.compile(r"\W{0,3}(?:according to|as reported by|citing|quoting|据|援引)", re.IGNORECASE)
_SHORT = 3_000
"""Characters of a document that its lead speaks for to the end."""
_LEAD = 500
_NAMED = re.compile(
    r"(?i:\b(?:according to|as reported by|citing|quoting|reported by)\s+(?:the\s+)?)"
    r"(?P<en>[A-Z][\w&'’.-]*(?:\s+(?:[A-Z][\w&'’.-]*|of|for|the|and|de|on)){0,6})"
    r"|(?:据|援引|引述)(?P<zh>[^\s，。、：“”\d]{2,20}?)(?:\d{1,2}[日月]|的)?(?:报道|消息|报告|统计|数据|称|表示|公布|介绍)"
)


def only_cites(citing: Document, quote: Quote, cited: Document) -> str:
    """The name by which a quote's own sentence gives the other document as its source; empty when it does not."""
    sentence = f"{_opening(citing.text, quote.start)} {sentence_of(citing.text, quote.start, quote.end)}"
    own = {plain(name) for name in _names(citing)}
    for name in _names(cited):
        if plain(name) not in own and _is_source(name, sentence):
            return name
    return ""


def retells(citing: Document, cited: Document) -> str:
    """The name by which a whole document gives the other as what it tells; empty when it does not.

    It points to the other's address as the original of its text, or it is short and its lead names the other as its
    source: what follows then stands under that name. A link in passing, or among other reading, is neither.
    """
    known = cited.source
    places = _addresses(known.address, known.requested, known.canonical)
    address = next((place for place in places if place in citing.text and _is_original(place, citing.text)), "")
    if address:
        return address
    if len(citing.text) > _SHORT:
        return ""
    lead = citing.text[:_LEAD]
    if not _has_cue(lead):
        return ""
    own = {plain(name) for name in _names(citing)}
    return next((name for name in _names(cited) if plain(name) not in own and _is_source(name, lead)), "")


@lru_cache(maxsize=1024)
def _has_cue(lead: str) -> bool:
    return bool(_CUE_BEFORE.search(lead) or _CUE_AFTER.search(lead))


@lru_cache(maxsize=1024)
def _addresses(*addresses: str) -> tuple[str, ...]:
    """A document's addresses without scheme and ``www.``, where they name more than a host."""
    parted = map(urlsplit, addresses)
    return tuple(
        parts.hostname.removeprefix("www.") + parts.path.rstrip("/")
        for parts in parted
        if parts.hostname and parts.path.strip("/")
    )


def _is_original(address: str, text: str) -> bool:
    return any(
        _POINTS.search(text[max(0, found.start() - _BEFORE_NAME) : found.start()])
        for found in re.finditer(rf"{re.escape(address)}(?![\w-])", text)
    )


def attributed_to(document: Document, quote: Quote) -> tuple[str, ...]:
    """Whom the quote's own sentence names as the source of what it says, as it writes them."""
    return tuple(dict.fromkeys(_attributions(sentence_of(document.text, quote.start, quote.end))))


def one_third(first: tuple[str, ...], second: tuple[str, ...], claim: str, say: Reasons) -> str:
    """Why two sentences have what they say from one third, in words; empty unless both name it and the claim does not:
    that somebody said something is what a claim that names him says, and two may witness that."""
    others = {plain(name) for name in second}
    shared = next((name for name in first if plain(name) in others and plain(name) not in plain(claim)), "")
    return say("one_third", name=shared) if shared else ""


def _opening(text: str, at: int) -> str:
    """The first sentence of the paragraph that a place lies in, if it speaks for what follows ("According to ...")."""
    start = text.rfind("\n\n", 0, at) + 2 if "\n\n" in text[:at] else 0
    first = sentence_of(text, start, min(start + 1, len(text)))
    return first if _SPEAKS_FOR_MORE.match(first) else ""


@lru_cache(maxsize=512)
def sentence_of(text: str, start: int, end: int) -> str:
    """The sentence or sentences of a text that hold a span."""
    low, high = max(0, start - _BEFORE), min(len(text), end + _BEFORE)
    window = text[low:high]
    spans = [span for span in sentence_spans(window) if span[0] < end - low and span[1] > start - low]
    return window[spans[0][0] : spans[-1][1]] if spans else text[start:end]


def _is_source(name: str, sentence: str) -> bool:
    pattern = re.escape(name)
    if name.isascii():
        pattern = rf"(?<![A-Za-z0-9_.-]){pattern}(?![A-Za-z0-9_-])"
    for found in re.finditer(pattern, sentence):
        before, after = sentence[: found.start()][-_BEFORE_NAME:], sentence[found.end() :][:_AFTER_NAME]
        if _CUE_BEFORE.search(_last_part(before)) or _CUE_AFTER.search(_first_part(after)):
            return True
    return False


def _last_part(text: str) -> str:
    """What stands before a name in its own clause."""
    return re.split(r"[,;，；。]|\.\s", text)[-1]


def _first_part(text: str) -> str:
    return re.split(r"[,;，；。:：]|\.\s", text)[0]


def _names(document: Document) -> Iterator[str]:
    """The names by which others may speak of a document: publisher, domain, title, agency, work, author."""
    source, speaker = document.source, speaker_of(document)
    known = table()["agencies"]
    for publisher in speaker.publishers:
        yield publisher
        for aliases in known.values():
            if publisher in aliases:
                yield from aliases
    for domain in sorted(speaker.domains):
        yield domain
        label = domain.partition(".")[0]
        for aliases in known.values():
            if label in {plain(alias).replace(" ", "") for alias in aliases}:
                yield from aliases
        if len(label) > _SHORTEST:
            yield from (label.capitalize(), label.upper())
    if len(plain(source.title).split()) >= _TITLE_WORDS or (
        not source.title.isascii() and len(source.title) > _SHORTEST
    ):
        yield source.title
    yield from (name for name in (collection(source), *_people(source.author)) if len(name) > _SHORTEST)


def _people(author: str) -> list[str]:
    """Full names only: a family name may be anybody's."""
    return [name.strip() for name in re.split(r"[,;、]|\band\b", author) if " " in name.strip()]


def _attributions(sentence: str) -> Iterator[str]:
    for found in _NAMED.finditer(sentence):
        name = (found["en"] or found["zh"] or "").strip(" ,.")
        name = re.sub(r"(?:\s(?:of|for|the|and|de|on))+$", "", name)
        if name:
            yield name
