"""A draft on its way to the report: rules, a judge of meaning, one repair, both again for what was mended."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from types import SimpleNamespace
from typing import Any, cast

from research_agent.domain import (
    CitedSentence,
    Draft,
    DraftSection,
    DraftSentence,
    Entailment,
    Fault,
    Found,
    Patch,
    Problem,
    Question,
    QuoteProposal,
)
from research_agent.engines.fake import FakeEngine
from research_agent.errors import ModelError
from research_agent.evidence.ledger import Ledger, build_ledger
from research_agent.nodes.desk import Desk
from research_agent.nodes.settling import settled
from research_agent.reports.checking import Checked
from research_agent.settings import Unverified
from tests.evidence.building import by_id, document, said

SENTENCES = (
    "The default format is LUKS2 since version 2.1.0.",
    "LUKS2 stores a second copy of its metadata.",
    "Discards reveal which sectors of the disk are free.",
)
PAGE = document("s1", " ".join(SENTENCES))
COPY = document("s2", "Since version 2.1.0, LUKS2 is what luksFormat creates. Old disks stay as they are.")
DOCUMENTS = by_id(PAGE, COPY)
LEDGER = build_ledger(DOCUMENTS, [said(*(("s1", text) for text in SENTENCES), ("s2", "Old disks stay as they are."))])
QUESTION = Question(text="Which format?", language="en", asked=date(2026, 11, 30))


def claim(words: str) -> str:
    return next(id for id, each in LEDGER.claims.items() if words in each.text)


def sentence(text: str, *words: str) -> DraftSentence:
    return DraftSentence(text=text, claims=tuple(map(claim, words)))


DEFAULT = sentence("New disks get LUKS2, the default format since version 2.1.0.", "default format")
COPIED = sentence("The metadata of LUKS2 is stored twice, as a second copy.", "second copy")
LEAKING = sentence("Discards always reveal which files of the disk are free sectors.", "Discards")


def draft(*sentences: DraftSentence, found: tuple[Found, ...] = ()) -> Draft:
    return Draft(title="T", answer=(), sections=(DraftSection(title="S", sentences=sentences),), found=found)


def settle(
    written: Draft, engine: FakeEngine, *, ledger: Ledger = LEDGER, policy: Unverified = Unverified.DROP
) -> tuple[Checked, list[Problem]]:
    async def off_loop(work: Any, *args: Any, **kwargs: Any) -> Any:
        return work(*args, **kwargs)

    desk = SimpleNamespace(
        engine=engine,
        question=QUESTION,
        settings=SimpleNamespace(unverified=policy),
        emit=lambda event: None,
        off_loop=off_loop,
    )
    return asyncio.run(settled(cast(Desk, desk), written, ledger, DOCUMENTS))


def supported(id: str, *carrying: int, joint: bool = False) -> Entailment:
    return Entailment(id=id, verdict="supported", carrying=carrying, joint=joint)


def partly(id: str, reason: str = "which sectors") -> Entailment:
    return Entailment(id=id, verdict="partly", reason=reason, carrying=(0,))


def test_what_is_supported_is_printed_and_counted() -> None:
    engine = FakeEngine(entailments=[supported("0/0", 0), supported("0/1", 0)])
    checked, problems = settle(draft(DEFAULT, COPIED), engine)
    assert (checked.count, problems) == (2, [])
    assert engine.calls == ["entail"]
    assert (checked.support.checked, checked.support.by_model, checked.support.unchecked) == (2, 2, 0)


def test_a_quote_is_not_put_before_the_judge() -> None:
    engine = FakeEngine()
    checked, _ = settle(draft(sentence(SENTENCES[1], "second copy"), DEFAULT), engine)
    assert [each.id for each in engine.judged] == ["0/1"]
    assert checked.support.verbatim == 1


def test_each_sentence_comes_with_its_own_quotes_only() -> None:
    engine = FakeEngine()
    settle(draft(DEFAULT, COPIED), engine)
    assert [each.passages for each in engine.judged] == [SENTENCES[:1], SENTENCES[1:2]]
    assert engine.judged[0].sources != ()


def test_a_sentence_that_its_quotes_do_not_support_is_dropped_or_marked() -> None:
    dropped, problems = settle(draft(DEFAULT, LEAKING), FakeEngine(entailments=[partly("0/1")]))
    assert dropped.count == 1
    assert [problem.kind for problem in problems] == ["dropped"]
    assert (dropped.support.dropped, dropped.support.repaired) == (1, 0)
    engine = FakeEngine(entailments=[partly("0/1")])
    marked, _ = settle(draft(DEFAULT, LEAKING), engine, policy=Unverified.MARK)
    assert "which sectors" in marked.sections[0].sentences[1].note
    assert (marked.support.dropped, marked.support.marked) == (0, 1)


class Mending(FakeEngine):
    """Judges a sentence supported once it reads as mended."""

    def __init__(self, mended: DraftSentence, anchor: str = "", id: str = "0/1") -> None:
        super().__init__(patches=[Patch(id=id, sentence=mended, anchor=anchor)])
        self.mended = mended
        self.faults: list[Fault] = []

    async def entail(self, question: Question, sentences: Sequence[CitedSentence]) -> tuple[Entailment, ...]:
        self.calls.append("entail " + " ".join(each.id for each in sentences))
        wrong = LEAKING.text
        return tuple(partly(each.id) if each.text == wrong else supported(each.id, 0) for each in sentences)

    async def repair(self, question: Question, faults: Sequence[Fault], ledger: Ledger) -> tuple[Patch, ...]:
        self.faults += faults
        return await super().repair(question, faults, ledger)


MENDED = replace(LEAKING, text="Discards reveal the free sectors of the disk.")


def test_a_mended_sentence_is_judged_again_and_no_other() -> None:
    engine = Mending(MENDED, "Discards always reveal which files")
    checked, problems = settle(draft(DEFAULT, LEAKING), engine)
    assert engine.calls == ["entail 0/0 0/1", "repair", "entail 0/1"]
    assert "which sectors" in engine.faults[0].reason
    assert [each.text for each in checked.sections[0].sentences] == [DEFAULT.text, MENDED.text]
    assert problems == []
    assert (checked.support.repaired, checked.support.dropped, checked.support.by_model) == (1, 0, 2)


def test_a_patch_with_a_wrong_id_mends_the_sentence_that_its_words_begin() -> None:
    checked, _ = settle(draft(DEFAULT, LEAKING), Mending(MENDED, "Discards always reveal which files", id="0/7"))
    assert checked.sections[0].sentences[1].text == MENDED.text


def test_a_patch_never_touches_a_sentence_without_a_fault() -> None:
    checked, problems = settle(draft(DEFAULT, LEAKING), Mending(MENDED, DEFAULT.text[:30], id="0/0"))
    assert [each.text for each in checked.sections[0].sentences] == [DEFAULT.text]
    assert "unmatched" in [problem.kind for problem in problems]


def test_a_judge_that_fails_costs_no_sentence_and_is_told_of() -> None:
    class Down(FakeEngine):
        async def entail(self, question: Question, sentences: Sequence[CitedSentence]) -> tuple[Entailment, ...]:
            raise ModelError("The server is down.", kind="unavailable")

    checked, problems = settle(draft(DEFAULT, COPIED), Down())
    assert checked.count == 2
    assert [problem.kind for problem in problems] == ["unchecked"]
    assert "The server is down." in problems[0].what
    assert (checked.support.unchecked, checked.support.by_model) == (2, 0)


BOTH = DraftSentence(
    text="Since version 2.1.0, luksFormat creates LUKS2, the default format.",
    claims=(claim("default format"),),
    quotes=(QuoteProposal(source="s2", text="Since version 2.1.0, LUKS2 is what luksFormat creates."),),
)


def test_a_quote_that_carries_nothing_is_not_printed() -> None:
    checked, _ = settle(draft(BOTH), FakeEngine(entailments=[supported("0/0", 1)]))
    (printed,) = checked.sections[0].sentences
    (quote,) = (checked.ledger.quotes[id] for id in printed.quotes)
    assert quote.source == "s2"
    assert checked.support.pruned == 1
    assert len(printed.claims) == 1


def test_the_rules_keep_a_quote_that_a_name_or_a_figure_needs() -> None:
    checked, _ = settle(draft(BOTH), FakeEngine(entailments=[supported("0/0", 0)]))
    (printed,) = checked.sections[0].sentences
    assert len(printed.quotes) == 2, "only the second quote has the name luksFormat"
    assert checked.support.pruned == 0


def test_sentences_that_no_source_states_alone_are_counted() -> None:
    checked, _ = settle(draft(BOTH), FakeEngine(entailments=[supported("0/0", 0, 1, joint=True)]))
    assert checked.support.joint == 1


def test_what_a_reading_missed_counts_as_found_once_a_printed_sentence_rests_on_it() -> None:
    quote = QuoteProposal(source="s1", span=(0, 10))
    found = (Found(missing="Which format is the default?", quotes=(quote,)),)
    checked, _ = settle(draft(DEFAULT, found=found), FakeEngine())
    assert checked.found == ("Which format is the default?",)
    checked, _ = settle(draft(COPIED, found=found), FakeEngine())
    assert checked.found == ()


def test_a_sentence_that_repeats_another_is_left_out_and_told_of() -> None:
    again = sentence("The default format since version 2.1.0 is LUKS2.", "default format")
    checked, problems = settle(draft(sentence(SENTENCES[0], "default format"), again), FakeEngine())
    assert checked.count == 1
    assert [problem.kind for problem in problems] == ["repeated"]


def test_the_judge_sees_a_quote_in_other_words_and_code_prunes_where_he_is_silent() -> None:
    """The second quote shares no word with the sentence that code counts; only a reader of meaning can tell."""
    seen: list[CitedSentence] = []

    class Judge(FakeEngine):
        async def entail(self, question: Question, sentences: Sequence[CitedSentence]) -> tuple[Entailment, ...]:
            seen.extend(sentences)
            return tuple(supported(each.id, *range(len(each.passages))) for each in sentences)

    class Silent(FakeEngine):
        async def entail(self, question: Question, sentences: Sequence[CitedSentence]) -> tuple[Entailment, ...]:
            return ()

    written = draft(sentence("New disks get LUKS2, the default format since version 2.1.0.", "default format", "Old"))
    judged, _ = settle(written, Judge())
    assert len(seen[0].passages) == 2
    assert len(judged.sections[0].sentences[0].quotes) == 2
    silent, _ = settle(written, Silent())
    assert len(silent.sections[0].sentences[0].quotes) == 1
