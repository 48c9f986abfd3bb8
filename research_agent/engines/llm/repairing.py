"""repair: one call mends or keeps all sentences that failed the check, each from its own quotes.

The model sees what stands before and after a sentence in the report, and beside its quotes in their sources:
a name that a quote only refers to is mostly there, and then the sentence was right and its cites were not complete.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from research_agent.domain import (
    Document,
    Draft,
    DraftSentence,
    Fault,
    Patch,
    Question,
    QuoteProposal,
    SentenceKind,
)
from research_agent.engines.llm.completing import completed
from research_agent.engines.llm.drafting import clean
from research_agent.engines.llm.language import language_name
from research_agent.engines.llm.numbering import Numbering, citable, describe, flat
from research_agent.engines.llm.replies import MendedReply, RepairReply
from research_agent.engines.llm.scale import worth
from research_agent.engines.llm.widening import passage_at, widened
from research_agent.evidence.ledger import Ledger
from research_agent.llm.models import Models
from research_agent.text.anchors import meant

REPLY = 6_000
"""Completion tokens."""

BESIDE = (2, 1)
"""Sentences shown before and after a quote."""
MOST_BESIDE = 6
"""Of these, for one faulty sentence."""
BESIDE_CHARACTERS = 400
"""Characters within which these are looked for."""
MOST = 14_000
"""Characters of Latin text of all faults, above which the sentences beside their quotes are not shown."""
AROUND = 900
"""Characters of text around a quote in which a mended sentence's missing names are looked for."""

_QUOTE_ID = re.compile(r"[qn]\d+")


@dataclass(frozen=True, slots=True)
class Shown:
    """A fault with its quotes under short names: the claim, or the proposal, that each stands for."""

    fault: Fault
    claims: Mapping[str, str]
    """Short name of a quote -> id of its claim."""
    proposals: Mapping[str, QuoteProposal]
    quotes: tuple[str, ...]
    """Lines of the quotes."""
    beside: tuple[str, ...] = ()
    """Lines of what stands beside the quotes."""
    around: tuple[str, ...] = ()
    """Lines of what stands around the sentence in the report."""


async def mend(
    models: Models,
    question: Question,
    faults: Sequence[Fault],
    ledger: Ledger,
    occurrence: int,
    documents: Mapping[str, Document] | None = None,
    draft: Draft | None = None,
) -> tuple[Patch, ...]:
    """Ask the writer. A fault without quotes, or one that it gives up, has no patch. Raises ModelError, BudgetError."""
    known = documents or {}
    shown = {f"f{place}": _show(fault, ledger, known, draft) for place, fault in enumerate(faults, start=1)}
    mendable = {name: each for name, each in shown.items() if each.quotes}
    if sum(worth("\n".join([*each.quotes, *each.beside])) for each in mendable.values()) > MOST:
        mendable = {name: _narrowed(each) for name, each in mendable.items()}
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
    texts = {name: _said(mendable[name].fault.sentence) for name in kept}
    patches: dict[str, Patch] = {}
    for part in reply.sentences:
        given = part.fault.strip()
        # Words that begin no sentence shown leave the id to the graph, which finds that they do not fit and says so.
        name = meant(given, part.begins, texts) or given
        if name in texts and (patch := _patch(mendable[name], part, known)) is not None:
            patches.setdefault(name, patch)
    return tuple(patches.values())


def _variables(question: Question, shown: Mapping[str, Shown], names: Sequence[str]) -> dict[str, str]:
    return {
        "question": question.text,
        "language": language_name(question.language),
        "faults": "\n\n".join(_lines(name, shown[name]) for name in names),
    }


def _lines(name: str, shown: Shown) -> str:
    sentence = shown.fault.sentence
    kind = f"row of {len(sentence.cells)} cells" if sentence.kind is SentenceKind.ROW else "sentence"
    head = [f"{name} ({kind}): {_said(sentence)}", f"reason: {shown.fault.reason}"]
    return "\n".join([*head, *shown.around, *shown.quotes, *shown.beside])


def _said(sentence: DraftSentence) -> str:
    return " | ".join(sentence.cells) if sentence.kind is SentenceKind.ROW else sentence.text


def _narrowed(shown: Shown) -> Shown:
    """Without what stands beside the quotes."""
    proposals = {name: each for name, each in shown.proposals.items() if name.startswith("q")}
    return replace(shown, beside=(), proposals=proposals)


def _show(fault: Fault, ledger: Ledger, documents: Mapping[str, Document], draft: Draft | None) -> Shown:
    """The quotes that the faulty sentence cites directly, then those of its claims that are not among them.

    In this order, since a claim that was made from a cited quote exists in the checked ledger only.
    """
    claims: dict[str, str] = {}
    proposals: dict[str, QuoteProposal] = {}
    texts: dict[str, str] = {}
    spans: list[QuoteProposal] = []
    for proposal in fault.sentence.quotes:
        if proposal.text and proposal.text not in texts:
            texts[proposal.text] = name = f"q{len(texts) + 1}"
            proposals[name] = proposal
            spans.append(proposal)
    for claim in (ledger.claims[each] for each in fault.sentence.claims if each in ledger.claims):
        for quote in (ledger.quotes[each] for each in claim.quotes if each in ledger.quotes):
            if quote.text not in texts:
                texts[quote.text] = name = f"q{len(texts) + 1}"
                claims[name] = claim.id
                spans.append(QuoteProposal(source=quote.source, span=(quote.start, quote.end), text=quote.text))
    quotes = tuple(_with_sources(dict(zip(texts.values(), spans, strict=True)), documents))
    beside = {f"n{place}": each for place, each in enumerate(_beside(spans, documents), start=1)}
    lines = tuple(f"{name}: {flat(each.text)}" for name, each in beside.items())
    return Shown(fault, claims, proposals | beside, quotes, lines, _around(fault, draft))


def _with_sources(quotes: Mapping[str, QuoteProposal], documents: Mapping[str, Document]) -> Iterator[str]:
    """A line for each quote, and one above it where another source starts."""
    last = ""
    for name, quote in quotes.items():
        document = documents.get(quote.source)
        label = describe(document.source) if document is not None else ""
        if label and label != last:
            yield f"from {label}:"
            last = label
        yield f"{name}: {flat(quote.text)}"


def _beside(quotes: Sequence[QuoteProposal], documents: Mapping[str, Document]) -> list[QuoteProposal]:
    """The sentences before and after each quote that are not quoted themselves."""
    found: dict[tuple[str, int, int], QuoteProposal] = {}
    before, after = BESIDE
    for quote in quotes:
        document = documents.get(quote.source)
        if document is None or quote.span is None:
            continue
        start, end = quote.span
        above = citable(document, (max(0, start - BESIDE_CHARACTERS), start))[-before:]
        for s, e in (*above, *citable(document, (end, end + BESIDE_CHARACTERS))[:after]):
            quoted = any(q.source == quote.source and q.span and q.span[0] < e and s < q.span[1] for q in quotes)
            if not quoted:
                text = document.text[s:e]
                found.setdefault((quote.source, s, e), QuoteProposal(source=quote.source, span=(s, e), text=text))
    return list(found.values())[:MOST_BESIDE]


def _around(fault: Fault, draft: Draft | None) -> tuple[str, ...]:
    """The sentences before and after the faulty one, where the draft is the one that was checked."""
    if draft is None:
        return ()
    head, _, place = fault.id.partition("/")
    parts = {"answer": draft.answer} | {str(at): section.sentences for at, section in enumerate(draft.sections)}
    sentences = parts.get(head, ())
    at = int(place) if place.isdigit() else -1
    if not 0 <= at < len(sentences) or _said(sentences[at]) != _said(fault.sentence):
        return ()
    near = (("before", at - 1), ("after", at + 1))
    return tuple(f"{name}: {_said(sentences[i])}" for name, i in near if 0 <= i < len(sentences))


def _patch(shown: Shown, part: MendedReply, documents: Mapping[str, Document]) -> Patch | None:
    old = shown.fault.sentence
    cells = tuple(clean(cell) for cell in part.cells)
    text = clean(part.text)
    if part.keep:
        text, cells = old.text, old.cells
        old = replace(old, confirmed=True)
    if old.kind is SentenceKind.ROW:
        if len(cells) != len(old.cells):
            return None
        text = ""
    elif not text:
        return None
    else:
        cells = ()
    cited = _cited(replace(old, text=text, cells=cells), shown, part.cites)
    return Patch(id=shown.fault.id, sentence=_completed(cited, documents), anchor=part.begins)


def _cited(sentence: DraftSentence, shown: Shown, cites: Sequence[str]) -> DraftSentence:
    """The sentence with the cites that the model chose, or its old ones where it chose none of those shown."""
    names = [name for text in cites for name in _QUOTE_ID.findall(text)]
    claims = tuple(dict.fromkeys(shown.claims[name] for name in names if name in shown.claims))
    quotes = tuple(dict.fromkeys(shown.proposals[name] for name in names if name in shown.proposals))
    return replace(sentence, claims=claims, quotes=quotes) if claims or quotes else sentence


def _completed(sentence: DraftSentence, documents: Mapping[str, Document]) -> DraftSentence:
    """With the neighbours of its own quotes that name what it names; see ``completing``."""
    quotes = [quote for quote in sentence.quotes if quote.span is not None and quote.source in documents]
    if not quotes:
        return sentence
    windows = [
        passage_at(documents[quote.source], widened(documents[quote.source], quote.span, AROUND))
        for quote in quotes
        if quote.span is not None
    ]
    numbering = Numbering(windows, {quote.source: documents[quote.source] for quote in quotes})
    added = completed(_said(sentence), quotes, numbering)[len(quotes) :]
    return replace(sentence, quotes=(*sentence.quotes, *added))
