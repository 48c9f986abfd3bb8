"""One web page to pieces: what is content on it, decided in two ways.

- **A technical document** (made by a documentation generator, or a plain page without scripts and frames from
  elsewhere) has little on it that is not content. It is read whole by our own walk, navigation left out: here
  trafilatura loses definition lists, code and tables (it keeps 85 % of the visible characters of the 500 HTML
  documents of the development corpus, where this way keeps 97 %; see docs/reading.md).
- **Any other page** is read by trafilatura, which tells content from the rest; our walk then gives the
  structure (rows, code, list items) to the text that trafilatura chose. Where trafilatura finds too little, the
  walk's own choice is used, and the notes say so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from research_agent.domain import BlockKind
from research_agent.reading.compose import Piece, fold
from research_agent.reading.html.metadata import PageMetadata, read_metadata
from research_agent.reading.html.parse import attribute, parse
from research_agent.reading.html.prune import without_hidden
from research_agent.reading.html.walk import Segment, walk

if TYPE_CHECKING:
    from lxml.html import HtmlElement

GENERATORS = re.compile(
    r"docbook|sphinx|docutils|asciidoc|texi2|texinfo|makeinfo|mandoc|groff|pandoc|publican|doxygen|javadoc|rustdoc"
    r"|mkdocs|mdbook|docusaurus|antora|hevea|latex2html|tex4ht|htmltidy|html tidy|debiandoc|linuxdoc|yard|jsdoc|typedoc"
    r"|gitbook|vitepress|zola|man2html",
    re.IGNORECASE,
)
_MARKUP = re.compile(
    r"sphinx|documentwrapper|bodywrapper|doxygen|rst-content|manual-text|refentry|asciidoc|md-content|theme-doc",
    re.IGNORECASE,
)
LONGEST_FOR_TRAFILATURA = 3_000_000
"""Characters of markup; beyond, its comparison of extractors takes minutes, and a page that long is a document."""
TOO_LITTLE = 200
"""Characters; below, trafilatura's answer is checked against the page's whole text."""


@dataclass(frozen=True, slots=True)
class PageContent:
    pieces: tuple[Piece, ...]
    metadata: PageMetadata
    notes: tuple[str, ...] = ()


def read_page(text: str, address: str) -> PageContent | None:
    """The content of a page; None when there is no element in it."""
    tree = parse(text)
    if tree is None:
        return None
    metadata = read_metadata(tree, address, text)
    body = tree.find("body")
    segments = trim_edges(walk(tree if body is None else body))
    if is_technical(tree, metadata.generator, segments, address):
        return PageContent(_whole(tree, segments), metadata)
    if len(text) > LONGEST_FOR_TRAFILATURA:
        return PageContent(_whole(tree, segments), metadata, ("read whole: too long for trafilatura",))
    return _general(text, tree, segments, metadata, address)


def is_technical(tree: HtmlElement, generator: str, segments: list[Segment], address: str) -> bool:
    """Made by a documentation generator, or a plain page: no script or frame from another host and few images."""
    if generator:
        return bool(GENERATORS.search(generator))
    body = tree.find("body")
    marked = tree.xpath("//body/@class | //body//div[position() < 30]/@class | //body//table[1]/@class | //link/@href")
    if any(_MARKUP.search(str(value)) for value in marked[:60]):
        return True
    host = urlsplit(address).hostname or ""
    if any(_foreign(attribute(tag, "src"), host) for tag in tree.iter("script", "iframe", "embed", "object")):
        return False
    if body is None or (address.startswith("http") and _link_share(body) > PLAIN_LINKS):
        return False
    characters = sum(len(segment.piece.text) for segment in segments)
    images = len({attribute(image, "src") for image in tree.iter("img")})  # an icon on every heading is one image
    forms = sum(1 for _ in tree.iter("form"))
    return images * 1000 <= characters and forms <= 1 and next(tree.iter("article"), None) is None


PLAIN_LINKS = 0.2
"""A plain page of the web with more than this share of link text is a page of a site and not a document: 95 of 120
documents of the corpus stay below, most of them by far."""


def _link_share(body: HtmlElement) -> float:
    everything = walk(body, keep_all=True)
    total = sum(len(squeeze(segment.piece.text)) for segment in everything)
    return sum(segment.linked for segment in everything) / max(1, total)


def _foreign(address: str, host: str) -> bool:
    other = urlsplit(address).netloc if "//" in address[:8] else ""
    return bool(other) and other.rpartition(":")[0] != host and other != host


def _whole(tree: HtmlElement, segments: list[Segment]) -> tuple[Piece, ...]:
    """All that the walk kept; where that is nothing, all that can be seen on the page."""
    if any(len(segment.piece.text) > 1 for segment in segments):
        return tuple(segment.piece for segment in segments)
    return tuple(segment.piece for segment in walk(_body(tree), keep_all=True))


def _body(tree: HtmlElement) -> HtmlElement:
    body = tree.find("body")
    return tree if body is None else body


# ---------------------------------------------------------------- other pages


def _general(
    text: str, tree: HtmlElement, segments: list[Segment], metadata: PageMetadata, address: str
) -> PageContent:
    found = _trafilatura(without_hidden(text, tree), address)
    chosen = squeeze("".join(found.itertext())) if found is not None else ""
    own = sum(len(squeeze(segment.piece.text)) for segment in segments)
    if len(chosen) < TOO_LITTLE and own > 2 * len(chosen):
        pieces = tuple(segment.piece for segment in segments)
        return PageContent(pieces, metadata, ("trafilatura found too little; read with the fallback extractor",))
    keep = with_lost_blocks(segments, accepted(segments, chosen))
    kept = [segment for segment, wanted in zip(segments, keep, strict=True) if wanted]
    if sum(len(squeeze(segment.piece.text)) for segment in kept) >= MATCHED * len(chosen):
        return PageContent(tuple(segment.piece for segment in without_pointers(kept, address)), metadata)
    return PageContent(tuple(_pieces(found)), metadata)


def without_pointers(segments: list[Segment], address: str) -> list[Segment]:
    """Without blocks that are little more than a link to another page of the site, unless the page is a list of links.

    Link density is the strongest single sign of boilerplate (Kohlschuetter et al. 2010, section 4); a link to
    another site, or a short label as a link, is more often the author's own.
    """
    host = urlsplit(address).hostname or ""
    pointers = [_is_pointer(segment, host) for segment in segments]
    total = sum(len(segment.piece.text) for segment in segments)
    pointing = sum(len(segment.piece.text) for segment, pointer in zip(segments, pointers, strict=True) if pointer)
    if pointing > 0.2 * total:
        return segments
    return [segment for segment, pointer in zip(segments, pointers, strict=True) if not pointer]


HEADLINE = 30
"""Characters without white space, from which on a link text is a headline rather than a label."""


def _is_pointer(segment: Segment, host: str) -> bool:
    if segment.piece.kind not in (BlockKind.PARAGRAPH, BlockKind.ITEM) or segment.linked < HEADLINE:
        return False
    return segment.linked >= 0.65 * len("".join(segment.piece.text.split())) and not _foreign(segment.target, host)


MATCHED = 0.97
"""Share of trafilatura's characters that our own blocks must hold to be used in the place of its blocks."""


def _trafilatura(text: str, address: str) -> Any | None:
    """The body that trafilatura chooses, or None when it finds nothing."""
    from trafilatura.core import bare_extraction

    # Comments are left out: a reader's comment under an article is not evidence.
    found = bare_extraction(text, url=address if address.startswith("http") else None, include_comments=False)
    return getattr(found, "body", None)


def squeeze(text: str) -> str:
    """A text without white space: the form in which two extractors' texts are compared."""
    return "".join(fold(text).split())


def accepted(segments: list[Segment], chosen: str) -> list[bool]:
    """For each segment: does it stand in ``chosen`` (squeezed), in order where it is short and could stand anywhere."""
    at = 0
    result = []
    for segment in segments:
        text = squeeze(segment.piece.text)
        place = chosen.find(text, max(0, at - len(text)))
        near = place >= 0 and (len(text) > 60 or place - at < (20 if len(text) < 15 else 3000))
        if not near and len(text) > 60:
            near, place = _mostly_in(text, chosen), -1
        if near and place >= 0:
            at = place + len(text)
        result.append(near)
    return result


def with_lost_blocks(segments: list[Segment], keep: list[bool]) -> list[bool]:
    """Adds what trafilatura dropped from the midst of the text that it chose.

    Between the first and the last accepted block: code and table rows anywhere (boilerplate has none), and other blocks
    of some length beside accepted ones, in the same container or the one around it. Never blocks that are mostly links.
    """
    if not any(keep):
        return keep
    first, last = keep.index(True), len(keep) - 1 - keep[::-1].index(True)
    # Elements, not their ids: lxml makes their Python objects anew when nobody holds them.
    homes = {home for segment, kept in zip(segments, keep, strict=True) if kept for home in _containers(segment)}

    def belongs(segment: Segment) -> bool:
        if segment.piece.kind in (BlockKind.CODE, BlockKind.ROW):
            return True
        long_enough = len(squeeze(segment.piece.text)) >= LOST_BLOCK
        return long_enough and any(home in homes for home in _containers(segment))

    return [
        kept or (first < at < last and not _linked(segment) and belongs(segment))
        for at, (segment, kept) in enumerate(zip(segments, keep, strict=True))
    ]


LOST_BLOCK = 30
"""Characters without white space from which on a dropped block is a sentence rather than a label. On the development
pages this adds 5 points of token F1 to one article and no false positive; without the container rule it costs one."""


def _containers(segment: Segment) -> list[HtmlElement]:
    """The element that holds a block and the one around that; ``body`` holds everything and counts for nothing."""
    around = segment.parent.getparent()
    found = [segment.parent] if around is None else [segment.parent, around]
    return [element for element in found if element.tag not in ("body", "html")]


def _linked(segment: Segment) -> bool:
    return segment.linked > 0.3 * len("".join(segment.piece.text.split()))


def _mostly_in(text: str, chosen: str) -> bool:
    """Four in five of a text's pieces of 20 characters occur in ``chosen``: a link or a note inside was left out."""
    pieces = [text[start : start + 20] for start in range(0, len(text) - 19, 20)]
    return sum(piece in chosen for piece in pieces) >= 0.8 * len(pieces)


_TRAFILATURA_KINDS = {
    "head": BlockKind.HEADING,
    "item": BlockKind.ITEM,
    "code": BlockKind.CODE,
    "quote": BlockKind.QUOTE,
    "row": BlockKind.ROW,
}


def _pieces(body: Any) -> list[Piece]:
    """Trafilatura's own tree as pieces, its inline tags folded into the text."""
    from lxml.etree import iterwalk

    pieces: list[Piece] = []
    stack: list[tuple[str, str]] = []
    buffer: list[str] = []

    def flush() -> None:
        text = "".join(buffer)
        buffer.clear()
        if text.strip():
            tag, rend = next(((tag, rend) for tag, rend in reversed(stack) if tag in _TRAFILATURA_KINDS), ("p", ""))
            level = int(rend[1:]) if tag == "head" and rend[1:].isdigit() else int(tag == "item")
            pieces.append(Piece(_TRAFILATURA_KINDS.get(tag, BlockKind.PARAGRAPH), text.strip(" |\n"), level))

    for event, element in iterwalk(body, events=("start", "end")):
        tag = str(element.tag)
        block = tag in ("body", "p", "head", "list", "item", "quote", "table", "row", "main", "div") or (
            tag == "code" and "\n" in "".join(element.itertext())
        )
        if block:
            flush()
        if event == "start":
            stack.append((tag, attribute(element, "rend")))
            buffer.append("\n" if tag == "lb" else "")
            buffer.append(element.text or "")
        else:
            stack.pop()
            buffer.append(" | " if tag == "cell" else "")
            buffer.append(element.tail or "")
    flush()
    return pieces


# ---------------------------------------------------------------- edges

_EDGE = re.compile(
    r"^(?:prev(?:ious)?|next|home|up|top|index|contents|table of contents|download\b.{0,30}|search|menu|back|print"
    r"|上一页|下一页|起始页|目录|上一级|前へ|次へ|戻る|précédent|suivant|[«»<>←→|\s\-–—·•:/.,]*)$",
    re.IGNORECASE,
)


def trim_edges(segments: list[Segment]) -> list[Segment]:
    """Without the short link-only segments before the first and after the last real one (Prev, Home, Next)."""
    start, end = 0, len(segments)
    while start < end and _is_edge(segments[start]):
        start += 1
    while end > start and _is_edge(segments[end - 1]):
        end -= 1
    return segments[start:end]


def _is_edge(segment: Segment) -> bool:
    text = " ".join(segment.piece.text.split())
    if segment.piece.kind is BlockKind.HEADING or len(text) > 200:
        return False
    parts = [part.strip() for part in text.split("|")]
    return all(_EDGE.match(part) for part in parts) or segment.linked >= 0.8 * len("".join(text.split()))
