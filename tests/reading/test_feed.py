"""Feeds: entries with their title, date, link and text."""

from __future__ import annotations

from datetime import date

from research_agent.reading.extract import extract

ATOM = """<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Harbour news</title>
<entry><title>Opened</title><link rel="self" href="https://x.test/self"/><link href="https://x.test/1"/><updated>2024-05-01T10:00:00Z</updated>
<content type="html">&lt;p&gt;The harbour &lt;b&gt;opened&lt;/b&gt;.&lt;/p&gt;</content></entry>
<entry><title>Closed</title><link href="https://x.test/2"/><published>2024-06-01T10:00:00Z</published>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>It closed.</p></div></content></entry>
</feed>"""


def test_atom() -> None:
    found = extract(ATOM.encode(), address="https://x.test/feed")
    assert found.format == "feed"
    assert found.title == "Harbour news"
    assert found.published == date(2024, 6, 1)
    for part in ("The harbour opened.", "https://x.test/1", "2024-05-01", "It closed."):
        assert part in found.text
    assert "<" not in found.text
    assert "self" not in found.text


def test_entities_are_not_expanded() -> None:
    feed = '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><channel>'
    feed += "<title>A title</title><item><title>&x;</title></item></channel></rss>"
    assert "root:" not in extract(feed.encode(), address="a.rss").text
