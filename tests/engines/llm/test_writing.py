"""The writer sees the claims and the passages around their quotes; its ids become claims and spans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from research_agent.domain import (
    ClaimProposal,
    ClaimStatus,
    Document,
    Draft,
    DraftSentence,
    Fault,
    Intent,
    OutlineSection,
    Plan,
    Position,
    Question,
    QuoteProposal,
    Reading,
    SentenceKind,
    SubQuestion,
)
from research_agent.engines.llm.drafting import cites, clean
from research_agent.engines.llm.evidence import by_section, gather, left_out
from research_agent.engines.llm.repairing import mend
from research_agent.engines.llm.scale import SCALE, Scale
from research_agent.engines.llm.writing import Assignment, write_report
from research_agent.evidence.ledger import Ledger, build_ledger
from research_agent.llm.fake import FakeModelServer, Received, Scripted
from research_agent.llm.oracle import oracle
from research_agent.settings import Depth
from tests.support.example_documents import example_documents, markdown
from tests.support.models import models_over

ONE = "The upgrade with link mode takes about 2 minutes for a cluster of 600 GB."
TWO = "Replication makes the downtime of an upgrade several seconds only."
THREE = "Optimizer statistics are not transferred by pg_upgrade before version 18."
DOCUMENTS = (
    markdown("up", f"# Upgrading\n\n## Link mode\n\nSome words before it. {ONE} Some words after it.\n", version="15"),
    markdown("repl", f"# Replication\n\n{TWO}\n\n## Statistics\n\n{THREE}\n", version="15"),
)
PLAN = Plan(
    intent=Intent.DECISION,
    sub_questions=(
        SubQuestion(id="1", text="How long does link mode take?", queries=("link mode time",)),
        SubQuestion(id="2", text="How long does replication take?", queries=("replication downtime",)),
        SubQuestion(id="2.1", text="statistics", queries=("statistics",), round=1),
    ),
    outline=(
        OutlineSection(title="Link mode", sub_questions=("1",)),
        OutlineSection(title="Replication", sub_questions=("2",)),
    ),
)
EN = Question(text="Which upgrade has little downtime?", language="en", asked=date(2026, 11, 30))


def reading(name: str, document: Document, *texts: str) -> Reading:
    proposals = tuple(
        ClaimProposal(text=text, quotes=(QuoteProposal(source=document.source.id, text=text),), relevance=1.0)
        for text in texts
    )
    return Reading(sub_question=name, proposals=proposals)


def ledger_of(documents: Sequence[Document] = DOCUMENTS) -> Ledger:
    readings = [
        reading("1", DOCUMENTS[0], ONE),
        reading("2", DOCUMENTS[1], TWO),
        reading("2.1", DOCUMENTS[1], THREE),
    ]
    return build_ledger({document.source.id: document for document in documents}, readings)


def assignment(question: Question = EN, **scale: Any) -> Assignment:
    standard = SCALE[Depth.STANDARD]
    sizes = {name: getattr(standard, name) for name in Scale.__slots__} | scale
    by_id = {document.source.id: document for document in DOCUMENTS}
    return Assignment(question, PLAN, ledger_of(), by_id, Scale(**sizes))


def gathered(task: Assignment, characters: int = 60_000) -> Any:
    return gather(task.plan, task.ledger, task.documents, by_section(PLAN, task.ledger), characters)


def test_claims_stand_under_their_section_and_gaps_under_their_parents() -> None:
    sections = by_section(PLAN, ledger_of())
    assert [(part.title, len(part.claims)) for part in sections] == [("Link mode", 1), ("Replication", 2)]


def test_the_writer_sees_quotes_in_context_with_their_ids() -> None:
    evidence = gathered(assignment())
    passages, outline = evidence.numbering.text(), evidence.outline_text()
    assert "Some words before it." in passages
    assert "(version 15)" in passages
    name = next(line for line in outline.splitlines() if ONE in line)
    ident = name.rsplit(" <- ", 1)[1]
    assert f"[{ident}] {ONE}" in passages


def test_what_does_not_fit_is_counted_and_taken_from_all_sections() -> None:
    task = assignment()
    sections = by_section(PLAN, task.ledger)
    evidence = gathered(task, 900)
    assert left_out(evidence, sections) >= 1
    assert any(part.claims for part in evidence.sections)


def wrote(request: Received, *, text: str = "", title: str = "T") -> dict[str, Any]:
    ids = [line.rsplit(" <- ", 1) for line in request.user.splitlines() if " <- " in line]
    names = [left.split(":")[0] for left, _ in ids]
    return {
        "title": title,
        "answer": [{"text": text or f"{ONE} [c1]", "cites": [names[0], "nonsense", "99.9"]}],
        "sections": [
            {
                "title": "S",
                "columns": ["method", "time"],
                "blocks": [
                    {"kind": "paragraph", "sentences": [{"text": text or TWO, "cells": [], "cites": [ids[1][1]]}]},
                    {"kind": "table", "sentences": [{"text": "", "cells": ["link", "2 minutes"], "cites": [names[0]]}]},
                    {"kind": "list", "sentences": [{"text": "", "cells": [], "cites": ["c1"]}]},
                ],
            },
            {"title": "Empty", "columns": [], "blocks": []},
        ],
        "derived": [{"value": "2 minutes", "how": "sum", "operands": ["1", "1"]}],
    }


async def test_short_names_and_sentence_ids_become_claims_and_spans(tmp_path: Path) -> None:
    async with FakeModelServer(wrote) as server, models_over(server, tmp_path) as models:
        draft = await write_report(models, assignment())
    assert server.calls == 1
    (answer,) = draft.answer
    assert answer.text == ONE
    assert len(answer.claims) == 1
    assert answer.quotes == ()
    (section,) = draft.sections
    text, row = section.sentences
    assert [quote.text for quote in text.quotes] == [TWO]
    assert (row.kind, row.cells, row.paragraph) == (SentenceKind.ROW, ("link", "2 minutes"), 1)
    assert section.columns == ("method", "time")
    assert row.derived[0].operands == ("1", "1")
    assert text.derived == ()


async def test_what_the_writer_finds_after_all_is_named_with_its_quotes(tmp_path: Path) -> None:
    def answer(request: Received) -> dict[str, Any]:
        assert "\n2. How long does a restore take?" in request.user
        good = {"missing": "2", "cites": ["c1"]}
        return wrote(request) | {"found": [good, {"missing": 9, "cites": ["c1"]}, {"missing": 1, "cites": ["99.9"]}]}

    task = replace(assignment(), missing=("Who made it?", "How long does a restore take?"))
    async with FakeModelServer(answer) as server, models_over(server, tmp_path) as models:
        draft = await write_report(models, task)
    (found,) = draft.found
    assert found.missing == "How long does a restore take?"
    assert [quote.text for quote in found.quotes] == [ONE]


async def test_a_report_in_the_wrong_language_is_asked_for_again(tmp_path: Path) -> None:
    zh = Question(text="哪种升级方式停机时间最短？", language="zh", asked=date(2026, 11, 30))

    def answer(request: Received) -> dict[str, Any]:
        again = "first reply was not in Chinese" in request.user
        return wrote(request, text="使用复制进行升级时，停机时间只有几秒钟。" if again else "")

    async with FakeModelServer(answer) as server, models_over(server, tmp_path) as models:
        draft = await write_report(models, assignment(zh))
    assert server.calls == 2
    assert draft.answer[0].text.startswith("使用复制")
    assert not draft.problems


async def test_a_cut_report_is_asked_for_again_and_said_to_be_cut_in_the_end(tmp_path: Path) -> None:
    cut = Scripted(
        content='{"title": "T", "answer": [{"text": "A sentence in English that is cited.", "cites": ["c1"]}], '
        '"sections": [{"title": "S", "columns": [], "blocks": [{"kind": "paragraph", "sentences": [{"te',
        finish_reason="length",
    )
    async with FakeModelServer([cut] * 3) as server, models_over(server, tmp_path) as models:
        draft = await write_report(models, assignment())
    assert server.calls == 3
    assert [problem.kind for problem in draft.problems] == ["truncated"]
    assert draft.sections == ()


async def test_what_does_not_fit_into_one_call_is_written_by_section(tmp_path: Path) -> None:
    documents = example_documents()
    by_id = {document.source.id: document for document in documents}
    readings = [
        Reading(sub_question=str(1 + place % 2), proposals=_first_claims(document))
        for place, document in enumerate(documents)
    ]
    task = Assignment(EN, PLAN, build_ledger(by_id, readings), by_id, SCALE[Depth.STANDARD])
    async with FakeModelServer(oracle) as server, models_over(server, tmp_path, context_tokens=12_000) as models:
        draft = await write_report(models, task)
    assert [len(server.asked(name)) for name in ("write", "write_section", "write_answer")] == [0, 2, 1]
    assert len(draft.sections) == 2
    assert all(sentence.claims or sentence.quotes for sentence in draft.answer)
    assert draft.problems[0].kind == "by_section"


def _first_claims(document: Document) -> tuple[ClaimProposal, ...]:
    from research_agent.engines.llm.numbering import citable

    spans = citable(document, (0, len(document.text)))[:12]
    return tuple(
        ClaimProposal(text=document.text[s:e], quotes=(QuoteProposal(source=document.source.id, span=(s, e)),))
        for s, e in spans
    )


async def test_all_faults_are_mended_in_one_call_from_their_own_quotes(tmp_path: Path) -> None:
    ledger = ledger_of()
    claim = next(iter(ledger.claims))
    faults = [
        Fault(
            id="answer/0", sentence=DraftSentence(text="It takes 3 minutes.", claims=(claim,)), reason="3 is not there"
        ),
        Fault(id="0/1", sentence=DraftSentence(text="Uncited."), reason="no claim"),
    ]
    reply = {"sentences": [{"fault": "f1", "text": ONE, "cells": [], "cites": ["q1"]}, {"fault": "f9", "text": "x"}]}
    async with FakeModelServer([reply]) as server, models_over(server, tmp_path) as models:
        patches = await mend(models, EN, faults, ledger, 0)
    assert [(patch.id, patch.sentence.text, patch.sentence.claims) for patch in patches] == [
        ("answer/0", ONE, (claim,))
    ]
    assert ONE in server.requests[0].user
    assert "Uncited." not in server.requests[0].user


async def test_a_sentence_may_be_kept_with_the_neighbour_that_carries_it(tmp_path: Path) -> None:
    text = "# Modes\n\nClone mode needs reflinks. This option is fast. It copies nothing.\n"
    document = markdown("modes", text)
    start = document.text.index("This option")
    quote = QuoteProposal(source=document.source.id, span=(start, start + 20), text=document.text[start : start + 20])
    said = DraftSentence(text="Clone mode is fast.", quotes=(quote,))
    around = DraftSentence(text="Modes differ.")
    draft = Draft(title="T", answer=(around, said), sections=())
    faults = [Fault(id="answer/1", sentence=said, reason="“Clone” stands in none of its quotes.")]
    reply = {"sentences": [{"fault": "f1", "keep": True, "text": "", "cells": [], "cites": ["q1", "n1"]}]}
    documents = {document.source.id: document}
    async with FakeModelServer([reply]) as server, models_over(server, tmp_path) as models:
        (patch,) = await mend(models, EN, faults, ledger_of(), 0, documents, draft)
    assert "before: Modes differ." in server.requests[0].user
    assert "n1: Clone mode needs reflinks." in server.requests[0].user
    assert patch.sentence.text == said.text
    assert [each.text for each in patch.sentence.quotes] == ["This option is fast.", "Clone mode needs reflinks."]


@pytest.mark.parametrize(
    ("printed", "cleaned"),
    [
        ("It is fast [c1, 3.2].", "It is fast."),
        ("It is fast (c4) and small.", "It is fast and small."),
        ("速度很快[c12]。", "速度很快。"),
        ("Version (3.2) is new.", "Version (3.2) is new."),
        ("randrange(10.0) raises a TypeError.", "randrange(10.0) raises a TypeError."),
        ("Version 3.2 [beta] is new.", "Version 3.2 [beta] is new."),
    ],
)
def test_ids_printed_into_a_sentence_are_taken_out(printed: str, cleaned: str) -> None:
    assert clean(printed) == cleaned


def test_each_side_of_a_dispute_has_its_own_name_and_its_own_sentences() -> None:
    held = ledger_of()
    one, other = [each for each in held.claims.values() if len(each.quotes) == 1][:2]
    sides = tuple(Position(statement=f"Side of {each.id}.", quotes=each.quotes) for each in (one, other))
    dispute = replace(one, quotes=one.quotes + other.quotes, positions=sides, status=ClaimStatus.DISPUTED)
    claims = {name: dispute if name == one.id else each for name, each in held.claims.items() if name != other.id}
    evidence = gathered(replace(assignment(), ledger=replace(held, claims=claims)))
    name = evidence.short(dispute.id)
    assert f"{name}a, {name}b: sides of a disagreement" in evidence.outline_text()
    shown = {line.split(":")[0]: line for line in evidence.disputes_text().splitlines()}
    assert set(shown[f"{name}a"].rpartition("<- ")[2].split()).isdisjoint(
        shown[f"{name}b"].rpartition("<- ")[2].split()
    )
    _, quotes = cites([f"{name}b"], evidence)
    assert [quote.text for quote in quotes] == [held.quotes[other.quotes[0]].text]
    assert cites([f"{name}z"], evidence) == ((), ())


def test_a_claim_without_a_shown_sentence_is_not_shown() -> None:
    evidence = gathered(assignment())
    assert all(line.rstrip()[-1].isdigit() for line in evidence.outline_text().splitlines() if " <-" in line)
