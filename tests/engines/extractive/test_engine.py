"""The engine from question to checked draft, over real documents and the real evidence rules."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from research_agent.domain import Document, Draft, DraftSentence, Fault, Plan, Question, Reading, SubQuestion
from research_agent.engines.extractive.engine import ExtractiveEngine
from research_agent.engines.standing import GAIN
from research_agent.evidence.ledger import Ledger, build_ledger
from research_agent.reports.checking import check_draft
from research_agent.settings import Depth, Settings
from research_agent.text.queries import canonical
from tests.support.example_documents import example_documents, markdown


def engine(tmp_path: Path, depth: Depth = Depth.STANDARD) -> ExtractiveEngine:
    return ExtractiveEngine(Settings(documents=("x",), depth=depth, cache_dir=tmp_path), reason="a test")


def question(text: str, language: str = "en") -> Question:
    return Question(text=text, language=language, asked=date(2026, 11, 30))


async def run(
    engine: ExtractiveEngine, asked: Question, documents: Sequence[Document]
) -> tuple[Plan, Ledger, Draft, list[Reading]]:
    plan = await engine.plan(asked)
    readings = [await engine.read(asked, sub_question, documents, ()) for sub_question in plan.sub_questions]
    by_id = {document.source.id: document for document in documents}
    ledger = build_ledger(by_id, readings)
    cited = {quote.source for quote in ledger.quotes.values()}
    draft = await engine.write(asked, plan, ledger, [d for d in documents if d.source.id in cited], ())
    return plan, ledger, draft, readings


EVEREST = "How high is Mount Everest, and why do the measurements differ?"


async def test_every_sentence_stands_in_its_source(tmp_path: Path) -> None:
    documents = example_documents()
    _, ledger, draft, _ = await run(engine(tmp_path), question(EVEREST), documents)
    checked = check_draft(draft, ledger, {d.source.id: d for d in documents}, language="en")
    assert checked.faults == ()
    assert 3 <= len(draft.answer) <= 5
    assert [section.title for section in draft.sections] == [
        "How high is Mount Everest",
        "Why do the measurements differ",
    ]
    assert any("8,848" in sentence.text for sentence in draft.answer)


async def test_nothing_is_said_twice(tmp_path: Path) -> None:
    _, _, draft, _ = await run(engine(tmp_path), question(EVEREST), example_documents())
    texts = [s.text for s in (*draft.answer, *(s for section in draft.sections for s in section.sentences))]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize(
    ("depth", "quotes", "characters"), [(Depth.QUICK, 16, 3200), (Depth.STANDARD, 40, 8000), (Depth.DEEP, 80, 16_000)]
)
async def test_the_allowance_of_a_depth_holds(tmp_path: Path, depth: Depth, quotes: int, characters: int) -> None:
    documents = example_documents()
    _, ledger, draft, _ = await run(engine(tmp_path, depth), question(EVEREST), documents)
    checked = check_draft(draft, ledger, {d.source.id: d for d in documents}, language="en")
    sentences = [*checked.answer, *(s for section in checked.sections for s in section.sentences)]
    cited = {id for sentence in sentences for claim in sentence.claims for id in checked.ledger.claims[claim].quotes}
    assert 0 < len(cited) <= quotes
    assert sum(checked.ledger.quotes[id].end - checked.ledger.quotes[id].start for id in cited) <= characters


async def test_a_chinese_question_prefers_chinese_documents(tmp_path: Path) -> None:
    documents = example_documents()
    _, ledger, draft, readings = await run(engine(tmp_path), question("珠穆朗玛峰有多高？", "zh"), documents)
    languages = {ledger.sources[quote.source].id for quote in ledger.quotes.values()}
    assert languages
    assert all("峰" in s.text or any("\u4e00" <= c <= "\u9fff" for c in s.text) for s in draft.answer)
    assert not any(reading.problems for reading in readings)


async def test_documents_in_another_language_only_are_quoted_and_said_to_be(tmp_path: Path) -> None:
    german = markdown("de", "# TRIM\n\nDas TRIM-Kommando sollte bei verschlüsselten Platten nicht benutzt werden.\n")
    asked = question("TRIM")
    reading = await engine(tmp_path).read(asked, (await engine(tmp_path).plan(asked)).sub_questions[0], [german], ())
    assert reading.proposals
    assert [problem.kind for problem in reading.problems] == ["other_language"]


async def test_a_question_that_nothing_answers_gets_nothing(tmp_path: Path) -> None:
    asked = question("What is the best recipe for sourdough bread, and how long should the dough rise?")
    working = engine(tmp_path)
    plan = await working.plan(asked)
    readings = [await working.read(asked, sub, example_documents(), ()) for sub in plan.sub_questions]
    assert all(not reading.proposals and reading.missing for reading in readings)


async def test_what_found_nothing_is_searched_in_another_way(tmp_path: Path) -> None:
    asked = question("What breaks when old drivers are removed?")
    working = engine(tmp_path)
    plan = await working.plan(asked)
    empty = Ledger(sources={}, quotes={}, claims={})
    reflection = await working.reflect(asked, plan, empty, (), 0)
    assert {step.sub_question for step in reflection.next} == {sub.id for sub in plan.sub_questions}
    tried = {canonical(query) for sub in plan.sub_questions for query in sub.queries}
    assert all(canonical(query) not in tried for step in reflection.next for query in step.queries)
    assert reflection.missing


async def test_what_has_claims_gains_less_by_another_search(tmp_path: Path) -> None:
    documents = example_documents()
    working = engine(tmp_path)
    plan, ledger, _, _ = await run(working, question(EVEREST), documents)
    reflection = await working.reflect(question(EVEREST), plan, ledger, (), 0)
    assert reflection.known
    assert all(step.gain < GAIN["unanswered"] for step in reflection.next)


async def test_a_later_round_reads_what_no_earlier_one_has_read(tmp_path: Path) -> None:
    """A document that was read has given its quotes, and the writer sees it whole."""
    documents = example_documents()
    working = engine(tmp_path)
    plan, ledger, _, _ = await run(working, question(EVEREST), documents)
    await working.reflect(question(EVEREST), plan, ledger, (), 0)
    later = SubQuestion(id="1.1", text=EVEREST, queries=("x",), round=1)
    assert (await working.read(question(EVEREST), later, documents, ())).proposals == ()
    new = markdown("new", "# Mount Everest\n\nMount Everest is 8,850 metres high by a survey of 1999.\n")
    assert (await working.read(question(EVEREST), later, (*documents, new), ())).proposals


async def test_repair_has_nothing_to_offer(tmp_path: Path) -> None:
    fault = Fault(id="answer/0", sentence=DraftSentence(text="x"), reason="y")
    assert await engine(tmp_path).repair(question("x"), [fault], Ledger(sources={}, quotes={}, claims={})) == ()


async def test_equal_input_gives_an_equal_draft(tmp_path: Path) -> None:
    documents = example_documents()
    one = await run(engine(tmp_path), question(EVEREST), documents)
    other = await run(engine(tmp_path), question(EVEREST), tuple(reversed(documents)))
    assert one[2] == other[2]


async def test_how_to_gives_items_and_short_documents_are_enough(tmp_path: Path) -> None:
    notes = [
        markdown(f"note {n}", f"# Printer {n}\n\nTo install printer {n}, you must open port {n}00 on the server.\n")
        for n in range(1, 11)
    ]
    _, _, draft, _ = await run(engine(tmp_path), question("How do I install printer 3 on the print server?"), notes)
    assert any("printer 3" in sentence.text for sentence in draft.answer)
    assert all(sentence.kind.value == "item" for section in draft.sections for sentence in section.sentences)


async def test_comparison_is_divided_by_side(tmp_path: Path) -> None:
    said = (
        "MariaDB must run as a server of its own, because several machines write under load.",
        "SQLite should be preferred on a phone, because it needs no administration at all.",
        "MariaDB needs a backup plan: a dump every night is recommended under load.",
        "SQLite is not suitable for many writers, since one file is locked as a whole.",
        "MariaDB keeps every table in several files, which makes copying them unsafe.",
        "SQLite supports databases of terabytes, although few people need that much.",
        "Neither of the two stores should be used on a network share under load.",
        "MariaDB replication allows reading from a second machine when the first is down.",
        "SQLite can be tested in memory, which is faster than any disk.",
    )
    text = "# Stores\n\n" + "\n\n".join(f"## Chapter {n}\n\n{sentence}" for n, sentence in enumerate(said))
    asked = question("Should we use MariaDB or SQLite for the load?")
    _, _, draft, _ = await run(engine(tmp_path), asked, [markdown("stores", text)])
    titles = [section.title for section in draft.sections]
    assert {"MariaDB", "SQLite"} <= set(titles)


async def test_of_editions_that_say_the_same_one_is_cited(tmp_path: Path) -> None:
    body = example_documents()[0].text
    editions = [markdown(f"Heights, edition {number}", body, version=str(number)) for number in (1, 2)]
    by_id, asked, chooser = {d.source.id: d for d in editions}, question(EVEREST), engine(tmp_path)
    plan = await chooser.plan(asked)
    readings = [await chooser.read(asked, plan.sub_questions[0], [edition], ()) for edition in editions]
    ledger = build_ledger(by_id, readings)
    assert any(len(claim.quotes) == 2 for claim in ledger.claims.values())
    checked = check_draft(await chooser.write(asked, plan, ledger, editions, ()), ledger, by_id, language="en")
    printed = [*checked.answer, *(sentence for section in checked.sections for sentence in section.sentences)]
    assert checked.faults == ()
    assert printed
    assert all(len(sentence.quotes) == 1 for sentence in printed)
