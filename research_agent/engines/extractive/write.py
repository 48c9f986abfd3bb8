"""From the ledger to a draft: the best quotes of the whole run, a direct answer first, then after the outline.

Every printed sentence is a quote. What this module decides is which, in which order and under which heading. Claims are
valued anew over all documents together, because a sub-question's own ranking does not know what the others found.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from research_agent.domain import (
    Claim,
    Document,
    Draft,
    DraftSection,
    DraftSentence,
    Intent,
    OutlineSection,
    Plan,
    Question,
    Quote,
    SentenceKind,
)
from research_agent.engines.extractive.allowance import Allowance
from research_agent.engines.extractive.arrange import best_section, split_by_side
from research_agent.engines.extractive.candidates import BEST_VALUE, find_candidates
from research_agent.engines.extractive.decompose import decompose
from research_agent.engines.extractive.lexicon import CUES
from research_agent.engines.extractive.planning import facets
from research_agent.engines.extractive.select import COPY
from research_agent.engines.extractive.standalone import is_han
from research_agent.engines.extractive.versions import preference
from research_agent.evidence.ledger import Ledger
from research_agent.evidence.retrieval import Shingles, are_copies, shingle_set

ANSWER_SENTENCES = (3, 5)
"""Quotes of the direct answer, at least (where there are so many) and at most."""
UNRANKED = 0.5
"""What a claim keeps of its own relevance when its sentence is not among the best of the whole run."""
TITLE = 90
"""Code points of a title."""
_FITTING: Mapping[Intent, tuple[str, ...]] = {
    Intent.DECISION: ("recommendation", "default", "risk"),
    Intent.CONTRADICTION: ("change", "recommendation", "negation"),
    Intent.COMPARISON: ("contrast", "limit", "recommendation"),
    Intent.HOW_TO: ("obligation", "condition", "recommendation"),
    Intent.EXPLANATION: ("reason", "contrast"),
}
"""The telling words that the direct answer to a kind of question holds."""
_FIT = 0.15


def write_draft(
    question: Question, plan: Plan, ledger: Ledger, documents: Sequence[Document], allowance: Allowance
) -> Draft:
    """The draft; every sentence cites one claim and is that claim's quote."""
    values = _values(question, plan, ledger, documents)
    chosen = _within(allowance, plan, ledger, values)
    sections = _by_section(plan, chosen, question)
    answer = _answer(plan, sections, ledger, values)
    shown = {claim.id for claim in answer}
    drafted = []
    for section, claims in sections:
        rest = [claim for claim in claims if claim.id not in shown]
        for title, part in split_by_side(section.title, rest, plan):
            drafted.append(_section(title, part, plan, ledger, values))
    return Draft(
        title=_title(question.text),
        answer=tuple(_sentence(claim, ledger, SentenceKind.TEXT, 0) for claim in answer),
        sections=tuple(section for section in drafted if section.sentences),
    )


def _values(question: Question, plan: Plan, ledger: Ledger, documents: Sequence[Document]) -> dict[str, float]:
    """Claim -> value, 0..1, among everything that was read."""
    parts = decompose(question.text, len(plan.sub_questions))
    candidates = find_candidates(facets(parts, question.text), documents, preference(documents, parts.constraints))
    starts = {(candidate.source, candidate.start): candidate.value / BEST_VALUE for candidate in candidates}
    ends = {(candidate.source, candidate.end): candidate.value / BEST_VALUE for candidate in candidates}
    values: dict[str, float] = {}
    for claim in ledger.claims.values():
        found = [
            value
            for quote in _quotes(claim, ledger)
            for value in (starts.get((quote.source, quote.start)), ends.get((quote.source, quote.end)))
            if value is not None
        ]
        values[claim.id] = max(found, default=UNRANKED * claim.relevance)
    return values


def _within(allowance: Allowance, plan: Plan, ledger: Ledger, values: Mapping[str, float]) -> list[Claim]:
    """The most valuable claims within the allowance, no two alike; a fair minimum for every section first."""
    order = sorted(ledger.claims.values(), key=lambda claim: (-values[claim.id], claim.id))
    fair = max(1, allowance.quotes // (4 * len(plan.outline)))
    chosen: dict[str, Claim] = {}
    shingled: list[Shingles] = []
    quotes, characters = allowance.quotes, allowance.characters

    def take(claim: Claim) -> None:
        nonlocal quotes, characters
        own = _quotes(claim, ledger)
        length = sum(quote.end - quote.start for quote in own)
        shingles = shingle_set(claim.text)
        if claim.id in chosen or len(own) > quotes or length > characters:
            return
        if any(are_copies(shingles, other, COPY) for other in shingled):
            return
        chosen[claim.id] = claim
        shingled.append(shingles)
        quotes -= len(own)
        characters -= length

    for section in plan.outline:
        theirs = [claim for claim in order if set(claim.sub_questions) & set(section.sub_questions)]
        for claim in theirs[:fair]:
            take(claim)
    for claim in order:
        take(claim)
    return list(chosen.values())


def _by_section(plan: Plan, claims: Sequence[Claim], question: Question) -> list[tuple[OutlineSection, list[Claim]]]:
    """The claims under the section of the outline that their words fit best."""
    outline = plan.outline or (OutlineSection(title=question.text, sub_questions=()),)
    sorted_in: dict[int, list[Claim]] = defaultdict(list)
    for claim in claims:
        sorted_in[best_section(claim, outline, plan)].append(claim)
    return [(section, sorted_in[place]) for place, section in enumerate(outline)]


def _answer(
    plan: Plan,
    sections: Sequence[tuple[OutlineSection, list[Claim]]],
    ledger: Ledger,
    values: Mapping[str, float],
) -> list[Claim]:
    """The best claim of every section, then the best of the rest; what fits the kind of question goes first."""
    fitting = [CUES[name] for name in _FITTING.get(plan.intent, ())]

    def fit(claim: Claim) -> tuple[float, str]:
        return -values[claim.id] - _FIT * any(pattern.search(claim.text) for pattern in fitting), claim.id

    firsts = [min(claims, key=fit) for _, claims in sections if claims][: ANSWER_SENTENCES[1]]
    rest = sorted((claim for _, claims in sections for claim in claims if claim not in firsts), key=fit)
    return firsts + rest[: max(0, ANSWER_SENTENCES[0] - len(firsts))]


def _section(
    title: str, claims: Sequence[Claim], plan: Plan, ledger: Ledger, values: Mapping[str, float]
) -> DraftSection:
    """One paragraph (or run of items) for each source, the best source first, its sentences in their own order."""
    kind = SentenceKind.ITEM if plan.intent is Intent.HOW_TO else SentenceKind.TEXT
    by_source: dict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        by_source[_first(claim, ledger).source].append(claim)
    best = sorted(by_source, key=lambda source: (-max(values[claim.id] for claim in by_source[source]), source))
    sentences = [
        _sentence(claim, ledger, kind, paragraph)
        for paragraph, source in enumerate(best)
        for claim in sorted(by_source[source], key=lambda claim: _first(claim, ledger).start)
    ]
    return DraftSection(title=title, sentences=tuple(sentences))


def _sentence(claim: Claim, ledger: Ledger, kind: SentenceKind, paragraph: int) -> DraftSentence:
    text = " ".join(_first(claim, ledger).text.split())
    return DraftSentence(text=text, kind=kind, claims=(claim.id,), paragraph=paragraph)


def _first(claim: Claim, ledger: Ledger) -> Quote:
    """The quote that gives the sentence: the one that the claim's words are, else its first."""
    quotes = _quotes(claim, ledger)
    words = " ".join(claim.text.split())
    return next((quote for quote in quotes if " ".join(quote.text.split()) == words), quotes[0])


def _quotes(claim: Claim, ledger: Ledger) -> list[Quote]:
    return [ledger.quotes[id] for id in claim.quotes]


def _title(text: str) -> str:
    """The question, cut at a word where it is long."""
    text = " ".join(text.split())
    if len(text) <= TITLE:
        return text
    cut = text[:TITLE]
    return (cut if is_han(text) else cut.rsplit(" ", 1)[0]).rstrip(" ,;:，；：、") + "…"
