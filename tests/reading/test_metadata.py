"""Where a page's date, its own address and its other languages come from, and what weakens a date."""

from __future__ import annotations

from datetime import date

import pytest

from research_agent.reading.dates import DATE_OF_UPDATE
from research_agent.reading.extract import Extracted, extract
from research_agent.reading.html.metadata import DATE_OF_ADDRESS

PROSE = "<p>The town has a lighthouse that is 36 metres high, and many visitors climb it every year in summer.</p>"


def page(head: str, body: str = PROSE, address: str = "https://example.org/news") -> Extracted:
    return extract(f"<html><head>{head}</head><body>{body}</body></html>".encode(), address=address)


@pytest.mark.parametrize(
    ("head", "body", "day"),
    [
        ('<meta property="article:published_time" content="2024-05-06T10:00:00Z">', "", "2024-05-06"),
        ('<meta name="PubDate" content="2024-05-06 10:00">', "", "2024-05-06"),
        (
            '<script type="application/ld+json">{"@graph":[{"@type":"NewsArticle","headline":"x",'
            '"datePublished":"2024-05-06","dateModified":"2025-01-01"}]}</script>',
            "",
            "2024-05-06",
        ),
        ("", '<article><time datetime="2024-05-06">6 May</time><p>Text of it.</p></article>', "2024-05-06"),
        ('<meta name="date" content="2999-01-01">', "", "None"),
        ('<meta name="date" content="0001-01-01">', "", "None"),
        (
            "",
            '<article><time datetime="2024-05-06">a</time> <time datetime="2023-01-01">b</time><p>Two.</p></article>',
            "None",
        ),
    ],
)
def test_dates_that_a_page_declares(head: str, body: str, day: str) -> None:
    found = page(head, body + PROSE)
    assert str(found.published) == day
    assert not any(note.startswith("date:") for note in found.notes)


def test_a_date_from_the_address_says_so() -> None:
    found = page("", address="https://example.org/2024/05/06/lighthouse.html")
    assert found.published == date(2024, 5, 6)
    assert DATE_OF_ADDRESS in found.notes
    assert page("", address="https://example.org/2024/15/36/lighthouse.html").published is None


@pytest.mark.parametrize(
    "head",
    ['<meta property="article:modified_time" content="2024-05-06">', '<meta name="revised" content="6 May 2024">'],
)
def test_a_date_of_a_change_is_no_date_of_publication_and_says_so(head: str) -> None:
    found = page(head)
    assert found.published == date(2024, 5, 6)
    assert DATE_OF_UPDATE in found.notes


def test_last_update_at_the_head_of_a_text() -> None:
    prose = "The lighthouse of the town is 36 metres high and many visitors climb it every year in summer.\n" * 3
    found = extract(f"The title\n\nLast updated: 2024-05-06\n\n{prose}".encode(), address="a.txt")
    assert (found.published, found.notes[-1]) == (date(2024, 5, 6), DATE_OF_UPDATE)
    both = extract(f"Title\nPublished: 2020-01-02\nLast updated: 2024-05-06\n\n{prose}".encode(), address="a.txt")
    assert both.published == date(2020, 1, 2)
    assert DATE_OF_UPDATE not in both.notes


def test_the_head_of_an_rfc() -> None:
    head = (
        "Internet Engineering Task Force (IETF)                  R. Fielding, Ed.\n"
        "Request for Comments: 9110                                         Adobe\n"
        "STD: 97                                                     June 2022\n"
        "Obsoletes: 2818\n\n                             HTTP Semantics\n\nAbstract\n\n"
        "   The Hypertext Transfer Protocol (HTTP) was first described in March 1996.\n"
    )
    assert extract(head.encode(), address="rfc9110.txt").published == date(2022, 6, 1)
    essay = "On memos\n\nAn RFC is a memo. Request for Comments are numbered. In June 2022 one came out.\n"
    assert extract(essay.encode(), address="a.txt").published is None


@pytest.mark.parametrize(
    "head",
    [
        '<link rel="canonical" href="https://www.example.net/a">',
        '<meta property="og:url" content="https://www.example.net/a">',
        "<!-- saved from url=(0025)https://www.example.net/a -->",
        "<!-- Page saved with SingleFile \n url: https://www.example.net/a \n saved date: now -->",
    ],
)
def test_the_address_that_a_saved_page_names(head: str) -> None:
    assert page(head, address="file:///home/me/a.html").canonical == "https://www.example.net/a"


def test_other_languages_of_a_page() -> None:
    links = "".join(f'<link rel="alternate" hreflang="{tag}" href="/{tag}/a">' for tag in ("de", "zh-CN", "x-default"))
    found = page(links + '<link rel="alternate" type="application/rss+xml" href="/feed">')
    assert found.alternates == (
        "https://example.org/de/a",
        "https://example.org/zh-CN/a",
        "https://example.org/x-default/a",
    )
