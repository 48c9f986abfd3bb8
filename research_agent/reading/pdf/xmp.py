"""What a PDF's XMP packet says about the document: title, creator, publisher and publication date.

The packet is found in the bytes: producers leave it uncompressed so that it can be (XMP specification, part 3). One
that an embedded picture brought along is told apart by what only a PDF's packet says, its format or its producer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_START, _END = b"<x:xmpmeta", b"</x:xmpmeta>"
_MAX_PACKET = 1_000_000
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_PRISM = re.compile(r"^\{http://prismstandard\.org/namespaces/basic/[\d.]+/\}(publicationDate|coverDate)$")


def read_xmp(data: bytes) -> dict[str, str]:
    """``title``, ``author``, ``publisher``, ``published``, as far as the last packet of the document has them.

    ``published`` is PRISM's publication or cover date, else Dublin Core's date; never the date of the file.
    """
    packets = [packet for packet in _packets(data) if b"application/pdf" in packet or b"pdf:Producer" in packet]
    return _fields(packets[-1]) if packets else {}


def _packets(data: bytes) -> Iterator[bytes]:
    """All packets, each byte looked at once."""
    start = data.find(_START)
    while start >= 0:
        end = data.find(_END, start)
        if end < 0:
            return
        if end - start <= _MAX_PACKET:
            yield data[start : end + len(_END)]
        start = data.find(_START, end)


def _fields(packet: bytes) -> dict[str, str]:
    from lxml import etree

    if b"<!DOCTYPE" in packet or b"<!ENTITY" in packet:
        return {}
    try:
        root = etree.fromstring(packet, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))
    except etree.XMLSyntaxError:
        return {}
    stated: dict[str, str] = {}
    for description in root.iter(f"{_RDF}Description"):
        stated.update((str(name), str(value)) for name, value in description.attrib.items())
        stated.update((str(child.tag), _values(child)) for child in description)
    dates = [value for name, value in stated.items() if _PRISM.match(name)]
    names = {"title": "title", "creator": "author", "publisher": "publisher"}
    found = {name: stated.get(f"{_DC}{tag}", "").strip() for tag, name in names.items()}
    found["published"] = next(iter(dates), "") or stated.get(f"{_DC}date", "")
    return {name: value for name, value in found.items() if value}


def _values(element: object) -> str:
    """The text of a property, or of the members of its list."""
    from lxml import etree

    if not isinstance(element, etree._Element):
        return ""
    members = [member.text or "" for member in element.iter(f"{_RDF}li")] or [element.text or ""]
    return ", ".join(member.strip() for member in members if member.strip())
