"""From the writer's reply to a draft: short names and sentence ids become claims and spans.

A cite that leads nowhere is dropped; a sentence that is left without any keeps its place, so that the check can name it
and have it repaired.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

from research_agent.domain import Derived, DraftSection, DraftSentence, Found, Quote, QuoteProposal, SentenceKind
from research_agent.engines.llm.completing import completed
from research_agent.engines.llm.evidence import Evidence
from research_agent.engines.llm.replies import (
    BlockReply,
    CitedReply,
    DerivedReply,
    FoundReply,
    SectionReply,
    SentenceReply,
)

HOWS = frozenset({"sum", "difference", "product", "ratio", "percent-change", "count", "average"})

_NUMBER = re.compile(r"\d+")
_CLAIM = re.compile(r"\bc\d+\b")
_SIDE = re.compile(r"\bc\d+[a-z]\b")
"""A side of a disputed claim: it stands for its own quotes, not for those of the others."""
_PRINTED_CITE = re.compile(
    r"\s*(?:[\[【](?:(?:c\d+[a-z]?|\d+\.\d+)(?:\s*[,;、，-]\s*)?)+[\]】]"
    r"|[(（](?:c\d+[a-z]?(?:\s*[,;、，-]\s*)?)+[)）])(?=\s*[.,;:!?。，；：！？]|\s|\Z)"
)
"""Ids that a model printed into its sentence though it was asked not to: code prints the references. A number in round
brackets is none: it may be an argument, ``randrange(10.0)``."""


def draft_answer(
    parts: Sequence[CitedReply], evidence: Evidence, derived: Sequence[DerivedReply]
) -> tuple[DraftSentence, ...]:
    """The direct answer's sentences, empty ones left out."""
    sentences = (
        _sentence(SentenceReply(text=part.text, cites=part.cites), "paragraph", 0, evidence, derived) for part in parts
    )
    return tuple(sentence for sentence in sentences if sentence.text)


def draft_section(part: SectionReply, evidence: Evidence, derived: Sequence[DerivedReply]) -> DraftSection | None:
    """A section with its sentences in order; None where it has none."""
    columns = tuple(part.columns) if any(_kind(block) is SentenceKind.ROW for block in part.blocks) else ()
    sentences = tuple(
        sentence
        for paragraph, block in enumerate(part.blocks)
        for each in block.sentences
        if (sentence := _sentence(each, block.kind, paragraph, evidence, derived)).text or sentence.cells
    )
    return DraftSection(title=part.title.strip(), sentences=sentences, columns=columns) if sentences else None


def draft_found(parts: Sequence[FoundReply], missing: Sequence[str], evidence: Evidence) -> tuple[Found, ...]:
    """What was missing and is stated by cited sentences; a number that leads nowhere is dropped."""
    found = []
    for part in parts:
        number = _NUMBER.search(part.missing)
        claims, quotes = cites(part.cites, evidence)
        quotes += _of_claims(claims, evidence)
        if number and 1 <= int(number[0]) <= len(missing) and quotes:
            found.append(Found(missing=missing[int(number[0]) - 1], quotes=quotes))
    return tuple(found)


def cites(ids: Iterable[str], evidence: Evidence) -> tuple[tuple[str, ...], tuple[QuoteProposal, ...]]:
    """Claims and quotes behind what a sentence cites."""
    texts = list(ids)
    named = (evidence.names.get(name) for text in texts for name in _CLAIM.findall(text))
    claims = tuple(dict.fromkeys(claim for claim in named if claim is not None))
    sides = (evidence.side(name) for text in texts for name in _SIDE.findall(text))
    quotes = [evidence.ledger.quotes[quote] for side in sides if side is not None for quote in side.quotes]
    return claims, tuple(dict.fromkeys((*_proposed(quotes, evidence), *evidence.numbering.proposals(texts))))


def clean(text: str) -> str:
    """A sentence on one line, without ids that were printed into it."""
    return " ".join(_PRINTED_CITE.sub("", text).split())


def _sentence(
    part: SentenceReply, block: str, paragraph: int, evidence: Evidence, derived: Sequence[DerivedReply]
) -> DraftSentence:
    claims, quotes = cites(part.cites, evidence)
    cells = tuple(clean(cell) for cell in part.cells)
    kind = _kind_of(block, cells)
    text = "" if kind is SentenceKind.ROW else clean(part.text or " ".join(cells))
    quotes = _completed(text or " | ".join(cells), claims, quotes, evidence)
    return DraftSentence(
        text=text,
        kind=kind,
        cells=cells if kind is SentenceKind.ROW else (),
        claims=claims,
        quotes=quotes,
        derived=_derived(derived, text or " | ".join(cells)),
        paragraph=paragraph,
    )


def _completed(
    text: str, claims: Sequence[str], quotes: tuple[QuoteProposal, ...], evidence: Evidence
) -> tuple[QuoteProposal, ...]:
    """The sentence's own quotes, and neighbours of all that it cites where they name what it names."""
    cited = (*_of_claims(claims, evidence), *quotes)
    return quotes + completed(text, cited, evidence.numbering)[len(cited) :]


def _of_claims(claims: Sequence[str], evidence: Evidence) -> tuple[QuoteProposal, ...]:
    quotes = (evidence.ledger.quotes[name] for claim in claims for name in evidence.ledger.claims[claim].quotes)
    return tuple(_proposed(quotes, evidence))


def _proposed(quotes: Iterable[Quote], evidence: Evidence) -> Iterator[QuoteProposal]:
    for quote in quotes:
        if quote.source in evidence.numbering.documents:
            yield QuoteProposal(source=quote.source, span=(quote.start, quote.end), text=quote.text)


def _derived(parts: Sequence[DerivedReply], text: str) -> tuple[Derived, ...]:
    """The computed numbers that stand in a sentence."""
    return tuple(
        Derived(value=part.value, how=cast(Any, how), operands=tuple(part.operands))
        for part in parts
        if part.value and part.value in text and part.operands and (how := part.how.strip().lower()) in HOWS
    )


def _kind(block: BlockReply) -> SentenceKind:
    cells = next((tuple(each.cells) for each in block.sentences if each.cells), ())
    return _kind_of(block.kind, cells)


def _kind_of(block: str, cells: Sequence[str]) -> SentenceKind:
    name = block.strip().lower()
    if cells and (name.startswith("table") or name.startswith("row")):
        return SentenceKind.ROW
    return SentenceKind.ITEM if name.startswith(("list", "item")) else SentenceKind.TEXT
