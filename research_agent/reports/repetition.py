"""Which sentences say again what stands in the report already.

Word for word, anywhere: a sentence is printed once. In nearly the same words, within the sections (the direct answer
is read by itself, so a section may unfold what it says): a later sentence repeats an earlier one when both rest on a
common claim or quote, they are one statement by the rule that joins claims (``evidence.sameness``), and the later one
brings no figure, no name and hardly a word of its own. Shared words alone do not tell: with them only, 283 of 298
sentences that differ in one word from an earlier one ("on Linux", "on Windows") would be left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from research_agent.domain import DraftSentence, Sentence, SentenceKind
from research_agent.evidence.content import content_terms, figures_of, share_in
from research_agent.evidence.ledger import Ledger
from research_agent.evidence.names import Wording, names
from research_agent.evidence.sameness import same_claim
from research_agent.evidence.support import sentence_text
from research_agent.text.figures import covers
from research_agent.text.tokens import words

NEARLY = 0.9
"""Share of the later sentence's content terms that stand in the earlier one (``benchmarks/repetition.py``)."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a sentence tells, and what it rests on."""

    text: str
    grounds: frozenset[str]
    """Its claims and the quotes behind them."""


def repeated(sentences: Mapping[str, Sentence], ledger: Ledger, *, nearly: float = NEARLY) -> tuple[str, ...]:
    """The ids of the sentences that repeat an earlier one.

    Args:
        sentences: those that hold, by id, in reading order.
        ledger: has their claims.
    """
    seen: set[tuple[str, ...]] = set()
    before: list[Said] = []
    found: list[str] = []
    for id, sentence in sentences.items():
        text = sentence_text(DraftSentence(text=sentence.text, kind=sentence.kind, cells=sentence.cells))
        head = id.partition("/")[0]
        said = tuple(words(text))
        if sentence.kind is SentenceKind.ROW:
            said = (head, *said)  # the same row may stand in two tables, not twice in one
        if not said:
            continue
        told = Said(text, _grounds(sentence, ledger))
        prose = sentence.kind is not SentenceKind.ROW and head != "answer"
        if said in seen or (prose and any(says_again(told, other, nearly) for other in before)):
            found.append(id)
            continue
        seen.add(said)
        if prose:
            before.append(told)
    return tuple(found)


def says_again(later: Said, earlier: Said, nearly: float = NEARLY) -> bool:
    """Whether ``later`` brings nothing that ``earlier`` does not say."""
    if not later.grounds & earlier.grounds or not same_claim(earlier.text, later.text):
        return False
    if share_in(content_terms(later.text), content_terms(earlier.text)) < nearly:
        return False
    known, wording = figures_of(earlier.text), Wording(earlier.text)
    if any(not any(covers(figure, other) for other in known) for figure in figures_of(later.text)):
        return False
    return all(wording.holds(name.text) for name in names(later.text))


def _grounds(sentence: Sentence, ledger: Ledger) -> frozenset[str]:
    quotes = sentence.quotes or tuple(quote for claim in sentence.claims for quote in ledger.claims[claim].quotes)
    return frozenset((*sentence.claims, *quotes))
