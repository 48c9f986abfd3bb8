"""Rule 5: a finished run is checked from its folder; whatever was touched is named, nothing is raised."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from research_agent.codec import dump
from research_agent.evidence.ledger import build_ledger
from research_agent.evidence.verify import verify_run
from tests.evidence.building import by_id, document, said

ONE = "The default value of shared buffers is 128 MB on most systems."
TWO = "数据库 😀 支持三种方法。"
DOCUMENTS = by_id(document("s1", f"Intro 😀. {ONE} End."), document("s2", f"前言。{TWO}", pages=(0, 3)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A run folder with a report of two sentences, as the report writer leaves it."""
    ledger = build_ledger(DOCUMENTS, [said(("s1", ONE)), said(("s2", TWO), sub_question="2")])
    (tmp_path / "sources").mkdir()
    for doc in DOCUMENTS.values():
        (tmp_path / "sources" / f"{doc.source.id}.txt").write_bytes(doc.text.encode())
        facts = dump(doc)
        del facts["text"]
        (tmp_path / "sources" / f"{doc.source.id}.json").write_text(json.dumps(facts), encoding="utf-8")
    claims = list(ledger.claims.values())
    sentences = [{"kind": "text", "text": claim.text, "claims": [claim.id]} for claim in claims]
    report = {
        "format_version": 1,
        "answer_sentences": sentences[:1],
        "sections": [{"title": "More", "sentences": sentences[1:]}],
        "claims": [dump(claim) for claim in claims],
        "quotes": [dump(quote) for quote in ledger.quotes.values()],
        "sources": [{**(facts := dump(source)), "kind": facts["format"]} for source in ledger.sources.values()],
    }
    (tmp_path / "report.json").write_text(json.dumps(report, ensure_ascii=False), encoding="utf-8")
    return tmp_path


def change(folder: Path, how: Callable[[dict[str, Any]], object]) -> str:
    path = folder / "report.json"
    report = json.loads(path.read_text(encoding="utf-8"))
    how(report)
    path.write_text(json.dumps(report), encoding="utf-8")
    return "\n".join(map(str, verify_run(folder)))


def test_a_sound_run_has_no_violation(folder: Path) -> None:
    assert verify_run(folder) == ()


def test_a_changed_source_is_named(folder: Path) -> None:
    path = folder / "sources" / "s1.txt"
    path.write_text(path.read_text(encoding="utf-8").replace("128", "256"), encoding="utf-8")
    found = verify_run(folder)
    assert found[0].file == "sources/s1.txt"
    assert "changed after the run" in found[0].reason


@pytest.mark.parametrize("name", ["report.json", "sources/s1.txt", "sources/s2.json"])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert name in {violation.file for violation in verify_run(folder)}


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        (lambda r: r["quotes"][0].update(start=r["quotes"][0]["start"] + 1), "its words are not those"),
        (lambda r: r["quotes"][0].update(end=99_999), "outside the text"),
        (lambda r: r["quotes"][0].update(source="s9"), "is not on record"),
        (lambda r: [q.update(page=7) for q in r["quotes"] if q["source"] == "s2"], "on page 2, not 7"),
        (lambda r: r["claims"][0].update(quotes=[]), "it has no quote"),
        (lambda r: r["claims"][0].update(quotes=["q404"]), "q404 is not on record"),
        (lambda r: r["claims"][0].update(status="agreed"), "rests on one source"),
        (lambda r: r["claims"][0].update(status="certain"), "malformed"),
        (lambda r: r["claims"].append(r["claims"][0]), "used twice"),
        (lambda r: r["answer_sentences"][0].update(claims=[]), "carries no claim"),
        (lambda r: r["answer_sentences"][0].update(claims=["c404"]), "c404 is not on record"),
        (lambda r: r["answer_sentences"][0].update(text="The default is 64 MB."), "64 MB"),
        (lambda r: r["answer_sentences"].clear(), "no sentence carries it"),
        (lambda r: r["sections"].clear(), "no sentence carries it"),
        (lambda r: r.pop("quotes"), "missing or not a list"),
        (lambda r: r["sections"].append(3), "not an object"),
        (lambda r: r.update(format_version=2), "understands up to"),
        (lambda r: r.update(format_version="x"), "no report"),
        (lambda r: r["sources"][0].update(id="../../etc"), "not the id of a source"),
        (lambda r: r["sources"][0].update(title="Another title"), "not the same"),
        (lambda r: r["sources"][0].update(sha256="0" * 64), "changed after the run"),
    ],
)
def test_a_tampered_report_is_found(folder: Path, how: Callable[[dict[str, Any]], object], reason: str) -> None:
    assert reason in change(folder, how)


def test_a_marked_sentence_may_fail_but_must_say_why(folder: Path) -> None:
    text = {"text": "It is 64 MB.", "verified": False}
    assert change(folder, lambda r: r["answer_sentences"][0].update(**text, note="64 MB stands in no quote")) == ""
    assert "does not say why" in change(folder, lambda r: r["answer_sentences"][0].update(note=""))


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "text", "claims", "quotes", "start", "end", "source", "x"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)
fields = st.sampled_from(["format_version", "answer_sentences", "sections", "claims", "quotes", "sources"])


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(fields, values))
def test_garbage_gives_violations_and_raises_nothing(tmp_path: Path, report: dict[str, Any]) -> None:
    (tmp_path / "report.json").write_text(json.dumps({"format_version": 1, **report}), encoding="utf-8")
    assert verify_run(tmp_path)


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"[" * 100_000, b"[]", b"{", b"null", b"1e999"])
def test_what_is_no_report_is_one_violation(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "report.json").write_bytes(data)
    (violation,) = verify_run(tmp_path)
    assert violation.file == "report.json"


def test_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    assert "cannot be read" in str(verify_run(tmp_path / "nowhere")[0])
