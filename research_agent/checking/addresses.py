"""What a report gives as an address: found in text, brought into one form, and told from what can be none."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from urllib.parse import urldefrag, urlsplit, urlunsplit

_URL = re.compile(
    r"(?:https?|ftp)://[^\s<>\"“”‘’`|\\^{}（）【】「」《》，。；、！？\x00-\x02]+|(?<![\w@./])www\.[\w-]+\.[^\s<>\"|]+",
    re.I,
)
_DOI = re.compile(r"\b(?:doi:\s*)(10\.\d{4,9}/[^\s<>\"|]+)", re.IGNORECASE)
_ARXIV = re.compile(r"\barxiv:\s*(\d{4}\.\d{4,5})(?:v\d+)?", re.IGNORECASE)
_FILE_URL = re.compile(r"file://[^\s<>\"|]+")
_PATH = re.compile(
    r"(?<![\w:/.@-])(?:~?\.{0,2}/)?(?:[\w.@%+~-]+/)*[\w@%+~-][\w.@%+~-]*\.(?:md|markdown|txt|text|html?|xhtml|pdf|docx|rst|adoc|"
    r"asciidoc|json|jsonl|xml|csv|tsv|tex|org|epub)(?:#[\w=.-]+)?(?![\w/])",
    re.IGNORECASE,
)
_TRAILING = ".,;:!?*_'\"’”~"
_HOST = re.compile(r"(?=.{1,253}\Z)(?:[\w](?:[\w-]{0,61}\w)?\.)*[\w](?:[\w-]{0,61}\w)?\.?\Z")
_TEXT_FRAGMENT = re.compile(r":~:text=.*$")
_TRACKING = re.compile(r"^(?:utm_\w+|gclid|fbclid)$", re.IGNORECASE)


def addresses_in(text: str) -> Iterator[tuple[int, int, str]]:
    """The web and file addresses that stand bare in a text: start, end, address."""
    for pattern in (_URL, _FILE_URL):
        for found in pattern.finditer(text):
            bare = trimmed(found.group())
            yield found.start(), found.start() + len(bare), bare if "://" in bare else f"https://{bare}"
    for found in _DOI.finditer(text):
        yield found.start(), found.end(), f"https://doi.org/{trimmed(found[1])}"
    for found in _ARXIV.finditer(text):
        yield found.start(), found.end(), f"https://arxiv.org/abs/{found[1]}"


def paths_in(text: str) -> Iterator[str]:
    """What has the form of a file's path or name."""
    yield from (found.group() for found in _PATH.finditer(text))


def trimmed(address: str) -> str:
    """An address without the punctuation of the sentence around it; brackets stay where they are in pairs."""
    bare = address
    while bare:
        last = bare[-1]
        if last in _TRAILING or (last in ")]" and bare.count(last) > bare.count("(["[")]".index(last)])):
            bare = bare[:-1]
        else:
            break
    return bare


def unescaped(address: str) -> str:
    """An address without Markdown's backslashes and HTML's entities."""
    return html.unescape(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", address.strip().strip("<>").strip()))


def is_web(address: str) -> bool:
    """Whether it is meant for the web."""
    return bool(re.match(r"(?:[a-z][a-z0-9+.-]*:)?//", address, re.IGNORECASE)) and not address.lower().startswith(
        "file:"
    )


def malformed(address: str) -> str:
    """Why a web address can be none, in words; empty where it can be one."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname or "", parts.port
    except ValueError as error:
        return f"it is malformed: {error}"
    if parts.scheme.lower() not in ("http", "https"):
        return f"{parts.scheme or 'no scheme'} is not http or https"
    if not host:
        return "it names no host"
    if ":" not in host and not _HOST.match(host):
        return f"{host!r} is no host name"
    if "." not in host.rstrip(".") and ":" not in host and host != "localhost":
        return f"{host!r} is no host of the web"
    return ""


def same_page(address: str) -> str:
    """The form in which two addresses of one page are equal: without the place in it, scheme, ``www`` and tracking."""
    try:
        parts = urlsplit(urldefrag(address).url)
    except ValueError:
        return address
    query = "&".join(part for part in parts.query.split("&") if part and not _TRACKING.match(part.partition("=")[0]))
    host = (parts.netloc or "").lower().removeprefix("www.")
    return urlunsplit(("", host, parts.path.rstrip("/"), query, ""))


def fetched_as(address: str) -> str:
    """The address to fetch: without the words to highlight and the place in the page."""
    return urldefrag(_TEXT_FRAGMENT.sub("", address)).url
