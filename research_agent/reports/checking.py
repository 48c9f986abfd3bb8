"""From an engine's draft to sentences that may be printed.

``check_draft`` resolves what each sentence cites and holds it against the evidence rules; ``settle`` drops or marks
what still fails, and says so. Sentences keep their places until they are settled, so that a fault's id (``answer/0``,
``2/5``, counted from 0) stays true. In between stand a judge of meaning (``entailing``) and patches (``patching``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from research_agent.domain import (
    Document,
    Draft,
    DraftSentence,
    Fault,
    Quote,
    Section,
    Sentence,
    SentenceKind,
    SupportSummary,
)
from research_agent.evidence.ledger import Ledger, extend
from research_agent.evidence.names import is_latin
from research_agent.evidence.pruning import carrying
from research_agent.evidence.support import check_support, is_verbatim, sentence_text
from research_agent.reports.repetition import repeated
from research_agent.reports.sides import quotes_behind
from research_agent.settings import Unverified
from research_agent.text.detect import detect_language
from research_agent.text.tokens import words

_LEAST_WORDS = 8
"""Words (CJK: characters) below which the language of a sentence cannot be told."""
_ADDRESS = re.compile(r"https?://[^\s)）\]】>」”\"]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A draft whose sentences carry claims of ``ledger``, and those that broke a rule."""

    title: str
    answer: tuple[Sentence, ...]
    sections: tuple[Section, ...]
    ledger: Ledger
    """The one that was given, and a claim for each quote that a sentence cited on its own."""
    faults: tuple[Fault, ...]
    repeated: tuple[str, ...] = ()
    """Ids of sentences that say again what stands earlier in the draft; ``settle`` leaves them out."""
    dropped: tuple[str, ...] = ()
    """What ``settle`` left out and why, in words for the record."""
    pruned: int = 0
    """Quotes that a judge of meaning found to carry nothing of their sentence; they are not printed with it."""
    found: tuple[str, ...] = ()
    """What readings reported missing and a sentence states after all."""
    support: SupportSummary = field(default_factory=SupportSummary)
    """How its sentences were checked; whoever ran the checks fills it in."""

    @classmethod
    def empty(cls, ledger: Ledger) -> Checked:
        """A draft without a word: where there is nothing to write from."""
        return cls(title="", answer=(), sections=(), ledger=ledger, faults=())

    @property
    def count(self) -> int:
        """Sentences, items and rows, those of the answer included."""
        return len(self.answer) + sum(len(section.sentences) for section in self.sections)


def check_draft(
    draft: Draft,
    ledger: Ledger,
    documents: Mapping[str, Document],
    *,
    language: str = "",
    question: str = "",
    prune: bool = True,
) -> Checked:
    """Every sentence of the draft with its claims, and a fault for each that breaks a rule.

    Args:
        language: BCP-47 tag in which the report is to be written; empty: not checked. Quotes keep theirs, so a
            sentence that is a quote passes in any language.
        question: its text, for the versions that it asks about.
        prune: leave out quotes that share no words with their sentence. False where a judge of meaning sees them all
            first: a quote may state a part in other words.
    """
    faults: list[Fault] = []
    checked: dict[str, Sentence] = {}
    for id, sentence in placed(draft):
        ledger, claims, reasons = _cited(ledger, sentence, documents)
        if not reasons:
            quotes = _quotes(ledger, claims)
            reasons = (
                *check_support(sentence, quotes, ledger.sources, documents=documents, question=question),
                *_language_faults(sentence, quotes, language),
                *_address_faults(sentence, quotes),
            )
        if reasons:
            faults.append(Fault(id=id, sentence=replace(sentence, claims=claims), reason=" ".join(reasons)))
        checked[id] = _sentence(sentence, claims)
        if not reasons:
            chosen = carried if prune else _cited_only
            checked[id] = chosen(checked[id], sentence, ledger, documents, question)
    sections = tuple(
        Section(
            title=section.title,
            columns=section.columns,
            sentences=tuple(checked[f"{at}/{place}"] for place in range(len(section.sentences))),
        )
        for at, section in enumerate(draft.sections)
    )
    answer = tuple(checked[f"answer/{place}"] for place in range(len(draft.answer)))
    standing = {id: sentence for id, sentence in checked.items() if id not in {fault.id for fault in faults}}
    return Checked(
        title=" ".join(draft.title.split()),
        answer=answer,
        sections=sections,
        ledger=ledger,
        faults=tuple(faults),
        repeated=repeated(standing, ledger),
    )


def placed(draft: Draft) -> Iterator[tuple[str, DraftSentence]]:
    """Every sentence with its id, in reading order."""
    for place, sentence in enumerate(draft.answer):
        yield f"answer/{place}", sentence
    for at, section in enumerate(draft.sections):
        for place, sentence in enumerate(section.sentences):
            yield f"{at}/{place}", sentence


def settle(checked: Checked, policy: Unverified) -> Checked:
    """The draft as it will be printed: without repetitions, faulty sentences dropped or marked, no empty sections."""
    reasons = {fault.id: fault.reason for fault in checked.faults}
    dropped: list[str] = []

    def kept(head: str, sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
        result = []
        for place, sentence in enumerate(sentences):
            id = f"{head}/{place}"
            if id in checked.repeated:
                dropped.append(f"“{_short(sentence)}” stood in the report already.")
            elif id not in reasons:
                result.append(sentence)
            elif policy is Unverified.MARK and _short(sentence):
                result.append(replace(sentence, verified=False, note=reasons[id]))
            else:
                dropped.append(f"“{_short(sentence)}” was dropped: {reasons[id]}")
        return tuple(result)

    answer = kept("answer", checked.answer)
    sections = [
        replace(section, sentences=kept(str(at), section.sentences)) for at, section in enumerate(checked.sections)
    ]
    dropped += [f"The section “{section.title}” was left empty." for section in sections if not section.sentences]
    return replace(
        checked,
        answer=answer,
        sections=tuple(section for section in sections if section.sentences),
        faults=(),
        repeated=(),
        dropped=(*checked.dropped, *dropped),
    )


def _cited(
    ledger: Ledger, sentence: DraftSentence, documents: Mapping[str, Document]
) -> tuple[Ledger, tuple[str, ...], tuple[str, ...]]:
    """The ledger, with claims made for quotes; the claims that exist; why there are none."""
    known = [id for id in sentence.claims if id in ledger.claims]
    refused = len(ledger.refused)
    ledger, made = extend(ledger, documents, sentence.quotes)
    claims = tuple(dict.fromkeys((*known, *made)))
    if claims:
        return ledger, claims, ()
    if not sentence.claims and not sentence.quotes:
        return ledger, (), ("It carries no claim.",)
    unknown = f"It cites {', '.join(sentence.claims)}, which is no claim on record." if sentence.claims else ""
    return ledger, (), tuple(filter(None, (unknown, *ledger.refused[refused:]))) or ("Its quotes cannot be located.",)


def _quotes(ledger: Ledger, claims: Sequence[str]) -> list[Quote]:
    ids = dict.fromkeys(quote for claim in claims for quote in ledger.claims[claim].quotes)
    return [ledger.quotes[id] for id in ids]


def carried(
    checked: Sentence, sentence: DraftSentence, ledger: Ledger, documents: Mapping[str, Document], question: str
) -> Sentence:
    """The sentence with the quotes that carry it, and the claims that have one of them: a citation must support what
    it stands at. All stay where the rules would not hold without the others."""
    meant, offered = _offered(checked, sentence, ledger)
    text = sentence_text(sentence)
    some = [carrying(text, meant), carrying(text, offered)]
    return _first_holding(some, offered, checked, sentence, ledger, documents, question)


def _cited_only(
    checked: Sentence, sentence: DraftSentence, ledger: Ledger, documents: Mapping[str, Document], question: str
) -> Sentence:
    """The sentence with the quotes that its writer meant, without those that stand beside them in their claims."""
    meant, offered = _offered(checked, sentence, ledger)
    return _first_holding([meant], offered, checked, sentence, ledger, documents, question)


def _offered(checked: Sentence, sentence: DraftSentence, ledger: Ledger) -> tuple[list[Quote], list[Quote]]:
    """The quotes that the sentence cites, and all of its claims."""
    behind = [
        (claim, ledger.quotes[id]) for claim in checked.claims for id in quotes_behind(checked, ledger.claims[claim])
    ]
    meant = {quote.id: quote for claim, quote in behind if _is_meant(sentence, claim, quote)}
    return list(meant.values()), list({quote.id: quote for _, quote in behind}.values())


def _first_holding(
    some: Sequence[Sequence[Quote]],
    offered: Sequence[Quote],
    checked: Sentence,
    sentence: DraftSentence,
    ledger: Ledger,
    documents: Mapping[str, Document],
    question: str,
) -> Sentence:
    """The sentence with the first of some choices of quotes with which it holds; with all that are offered else."""
    holding = (
        quotes
        for quotes in some
        if quotes and not check_support(sentence, quotes, ledger.sources, documents=documents, question=question)
    )
    ids = {quote.id for quote in next(holding, offered)}
    claims = tuple(claim for claim in checked.claims if ids & set(ledger.claims[claim].quotes))
    return replace(checked, claims=claims, quotes=tuple(quote.id for quote in offered if quote.id in ids))


def _is_meant(sentence: DraftSentence, claim: str, quote: Quote) -> bool:
    """Whether a sentence cites this quote: with its claim, or itself. A claim that a cited quote belongs to may rest on
    others besides, which the sentence's writer did not choose."""
    if claim in sentence.claims or any(proposal.span is None for proposal in sentence.quotes):
        return True
    spans = (proposal.span for proposal in sentence.quotes if proposal.span and proposal.source == quote.source)
    return any(start < quote.end and quote.start < end for start, end in spans)


def _language_faults(sentence: DraftSentence, quotes: Sequence[Quote], language: str) -> Iterator[str]:
    """A sentence in another language than the report's; table cells and quotes may be in any."""
    text = sentence_text(sentence)
    wanted = language.lower().partition("-")[0]
    if not wanted or sentence.kind is SentenceKind.ROW or len(words(text)) < _LEAST_WORDS or is_verbatim(text, quotes):
        return
    found = detect_language(text)
    # Two Latin languages are told apart by few words: only a sentence of some length is held to it.
    certain = is_latin(text) != (wanted not in ("zh", "ja", "ko", "th")) or len(words(text)) >= 2 * _LEAST_WORDS
    if found != wanted and certain:
        yield f"It is written in {found}, not in {wanted}."


def _address_faults(sentence: DraftSentence, quotes: Sequence[Quote]) -> Iterator[str]:
    """Addresses are printed by code from the record; one in a sentence must be part of a quote."""
    for address in _ADDRESS.findall(sentence_text(sentence)):
        if not any(address.rstrip(".,;") in quote.text for quote in quotes):
            yield f"The address {address} stands in none of its quotes."


def _sentence(sentence: DraftSentence, claims: tuple[str, ...]) -> Sentence:
    return Sentence(
        text=sentence.text.strip(),
        kind=sentence.kind,
        cells=tuple(cell.strip() for cell in sentence.cells),
        claims=claims,
        derived=sentence.derived,
        paragraph=sentence.paragraph,
        confirmed=sentence.confirmed,
    )


def _short(sentence: Sentence) -> str:
    text = " ".join((sentence.text or " | ".join(sentence.cells)).split())
    return text if len(text) <= 120 else text[:117] + "..."
