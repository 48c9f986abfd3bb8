"""report.json: complete, documented, the same on replay, and readable back."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain import Constraint, Sentence, SentenceKind
from research_agent.errors import RunError
from research_agent.reports.document import parse_report, report_json
from tests.reports.sample import PLAN, REPORT

FORMAT = Path(__file__).resolve().parents[2] / "docs" / "report-format.md"
FULL = replace(
    REPORT,
    plan=replace(PLAN, constraints=(Constraint(kind="time", text="before 2021"),)),
    question=replace(REPORT.question, limits=replace(REPORT.question.limits, exclude_sites=("example.net",))),
)


def paths(value: Any, name: str = "") -> set[str]:
    """The names of all fields below a value, lists as ``[]``; ``models`` maps free names."""
    if isinstance(value, dict) and name != "models":
        inner = {path for key, one in value.items() for path in paths(one, f"{name}.{key}" if name else key)}
        return inner | ({name} if name else set())
    if isinstance(value, list):
        return {f"{name}[]"} | {path for one in value for path in paths(one, f"{name}[]")}
    return {name}


def leaves(found: set[str]) -> set[str]:
    return {
        one for one in found if not any(other.startswith((f"{one}.", f"{one}[]")) for other in found if other != one)
    }


def sentences_as_one(found: set[str]) -> set[str]:
    return {re.sub(r"^(?:answer_sentences|sections\[]\.sentences)\[]\.", "sentence.", one) for one in found}


def test_the_documentation_names_every_field_and_no_other() -> None:
    written = set(re.findall(r"^\| `([^`]+)` \|", FORMAT.read_text(encoding="utf-8"), re.MULTILINE))
    found = sentences_as_one(paths(json.loads(json.dumps(report_json(FULL)))))
    elsewhere = {"limits.only_sites[]", "sections[].sentences[]", "answer_sentences[]", "verdict"}
    assert leaves(written) - leaves(found) <= elsewhere
    assert leaves(found) - leaves(written) == set()


def test_a_report_survives_the_round_trip() -> None:
    again = parse_report(json.loads(json.dumps(report_json(FULL))), run=FULL.run)
    assert report_json(again) == report_json(FULL)
    assert again.claims == FULL.claims


def test_a_report_of_an_earlier_release_is_read() -> None:
    later = ("groups", "todo", "reflections", "demands", "support")
    old = {name: value for name, value in report_json(FULL).items() if name not in later}
    assert parse_report(old).todo == ()
    assert parse_report(old).claims == FULL.claims


@given(st.text(max_size=50), st.booleans(), st.lists(st.text(max_size=8), max_size=3))
def test_any_sentence_survives_the_round_trip(text: str, row: bool, cells: list[str]) -> None:
    sentence = Sentence(
        text=text, kind=SentenceKind.ROW if row else SentenceKind.ITEM, cells=tuple(cells) if row else ()
    )
    report = replace(REPORT, answer=(sentence,))
    assert report_json(parse_report(report_json(report), run=report.run)) == report_json(report)


def test_the_run_and_its_folder_are_not_in_it() -> None:
    assert report_json(REPORT) == report_json(replace(REPORT, run="another"))


def test_rows_have_cells_and_no_text() -> None:
    sentences = report_json(REPORT)["sections"][0]["sentences"]
    rows = [one for one in sentences if one["kind"] == "row"]
    assert [one["cells"] for one in rows] == [["rock", "8,844.43 m"], ["snow", "8,848.86 m"]]
    assert not any("text" in one for one in rows)


def test_a_local_document_has_a_path_and_no_url() -> None:
    web, local, _ = report_json(REPORT)["sources"]
    assert (web["url"], web["path"]) == ("https://s0000news.example/page", None)
    assert (local["url"], local["path"]) == (None, "/home/reader/pocket-almanac-2008.txt")


def test_a_chinese_answer_is_joined_without_spaces() -> None:
    chinese = replace(REPORT, question=replace(REPORT.question, language="zh-CN"))
    chinese = replace(chinese, answer=(Sentence(text="一。"), Sentence(text="二。")))
    assert report_json(chinese)["answer"] == "一。二。"


@pytest.mark.parametrize("broken", [None, [], {}, {"format_version": True}, {"format_version": 1}])
def test_what_is_no_report_is_refused(broken: Any) -> None:
    with pytest.raises(RunError) as refused:
        parse_report(broken)
    assert refused.value.kind == "tampered"


def test_a_field_of_the_wrong_type_is_refused() -> None:
    document = report_json(REPORT) | {"quotes": [{"id": 1}]}
    with pytest.raises(RunError, match="quotes"):
        parse_report(document)


def test_a_newer_format_is_refused() -> None:
    with pytest.raises(RunError) as refused:
        parse_report(report_json(REPORT) | {"format_version": 2})
    assert refused.value.kind == "newer_format"


def test_unknown_fields_are_skipped() -> None:
    document = report_json(REPORT) | {"added_later": 1}
    document["sources"][0]["added_later"] = 1
    assert report_json(parse_report(document, run=REPORT.run)) == report_json(REPORT)
