"""Who wrote a page, when, and what it calls itself: from what the page declares, never from its running text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from research_agent.reading.compose import fold
from research_agent.reading.dates import DATE_OF_UPDATE, parse_date
from research_agent.reading.html.parse import attribute
from research_agent.reading.naming import version_in_title

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_PUBLISHED = (
    "article:published_time", "og:article:published_time", "og:published_time", "citation_publication_date",
    "citation_date", "citation_online_date", "dc.date.issued", "dcterms.issued", "dc.date", "dcterms.date",
    "dcterms.created", "dc.date.created", "datepublished", "parsely-pub-date", "sailthru.date", "pubdate",
    "publish-date", "publishdate", "publication_date", "date", "release_date",
)  # fmt: skip
_AUTHOR = (
    "citation_author",
    "author",
    "article:author_name",
    "dc.creator",
    "dcterms.creator",
    "parsely-author",
    "sailthru.author",
)
_PUBLISHER = (
    "og:site_name",
    "citation_publisher",
    "dc.publisher",
    "dcterms.publisher",
    "publisher",
    "application-name",
)
_MODIFIED = (
    "article:modified_time",
    "og:updated_time",
    "dcterms.modified",
    "dc.date.modified",
    "last-modified",
    "revised",
)
_WHOLE = ("citation_inbook_title", "citation_book_title", "citation_journal_title", "dcterms.ispartof")
_LONGEST_WHOLE = 200
DATE_OF_ADDRESS = "date: from the page's address; the page itself names no day of publication"
_IN_ADDRESS = re.compile(r"/((?:19|20)\d\d)[/-](0?[1-9]|1[0-2])[/-](0?[1-9]|[12]\d|3[01])(?=[/_.-])")
_SAVED = re.compile(r"saved (?:from url=\(\d+\)|with SingleFile\s+url:\s*)(https?://\S+)", re.IGNORECASE)
"""The comment that browsers and SingleFile leave in a page they save."""
_NOTICE = re.compile(
    r"banner|notice|alert|warning|caution|obsolete|outdated|deprecat|retract|withdrawn|supersed|replaced|archived|admonition"
    r"|ambox|message-?box|callout|disclaimer|satire|status|version",
    re.IGNORECASE,
)
_HEAD_OF_MARKUP = 4_000
_LONGEST_NOTICE, _MOST_NOTICES, _MOST_ALTERNATES = 400, 20, 40
_ARTICLE_TYPE = re.compile(r"Article|Posting|Report|WebPage|Book|Dataset|CreativeWork|Review|Recipe")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageMetadata:
    title: str = ""
    published: date | None = None
    author: str = ""
    publisher: str = ""
    language: str = ""
    canonical: str = ""
    generator: str = ""
    part_of: str = ""
    """The book or manual that the page is a part of."""
    alternates: tuple[str, ...] = ()
    """Addresses of the page in other languages."""
    notices: tuple[str, ...] = ()
    """What it sets apart from its text: banners, warnings; and the kind of writing that it declares to be."""
    notes: tuple[str, ...] = ()
    """Where its date comes from, when it names none of publication."""


def read_metadata(tree: HtmlElement, address: str, markup: str = "") -> PageMetadata:
    """What the page declares about itself: JSON-LD, meta tags, time elements, title, and in its first comment."""
    metas = dict(_metas(tree))
    linked = next(_linked_data(tree), {})
    published, weakness = _dated(tree, metas, linked, address)
    return PageMetadata(
        title=_title(tree, metas, linked),
        published=published,
        author=_person(linked.get("author"))
        or _first(metas, _AUTHOR)
        or _text_of(tree, "//*[@rel='author'][normalize-space()]"),
        publisher=_person(linked.get("publisher")) or _first(metas, _PUBLISHER),
        language=_language(tree, metas),
        canonical=_canonical(tree, metas, address, markup),
        generator=metas.get("generator", ""),
        part_of=_part_of(tree, metas, linked),
        alternates=_alternates(tree, address),
        notices=_notices(tree, linked),
        notes=(weakness,) if weakness else (),
    )


def _metas(tree: HtmlElement) -> Iterator[tuple[str, str]]:
    """Name (lower case) and content of each meta tag; the first of a name wins."""
    found: dict[str, str] = {}
    for meta in tree.iter("meta"):
        name = (
            attribute(meta, "property")
            or attribute(meta, "name")
            or attribute(meta, "itemprop")
            or attribute(meta, "http-equiv")
        )
        content = fold(attribute(meta, "content"))
        if name and content:
            found.setdefault(name.strip().lower(), content)
    return iter(found.items())


def _linked_data(tree: HtmlElement) -> Iterator[dict[str, Any]]:
    """The page's JSON-LD objects that describe a piece of writing."""
    for script in tree.iter("script"):
        if attribute(script, "type") == "application/ld+json" and script.text and len(script.text) < 1_000_000:
            try:
                value = json.loads(script.text, strict=False)
            except (ValueError, RecursionError):
                continue
            for item in _items(value):
                if _ARTICLE_TYPE.search(str(item.get("@type", ""))) and (
                    item.get("headline") or item.get("datePublished")
                ):
                    yield item


def _items(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, dict):
        graph = value.get("@graph")
        return [value, *(_items(graph) if isinstance(graph, list) else [])]
    if isinstance(value, list):
        return [item for item in value if isinstance(item, dict)]
    return []


def _title(tree: HtmlElement, metas: dict[str, str], linked: dict[str, Any]) -> str:
    headline = linked.get("headline")
    candidates = (
        metas.get("citation_title", ""),
        fold(headline) if isinstance(headline, str) else "",
        _longer(metas.get("og:title", ""), _text_of(tree, "//head/title") or _text_of(tree, "//title")),
        _text_of(tree, "//h1[normalize-space()]"),
        metas.get("dc.title", ""),
        _text_of(tree, "//h2[normalize-space()]"),
    )
    return next((title[:500] for title in candidates if title), "")


def _longer(shared: str, title: str) -> str:
    """The title made for sharing, unless the page's own title adds a version to it."""
    adds_version = bool(shared) and shared in title and bool(version_in_title(title)) and not version_in_title(shared)
    return title if adds_version or not shared else shared


def _dated(tree: HtmlElement, metas: dict[str, str], linked: dict[str, Any], address: str) -> tuple[date | None, str]:
    """The day of publication; else a day that may stand for it, and what weakens it."""
    if day := _published(tree, metas, linked):
        return day, ""
    times = [attribute(time, "datetime") for time in tree.xpath("//article//time[@datetime] | //main//time[@datetime]")]
    if len(set(times)) == 1 and (day := parse_date(times[0])):
        return day, ""
    found = _IN_ADDRESS.search(address if address.startswith("http") else "")
    if found and (day := parse_date("-".join(found.groups()))):
        return day, DATE_OF_ADDRESS
    changed = [linked.get("dateModified"), *(metas.get(name) for name in _MODIFIED)]
    changed += [
        tag.text_content() for tag in tree.xpath("//*[@id='footer-info-lastmod'] | //*[@itemprop='dateModified']")
    ]
    day = next((day for text in changed if isinstance(text, str) and (day := parse_date(text))), None)
    return day, DATE_OF_UPDATE if day else ""


def _part_of(tree: HtmlElement, metas: dict[str, str], linked: dict[str, Any]) -> str:
    """The whole that the page names: DocBook and older Sphinx link to its start, articles and books say it outright."""
    links = {
        relation: fold(attribute(link, "title"))
        for link in tree.iter("link")
        for relation in attribute(link, "rel").lower().split()
        if attribute(link, "title")
    }
    stated = _person(linked.get("isPartOf")) or _first(metas, _WHOLE)
    named = next((links[relation] for relation in ("home", "start", "top", "contents") if links.get(relation)), "")
    return (stated or named)[:_LONGEST_WHOLE]


def _alternates(tree: HtmlElement, address: str) -> tuple[str, ...]:
    """The page in other languages, as its ``hreflang`` links name it."""
    links = [
        _joined(address, attribute(link, "href"))
        for link in tree.iter("link")
        if attribute(link, "hreflang") and "alternate" in attribute(link, "rel").lower().split()
    ]
    return tuple(dict.fromkeys(link for link in links if link and link != address))[:_MOST_ALTERNATES]


def _notices(tree: HtmlElement, linked: dict[str, Any]) -> tuple[str, ...]:
    """Short texts of elements that are there to be noticed, in document order."""
    found = ["Satire"] if "Satir" in str(linked.get("@type", "")) + str(linked.get("genre", "")) else []
    for element in tree.xpath("//*[@role='alert' or @role='note' or @class or @id]"):
        names = f"{attribute(element, 'class')} {attribute(element, 'id')} {attribute(element, 'role')}"
        if _NOTICE.search(names) and element.tag not in ("body", "html", "script", "style", "nav"):
            text = fold(element.text_content())
            if 0 < len(text) <= _LONGEST_NOTICE:
                found.append(text)
        if len(found) >= _MOST_NOTICES:
            break
    return tuple(dict.fromkeys(found))


def _published(tree: HtmlElement, metas: dict[str, str], linked: dict[str, Any]) -> date | None:
    stated = [linked.get("datePublished"), *(metas.get(name) for name in _PUBLISHED)]
    stated += [attribute(time, "datetime") for time in tree.xpath("//time[@pubdate or @itemprop='datePublished']")]
    stated += [attribute(tag, "content") or tag.text_content() for tag in tree.xpath("//*[@itemprop='datePublished']")]
    # DocBook's publication date and mandoc's footer are as much a declaration as a meta tag.
    stated += [tag.text_content() for tag in tree.xpath("//p[@class='pubdate'] | //td[@class='foot-date']")]
    return next((day for text in stated if isinstance(text, str) and (day := parse_date(text))), None)


def _person(value: Any) -> str:
    """The name in a JSON-LD person or organisation, or the names in a list of them."""
    if isinstance(value, str):
        return "" if value.startswith("http") else fold(value)[:200]
    if isinstance(value, dict):
        return _person(value.get("name"))
    if isinstance(value, list):
        return ", ".join(filter(None, (_person(item) for item in value[:10] if not isinstance(item, list))))
    return ""


def _first(metas: dict[str, str], names: tuple[str, ...]) -> str:
    return next((metas[name][:200] for name in names if metas.get(name) and not metas[name].startswith("http")), "")


def _text_of(tree: HtmlElement, path: str) -> str:
    found = tree.xpath(path)
    return fold(found[0].text_content())[:500] if found else ""


def _language(tree: HtmlElement, metas: dict[str, str]) -> str:
    stated = (
        attribute(tree, "lang")
        or attribute(tree, "xml:lang")
        or metas.get("content-language", "")
        or metas.get("dc.language", "")
    )
    tag = stated.replace("_", "-").split(",")[0].strip().split("-")[0].lower()
    return tag if re.fullmatch(r"[a-z]{2,3}", tag) else ""


def _canonical(tree: HtmlElement, metas: dict[str, str], address: str, markup: str) -> str:
    """The canonical address, absolute; only web addresses count, a relative link in a local file leads nowhere."""
    links = [
        attribute(link, "href") for link in tree.iter("link") if "canonical" in attribute(link, "rel").lower().split()
    ]
    saved = _SAVED.search(markup[:_HEAD_OF_MARKUP])
    for link in [*links, metas.get("og:url", ""), saved[1] if saved else ""]:
        absolute = _joined(address, link)
        if absolute.startswith(("http://", "https://")):
            return absolute
    return ""


def _joined(address: str, link: str) -> str:
    if not link.strip():
        return ""
    try:
        return urljoin(address, link.strip())
    except ValueError:
        return ""
