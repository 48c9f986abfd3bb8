"""The judge's verdict as a part of the report."""

from __future__ import annotations

from dataclasses import replace

from research_agent.codec import load
from research_agent.domain import ItemVerdict, Report, Verdict
from research_agent.reports.document import parse_report, report_json
from research_agent.reports.html import render_html
from research_agent.reports.markdown import render_markdown
from tests.reports.sample import REPORT

ITEMS = (
    ItemVerdict(
        id="a",
        label="satisfied",
        value=1.0,
        ternary=1.0,
        weight=3.0,
        reason="It does.",
        sentence="It is 8849 <b>m</b> high.",
        text="States | the height",
    ),
    ItemVerdict(id="b", label="partial", value=1.0, ternary=0.5, weight=-2.0, reason="Nearly.", text="Rounds it"),
    ItemVerdict(id="c", label="undecided", value=None, weight=1.0, reason="No gold.", text="Is readable"),
)
VERDICT = Verdict(
    judge="checklist",
    score=1 / 3,
    score_ternary=2 / 3,
    decided=2,
    items=ITEMS,
    rubric="derived",
    model="big-1",
    vetoes=("b",),
    notes=("The report was cut.",),
)
JUDGED: Report = replace(REPORT, verdict=VERDICT)


def test_the_head_gives_the_score_and_over_how_many_items_it_was_made() -> None:
    head = render_markdown(JUDGED).split("## ")[0]
    assert "Judged: 0.33, over 2 of 3 checklist items." in head
    assert "Not judged" not in head


def test_the_checklist_shows_items_labels_reasons_and_the_sentence_they_rest_on() -> None:
    section = render_markdown(JUDGED).split("## Checklist")[1].split("\n## ")[0]
    assert "Score 0.33 (strict; ternary 0.67), over 2 of 3 items. Judge: checklist / big-1." in section
    assert "derived from the question" in section
    assert "Fatal flaw, which makes the score 0: b." in section
    assert "The report was cut." in section
    rows = [line for line in section.splitlines() if line.startswith("|")][2:]
    assert len(rows) == 3
    assert "+3" in rows[0]
    assert "\\<b>" in rows[0]
    assert "the flaw is there in part" in rows[1]
    assert "not decided" in rows[2]


def test_a_report_without_a_score_says_none() -> None:
    unscored = replace(REPORT, verdict=replace(VERDICT, score=None, score_ternary=None, decided=0))
    assert "Judged: none, over 0 of 3 checklist items." in render_markdown(unscored)


def test_the_page_shows_it_escaped() -> None:
    page = render_html(JUDGED, {})
    assert 'id="checklist"' in page
    assert "&lt;b&gt;m&lt;/b&gt;" in page
    assert "the flaw is there in part" in page


def test_it_travels_through_report_json() -> None:
    document = report_json(JUDGED)
    assert document["judged"] is True
    assert load(Verdict, document["verdict"]) == VERDICT
    assert parse_report(document).verdict == VERDICT
    assert "verdict" not in report_json(REPORT)
    assert parse_report(report_json(REPORT)).verdict is None
