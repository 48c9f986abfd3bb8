"""repair: one call mends all sentences that failed the check, each from its own quotes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from research_agent.domain import DraftSentence, Fault, Patch, Question, QuoteProposal, SentenceKind
from research_agent.engines.llm.drafting import clean
from research_agent.engines.llm.language import language_name
from research_agent.engines.llm.replies import MendedReply, RepairReply
from research_agent.evidence.ledger import Ledger
from research_agent.llm.models import Models

REPLY = 6_000
"""Completion tokens."""

_QUOTE_ID = re.compile(r"q\d+")


@dataclass(frozen=True, slots=True)
class Shown:
    """A fault with its quotes under short names: the claim, or the proposal, that each stands for."""

    fault: Fault
    claims: Mapping[str, str]
    """Short name of a quote -> id of its claim."""
    proposals: Mapping[str, QuoteProposal]
    lines: tuple[str, ...]


async def mend(
    models: Models, question: Question, faults: Sequence[Fault], ledger: Ledger, occurrence: int
) -> tuple[Patch, ...]:
    """Ask the writer. A fault without quotes, or one that it gives up, has no patch. Raises ModelError, BudgetError."""
    shown = {f"f{place}": _show(fault, ledger) for place, fault in enumerate(faults, start=1)}
    mendable = {name: each for name, each in shown.items() if each.lines}
    if not mendable:
        return ()
    kept = models.fit(
        "repair", tuple(mendable), lambda some: _variables(question, mendable, some), stage="write", limit=REPLY
    )
    if not kept:
        return ()
    reply = await models.ask(
        role="writer",
        prompt="repair",
        variables=_variables(question, mendable, kept),
        reply=RepairReply,
        stage="write",
        subject="repair",
        occurrence=occurrence,
        limit=REPLY,
    )
    patches = {
        part.fault.strip(): _patch(mendable[part.fault.strip()], part)
        for part in reply.sentences
        if part.fault.strip() in mendable
    }
    return tuple(patch for patch in patches.values() if patch is not None)


def _variables(question: Question, shown: Mapping[str, Shown], names: Sequence[str]) -> dict[str, str]:
    return {
        "question": question.text,
        "language": language_name(question.language),
        "faults": "\n\n".join(_lines(name, shown[name]) for name in names),
    }


def _lines(name: str, shown: Shown) -> str:
    sentence = shown.fault.sentence
    said = " | ".join(sentence.cells) if sentence.kind is SentenceKind.ROW else sentence.text
    kind = f"row of {len(sentence.cells)} cells" if sentence.kind is SentenceKind.ROW else "sentence"
    return "\n".join([f"{name} ({kind}): {said}", f"reason: {shown.fault.reason}", *shown.lines])


def _show(fault: Fault, ledger: Ledger) -> Shown:
    """The quotes that the faulty sentence cites directly, then those of its claims that are not among them.

    In this order, since a claim that was made from a cited quote exists in the checked ledger only.
    """
    claims: dict[str, str] = {}
    proposals: dict[str, QuoteProposal] = {}
    texts: dict[str, str] = {}
    for proposal in fault.sentence.quotes:
        if proposal.text and proposal.text not in texts:
            texts[proposal.text] = name = f"q{len(texts) + 1}"
            proposals[name] = proposal
    for claim in (ledger.claims[each] for each in fault.sentence.claims if each in ledger.claims):
        for quote in (ledger.quotes[each] for each in claim.quotes if each in ledger.quotes):
            if quote.text not in texts:
                texts[quote.text] = name = f"q{len(texts) + 1}"
                claims[name] = claim.id
    lines = tuple(f"{name}: {' '.join(text.split())}" for text, name in texts.items())
    return Shown(fault, claims, proposals, lines)


def _patch(shown: Shown, part: MendedReply) -> Patch | None:
    old = shown.fault.sentence
    cells = tuple(clean(cell) for cell in part.cells)
    text = clean(part.text)
    if old.kind is SentenceKind.ROW:
        if len(cells) != len(old.cells):
            return None
        text = ""
    elif not text:
        return None
    else:
        cells = ()
    return Patch(id=shown.fault.id, sentence=_cited(replace(old, text=text, cells=cells), shown, part.cites))


def _cited(sentence: DraftSentence, shown: Shown, cites: Sequence[str]) -> DraftSentence:
    """The sentence with the cites that the model chose, or its old ones where it chose none of those shown."""
    names = [name for text in cites for name in _QUOTE_ID.findall(text)]
    claims = tuple(dict.fromkeys(shown.claims[name] for name in names if name in shown.claims))
    quotes = tuple(dict.fromkeys(shown.proposals[name] for name in names if name in shown.proposals))
    return replace(sentence, claims=claims, quotes=quotes) if claims or quotes else sentence
