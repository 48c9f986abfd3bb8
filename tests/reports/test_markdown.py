"""The Markdown report: numbers without gaps, everything said, nothing smuggled in."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain import (
    Constraint,
    DemandCheck,
    EngineInfo,
    Outcome,
    OutlineSection,
    Report,
    Section,
    Sentence,
    SentenceKind,
    SourceGroup,
)
from research_agent.reports.markdown import render_markdown
from tests.reports.sample import HEIGHT, NEWS, PLAN, REPORT


def titled(title: str) -> Report:
    return replace(REPORT, title=title, sources=(replace(NEWS.source, title=title), *REPORT.sources[1:]))


def hostile(text: str) -> Report:
    """The sample with one foreign text in every place that takes foreign text and is not a heading."""
    report = titled(text)
    first = report.reflections[0]
    step = replace(first.next[0], expects=text)
    sides = tuple(replace(side, statement=text) for side in HEIGHT.positions)
    return replace(
        report,
        claims=(replace(HEIGHT, text=text, reading=text, positions=sides), *report.claims[1:]),
        sources=(replace(report.sources[0], authority_reason=text), *report.sources[1:]),
        not_found=(replace(report.not_found[0], text=text, searched=(text,)),),
        groups=(replace(report.groups[0], reason=text),),
        todo=tuple(replace(item, text=text, why=text) for item in report.todo),
        reflections=(replace(first, missing=(text,), why=text, next=(step,)),),
        demands=(DemandCheck(demand=Constraint(kind="other", text=text), met="partly", why=text),),
    )


def chinese() -> Report:
    return replace(REPORT, question=replace(REPORT.question, language="zh-CN"))


def test_the_head_says_how_it_ended_and_that_no_model_was_used() -> None:
    head = render_markdown(REPORT).split("## ")[0]
    assert "**Partial" in head
    assert "No language model was used." in head
    assert "Not judged." in head
    assert "How high is Mount Everest?" in head


def test_a_model_is_named() -> None:
    engine = EngineInfo(name="llm", reason="a key is set", models={"writer": "big-1", "reader": "small-1"})
    text = render_markdown(replace(REPORT, engine=engine))
    assert "Written with big-1, small-1." in text
    assert "No language model" not in text


def test_citations_are_numbered_in_order_of_first_use_without_gaps() -> None:
    body, references = render_markdown(REPORT).split("## References")
    used = [int(number) for number in re.findall(r"\[(\d+)]", body)]
    first_uses = list(dict.fromkeys(used))
    assert first_uses == [1, 2, 3]
    assert re.findall(r"^(\d+)\. \*\*", references, re.MULTILINE) == ["1", "2", "3"]


def test_a_sentence_carries_the_sources_of_its_claims_and_no_others() -> None:
    text = render_markdown(REPORT)
    assert "Mount Everest is 8,848.86 metres high.[1] That counts the snow.[1]" in text
    assert "The rock lies lower.[3]\n\nIt is a second paragraph.[1][3]\n\n- An item of a list[1]" in text


def test_rows_make_a_table_under_the_sections_columns() -> None:
    text = render_markdown(REPORT)
    assert "| Surface | Height |\n| --- | --- |\n| rock | 8,844.43 m[3] |\n| snow | 8,848.86 m[1] |" in text


def test_ragged_rows_are_filled_up() -> None:
    rows = (
        Sentence(kind=SentenceKind.ROW, cells=("a",), claims=("c2",)),
        Sentence(kind=SentenceKind.ROW, cells=("b", "c", "d | e")),
    )
    text = render_markdown(replace(REPORT, sections=(Section(title="T", sentences=rows, columns=("x", "y")),)))
    assert "| x | y |  |\n| --- | --- | --- |\n| a |  | [1] |\n| b | c | d \\| e |" in text


def test_an_unverified_sentence_is_marked() -> None:
    assert "(*not verified: 4.43 stands in no quote*)" in render_markdown(REPORT)


def test_a_dispute_tells_who_says_what_and_when() -> None:
    text = render_markdown(REPORT)
    part = text.split("## Where sources disagree")[1].split("## ")[0]
    assert "| Statement | Who says it | Since | Our reading, and why |" in part
    assert "**1a** 8,848.86 m | Example World Report, 2020-12-09[1] | 2020-12-09 | The sources give different" in part
    assert "| **1b** 8,848 m | Example Pocket Almanac, 2008-01-15[2] | 2008-01-15 |  |" in part


def test_a_side_is_told_since_its_own_date_and_the_reading_in_its_own_words() -> None:
    sides = (replace(HEIGHT.positions[0], since=date(1999, 5, 5)), HEIGHT.positions[1])
    claim = replace(HEIGHT, positions=sides, reading="The newer one holds: it is by the authority in charge.")
    part = render_markdown(replace(REPORT, claims=(claim, *REPORT.claims[1:])))
    assert "[1] | 1999-05-05 | The newer one holds: it is by the authority in charge. |" in part


def test_what_is_missing_comes_with_what_was_tried() -> None:
    part = render_markdown(REPORT).split("## What could not be established")[1].split("## ")[0]
    assert "(nothing was found). Searched for: everest ice age; ice cores everest *(narrower)*" in part


def test_the_todo_list_says_what_was_done_and_given_up() -> None:
    part = method_of(REPORT)
    assert "- [x] 1. How high is it? — 3 statements from 3 sources" in part
    assert "- [-] 2.1. Was the ice measured? *(added in round 1)* — given up: nothing was found" in part


def test_a_planned_section_without_evidence_is_named() -> None:
    outline = (*REPORT.plan.outline, OutlineSection(title="The Ice Age", sub_questions=("2",)))
    part = method_of(replace(REPORT, plan=replace(REPORT.plan, outline=outline)))
    assert "Planned sections without evidence: The Ice Age\n" in part


def test_each_round_is_told_in_a_line() -> None:
    part = method_of(REPORT)
    line = next(line for line in part.splitlines() if line.startswith("- **First searches**"))
    assert line.endswith("; disputed: 1; 1 more searches; 2.1 (narrower, 0.60, a figure for the ice)")
    assert "- **Round 1**: stopped: the last round found nothing new" in part


def test_the_demands_are_ticked_off() -> None:
    part = method_of(REPORT)
    assert "- [x] Mount Everest\n" in part
    assert "- [ ] the Ice Age — not met: no sentence speaks of it" in part
    assert "- [?] briefly — not checked: code cannot tell" in part


def test_sources_taken_for_one_and_the_check_of_sentences_are_told() -> None:
    part = method_of(REPORT)
    assert "- No. 1, 3: Half of the one stands in the other." in part
    assert (
        "**Sentences**: 9 checked, 2 word for word, 6 also judged by a model, 1 repaired, 1 dropped, 1 marked" in part
    )


def method_of(report: Report) -> str:
    return render_markdown(report).split("## How this report was made")[1].split("## References")[0]


def test_failed_searches_and_problems_are_told() -> None:
    part = render_markdown(REPORT).split("## How this report was made")[1]
    assert "| everest ice age | duckduckgo | failed: no connection |" in part
    assert "| everest ice age | local | nothing found (2 left out by --since) |" in part
    assert "The page did not answer." in part
    assert "The plan is a fallback: The planner's reply could not be used." in part


def test_every_reference_carries_its_quotes_with_their_places() -> None:
    part = render_markdown(REPORT).split("## References")[1]
    assert "> “The summit rock is 8,844.43 metres above sea level.” (page 1, characters 0–51)" in part
    assert "<https://s0000news.example/page> · published 2020-12-09 · read 2026-11-30" in part
    assert "/home/reader/pocket-almanac-2008.txt" in part
    assert "*Page 3 could not be read.*" in part


def test_a_chinese_report_has_chinese_headings() -> None:
    text = render_markdown(chinese())
    for heading in ("## 答案", "## 来源之间的分歧", "## 未能确定的内容", "## 本报告的形成过程", "## 参考文献"):
        assert heading in text
    assert "未使用语言模型" in text
    assert "## Answer" not in text


def test_chinese_sentences_stand_without_spaces_and_make_no_link() -> None:
    answer = (Sentence(text="八千米。", claims=("c2",)), Sentence(text="(http://evil.example)", claims=("c2",)))
    text = render_markdown(replace(chinese(), answer=answer))
    assert "八千米。[1]\\(http\\://evil.example)[1]" in text


def test_nothing_found_is_an_answer_of_its_own() -> None:
    empty = replace(
        REPORT, outcome=Outcome.NO_EVIDENCE, answer=(), sections=(), claims=(), quotes=(), sources=(), problems=()
    )
    text = render_markdown(empty)
    assert "**Nothing found" in text
    assert "No claim could be established" in text
    assert "## References" not in text


HOSTILE = [
    "<script>alert(1)</script>",
    "![x](https://evil.example/p.png)",
    "[click](javascript:alert(1))",
    "a | b\n| --- | --- |",
    "# heading\n## another",
    "```\ncode",
    "<img src=x onerror=alert(1)>",
    "[1]: https://evil.example",
    "&lt;b&gt; &#x3c;",
    "https://evil.example www.evil.example",
    "\x1b]8;;https://evil.example\x07click\x1b]8;;\x07",
    "\u202egnp.exe",
    "1. item",
    "$$x$$ ~~gone~~ **bold** _it_",
    "----",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_foreign_text_stays_text(text: str) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    rendered = render_markdown(hostile(text))
    tokens = Markdown(rendered).parsed
    flat = [inner for token in tokens for inner in [token, *(token.children or [])]]
    links = {str(token.attrs["href"]) for token in flat if token.type == "link_open"}
    assert links == {"https://s0000news.example/page"}
    assert not [token for token in flat if token.type in {"html_block", "html_inline", "image", "code_block", "fence"}]
    assert sum(token.type == "table_open" for token in flat) == 3
    assert "\x1b" not in rendered
    assert "\u202e" not in rendered
    Console(file=None, quiet=True).print(Markdown(rendered))


@given(st.text(max_size=80))
def test_any_title_is_shown_as_it_is(title: str) -> None:
    """What a CommonMark reader makes of the heading is the title itself, white space collapsed."""
    from rich.markdown import Markdown

    from research_agent.reports.plain import one_line

    tokens = Markdown(render_markdown(titled(title))).parsed
    assert tokens[0].type == "heading_open"
    shown = "".join(child.content for child in tokens[1].children or [])
    assert shown == one_line(title)


@given(st.permutations(["c1", "c2", "c3"]), st.integers(1, 3))
def test_numbers_have_no_gaps_whatever_is_cited_first(order: list[str], count: int) -> None:
    from research_agent.domain import Usage
    from research_agent.evidence.ledger import Ledger
    from research_agent.reports.assemble import assemble
    from tests.reports.test_assemble import Draft

    ledger = Ledger(
        sources={source.id: source for source in REPORT.sources},
        quotes={quote.id: quote for quote in REPORT.quotes},
        claims={claim.id: claim for claim in REPORT.claims},
    )
    answer = tuple(Sentence(text="It is so.", claims=(claim,)) for claim in order[:count])
    report = assemble(
        question=REPORT.question,
        plan=PLAN,
        engine=REPORT.engine,
        checked=Draft(answer=answer, ledger=ledger),
        branches=(),
        outcome=Outcome.COMPLETE,
        problems=(),
        usage=Usage(),
        run="r",
    )
    body, references = render_markdown(report).split("## References")
    first_uses = list(dict.fromkeys(re.findall(r"\[(\d+)]", body)))
    assert first_uses == [str(number) for number in range(1, len(report.sources) + 1)]
    assert len(re.findall(r"^\d+\. \*\*", references, re.MULTILINE)) == len(report.sources)


def test_where_no_side_has_a_date_there_is_no_column_of_dates() -> None:
    undated = tuple(replace(source, published=None) for source in REPORT.sources)
    claims = tuple(
        replace(claim, positions=tuple(replace(side, since=None) for side in claim.positions))
        for claim in REPORT.claims
    )
    part = render_markdown(replace(REPORT, sources=undated, claims=claims)).split("## Where sources disagree")[1]
    assert "| Statement | Who says it | Our reading, and why |" in part
    assert "| Since |" not in part


def test_many_sources_that_count_as_one_are_told_by_their_works_with_two_reasons() -> None:
    few = REPORT.sources[0]
    names = [("a", "Manual"), ("b", "Guide"), ("c", "Manual"), ("d", "Guide")]
    sources = tuple(replace(few, id=id, part_of=work) for id, work in names)
    group = SourceGroup(sources=("a", "b", "c", "d"), reason="first; second; third")
    citing = tuple(replace(quote, source=id) for quote, id in zip(REPORT.quotes, "abcdabcd", strict=False))
    part = method_of(replace(REPORT, sources=sources, quotes=citing, groups=(group,)))
    line = next(line for line in part.splitlines() if "first" in line)
    assert "(Manual)" in line
    assert "(Guide)" in line
    assert "second" in line
    assert "third" not in line
