"""The checked draft: what is a fault, what patches change, and what settling leaves."""

from __future__ import annotations

from research_agent.domain import (
    ClaimProposal,
    Draft,
    DraftSection,
    DraftSentence,
    Patch,
    QuoteProposal,
    Reading,
    SentenceKind,
)
from research_agent.evidence.ledger import build_ledger
from research_agent.reports.checking import Checked, check_draft, settle
from research_agent.reports.patching import apply_patches
from research_agent.settings import Unverified
from tests.evidence.building import by_id, document, said

PAGE = document(
    "s1",
    "The default value of shared buffers is 128 MB on most systems. Restart the server after a change of this value. "
    "The planner uses statistics that ANALYZE collects.",
)
DOCUMENTS = by_id(PAGE)
LEDGER = build_ledger(
    DOCUMENTS,
    [
        said(
            ("s1", "The default value of shared buffers is 128 MB on most systems."),
            ("s1", "Restart the server after a change of this value."),
        )
    ],
)
BUFFERS, RESTART = sorted(LEDGER.claims, key=lambda id: "Restart" in LEDGER.claims[id].text)
GOOD = DraftSentence(text="Shared buffers have a default value of 128 MB.", claims=(BUFFERS,))
WRONG = DraftSentence(text="Shared buffers have a default value of 64 MB.", claims=(BUFFERS,))
ADVICE = DraftSentence(text="The server must be started again after a change.", claims=(RESTART,))


def draft(*answer: DraftSentence, sections: tuple[DraftSection, ...] = ()) -> Draft:
    return Draft(title="Title", answer=answer, sections=sections)


def check(draft: Draft, language: str = "en") -> Checked:
    return check_draft(draft, LEDGER, DOCUMENTS, language=language)


def reasons(draft: Draft, language: str = "en") -> dict[str, str]:
    return {fault.id: fault.reason for fault in check(draft, language).faults}


def test_a_sound_draft_has_no_faults() -> None:
    checked = check(draft(GOOD, sections=(DraftSection(title="More", sentences=(ADVICE,)),)))
    assert checked.faults == ()
    assert checked.answer[0].claims == (BUFFERS,)
    assert checked.sections[0].sentences[0].verified
    assert checked.count == 2


def test_faults_name_their_place_and_reason() -> None:
    section = DraftSection(title="More", sentences=(ADVICE, WRONG))
    unknown = DraftSentence(text="Something.", claims=("c404",))
    bare = DraftSentence(text="In short, it is so.")
    found = reasons(draft(GOOD, unknown, bare, sections=(section,)))
    assert set(found) == {"answer/1", "answer/2", "0/1"}
    assert "64 MB" in found["0/1"]
    assert "c404" in found["answer/1"]
    assert "no claim" in found["answer/2"]


def test_an_unknown_claim_beside_a_known_one_is_left_out() -> None:
    checked = check(draft(DraftSentence(text=GOOD.text, claims=("c404", BUFFERS))))
    assert checked.faults == ()
    assert checked.answer[0].claims == (BUFFERS,)


def test_a_claim_that_has_nothing_to_do_with_the_sentence_is_left_out() -> None:
    checked = check(draft(DraftSentence(text=GOOD.text, claims=(BUFFERS, RESTART))))
    assert checked.answer[0].claims == (BUFFERS,)


def test_a_quote_without_a_claim_gets_one() -> None:
    words = "The planner uses statistics that ANALYZE collects."
    checked = check(draft(DraftSentence(text=words, quotes=(QuoteProposal(source="s1", text=words),))))
    assert checked.faults == ()
    (claim,) = checked.answer[0].claims
    assert checked.ledger.claims[claim].text == words
    assert claim not in LEDGER.claims


def test_a_quote_that_cannot_be_located_is_a_fault() -> None:
    invented = DraftSentence(
        text="Cats sleep.", quotes=(QuoteProposal(source="s1", text="cats sleep most of the day"),)
    )
    assert "is not in its text" in reasons(draft(invented))["answer/0"]


def test_the_wrong_language_is_a_fault_but_a_quote_keeps_its_own() -> None:
    chinese = DraftSentence(text="共享缓冲区的默认值为 128 MB，这在大多数系统上都是如此。", claims=(BUFFERS,))
    assert "written in zh" in reasons(draft(chinese))["answer/0"]
    assert reasons(draft(chinese), "zh") == {}
    verbatim = DraftSentence(text=LEDGER.claims[BUFFERS].text, claims=(BUFFERS,))
    assert reasons(draft(verbatim), "zh") == {}
    assert "written in en" in reasons(draft(GOOD), "zh")["answer/0"]


def test_an_address_that_a_model_types_is_a_fault() -> None:
    typed = DraftSentence(text=f"{GOOD.text[:-1]} (https://example.org/made-up).", claims=(BUFFERS,))
    assert "https://example.org/made-up" in reasons(draft(typed))["answer/0"]


def test_patches_change_the_named_sentences_only() -> None:
    first = draft(GOOD, WRONG, sections=(DraftSection(title="More", sentences=(WRONG, ADVICE)),))
    mended = DraftSentence(text="Their default value is 128 MB on most systems.", claims=(BUFFERS,))
    patched = apply_patches(first, [Patch(id="0/0", sentence=mended), Patch(id="9/9", sentence=GOOD)]).draft
    assert patched.sections[0].sentences == (mended, ADVICE)
    assert patched.answer == first.answer
    assert set(reasons(patched)) == {"answer/1"}


def test_settling_drops_what_fails_and_says_so() -> None:
    sections = (
        DraftSection(title="Kept", sentences=(ADVICE, WRONG)),
        DraftSection(title="Gone", sentences=(WRONG,)),
    )
    settled = settle(check(draft(GOOD, sections=sections)), Unverified.DROP)
    assert [section.title for section in settled.sections] == ["Kept"]
    assert len(settled.sections[0].sentences) == 1
    assert settled.faults == ()
    assert len(settled.dropped) == 3
    assert "64 MB" in settled.dropped[0]


def test_settling_may_mark_instead() -> None:
    settled = settle(check(draft(GOOD, WRONG)), Unverified.MARK)
    assert [sentence.verified for sentence in settled.answer] == [True, False]
    assert "64 MB" in settled.answer[1].note


def test_repetitions_are_left_out_once_settled() -> None:
    again = DraftSentence(text=GOOD.text.rstrip("."), claims=(BUFFERS,))
    row = DraftSentence(kind=SentenceKind.ROW, cells=("shared buffers", "128 MB"), claims=(BUFFERS,))
    sections = (DraftSection(title="A", sentences=(again, ADVICE, row)), DraftSection(title="B", sentences=(row,)))
    settled = settle(check(draft(GOOD, sections=sections)), Unverified.DROP)
    assert [len(section.sentences) for section in settled.sections] == [2, 1]
    assert "already" in settled.dropped[0]


def test_the_empty_draft() -> None:
    assert Checked.empty(LEDGER).count == 0
    assert settle(check(draft()), Unverified.DROP).count == 0


def test_a_quote_cited_by_itself_does_not_bring_the_other_quotes_of_its_claim() -> None:
    page = document(
        "s2",
        "The default value of shared buffers is 128 MB. Shared buffers of 128 MB are a default for small machines.",
    )
    both = ClaimProposal(
        text="Shared buffers have a default value of 128 MB.",
        quotes=(
            QuoteProposal(source="s2", text="The default value of shared buffers is 128 MB."),
            QuoteProposal(source="s2", text="Shared buffers of 128 MB are a default for small machines."),
        ),
    )
    documents = by_id(page)
    ledger = build_ledger(documents, [Reading(sub_question="1", proposals=(both,))])
    (claim,) = ledger.claims
    text = "Shared buffers have a default of 128 MB."
    by_claim = check_draft(draft(DraftSentence(text=text, claims=(claim,))), ledger, documents)
    assert len(by_claim.answer[0].quotes) == 2
    cited = DraftSentence(text=text, quotes=(QuoteProposal(source="s2", span=(0, 46)),))
    by_quote = check_draft(draft(cited), ledger, documents)
    assert by_quote.answer[0].claims == (claim,)
    assert [by_quote.ledger.quotes[id].start for id in by_quote.answer[0].quotes] == [0]
