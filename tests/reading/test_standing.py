"""What documents say against themselves, and what is only said of others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.reading.extract import extract
from research_agent.reading.standing import find_standing
from tests.support.shared_data import shared_data

OLD = "This document is for an insecure version of Django that is no longer supported."


@pytest.mark.parametrize(
    ("title", "text", "standing"),
    [
        ("RETRACTED: Ileal-lymphoid hyperplasia", "We investigated ...", "retracted"),
        ("[Retracted] Ileal hyperplasia", "We investigated ...", "retracted"),
        ("A paper", "This article has been retracted at the request of its editor. See the notice.", "retracted"),
        ("A paper", "This paper has been withdrawn by the author.", "retracted"),
        ("一篇论文", "本文已撤稿", "retracted"),
        ("RFC 2616", "Network Working Group\nObsoleted by: 7230, 7231\nHTTP", "superseded"),
        ("A standard", "Status: Withdrawn\n\nScope", "superseded"),
        ("标准", "本标准已被GB/T 1234-2020代替。", "superseded"),
        ("办法", "已废止", "superseded"),
        ("Manual", OLD, "outdated"),
        ("Manual", "This documentation is for an unsupported version of PostgreSQL.", "outdated"),
        ("Page", "Note: this page is out of date.", "outdated"),
        ("页面", "本页面内容已过时，请参阅新版。", "outdated"),
        ("Moon made of cheese | Satire", "Scientists said", "satire"),
        ("Moon made of cheese", "Scientists said.\n" * 300 + "This is a work of satire.", "satire"),
        ("月亮", "科学家说。\n本文纯属虚构。", "satire"),
    ],
)
def test_a_documents_own_words(title: str, text: str, standing: str) -> None:
    found, words = find_standing(title, text)
    assert found == standing
    assert words
    assert words in text or words in title


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("The retraction of a paper", "The article by Smith has been retracted. It was withdrawn in 2010."),
        ("RFC 7230", "Obsoletes: 2145, 2616\nUpdates: 2817"),
        ("Withdrawn from service", "The tram was withdrawn in 1960."),
        ("Satire in Rome", "The satire of Juvenal is a satire."),
        ("API", "The old function is deprecated; this function has been replaced by another, see below."),
        ("关于废止旧办法的通知", "其他办法已经废止。"),
        ("News", "Lead.\n" * 900 + "This article has been retracted.\n" + "More.\n" * 900),
        ("Guide", "This guide is maintained by Bob and may be out of date in places."),
    ],
)
def test_what_is_said_of_others_or_in_passing(title: str, text: str) -> None:
    assert find_standing(title, text) == ("", "")


def test_a_banner_that_the_text_of_a_page_leaves_out() -> None:
    prose = "<p>" + "The command copies files from one place to another, and does so quickly. " * 12 + "</p>"
    page = (
        f'<title>Copy</title><div id="dev-warning" class="doc-floating-warning">{OLD}</div><article>{prose}</article>'
    )
    found = extract(page.encode(), address="https://docs.example.org/copy")
    assert (found.standing, found.standing_words) == ("outdated", OLD)


def test_schema_org_knows_satire() -> None:
    data = '{"@type": "SatiricalArticle", "headline": "Moon sold", "datePublished": "2024-05-06"}'
    page = f'<script type="application/ld+json">{data}</script><p>The moon was sold today, officials said.</p>'
    assert extract(page.encode(), address="https://example.org/m").standing == "satire"


@given(st.text(), st.text(max_size=3000))
def test_any_text(title: str, text: str) -> None:
    standing, words = find_standing(title, text)
    assert bool(standing) is bool(words.strip())


def test_only_superseded_constitutions_of_the_corpus_say_so() -> None:
    folder = shared_data("corpus")
    found = {
        path.name: extract(path.read_bytes(), address=path.as_uri()).standing
        for path in sorted(folder.glob("doc-debian-11.3/*"))
    }
    fallen = {name for name, standing in found.items() if standing}
    assert {"constitution.1.0.txt", "social-contract.1.1.txt"} <= fallen
    assert not {"constitution.txt", "social-contract.txt"} & fallen


@pytest.mark.parametrize(
    ("text", "standing"),
    [
        ("The rewrite of this tutorial document, with more examples, is available as Guide for Bakers.", "superseded"),
        ("Please use this new tutorial as the primary tutorial document.", "superseded"),
        ("So some parts of this document aren't applicable any more.", "outdated"),
        ("This is an old version of the guide. Please use the new one.", "outdated"),
        ("This page tells of version 1 and has been superseded by the Guide for version 2.", "superseded"),
        ("This file is kept for historical reasons; see the new one.", "outdated"),
        ("这是旧版本的文档，请使用新版手册。", "outdated"),
        ("This file is old when its date is past.", ""),
        ("This is an old version number scheme.", ""),
        ("A rewrite of the parser is available.", ""),
        ("Use the new version of the oven.", ""),
        ("Some parts of this dough aren't applicable any more.", ""),
    ],
)
def test_a_manual_that_sends_its_readers_to_another(text: str, standing: str) -> None:
    assert find_standing("Chapter 5", f"Chapter 5\n\n{text}\n")[0] == standing


def test_the_graver_notice_counts() -> None:
    old, other = "Some parts of this document are no longer valid.", "Please use this new guide instead."
    assert find_standing("t", f"{old}\n\n{other}") == ("superseded", other)
