"""The HTML report: whole, inert, and every citation leads to its passage."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from research_agent.domain import BlockKind, Report, Section, Sentence, SentenceKind, SourceGroup
from research_agent.reports.html import render_html
from tests.reports.sample import ALMANAC, DOCUMENTS, NEWS, NOTE, Q_NEW, REPORT, document, quote


def page(report: Report = REPORT, documents: dict = DOCUMENTS) -> html.HtmlElement:  # type: ignore[type-arg]
    return html.document_fromstring(render_html(report, documents))


def text(element: html.HtmlElement) -> str:
    return re.sub(r"\s+", " ", element.text_content()).strip()


def test_every_link_inside_the_page_has_its_target() -> None:
    tree = page()
    targets = {link.get("href")[1:] for link in tree.iter("a") if link.get("href").startswith("#")}
    names = [element.get("id") for element in tree.iter() if element.get("id")]
    assert targets <= set(names)
    assert len(names) == len(set(names))


def test_a_citation_leads_to_the_quote_in_its_source() -> None:
    tree = page()
    link = tree.get_element_by_id("s1-1").find(".//sup/a")
    mark = tree.get_element_by_id(link.get("href")[1:])
    assert mark.tag == "mark"
    assert text(mark) == "The summit rock is 8,844.43 metres above sea level."
    assert "Title of s0000note" in text(mark.xpath("ancestor::article")[0])


def test_below_a_passage_stand_its_place_and_the_way_back() -> None:
    notes = [text(note) for note in page().find_class("note")]
    assert "3a · page 1 · characters 0–51 · cited in Heights ↩1↩2↩4↩6" in notes


def test_only_addresses_of_the_web_are_links_out() -> None:
    out = [link.get("href") for link in page().iter("a") if not link.get("href").startswith("#")]
    assert out == ["https://s0000news.example/page"]


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "https://[", "HTTP:x"]
)
def test_other_addresses_are_dead(address: str) -> None:
    report = replace(REPORT, sources=(replace(NEWS.source, address=address), *REPORT.sources[1:]))
    tree = page(report)
    assert not [link for link in tree.iter("a") if not link.get("href").startswith("#")]
    assert address in text(tree)


def test_the_policy_allows_the_pages_own_style_and_nothing_else() -> None:
    source = render_html(REPORT, DOCUMENTS)
    style = re.search(r"<style>(.*?)</style>", source, re.DOTALL)
    assert style
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    policy = page().xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    )
    assert " style=" not in source
    assert not re.search(r"url\(|@import|https?://[^\"'<]*\.(?:js|css|woff)", style[1])


def test_the_page_is_made_of_named_parts() -> None:
    tree = page()
    assert tree.get("lang") == "en"
    assert len(tree.findall(".//main")) == len(tree.findall(".//aside")) == len(tree.findall(".//h1")) == 1
    assert [text(link) for link in tree.find_class("skip")] == ["Skip to the report", "Skip to the sources"]
    assert not list(tree.iter("script", "img", "link", "iframe", "form"))
    assert all(
        tree.get_element_by_id(e.get("aria-labelledby")) is not None for e in tree.xpath("//*[@aria-labelledby]")
    )


def test_the_banner_says_how_it_ended_and_that_no_model_was_used() -> None:
    banner = text(page().find_class("banner")[0])
    assert "Partial" in banner
    assert "No language model was used." in banner
    assert "Not judged." in banner


def test_statuses_have_words_and_a_legend() -> None:
    tree = page()
    status = tree.get_element_by_id("s1-1").find_class("status")[0]
    assert "agreed" in status.get("class")
    assert status.get("title") == "independent sources agree: Two independent sources say it."
    shown = [text(label) for label in tree.find_class("filters")[0].iter("label")]
    assert shown == [
        "everything",
        "independent sources agree 4",
        "one source 3",
        "sources disagree 4",
        "not verified 1",
    ]


def test_an_unverified_sentence_is_marked() -> None:
    assert "not verified: 4.43 stands in no quote" in text(page().get_element_by_id("s1-6"))


def test_a_card_shows_claim_status_confidence_quote_in_context_and_who_says_it() -> None:
    card = page().get_element_by_id("e-a-2")
    shown = text(card)
    assert "The figure is a snow height." in shown
    assert "one source · confidence 0.70 · since 2020" in shown
    assert text(card.find(".//mark")) == "The new figure is a snow height"
    assert text(card.find(".//blockquote")).endswith("so it can be compared with the old one.")
    assert text(card.find_class("facts")[0]) == "Example World Reportpublished 2020-12-09press"


def test_a_card_of_a_disputed_claim_leads_to_both_sides() -> None:
    tree = page()
    (link,) = [one for one in tree.get_element_by_id("e-a-1").iter("a") if text(one) == "See both sides"]
    assert tree.get_element_by_id(link.get("href")[1:]) is not None


def test_a_card_counts_the_quotes_that_the_sentence_is_not_printed_with() -> None:
    assert "Further quotes for this claim: 1" in text(page().get_element_by_id("e-a-1"))


def test_every_sentence_with_a_claim_has_its_evidence_one_link_away() -> None:
    tree = page()
    for line in tree.find_class("line"):
        assert line.find_class("evidence")[0].get("href") == f"#e-{line.get('id')}"


def test_a_source_lists_what_it_contributed_and_with_whom_it_counts_as_one() -> None:
    groups = (SourceGroup(sources=("s0000news", "s000alman"), reason="both come from example.org"),)
    tree = page(replace(REPORT, groups=groups))
    source = tree.get_element_by_id("r-2")
    assert "Counts as one voice with: 1 (both come from example.org)" in text(source)
    given = source.find_class("gave")[0]
    assert [(a.get("href"), text(a)) for a in given.iter("a")] == [
        ("#a-3", "Older books have 8,848 metres."),
        ("#s1-6", "The difference is 4.43 m."),
    ]


def test_without_documents_a_card_still_shows_its_quote() -> None:
    card = page(documents={}).get_element_by_id("e-a-2")
    assert text(card.find(".//blockquote")) == "The new figure is a snow height"


def test_where_all_sentences_are_alike_there_is_a_legend_and_no_filter() -> None:
    answer = tuple(one for one in REPORT.answer if one.claims == ("c2",))
    tree = page(replace(REPORT, answer=answer, sections=()))
    assert not tree.find_class("filters")
    assert text(tree.find_class("legend")[0]) == "Marks: one source"


def test_a_long_text_is_folded_around_its_quotes() -> None:
    tree = page()
    fold = tree.get_element_by_id("r-3").find(".//details[@class='fold']")
    assert text(fold.find("summary")).endswith("characters, not cited")
    shown = len(text(tree.get_element_by_id("r-3"))) - len(text(fold))
    assert shown < 2_500


def test_what_is_folded_away_is_only_counted_when_the_page_would_grow_too_large() -> None:
    long = document("s0000note", NOTE.text + "\n\n" + "word " * 200_000)
    source = render_html(REPORT, DOCUMENTS | {"s0000note": long})
    assert len(source) < 150_000
    assert "the whole text is sources/s0000note.txt in the run" in source


def test_a_source_without_its_text_still_shows_its_quotes() -> None:
    tree = page(documents={})
    assert text(tree.get_element_by_id("q-1")) == Q_NEW.text
    assert "The stored text of this source was not at hand" in text(tree.get_element_by_id("r-1"))


def test_overlapping_quotes_are_each_reachable_and_lose_no_text() -> None:
    quotes = (
        Q_NEW,
        quote("q2", NEWS, "Everest is 8,848.86 metres high. The summit lies on their border.\n\nThe new figure"),
        quote("q6", NEWS, "Mount Everest is"),
        *REPORT.quotes[2:],
    )
    tree = page(replace(REPORT, quotes=quotes))
    for number in (1, 2, 3):
        assert tree.get_element_by_id(f"q-{number}") is not None
    joined = "".join(mark.text_content() for mark in tree.xpath("//mark[contains(@class, 'q-2 ')]"))
    assert joined == "Everest is 8,848.86 metres high. The summit lies on their border.The new figure"
    assert NEWS.text.split("\n\n")[1] in text(tree.get_element_by_id("r-1"))


def test_a_quote_that_begins_between_two_blocks_is_reachable() -> None:
    start = NEWS.text.index("\n\nThe new figure")
    between = replace(Q_NEW, start=start, end=start + 10, text=NEWS.text[start : start + 10])
    tree = page(replace(REPORT, quotes=(between, *REPORT.quotes[1:])))
    assert tree.get_element_by_id("q-1").text_content() == "The new "


def test_a_chinese_page_has_chinese_words() -> None:
    tree = page(replace(REPORT, question=replace(REPORT.question, language="zh-CN")))
    assert tree.get("lang") == "zh-CN"
    assert [text(h2) for h2 in tree.iter("h2")][-1] == "来源与引用原文"
    assert "未使用语言模型" in text(tree)


def test_another_language_falls_back_to_english_words() -> None:
    tree = page(replace(REPORT, question=replace(REPORT.question, language="fr")))
    assert tree.get("lang") == "fr"
    assert tree.get_element_by_id("references").get("lang") == "en"


HOSTILE = "\"'><script>document.title='owned'</script><img src=x onerror=alert(1)>{{ 7*7 }}</style></title>"


def hostile() -> tuple[Report, dict]:  # type: ignore[type-arg]
    bad = document("s0000news", HOSTILE + "\n\n" + NEWS.text, title=HOSTILE, publisher=HOSTILE, author=HOSTILE)
    bad = replace(bad, source=replace(bad.source, notes=(HOSTILE,), language=HOSTILE, path=HOSTILE))
    quotes = (quote("q1", bad, HOSTILE), quote("q2", bad, Q_NEW.text), *REPORT.quotes[2:])
    row = Sentence(kind=SentenceKind.ROW, cells=(HOSTILE,), claims=("c1",))
    report = replace(
        REPORT,
        title=HOSTILE,
        question=replace(REPORT.question, text=HOSTILE, language=HOSTILE),
        sources=(bad.source, ALMANAC.source, NOTE.source),
        quotes=quotes,
        sections=(Section(title=HOSTILE, columns=(HOSTILE,), sentences=(row, Sentence(text=HOSTILE, note=HOSTILE))),),
        claims=tuple(replace(claim, text=HOSTILE, reason=HOSTILE) for claim in REPORT.claims),
        attempts=tuple(replace(one, query=HOSTILE, why=HOSTILE) for one in REPORT.attempts),
        not_found=tuple(replace(one, text=HOSTILE, searched=(HOSTILE,)) for one in REPORT.not_found),
        problems=tuple(replace(one, subject=HOSTILE, what=HOSTILE) for one in REPORT.problems),
    )
    return report, {bad.source.id: bad, ALMANAC.source.id: ALMANAC, NOTE.source.id: NOTE}


def test_hostile_text_stays_text_everywhere() -> None:
    tree = page(*hostile())
    assert not list(tree.iter("script", "img"))
    assert not [name for element in tree.iter() for name in dict(element.attrib) if name.startswith("on")]
    assert "49" not in text(tree.find(".//h1"))
    assert text(tree.find(".//h1")) == HOSTILE
    assert len(tree.findall(".//style")) == 1


@given(st.text(max_size=60))
def test_any_text_is_shown_as_it_is(words: str) -> None:
    from research_agent.reports.plain import one_line

    answer = (Sentence(text=words, claims=("c2",)),)
    shown = page(replace(REPORT, answer=answer)).get_element_by_id("a-1").find_class("sentence")[0]
    assert text(shown) == one_line(words)


@given(st.data())
def test_no_character_of_a_shown_text_is_lost(data: st.DataObject) -> None:
    """Whatever spans are cited, a small text is shown whole."""
    quotes = []
    for number in range(1, 4):
        start = data.draw(st.integers(0, len(NEWS.text) - 2))
        end = data.draw(st.integers(start + 1, len(NEWS.text)))
        if NEWS.text[start:end].strip():
            quotes.append(replace(Q_NEW, id=f"q{number}", start=start, end=end, text=NEWS.text[start:end]))
    claim = replace(REPORT.claims[1], id="c2", quotes=tuple(one.id for one in quotes))
    report = replace(REPORT, quotes=tuple(quotes), claims=(claim,), sections=(), sources=(NEWS.source,))
    tree = page(report)
    for note in tree.find_class("note"):
        note.getparent().remove(note)
    shown = "".join(part.text_content() for part in tree.get_element_by_id("r-1").find_class("text"))
    assert re.sub(r"\s+", "", shown) == re.sub(r"\s+", "", NEWS.text)


def test_code_keeps_its_lines() -> None:
    code = document("s0000news", "line one\n  line two\n\n" + NEWS.text, kinds=[BlockKind.CODE])
    quotes = (quote("q1", code, "line one\n  line two"), *(replace(q, start=0, end=4) for q in REPORT.quotes[1:2]))
    tree = page(replace(REPORT, quotes=(*quotes, *REPORT.quotes[2:])), DOCUMENTS | {"s0000news": code})
    assert tree.find(".//pre").text_content() == "line one\n  line two"
